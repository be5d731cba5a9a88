"""How a reed chatters when it closes or opens.

It decides at which instants the contact makes and breaks around one change; it knows no clock, no square and
no matrix. A reed bounces for 0.5 to 1 ms (https://www.reed-sensor.com/glossary/bounce-time/); a pull-in with
much overdrive bounces less, down to none. Makers give the closing bounce only; opening is given the same,
which is the harder case for what reads it.
"""

import random

#: The longest time from the first edge to the last, of a common reed.
LONGEST_BOUNCE_US = 1_000
_MOST_REBOUNDS = 4
SHORTEST_BOUNCE_US = 20
"""What is to bounce for less does not bounce at all."""


def bounce_edges(
    rng: random.Random, at_us: int, *, closes: bool, longest_us: int = LONGEST_BOUNCE_US
) -> list[tuple[int, bool]]:
    """Give the edges of one reed that begins to close (or open) at `at_us`, as `(at_us, closed)`.

    The first edge is at `at_us` and goes to the new state; they alternate, no two at one instant; the last,
    at most `longest_us` later and where there are several at least half of that, leaves the reed as `closes`
    says. Same generator state, same edges.
    """
    rebounds = rng.randint(0, _MOST_REBOUNDS) if longest_us >= SHORTEST_BOUNCE_US else 0
    if rebounds == 0:
        return [(at_us, closes)]
    lasts_us = rng.randint(longest_us // 2, longest_us)
    inner = sorted(rng.sample(range(1, lasts_us), 2 * rebounds - 1))
    instants = [at_us, *(at_us + offset_us for offset_us in inner), at_us + lasts_us]
    return [(instant, closes == (index % 2 == 0)) for index, instant in enumerate(instants)]
