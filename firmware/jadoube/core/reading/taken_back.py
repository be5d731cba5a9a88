"""Plies that are taken back: which earlier positions of a game the board may show, and what that costs.

The law: who takes plies back puts their pieces where they came from, and what he handles besides is charged
as in any gesture. This file knows one hypothesis, and refuses to know when a takeback is certain
(`takebacks.py`).
"""

from collections.abc import Iterator

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import Hypothesis, crossings, detour_price
from jadoube.core.reading.settle_order import SettleOrder

MOST_TAKEN_BACK = 8
"""Plies that are taken back at once, at the most."""

MOST_BESIDES = 2
"""Squares that hands may touch besides those of the plies that they take back (a guess): two are adjusted."""


def find_takebacks(hypothesis: Hypothesis, known: SettleOrder) -> Iterator[Hypothesis]:
    """The hypotheses with some of the last plies taken back that the board fits.

    Hands that took back only these plies have not handled many pieces besides: who sweeps the board and sets
    it up again takes nothing back.
    """
    occupancy = hypothesis.line.occupancy ^ hypothesis.change
    line, plies, theirs, weight, needed = hypothesis.line, 0, 0, weights.TAKEN_BACK, 0
    while line.before and line.move and plies < MOST_TAKEN_BACK and line.ply > known.stays:
        target = chess.BB_SQUARES[line.move.to_square]
        flipped = line.occupancy ^ line.before.occupancy
        theirs |= flipped | target
        if target & hypothesis.touched:
            weight += weights.EACH_MORE_TAKEN_BACK
            needed += flipped.bit_count() + 2 * (not flipped & target)  # or it opens, and the victim returns
        else:
            weight += weights.UNHANDLED
        line, plies = line.before, plies + 1
        besides = hypothesis.touched & ~theirs
        fits = not (line.occupancy ^ occupancy) & ~hypothesis.bad
        if fits and besides.bit_count() <= MOST_BESIDES:
            cost = hypothesis.cost + weight + _surplus_price(hypothesis, needed)
            yield hypothesis.at(line, cost, 0, known.lifted(line))


def _surplus_price(hypothesis: Hypothesis, needed: int) -> float:
    """What it costs that more has settled than was needed to take plies back: that is detours, two by two."""
    pairs = max(0, hypothesis.settled_on + hypothesis.settled_off - needed) // 2
    crossed = min(pairs, crossings(hypothesis, hypothesis.missing, hypothesis.placed)) if pairs else 0
    return detour_price(pairs - crossed, 0, crossed)
