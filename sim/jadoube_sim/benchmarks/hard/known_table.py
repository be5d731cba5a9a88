"""The hard rows of squares that cannot be read, beside what could be known: exact, missed, or unknowable.

A game is *exact* as in the table of the hard rows. One that is not is *unknowable* if the game that was read
leaves the whole record, too; where every ply came back and too many are in doubt, if few enough are without
those that could not be known. Otherwise it is *missed*: the record speaks against the reading, though it may
not tell what was played.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest

import chess

from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.hard.knowable import (
    Known,
    leaves_it_otherwise,
    leaves_the_same,
    what_is_known,
)
from jadoube_sim.benchmarks.hard.rows import HardJob
from jadoube_sim.benchmarks.hard.scores import LEAST_SURE
from jadoube_sim.benchmarks.played.reading import Progress, is_doubted
from jadoube_sim.benchmarks.processes import in_processes
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.hard.played import Played

HEAD = (
    f"{'hard row':16} {'levers':8} {'exact':>7} {'by guess':>9} {'missed':>7} {'silent':>7} "
    f"{'other reeds':>11} {'silent':>7} {'unknowable':>11} {'silent':>7} "
    f"{'plies':>6} {'doubts':>7} {'of them due':>12} {'cut short':>10}"
)
"""`by guess`: exact games with a ply that could not be known. `silent`: games whose first wrong ply has no
doubt that names what was played. `plies`: those that could not be known. `doubts`: plies read right that bear
one, and those of them that could not be known. `cut short`: games whose rivals were too many to follow."""


def line(name: str, levers: str, total: Counter[str]) -> str:
    """One row of the table."""
    exact = f"{total['exact']}/{total['games']}"
    return (
        f"{name:16} {levers:8} {exact:>7} {total['guessed']:>9} {total['missed']:>7} "
        f"{total['missed silent']:>7} {total['other reeds']:>11} {total['other reeds silent']:>7} "
        f"{total['unknowable']:>11} {total['unknowable silent']:>7} "
        f"{total['plies']:>6} {total['doubts']:>7} {total['due doubts']:>12} {total['cut short']:>10}"
    )


def score(job: HardJob) -> Counter[str]:
    """Play one game, read it, and ask the oracle; nothing is counted if it gives no occasion."""
    played = job.played()
    if played is None:
        return Counter()
    known = what_is_known(played)
    table = replay(played.log).table
    read = scoresheet(table).plies
    right = [bool(ply and move and ply.move == move) for ply, move in zip_longest(read, played.moves)]
    doubted = {number for number, ply in enumerate(read, 1) if ply.doubts}
    sure = {number for number, is_right in enumerate(right, 1) if is_right}
    wrong = next((number for number, is_right in enumerate(right, 1) if not is_right), None)
    found = Counter(games=1, plies=len(known.unknown))
    found.update({"cut short": int(not known.complete), "doubts": len(doubted & sure)})
    found.update({"due doubts": len(doubted & sure & known.unknown)})
    if wrong is None and LEAST_SURE * len(doubted) <= len(played.moves):
        found.update(exact=1, guessed=int(bool(known.unknown)))
        return found
    kind = "missed"
    if _is_unknowable(played, read, known):
        kind = "unknowable"
    elif leaves_it_otherwise(played, _moves(read), table.seen.best.bad):
        kind = "other reeds"
    game = replace(job.game, start_fen=played.start_fen, moves=played.moves)
    silent = wrong is not None and not is_doubted(game, read, wrong - 1)
    found.update({kind: 1, f"{kind} silent": int(silent)})
    return found


def _is_unknowable(played: Played, read: Sequence[Ply], known: Known) -> bool:
    """Whether the record does not speak against a reading that is not exact."""
    moves = _moves(read)
    if moves == played.moves and len(read) == len(moves):
        undue = {number for number, ply in enumerate(read, 1) if ply.doubts} - known.unknown
        return LEAST_SURE * len(undue) <= len(moves)
    return len(moves) == len(read) and leaves_the_same(played, moves)


def _moves(read: Sequence[Ply]) -> tuple[chess.Move, ...]:
    return tuple(ply.move for ply in read if ply.move and not ply.stands)


def known_table(
    games: Sequence[Game],
    asked: Sequence[tuple[str, str]],
    seed: int,
    jobs: int,
    progress: Progress = lambda _done: None,
) -> Iterator[tuple[str, str, Counter[str]]]:
    """Play every game for every row (its name, its levers), and give each row as soon as it is known."""
    work = [HardJob(game, name, levers, seed) for name, levers in asked for game in games]
    scores = enumerate(in_processes(score, work, jobs), start=1)
    for name, levers in asked:
        total = Counter[str]()
        for done, one in islice(scores, len(games)):
            total += one
            progress(done)
        yield name, levers, total
