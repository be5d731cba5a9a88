"""What an analysis has found of a game so far, as JSON: read from what is kept, in the order of the plies.

The law: a position is worth what the engine said, from White's side; what is not analysed yet is null. It
starts no engine. A game in parts is one row of positions, as the page counts its plies.

It refuses to know who analyses, and whether somebody does.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import chess
import chess.pgn

from jadoube.engines.evaluation import Assessment, Evaluation, assess_plies, chances
from jadoube.engines.kept_analysis import KeptAnalysis
from jadoube.formats.analysed_pgn import LINE_MOST, annotate, positions, read_parts, text_of
from jadoube.local.whole_file import write_whole

MARKS: Final = {Assessment.INACCURACY: "?!", Assessment.MISTAKE: "?", Assessment.BLUNDER: "??"}

BY_MOST: Final = 8
"""Engines with their limits that are remembered: those of the last analyses."""

_BY: Final = "engines"


class By(NamedTuple):
    """Who has analysed: what the engine calls itself, and its limit in words."""

    title: str
    limit: str

    @property
    def text(self) -> str:
        """It as the PGN names it."""
        return f"{self.title}, {self.limit} a position"


class Part(NamedTuple):
    """A part of a game, and how much of it is analysed: the first positions."""

    game: chess.pgn.Game
    boards: list[chess.Board]
    evaluations: list[Evaluation]

    @property
    def can_be(self) -> bool:
        """Whether it is analysed at all: not if no legal play leads to where it begins."""
        return self.boards[0].is_valid()


class Found(NamedTuple):
    """What is known of a game."""

    by: By | None
    parts: list[Part]

    @property
    def done(self) -> int:
        """Positions that are analysed."""
        return sum(len(part.evaluations) for part in self.parts)

    @property
    def of(self) -> int:
        """Positions that can be."""
        return sum(len(part.boards) for part in self.parts if part.can_be)


def read_found(pgn: str, folder: Path) -> Found:
    """Read what is kept of a game, by the engine that has come furthest. BadInput for a variant of chess."""
    games = read_parts(pgn, "PGN")
    bare = [Part(game, positions(game), []) for game in games]
    best = Found(None, bare)
    for by in read_by(folder):
        found = Found(by, [part._replace(evaluations=_kept(part, by, folder)) for part in bare])
        if found.done > best.done:
            best = found
    return best


def _kept(part: Part, by: By, folder: Path) -> list[Evaluation]:
    return KeptAnalysis(folder, by.title, by.limit, part.boards).read() if part.can_be else []


def read_by(folder: Path) -> list[By]:
    """Return who has analysed there, the last one first."""
    with suppress(OSError, ValueError, TypeError, RecursionError):
        return [By(str(title), str(limit)) for title, limit in json.loads((folder / _BY).read_text("utf-8"))]
    return []


def note_by(folder: Path, by: By) -> None:
    """Remember who analyses there. OSError if that cannot be."""
    known = [by, *(each for each in read_by(folder) if each != by)][:BY_MOST]
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / _BY, json.dumps(known).encode(), flushes=False)


def found_json(found: Found) -> dict[str, Any]:
    """Return positions, marks of plies and best lines, and the PGN with them once all is analysed."""
    whole = found.by is not None and found.done == found.of
    return {
        "done": found.done,
        "of": found.of,
        "by": found.by.title if found.by else "",
        "positions": [each for part in found.parts for each in _positions(part)] if found.done else [],
        "pgn": "".join(_annotated(part, found.by) for part in found.parts) if whole and found.by else "",
    }


def _positions(part: Part) -> list[dict[str, Any] | None]:
    done = part.evaluations
    moves = [*part.game.mainline_moves()][: max(0, len(done) - 1)]
    assessed = assess_plies(moves, done, part.boards[0].turn) if done else []
    marks = ["", *(MARKS[ply.assessment] if ply.assessment else "" for ply in assessed)]
    pairs = zip(part.boards, done, marks, strict=False)
    rows: list[dict[str, Any] | None] = [_position(*each) for each in pairs]
    return [*rows, *[None] * (len(part.boards) - len(rows))]


def _position(board: chess.Board, evaluation: Evaluation, mark: str) -> dict[str, Any]:
    score = evaluation.score
    return {
        "cp": score.score(),
        "mate": score.mate(),
        "chances_permille": round(1000 * chances(score)),
        "mark": mark,
        "line": _line(board, evaluation.line[:LINE_MOST]),
    }


def _line(board: chess.Board, moves: Sequence[chess.Move]) -> list[str]:
    """Return a line in SAN, each of White's moves with its number before it, and the first one."""
    return board.variation_san(moves).split() if moves else []


def _annotated(part: Part, by: By) -> str:
    if part.can_be:
        moves = [*part.game.mainline_moves()]
        assessed = assess_plies(moves, part.evaluations, part.boards[0].turn)
        annotate(part.game, part.evaluations, assessed, by.text)
    return text_of(part.game)
