"""What a press costs a reading: a player who presses says that his ply stands on the board.

The law: each reading is charged for a press once, by the plies that stand in it and by the last presses,
which the tracker remembers. What the press may mean is searched for before that (`calls.py`).

This file refuses to know why a press was refused, and what the players see of it.
"""

from collections.abc import Sequence

import chess

from jadoube.core.reading import hypotheses, weights
from jadoube.core.reading.beam import Press, Tracker, prune, replace_readings
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import last_ply_of, parting_ply
from jadoube.core.squares import Occupancy

MOST_REFUSED = 4
"""So many of the last refused presses count as presses for plies (a bound on the work)."""


def complete(seen: Tracker, side: chess.Color, completed: int) -> Tracker:
    """Charge readings after this side has pressed; `completed` is the last ply completed before.

    A reading that does not believe a reed counts its own plies, as it may have fewer than the best one; and
    so does one that has more. A reading pays if no new ply of this side stands in it; less if the ply is
    irregular in another reading that comes from it, for then an illegal try was pressed. And it pays for each
    ply that was skipped: it is later than any that stood in a reading when a press was last refused.
    """
    if not seen.ready:
        return seen
    last = seen.pressed[-1:]
    refused = seen.pressed[-MOST_REFUSED:] if last and last[0].completed == completed else ()
    before = [_last_completed(each, seen.best, completed) for each in seen.hypotheses]
    new = [_new_ply(each, side, last) for each, last in zip(seen.hypotheses, before, strict=True)]
    prices = [
        _press_price(each, side, ply, max(completed, own), refused)
        for each, ply, own in zip(seen.hypotheses, new, before, strict=True)
    ]
    seen = seen._replace(pressed=(*refused, Press(side, completed, seen.hypotheses)))
    charged = tuple(
        each._replace(
            cost=each.cost + price,
            paid=each.paid + price,
            pressed=ply or last,
            touched=touched_since(each, ply) if ply else each.touched,
        )
        for each, price, ply, last in zip(
            seen.hypotheses, _spare_tries(seen.hypotheses, prices), new, before, strict=True
        )
    )
    after = replace_readings(seen, prune(charged, seen) if any(prices) else charged)
    if (pressed := after.best.pressed) <= completed + 1:
        return after
    unpressed = after.known.unpressed | (1 << pressed) - (2 << completed)
    return after._replace(known=after.known._replace(unpressed=unpressed))


def touched_since(hypothesis: Hypothesis, ply: int) -> Occupancy:
    """What counts as touched for the reply to a ply whose hand has pressed, or chosen its piece.

    Not the ply's target: that hand adjusted the piece there, or exchanged a pawn for it. It was no victim.
    """
    line = hypothesis.line
    if ply != line.ply or line.move is None or hypothesis.change:
        return hypothesis.touched
    return hypothesis.touched & ~chess.BB_SQUARES[line.move.to_square]


def _last_completed(hypothesis: Hypothesis, best: Hypothesis, completed: int) -> int:
    """The last ply that was completed before in this reading, if in the `best` one it was `completed`.

    A reading that believes all reeds counts as the best one does: it may have been found by a search for
    several plies at once (`sequences.py`), after presses that it has not paid for. But what was pressed for
    in it is skipped by no later press.
    """
    if not hypothesis.bad:
        return hypothesis.pressed if best.line.ply < hypothesis.pressed < hypothesis.line.ply else completed
    if parting_ply(hypothesis.line, best.line) > completed:
        return completed
    return min(completed, hypothesis.pressed)


def _new_ply(hypothesis: Hypothesis, side: chess.Color, completed: int) -> int:
    """The last ply of this side, if it is after `completed` and stands on the board; else 0."""
    ply = last_ply_of(hypothesis.line, side)
    return ply if ply > completed and hypotheses.is_on_board(hypothesis, ply) else 0


def _spare_tries(readings: tuple[Hypothesis, ...], prices: list[float]) -> list[float]:
    """Lower the prices of readings that are only as good as those in which their next ply is irregular."""
    tries = [each for each, price in zip(readings, prices, strict=True) if each.unproved and not price]
    ranks = {(each.line.back_to(each.unproved - 1), each.bad): each.rank for each in tries}
    for number, each in enumerate(readings):
        if (each.line, each.bad) in ranks:
            prices[number] = min(prices[number], max(0.0, ranks[each.line, each.bad] - each.rank))
    return prices


def _press_price(
    hypothesis: Hypothesis, side: chess.Color, new: int, completed: int, refused: Sequence[Press]
) -> float:
    line = hypothesis.line
    if not new:
        owed = line.mover != side or line.ply > completed
        early = owed and hypotheses.may_hold_piece(hypothesis, side)
        return weights.PRESSED_EARLY if early else weights.UNPRESSED
    if new > completed + 1:
        completed = max([completed, *(_last_pressed(each, line.ply) for each in refused)])
    return weights.SKIPPED * max(0, min(weights.MOST_SKIPPED, new - completed - 1))


def _last_pressed(press: Press, most: int) -> int:
    """The last ply, not after `most`, that stood on the board in a reading at this press; 0 if none did."""
    stood = (
        ply
        for each in press.readings
        if (ply := last_ply_of(each.line, press.side)) <= most and hypotheses.is_on_board(each, ply)
    )
    return max(stood, default=0)
