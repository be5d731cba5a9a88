"""Distrust: when a reading stops believing a reed, and what it pays.

The law: a reading may stop believing a reed (`Hypothesis.bad`). Then it ignores that square when it
compares the board, and pays for it once: `weights.DEAD` for a reed that has never changed, else
`UNRELIABLE`, less what the reed has contradicted before (`ReedRecord`). If a reed that was held dead
changes, the reading was wrong and pays again; changes of one that lies cost little. A reed that changes
just as a ply needs is believed again, at a price. So reeds need no diagnosis: the best reading says which
are bad.

Without a ply a reading comes to disbelieve a reed in these ways; with one, in those of `dead_reeds.py`:

- The board shows the start position except for one or two squares.
- The board comes to rest, and one square is astray that no ply explains.
- The best reading fitted until one square changed alone, and another game is the best reading now; the reed
  has lied before.
- A ply is called for, and a rival with another last ply has one square astray, whose reed has lied before.
- The last plies are read again, each reed in turn not believed (`second_reading.py`).

Or the reed is good, and the last ply's piece stands off its centre (`passing_price`): its reed stays open, or
the one beside it closes with it. That costs less, and the reed is believed again once it changes, or once the
piece has left (`Hypothesis.off_centre`). A second time at one reed costs the rest of what a bad one does.

What a reading has paid because the board did not fit (`Hypothesis.paid`) is taken off where that reed alone
was astray. This file does not compare readings (`tracker.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.costs import unseen_price
from jadoube.core.reading.hypotheses import Hypothesis, disbelieve
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.reading.settlings import take_in_settling
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy

MOST_DEAD = 4
"""The most reeds that a reading does not believe; with more, too much can be explained (a guess)."""

MOST_DEAD_AT_START = 2
"""A game begins with up to so many squares astray; with more the pieces are not set up yet."""

LIED_BEFORE = 3
"""A lone change blames its reed only if that has changed without use so often, this change included."""

MOST_OF_ONE_PIECE = 3
"""Two reeds that one piece has closed settle fewer settlings apart: another may open in between."""

MOST_SUSPICIONS = 4
"""The most sets of suspects that are kept while the pieces are set up."""


def suspicions(expected: Hypothesis) -> tuple[Hypothesis, ...]:
    """The reading of a start position that holds the squares astray dead; empty if none, or too many."""
    dead = expected.change.bit_count()
    if not 0 < dead <= MOST_DEAD_AT_START:
        return ()
    return (Hypothesis(expected.line, cost=weights.DEAD * dead, bad=expected.change),)


def add_suspicions(readings: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Add a suspicion of the squares now astray from the start position, when the board comes to rest."""
    expected, *held = readings
    fresh = [each for each in suspicions(expected) if each.bad not in {other.bad for other in held}]
    return (expected, *held, *fresh)[: 1 + MOST_SUSPICIONS]


def remaining_suspicions(
    readings: Sequence[Hypothesis], settled: Occupancy, occupancy: Occupancy
) -> tuple[Hypothesis, ...]:
    """The suspicions that remain after these squares have settled: a reed that changes is not dead."""
    return tuple(
        take_in_settling(each, settled, occupancy) for each in readings[1:] if not each.bad & settled
    )


def may_hold_another(hypothesis: Hypothesis) -> bool:
    """Whether a reading may hold one more reed dead."""
    return hypothesis.bad.bit_count() < MOST_DEAD


def _explained_price(hypothesis: Hypothesis, dead: Occupancy) -> float:
    """What was paid for a victim that nobody saw leave this square: its reed explains that."""
    line, earlier = hypothesis.line, hypothesis.guessed
    while dead and earlier:
        ply = earlier.bit_length() - 1
        earlier ^= 1 << ply
        line = line.back_to(ply)
        if line.move and line.before and dead >> line.move.to_square & 1:
            return unseen_price(earlier) if line.before.occupancy & dead else 0.0
    return 0.0


def distrust_last_change(
    stood: Hypothesis, astray: Hypothesis, squares: Occupancy, known: SettleOrder
) -> tuple[Hypothesis, ...]:
    """The reading that fitted until this one square changed, and that does not believe its reed; or none.

    `stood` is the reading before, `astray` the same after. It is not sought for a reed that has hardly lied.
    """
    alone = stood.fits and astray.change == squares and not squares & squares - 1
    if not alone or known.record.count(squares) < LIED_BEFORE or not may_hold_another(stood):
        return ()
    return (stop_believing(stood, squares, known),)


def stop_believing(hypothesis: Hypothesis, reed: Occupancy, known: SettleOrder) -> Hypothesis:
    """The reading that does not believe this reed from now on; the reed is not astray."""
    return ignore(hypothesis, known, reed, suspicion_price(hypothesis, known, reed))


def ignore(
    hypothesis: Hypothesis, known: SettleOrder, reed: Occupancy, price: float, *, passes: bool = False
) -> Hypothesis:
    """The reading that ignores this reed at this price; `passes`: while a piece stands off its centre."""
    ignoring = disbelieve(hypothesis, reed)
    return ignoring._replace(
        cost=hypothesis.cost + price,
        lying=hypothesis.lying | reed & known.alive,
        off_centre=ignoring.off_centre | reed * passes,
    )


def distrust_lone_change(readings: Sequence[Hypothesis], known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield for each of these readings with one square astray the one that does not believe its reed.

    The board has come to rest. Pieces that the opponent has lifted may be in his hand besides.
    """
    for each in readings:
        reed = each.change & ~each.theirs or each.change
        if not reed or reed & reed - 1 or not reed & known.alive or not may_hold_another(each):
            continue
        yield distrust_astray(each, reed, known)


def distrust_astray(hypothesis: Hypothesis, reed: Occupancy, known: SettleOrder) -> Hypothesis:
    """The reading that does not believe this reed, which is astray."""
    price, passes = wrong_price(hypothesis, hypothesis.line, known, reed)
    price += weights.CONTRADICTED * (not passes)  # no discount for its change just now
    on = bool(hypothesis.line.occupancy & reed)
    ignoring = ignore(hypothesis, known, reed, price, passes=passes)
    return ignoring._replace(
        cost=ignoring.cost - hypothesis.paid * (hypothesis.change == reed),
        paid=0.0,
        change=hypothesis.change & ~reed,
        settled_on=max(0, hypothesis.settled_on - on),
        settled_off=max(0, hypothesis.settled_off - (not on)),
    )


def suspicion_price(hypothesis: Hypothesis, known: SettleOrder, reed: Occupancy) -> float:
    """The price of no longer believing this reed: by how often it has changed without use.

    What was paid before for a piece off its centre there, which has left, is taken off.
    """
    if not reed & known.alive:
        return weights.DEAD
    lies = known.record.count(reed)
    paid = (weights.OFF_CENTRE + weights.LEFT_OFF_CENTRE) * bool(reed & hypothesis.left_off_centre)
    return max(weights.UNRELIABLE_AT_LEAST, weights.UNRELIABLE - paid - weights.CONTRADICTED * lies)


def blame_price(hypothesis: Hypothesis, known: SettleOrder, reed: Occupancy) -> float:
    """The price for this reading, less what it has paid for a victim that the reed explains."""
    return suspicion_price(hypothesis, known, reed) - _explained_price(hypothesis, reed)


def wrong_price(
    hypothesis: Hypothesis, line: Line, known: SettleOrder, reed: Occupancy
) -> tuple[float, bool]:
    """The price of this reed being wrong, and whether it is so only while a piece stands off its centre."""
    passing, bad = passing_price(hypothesis, line, known, reed), blame_price(hypothesis, known, reed)
    return (passing, True) if 0 < passing <= bad else (bad, False)


def passing_price(hypothesis: Hypothesis, line: Line, known: SettleOrder, reed: Occupancy) -> float:
    """The price if this reed is wrong because the last ply's piece in `line` stands off its centre; or 0.

    The reed of its square has not closed since it was lifted, or one beside it has closed with it (an edge
    between two squares, no corner). A reed that was so explained before is bad.
    """
    move = line.move
    if move is None or reed & (hypothesis.off_centre | hypothesis.left_off_centre):
        return 0.0
    target = chess.BB_SQUARES[move.to_square]
    if reed == target:
        landed = reed & known.occupancy or known.closed[move.to_square] > known.opened[move.from_square]
        price = weights.OFF_CENTRE if reed & known.alive else weights.DEAD
        return price * (not landed)
    beside = reed.bit_length() - 1
    if (reed | target) & ~known.together or reed & line.occupancy:
        return 0.0
    apart = abs(known.closed[move.to_square] - known.closed[beside])
    shares_edge = chess.square_manhattan_distance(move.to_square, beside) == 1
    return weights.BETWEEN * (shares_edge and apart < MOST_OF_ONE_PIECE)
