"""The bounce of a reed: short, alternating, and ending as it was meant."""

import random

from hypothesis import given
from hypothesis import strategies as st

from jadoube_sim.twin.bounce import LONGEST_BOUNCE_US, bounce_edges


@given(st.integers(), st.integers(0, 10**12), st.booleans())
def test_bounce_alternates_and_ends_as_meant(seed: int, at_us: int, closes: bool) -> None:
    """Edges rise in time within 1 ms, alternate, begin with the change and leave the reed changed."""
    edges = bounce_edges(random.Random(seed), at_us, closes=closes)
    instants = [instant for instant, _ in edges]
    assert instants[0] == at_us
    assert instants == sorted(set(instants))
    assert instants[-1] - at_us <= LONGEST_BOUNCE_US
    assert [closed for _, closed in edges] == [closes, not closes] * (len(edges) // 2) + [closes]


def test_the_same_seed_bounces_the_same() -> None:
    """The bounce is a function of the generator's state."""
    one, other = (bounce_edges(random.Random(7), 1000, closes=True) for _ in range(2))
    assert one == other


def test_most_reeds_bounce_and_some_do_not() -> None:
    """Of a thousand closings some are clean, and those that bounce take 0.5 to 1 ms."""
    rng = random.Random(1)
    lengths_us = [bounce_edges(rng, 0, closes=True)[-1][0] for _ in range(1000)]
    assert 100 < lengths_us.count(0) < 300
    assert {500 <= length_us <= 1000 for length_us in lengths_us if length_us} == {True}
