"""Somebody at the hall's page who notes when each ply comes, and whether anything comes twice or falls back.

The law: it counts only what a browser gets. A card tells the newest ply: who gets one has got all before
it.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jadoube_sim.hall.page_client import PageClient

CARD = "board/"


@dataclass(slots=True)
class Watching:
    """What has come so far."""

    came_ns: dict[tuple[str, int], int] = field(default_factory=dict)
    """When a board's ply came first; instants of the monotonic clock."""
    fell_back: int = 0
    """How often an older state of a board came after a newer one."""
    messages: int = 0
    size: int = 0
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    _plies: dict[str, int] = field(default_factory=dict)
    _seqs: dict[str, int] = field(default_factory=dict)

    async def watch(self, client: PageClient) -> None:
        """Look on until cancelled."""
        async for message in client.messages():
            self.take(message, time.monotonic_ns())
            self.connected.set()

    def take(self, message: Mapping[str, Any], now_ns: int) -> None:
        """Take what has come."""
        self.messages += 1
        for name, card in message["parts"].items():
            if name.startswith(CARD) and card:
                self._take_card(name.removeprefix(CARD), card, now_ns)

    def _take_card(self, board: str, card: Mapping[str, Any], now_ns: int) -> None:
        ply, seq = card.get("ply", 0), card.get("seq", 0)
        before = self._plies.get(board, 0)
        if seq < self._seqs.get(board, 0):
            self.fell_back += 1
        for each in range(before + 1, ply + 1):
            self.came_ns.setdefault((board, each), now_ns)
        self._plies[board], self._seqs[board] = ply, seq
