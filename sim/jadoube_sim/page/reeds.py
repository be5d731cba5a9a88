"""The reeds under the pieces: what each shows of what stands on it, as raw edges.

The law: a reed shows what stands over it, but for its fault, and bounces when it changes. It decides the
edges and their instants; two of one reed are never at one instant, and the last leaves it as it is to be. It
knows no piece and no chess, and of time only what it is told.
"""

import random
from collections.abc import Iterable
from typing import Final

import chess

from jadoube.core.squares import Occupancy, squares
from jadoube.formats.sensorlog import Edge
from jadoube_sim.twin.bounce import bounce_edges

USUAL_BOUNCE_MS: Final = 1.0

FLICKERS_EVERY_MS: Final = 1500
"""A loose joint shows the contrary so often on average: far more often than hands change a reed (a guess at
what one wants to watch)."""

FLICKER_LASTS_MS: Final = (5, 120)


class Reeds:
    """All 64. `stuck` are those that are welded (true) or broken (false), `flickering` the loose ones."""

    def __init__(self, closed: Occupancy, seed: int = 0) -> None:
        self.bounce_ms = USUAL_BOUNCE_MS
        self.stuck: dict[chess.Square, bool] = {}
        self.flickering: set[chess.Square] = set()
        self.disturbed: Occupancy = 0
        """The flickering reeds that show the contrary just now."""
        self._rng = random.Random(f"{seed} reeds")
        self._shown = closed
        self._free_us = [0] * 64  # up to when the edges of each reed are made

    @property
    def shown(self) -> Occupancy:
        """What the reeds show when they have come to rest."""
        return self._shown

    def begin(self, stands: Occupancy) -> Occupancy:
        """Show this from the beginning of time on, at rest, and give what that is."""
        self.disturbed = 0
        self._shown, self._free_us = self._shows(stands), [0] * 64
        return self._shown

    def edges(self, stands: Occupancy, at_us: int, *, bounce: bool = True) -> list[Edge]:
        """Give the edges by which the reeds come to show what stands on them now."""
        shows = self._shows(stands)
        changed, self._shown = shows ^ self._shown, shows
        return [
            edge
            for square in squares(changed)
            for edge in self._edges_of(square, at_us, closes=bool(shows >> square & 1), bounce=bounce)
        ]

    def pulse_us(self) -> tuple[int, int]:
        """Draw how long a loose joint holds, and for how long it then shows the contrary."""
        waits_us = 1000 + int(self._rng.expovariate(1 / FLICKERS_EVERY_MS) * 1000)
        return waits_us, int(self._rng.uniform(*FLICKER_LASTS_MS) * 1000)

    def _shows(self, stands: Occupancy) -> Occupancy:
        shows = stands ^ self.disturbed
        return shows & ~_of(self.stuck) | _of(each for each, closed in self.stuck.items() if closed)

    def _edges_of(self, square: chess.Square, at_us: int, *, closes: bool, bounce: bool) -> list[Edge]:
        begin_us = max(at_us, self._free_us[square])
        longest_us = round(self.bounce_ms * 1000) if bounce else 0
        made = bounce_edges(self._rng, begin_us, closes=closes, longest_us=longest_us)
        self._free_us[square] = made[-1][0] + 1
        name = chess.SQUARE_NAMES[square]
        return [Edge(instant_us, "close" if closed else "open", name) for instant_us, closed in made]


def _of(each: Iterable[chess.Square]) -> Occupancy:
    return sum(1 << square for square in set(each))
