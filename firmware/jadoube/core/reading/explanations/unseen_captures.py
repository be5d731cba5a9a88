"""Unseen captures: the victim never opened its reed. It was pushed off, or taken in the same scan.

What was seen is a piece that left its square and is in nobody's hand. `assume_ply` adds any ply that was not
seen whole.

This file refuses to know when a ply is called for (`rare_plies.py`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.costs import order_price, unseen_price
from jadoube.core.reading.hypotheses import (
    Hypothesis,
    ply_start,
)
from jadoube.core.reading.prior.attraction import prior_of
from jadoube.core.reading.seen_plies import play_move
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.squares import Occupancy
from jadoube.core.squares import squares as squares_of


def may_have_captured(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Occupancy:
    """The squares of the pieces that may have captured without a victim that was seen to leave its square.

    `lifted` is what the opponent lifts now, if that lift calls for a ply. His piece may have closed its
    target just before its source opened; the target may be the square that the capturing piece left.
    """
    line, landed = hypothesis.line, known.landed if lifted else 0
    if hypothesis.placed & ~landed or (lifted and not lifted & line.opponents):
        return 0
    left = hypothesis.missing | hypothesis.touched & line.occupancy & landed
    return left & ~line.opponents


def captures_unseen(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy = 0, *, glimpsed: bool = False
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a capture whose victim was not seen to leave its square.

    Other missing pieces are already in the air for the reply. `lifted` is what the opponent lifts now, if
    that lift calls for a ply. `glimpsed`: only victims that were glimpsed.
    """
    victims = hypothesis.line.opponents & ~(hypothesis.touched | hypothesis.change)
    if glimpsed:
        victims &= hypothesis.glimpsed
    for source in squares_of(may_have_captured(hypothesis, known, lifted)):
        for move in hypothesis.line.plies_flipping(chess.BB_SQUARES[source], victims):
            capture = _assume_capture(hypothesis, move, known)
            if not capture.placed or any(capture.line.changes_over(capture.placed | lifted)):
                yield capture


def _assume_capture(hypothesis: Hypothesis, move: chess.Move, known: SettleOrder) -> Hypothesis:
    before = hypothesis.line
    glimpsed = bool(chess.BB_SQUARES[move.to_square] & hypothesis.glimpsed)
    weight = weights.GLIMPSED if glimpsed else unseen_price(hypothesis.guessed)
    ahead = hypothesis.change ^ chess.BB_SQUARES[move.from_square]  # the reply's
    weight += order_price(before, ply_start(hypothesis, known), move, hypothesis.touched, known)
    weight += weights.SET_FIRST * bool(hypothesis.placed)  # of the reply
    return assume_ply(hypothesis, move, known, weight, ahead)._replace(
        guessed=hypothesis.guessed | (not glimpsed) << before.ply + 1,
        prior=hypothesis.prior + prior_of(before, move),
    )


def assume_ply(
    hypothesis: Hypothesis, move: chess.Move, known: SettleOrder, weight: float, ahead: Occupancy
) -> Hypothesis:
    """Extend a hypothesis by a ply not fully seen; `ahead` is what remains of the change for the reply."""
    line = play_move(hypothesis.line, move, known.choice)
    begun = known.begun(move, hypothesis.touched, ply_start(hypothesis, known))
    detours = hypothesis.detours(chess.BB_SQUARES[move.to_square])
    return hypothesis.at(line, hypothesis.cost + detours + weight, ahead, begun)
