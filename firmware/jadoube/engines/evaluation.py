"""What an engine thinks of a position, and what that says of the ply that led there.

The law: scores are White's, whoever moves. A ply is assessed by what its side could expect before and after
it, never by how many pawns that is: three pawns are nothing in a game that is won.

It refuses to know engines.
"""

import math
from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

import chess
from chess.engine import Cp, Mate, MateGiven, Score

DECIDED: Final = 1000
"""Centipawns from which a game counts as decided; so does a mate (a limit of Lichess' analysis)."""

_PER_CENTIPAWN: Final = 0.00368208
"""Fitted by Lichess to its games: https://lichess.org/page/accuracy."""


class Assessment(Enum):
    """How bad a ply is; the value is its glyph in PGN (PGN standard, 10: numeric annotation glyphs)."""

    INACCURACY = 6
    MISTAKE = 2
    BLUNDER = 4


_LOSSES: Final = ((0.3, Assessment.BLUNDER), (0.2, Assessment.MISTAKE), (0.1, Assessment.INACCURACY))
"""From which loss of chances, of the two from -1 to 1. Lichess' steps (lila, modules/tree Advice.scala)."""

_WORTH: Final = ((999, Assessment.INACCURACY), (700, Assessment.MISTAKE))
"""A mate allowed in a lost game, or missed in a won one, weighs less: centipawns (as above)."""


class Evaluation(NamedTuple):
    """The score of a position from White's side, and the best line from there; none if the game is over."""

    score: Score
    line: tuple[chess.Move, ...] = ()


def over_score(board: chess.Board) -> Score | None:
    """Return the score of a position in which nobody can move, from White's side; None in any other."""
    if board.is_checkmate():
        return Mate(0) if board.turn else MateGiven
    return Cp(0) if board.is_stalemate() else None


def chances(score: Score) -> float:
    """Return what a side can expect: from -1, lost, to 1, won."""
    centipawns = _limited(score)
    if score.is_mate():
        return math.copysign(1, centipawns)
    return 2 / (1 + math.exp(-_PER_CENTIPAWN * centipawns)) - 1


def assess(before: Score, after: Score) -> Assessment | None:
    """Assess a ply by the scores around it, both from the side of who made it; None for a sound one."""
    mates, mated = before.is_mate() and before > Cp(0), after.is_mate() and after < Cp(0)
    if mates and (mated or not after.is_mate()):
        return _less_if(after.score() or 0)
    if mated and not before.is_mate():
        return _less_if(-(before.score() or 0))
    if before.is_mate() or after.is_mate():
        return None
    lost = chances(before) - chances(after)
    return next((assessment for least, assessment in _LOSSES if lost >= least), None)


def _less_if(decided: int) -> Assessment:
    return next((assessment for least, assessment in _WORTH if decided > least), Assessment.BLUNDER)


class Assessed(NamedTuple):
    """A ply: how bad it is, what would have been better, and how many centipawns it lost."""

    assessment: Assessment | None
    better: tuple[chess.Move, ...]
    lost: int


def assess_plies(
    moves: Sequence[chess.Move], evaluations: Sequence[Evaluation], first: chess.Color
) -> list[Assessed]:
    """Assess each ply of a game; `evaluations` has one more, that of the start. `first` moves first."""
    assessed = []
    for number, move in enumerate(moves):
        side = first if number % 2 == 0 else not first
        before, after = evaluations[number], evaluations[number + 1]
        if before.line[:1] == (move,):
            assessed.append(Assessed(None, (), 0))
            continue
        mine, then = _of(side, before.score), _of(side, after.score)
        assessed.append(Assessed(assess(mine, then), before.line, max(0, _limited(mine) - _limited(then))))
    return assessed


def _of(side: chess.Color, score: Score) -> Score:
    return score if side else -score


def _limited(score: Score) -> int:
    """Centipawns, of a game that is decided no more than `DECIDED`."""
    return max(-DECIDED, min(DECIDED, score.score(mate_score=DECIDED * 10)))
