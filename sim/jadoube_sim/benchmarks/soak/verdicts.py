"""What became of a game of a soak, and of the journals in its folder.

A game is judged by what the board closed it with, and that must be in a journal, too. A silent error that
comes as well when the game's log is read by itself is a limit of the reading (docs/reading-hands.md), and no
fault of what a soak tries.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path

import chess

from jadoube.config.files import read_packed
from jadoube.config.problems import BadInput
from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.games.game_names import Kind, game_of, game_path
from jadoube.games.journal.fold import Folded, fold
from jadoube.games.journal.mending import contents, faults
from jadoube.games.journal.text import mend_journal
from jadoube_sim.benchmarks.played.reading import is_doubted
from jadoube_sim.benchmarks.played.stepping import stepped
from jadoube_sim.benchmarks.soak.plan import Plan

_NEWEST = 4
"""A game's journal is among the newest: that of the next game follows it."""


class Verdict(StrEnum):
    """What became of a game."""

    EXACT = "exact"
    DOUBTED = "in doubt"
    UNFIT = "said not to fit"
    """When the last move was made the board said that what it shows is no legal play: people know."""
    HARD = "misread, as it is alone"
    LEFT = "left unfinished, and kept"
    """Its journal could not be read when the power came back, and holds every completed ply."""
    SILENT = "silently wrong"
    LOST = "lost"


def verdict(plan: Plan, read: Sequence[Ply], kept: Sequence[Ply], *, unfit: bool) -> Verdict:
    """Judge a game by what the board read and by what its journal holds; `unfit`: the board said so."""
    if [ply.move for ply in read] != [ply.move for ply in kept]:
        return Verdict.LOST
    found = _judged(plan, read)
    if found is Verdict.SILENT and unfit:
        return Verdict.UNFIT
    if found is Verdict.SILENT and _judged(plan, scoresheet(stepped(plan.log).table).plies) is Verdict.SILENT:
        return Verdict.HARD
    return found


def left_verdict(path: Path, completed: Sequence[chess.Move | None]) -> Verdict:
    """Judge a game that could not be taken up, by the plies that presses had completed."""
    folded = folded_journal(path) if path.exists() else None
    if folded is None or not folded.unfinished:
        return Verdict.LOST
    kept = [ply.move for ply in scoresheet(folded.table).plies]
    return Verdict.LEFT if kept[: len(completed)] == list(completed) else Verdict.LOST


def _judged(plan: Plan, read: Sequence[Ply]) -> Verdict:
    right = [bool(ply and move and ply.move == move) for ply, move in zip_longest(read, plan.game.moves)]
    if all(right):
        return Verdict.EXACT
    return Verdict.DOUBTED if is_doubted(plan.game, read, right.index(False)) else Verdict.SILENT


def kept_plies(folder: Path, moves: Sequence[chess.Move | None]) -> Sequence[Ply]:
    """The plies of the newest journal that holds these moves; none if there is no such journal."""
    for _, path in sorted(_journals(folder), reverse=True)[:_NEWEST]:
        folded = folded_journal(path)
        plies = scoresheet(folded.table).plies if folded else ()
        if [ply.move for ply in plies] == list(moves):
            return plies
    return ()


def folded_journal(path: Path) -> Folded | None:
    """What a journal holds; None if it cannot be read."""
    try:
        return fold(mend_journal(read_packed(path, "a journal"), str(path)))
    except BadInput:
        return None


def bad_journals(folder: Path) -> Iterator[str]:
    """Do what `jadoube journal check` does to every journal of the folder; yield what it finds."""
    for _, path in sorted(_journals(folder)):
        try:
            data = read_packed(path, "a journal")
            journal = mend_journal(data, str(path))
            list(contents(journal))
            for fault in faults(journal, len(data)):
                yield f"{path.name}: {fault}"
        except BadInput as problem:
            yield f"{path.name}: {problem.problem}"


def newest_number(folder: Path) -> int:
    """The number of the newest journal; 0 if there is none."""
    return max((number for number, _ in _journals(folder)), default=0)


def _journals(folder: Path) -> Iterator[tuple[int, Path]]:
    for path in folder.iterdir():
        game = game_of(path.name)
        if game and game[1] in (Kind.JOURNAL, Kind.PACKED):
            yield game[0], game_path(folder, *game)
