"""Hidden plies: every square that they flip, and their target, is one that the reading does not believe.

The reeds show nothing of such a ply. Only a press says that it was made, or the opponent's next ply. It is
always a guess; how good the moves are as chess orders them (`prior/attraction.py`).

This file refuses to know why a square is not believed, and when a ply is called for (`rare_plies.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.explanations.unseen_captures import assume_ply
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.prior.attraction import oddness
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.squares import Occupancy, squares


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
    yield from as_guesses(hypothesis, plies, known)


def as_guesses(
    hypothesis: Hypothesis, plies: Sequence[Hypothesis], known: SettleOrder
) -> Iterator[Hypothesis]:
    """Yield these readings, all longer by a ply that nobody saw, ordered by how odd each is as chess.

    If one of the mover's pieces was lifted before the line came off, the ply of another piece costs more.
    """
    board, lifted = hypothesis.line.board, _lifted_before_cut(hypothesis, known)
    odd = [oddness(board, each.line.move) if each.line.move else 0.0 for each in plies]
    least = min(odd, default=0.0)
    for each, its in zip(plies, odd, strict=True):
        excess = min(weights.MOST_IMPLAUSIBLE, its - least)
        guessed, move = hypothesis.guessed | 1 << each.line.ply, each.line.move
        put_back = bool(lifted and move and not chess.BB_SQUARES[move.from_square] & lifted)
        cost = each.cost + weights.RETURNED * put_back
        yield each._replace(guessed=guessed, prior=hypothesis.prior + excess, cost=cost)


def _lifted_before_cut(hypothesis: Hypothesis, known: SettleOrder) -> Occupancy:
    """The piece that the mover lifted in this gesture before its square was out of sight; or none.

    A line that comes off opens its contacts at once, or in two scans: then several may seem to be lifted.
    """
    line = hypothesis.line
    hidden = hypothesis.touched & hypothesis.bad & line.occupancy
    cut = max((known.opened[each] for each in squares(hidden)), default=0)
    own = squares(hidden & ~line.opponents)
    lifted = sum(chess.BB_SQUARES[each] for each in own if known.closed[each] < known.opened[each] < cut)
    return 0 if lifted & lifted - 1 else lifted


def _hidden_moves(hypothesis: Hypothesis) -> Sequence[chess.Move]:
    hidden = 0 if hypothesis.placed else hypothesis.hidden
    return hypothesis.line.plies_flipping(0, hidden, hypothesis.bad) if hidden else ()
