"""Settlings: what a reading makes of squares that settle, and of a board that comes to rest.

Its change grows or shrinks, and it pays for what it does not explain: a piece set where none belongs, a reply
to a ply that it has not, a reed that changes although it is not believed. No ply is added (`seen_plies.py`).

This file refuses to know other readings.
"""

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import (
    DRAWN_HOME,
    Hypothesis,
    believe,
)
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy


def take_in_settling(hypothesis: Hypothesis, squares: Occupancy, occupancy: Occupancy) -> Hypothesis:
    """Update a hypothesis after these squares have flipped and settled; `occupancy` is the board now.

    What a reed does that the reading does not believe is a lie, and no detour of a hand.
    """
    believed = squares & ~hypothesis.bad
    if squares & hypothesis.bad:
        hypothesis = _take_in_lies(hypothesis, squares & hypothesis.bad)
    line, cost, change, touched, glimpsed, settled_on, settled_off = hypothesis[:7]
    paid = 0.0
    on = (believed & line.occupancy).bit_count()
    theirs, placed = line.opponents, believed & occupancy & ~line.occupancy
    lifted = believed & ~occupancy & theirs
    if placed and _is_strange(line, change & line.occupancy, placed, believed & ~occupancy):
        paid += weights.STRANGE
    if lifted and change & ~line.occupancy and not _is_on_its_way(hypothesis, lifted):
        paid += weights.LEFT_THERE
    after = Hypothesis(
        line,
        cost + paid,
        (occupancy ^ line.occupancy) & ~hypothesis.bad,
        touched | squares,
        glimpsed,
        settled_on + on,
        settled_off + believed.bit_count() - on,
        hypothesis.paid + paid,
        *hypothesis[8:],
    )
    set_down = believed & occupancy
    if set_down and _returns_to_source(line.move, set_down, occupancy):
        after = after._replace(begun=DRAWN_HOME)
    return after


def _take_in_lies(hypothesis: Hypothesis, lies: Occupancy) -> Hypothesis:
    """Charge a reading for changes of reeds that it does not believe: dear if they have never changed.

    One that was wrong by a piece off its centre agrees now, and is believed again. If it had never changed it
    may have been dead: so that is free only while no piece stands where it should not.
    """
    if centred := lies & hypothesis.off_centre:
        price = weights.NOT_DEAD * bool(centred & ~hypothesis.lying and hypothesis.placed)
        hypothesis = believe(hypothesis, centred)._replace(cost=hypothesis.cost + price)
        lies ^= centred
    first = (lies & ~hypothesis.lying).bit_count()
    cost = hypothesis.cost + weights.NOT_DEAD * first + weights.LIES * lies.bit_count()
    return hypothesis._replace(cost=cost, lying=hypothesis.lying | lies)


def add_trusting(readings: tuple[Hypothesis, ...], squares: Occupancy) -> tuple[Hypothesis, ...]:
    """Add the readings that believe those of these squares again that they held dead: the reeds change."""
    trusting: list[Hypothesis] | None = None
    for each in readings:
        if alive := squares & each.bad & ~(each.lying | each.off_centre):
            cost = each.cost + weights.NOT_DEAD * alive.bit_count()
            trusting = [*(trusting or ()), believe(each, alive)._replace(cost=cost)]
    return (*readings, *trusting) if trusting else readings


def _is_strange(line: Line, missing: Occupancy, placed: Occupancy, lifted: Occupancy) -> bool:
    """Whether a piece is set on an empty square while only the opponent's pieces are missing.

    A piece set on the source of the last ply is no such piece: that ply is being taken back.
    """
    own = line.occupancy & ~line.opponents
    if not missing or (missing | lifted) & own:
        return False
    return line.move is None or not placed & chess.BB_SQUARES[line.move.from_square]


def _returns_to_source(move: chess.Move | None, placed: Occupancy, occupancy: Occupancy) -> bool:
    """Whether the piece of this ply has just been put back on its source square."""
    if move is None or not placed & chess.BB_SQUARES[move.from_square]:
        return False
    return not occupancy & chess.BB_SQUARES[move.to_square]


def _is_on_its_way(hypothesis: Hypothesis, lifted: Occupancy) -> bool:
    """Whether the placed piece is on its way to capture one of the pieces lifted now."""
    sources, placed = hypothesis.missing & ~hypothesis.line.opponents, hypothesis.placed
    captures = hypothesis.line.legal_moves(sources, lifted)
    return any(chess.between(move.from_square, move.to_square) & placed == placed for move in captures)


def take_in_rest(hypothesis: Hypothesis, *, explained: bool = False) -> Hypothesis:
    """Update a hypothesis after the board has stood still for a while; `explained`: the best reading fits.

    The side to move may hold its piece for long without charge, unless the best reading fits without that.
    """
    if hypothesis.fits:
        return hypothesis._replace(touched=0, glimpsed=0)
    price = 0.0
    if hypothesis.theirs:
        price = weights.LEFT_THERE
    elif explained or hypothesis.placed:
        price = weights.RESTED
    if not price:
        return hypothesis
    return hypothesis.pay(price)
