"""The beam: the hypotheses alive, and how they are pruned.

The law: a hypothesis is dropped when its rank is `DROPPED` above the best, or when `MOST_ALIVE` are better.
One that does not believe a reed that has worked is dropped sooner (`IDLE_SUSPICION`), if nothing asks for it.
This file refuses to know how a hypothesis comes about (`hypotheses.py`, `rare_plies.py`).
"""

from collections.abc import Iterable
from typing import NamedTuple

from jadoube.core.named_tuples import quick_replace
from jadoube.core.reading import weights
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.searching import Answers
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy


@quick_replace
class Tracker(NamedTuple):
    """The hypotheses alive, best first, and the settled occupancy that they explain."""

    hypotheses: tuple[Hypothesis, ...]
    occupancy: Occupancy
    ready: bool
    """Whether the expected position has stood on the board: the start, or the one after a takeback by
    `back`. Until then no change is read as a move."""
    stood: tuple[Hypothesis, ...] = ()
    """The hypotheses alive when the board last fitted the best of them."""
    known: SettleOrder = SettleOrder()
    asked: tuple[Hypothesis, ...] = ()
    """The readings when a ply was called for with a piece in the air; kept while it is in the air."""
    held: tuple[Hypothesis, ...] = ()
    """The readings that explain the board if the pieces in the air at the last rest never come back."""
    answers: Answers | None = None
    """What earlier slices of this step have found. None: searches are not made in slices."""

    @property
    def best(self) -> Hypothesis:
        """The best reading: the first hypothesis, which is shown."""
        return self.hypotheses[0]


def prune(readings: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Keep the best readings, best first, one for each pair of a game and its set of reeds not believed.

    Readings are sorted by rank plus prior; among equals the longer game is first. The limits are `DROPPED`,
    `IDLE_SUSPICION`, `MOST_ALIVE` and `MOST_DEAD_ALIVE`.
    """
    numbered = enumerate(readings)
    ranked = sorted([(each.rank + each.prior, -each.line.ply, number, each) for number, each in numbered])
    first = ranked[0][-1]
    worst = first.rank + weights.DROPPED
    suspicious = worst if first.change or first.bad else first.rank + weights.IDLE_SUSPICION
    best: dict[tuple[Line, Occupancy], Hypothesis] = {}
    dead = 0
    for rank, _, _, each in ranked:
        if rank - each.prior <= (suspicious if each.lying else worst) and len(best) < weights.MOST_ALIVE:
            dead += bool(each.bad)
            if not each.bad or dead <= weights.MOST_DEAD_ALIVE:
                best.setdefault((each.line, each.bad), each)
    return tuple(best.values())


def replace_readings(
    seen: Tracker, readings: tuple[Hypothesis, ...], occupancy: Occupancy | None = None
) -> Tracker:
    """Give the tracker these hypotheses, without those that fit by taking back the ply `known.stays`."""
    if readings[0].line.before is seen.hypotheses[0].line:
        seen = seen._replace(known=seen.known.explain(readings[0].line))
    if stays := seen.known.stays:
        readings = tuple(each for each in readings if each.line.ply >= stays or not each.fits) or readings
    return seen._replace(
        hypotheses=readings,
        occupancy=seen.occupancy if occupancy is None else occupancy,
        stood=readings if readings[0].fits else seen.stood,
        held=() if readings[0].fits else seen.held,
    )
