"""How soon the board answers: from a reed's last bounce to the frame on the lamps' wire, in virtual time.

The whole board is under it: the twin's circuit, the matrix driver, the loop, the lamps' driver, the bytes on
the wire. What the Pi's own work adds to it is not in it.
"""

import asyncio
import random
from typing import NamedTuple

import chess

from jadoube.config.settings import Settings, default_settings
from jadoube.formats.sensorlog import Edge
from jadoube_sim.desk import Desk
from jadoube_sim.twin.bounce import bounce_edges
from jadoube_sim.virtual import VirtualPace

TRIALS = 200
LIFTED_US = 1_000_000


class Worst(NamedTuple):
    """The longest wait of all trials, and what the design allows."""

    latency_ms: float
    allowed_ms: int
    trials: int


def worst(seed: int = 0) -> Worst:
    """Lift a piece at as many instants between two scans as there are trials, and give the longest wait."""
    settings = default_settings()
    rng = random.Random(seed)
    board = settings.board
    period_us = board.scan_period_ms * 1000
    offsets_us = [trial * period_us // TRIALS for trial in range(TRIALS)]
    waits_ms = [asyncio.run(_lift(settings, rng, LIFTED_US + offset_us)) for offset_us in offsets_us]
    return Worst(max(waits_ms), board.debounce_ms + 2 * board.scan_period_ms, TRIALS)


async def _lift(settings: Settings, rng: random.Random, at_us: int) -> float:
    """Lift the pawn of e2, and give the milliseconds from its reed's last edge to the frame that tells."""
    edges = [
        Edge(edge_us, "close" if closed else "open", "e2")
        for edge_us, closed in bounce_edges(rng, at_us, closes=False)
    ]
    frames_ms: list[int] = []

    def look() -> None:
        if any(desk.shown().lamps[chess.E2]):
            frames_ms.append(desk.pace.now_ms())

    pace = VirtualPace(settings.board.scan_period_ms, until_ms=0, after_scan=look)
    desk = Desk(settings, pace=pace)
    desk.act(edges)
    async with desk:
        await desk.run_to(LIFTED_US // 1000 + 200)
    return frames_ms[0] - edges[-1].at_us / 1000
