"""Takebacks in a hypothesis: which earlier positions of its game the board may show, and the cost.

The law: a takeback returns the pieces of its plies to where they came from. Everything else that is handled
is charged as in any gesture. Hands go each way once: what settles on squares that several plies share, to
and fro, is the takeback of the latest of them. This file knows one hypothesis. It refuses to know when a
takeback is certain (`core/stages/hands/takebacks.py`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.agreed_plies import Agreed
from jadoube.core.reading.hypotheses import Hypothesis, crossings, detour_price
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy

MOST_TAKEN_BACK = 8
"""The most plies that are taken back at once."""

PAIR = 2
"""The opponent's ply and the player's before it."""

MOST_BESIDES = 2
"""The most other squares that hands touch during a takeback: two pieces are adjusted (a guess)."""


def may_be_taken_back(hypothesis: Hypothesis) -> bool:
    """Whether the last ply was made backwards: its source is filled, and its target was touched."""
    move, placed = hypothesis.line.move, hypothesis.placed
    if not placed or move is None or not placed & chess.BB_SQUARES[move.from_square]:
        return False
    return bool(hypothesis.touched & chess.BB_SQUARES[move.to_square])


def find_takebacks(
    hypothesis: Hypothesis, known: SettleOrder, agreed: Agreed | None = None
) -> Iterator[Hypothesis]:
    """Yield the hypotheses that fit the board after some of the last plies are taken back.

    Hands that take back plies touch few other squares (`MOST_BESIDES`). Sweeping the board and setting it up
    again is no takeback. Against an opponent from elsewhere (`agreed`) nobody but the player moves pieces: if
    all stand as before his last move, he has taken it back, whatever else he has touched.
    """
    occupancy = hypothesis.line.occupancy ^ hypothesis.change
    line, theirs, weight, needed = hypothesis.line, 0, weights.TAKEN_BACK, 0
    later = lifted = 0
    together = False
    undone: list[Occupancy] = []
    while line.before and line.move and len(undone) < MOST_TAKEN_BACK and line.ply > known.stays:
        target = chess.BB_SQUARES[line.move.to_square]
        flipped = line.occupancy ^ line.before.occupancy
        own = flipped | target
        handled = target & hypothesis.touched and all(own & ~each for each in undone)
        undone.append(own)
        theirs |= own
        if handled:
            weight += weights.EACH_MORE_TAKEN_BACK
            needed += flipped.bit_count() + 2 * (not flipped & target)  # a capture's target opens, closes
            closed = known.closed[line.move.from_square]
            weight += weights.TWO_PLIES * (0 < closed == later)  # both in one scan
            opened = _left_target(line.move, line.before, known)
            together |= opened < later and lifted < closed
            later, lifted = closed, opened
        else:
            weight += weights.UNHANDLED
        line = line.before
        besides = hypothesis.touched & ~theirs
        fits = not (line.occupancy ^ occupancy) & ~hypothesis.bad
        if fits and (besides.bit_count() <= MOST_BESIDES or _is_players_turn(line, len(undone), agreed)):
            cost = hypothesis.cost + weight + _surplus_price(hypothesis, needed)
            cost -= weights.TAKEN_BACK_TOGETHER * together
            yield hypothesis.at(line, cost, 0, known.lifted(line))


def _is_players_turn(line: Line, plies: int, agreed: Agreed | None) -> bool:
    """Whether it is the player's turn so many plies back, against an opponent from elsewhere.

    Not at the start: that position is the next game's, too.
    """
    if agreed is None or line.before is None:
        return False
    return plies <= PAIR and line.side_to_move != agreed.side


def _left_target(move: chess.Move, before: Line, known: SettleOrder) -> int:
    """The settling in which the piece of this ply, after the line `before`, left its target to be put back.

    If that reed shows a piece, and no takeback of the ply before has set one there, nobody saw it leave: then
    the settling in which its source closed, for it left at the latest as it came back.
    """
    stays = known.occupancy & ~before.occupancy & chess.BB_SQUARES[move.to_square]
    if stays and not (before.move and before.move.from_square == move.to_square):
        return known.closed[move.from_square]
    return known.opened[move.to_square]


def _surplus_price(hypothesis: Hypothesis, needed: int) -> float:
    """The price of settlings beyond those that the takeback needed: each pair is a detour."""
    pairs = max(0, hypothesis.settled_on + hypothesis.settled_off - needed) // 2
    crossed = min(pairs, crossings(hypothesis, hypothesis.missing, hypothesis.placed)) if pairs else 0
    return detour_price(pairs - crossed, 0, crossed)
