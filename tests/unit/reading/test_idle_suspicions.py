"""Readings that do not believe a reed which has worked: how long they are kept."""

from jadoube.core.reading import beam, weights
from jadoube.core.reading.beam import prune
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import begin

LINE = begin()
D4 = 1 << 27
SUSPICION = Hypothesis(LINE, cost=weights.IDLE_SUSPICION + 1, bad=D4, lying=D4)


def test_a_suspicion_is_dropped_sooner_where_the_best_reading_fits() -> None:
    """A reading that fits and believes every reed needs no suspicion; one that does not fit keeps it."""
    assert prune([Hypothesis(LINE), SUSPICION]) == (Hypothesis(LINE),)
    assert SUSPICION in prune([Hypothesis(LINE, change=D4), SUSPICION])
    assert SUSPICION in prune([Hypothesis(LINE), SUSPICION], called=True)


def test_a_reed_that_never_changed_is_suspected_as_long_as_anything() -> None:
    """Only a suspicion of a reed that has worked is dropped sooner."""
    dead = SUSPICION._replace(lying=0)
    assert dead in prune([Hypothesis(LINE), dead])


def test_a_reading_that_was_found_twice_counts_once() -> None:
    """As many readings that hold a reed dead stay as may, however often a search has found each."""
    found = [Hypothesis(LINE, cost=weights.DEAD, bad=1 << square) for square in range(beam.MOST_DEAD_ALIVE)]
    assert prune([Hypothesis(LINE), *found, *found, *found])[1:] == tuple(found)
