"""Hidden plies: every square that they flip, and their target, is one that the reading does not believe.

The reeds show nothing of such a ply. Only a press says that it was made, or the opponent's next ply. It is
always a guess; how good the moves are as chess orders them (`prior.py`).

This file refuses to know why a square is not believed, and when a ply is called for (`rare_plies.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import Hypothesis, assume_ply
from jadoube.core.reading.prior import oddness
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.squares import Occupancy


def may_hide_ply(hypothesis: Hypothesis, side: chess.Color) -> bool:
    """Whether this side may have made a ply of which the reeds show nothing."""
    if not hypothesis.hidden or hypothesis.line.side_to_move != side:
        return False
    return not hypothesis.change & ~hypothesis.theirs and bool(_hidden_moves(hypothesis))


def hidden_plies(hypothesis: Hypothesis, known: SettleOrder, _lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a hidden ply; pieces may be in the air for the reply."""
    moves = _hidden_moves(hypothesis)
    move = hypothesis.line.move
    again = move and hypothesis.change & chess.BB_SQUARES[move.to_square]  # rather a second thought
    price = weights.HIDDEN + (weights.AGAIN if again else 0.0)
    plies = [assume_ply(hypothesis, move, known, price, hypothesis.change) for move in moves]
    yield from as_guesses(hypothesis, plies)


def as_guesses(hypothesis: Hypothesis, plies: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield these readings, all longer by a ply that nobody saw, ordered by how odd each is as chess."""
    board = hypothesis.line.board
    odd = [oddness(board, each.line.move) if each.line.move else 0.0 for each in plies]
    for each, its in zip(plies, odd, strict=True):
        excess = min(weights.MOST_IMPLAUSIBLE, its - min(odd))
        guessed = hypothesis.guessed | 1 << each.line.ply
        yield each._replace(guessed=guessed, prior=hypothesis.prior + excess)


def _hidden_moves(hypothesis: Hypothesis) -> Sequence[chess.Move]:
    hidden = 0 if hypothesis.placed else hypothesis.hidden
    return hypothesis.line.plies_flipping(0, hidden, hypothesis.bad) if hidden else ()
