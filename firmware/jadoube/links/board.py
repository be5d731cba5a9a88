"""The board as the sessions of links see it: its newest view, and the orders that it takes.

The law: the board is read at its glance socket and ordered at its control socket, both in `board_lines.py`. A
board that is away has no view; it is waited for. Orders are given in the role `program`. It refuses to know
protocols and transports.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from jadoube.core.pages.link_view import LinkView, read_link_view
from jadoube.glances.board_lines import BoardLines, keep_reading, refusal
from jadoube.glances.lines import Wish
from jadoube.local.pausing import Pause


class LinkedBoard:
    """The board with this control socket, while `run` runs. `now_ms` reads a monotonic clock."""

    def __init__(self, control: Path, now_ms: Callable[[], int], pause: Pause = asyncio.sleep) -> None:
        self._control = control
        self._now_ms = now_ms
        self._pause = pause
        self._view: LinkView | None = None
        self._came_ms = 0
        self._changed = asyncio.Event()

    @property
    def view(self) -> LinkView | None:
        """The newest view, with the board's instant of now; None: the board is away.

        Clocks show what they showed when it came, which is at most a second ago.
        """
        if self._view is None:
            return None
        return replace(self._view, at_ms=self._view.at_ms + self._now_ms() - self._came_ms)

    async def changed(self) -> None:
        """Wait until another view has come, or the board has gone."""
        await self._changed.wait()

    async def run(self) -> None:
        """Read the board until cancelled."""
        await keep_reading(self._control, self._read, lambda _: self._take(None), self._pause)

    async def order(self, text: str) -> str | None:
        """Give an order as a program on a link; return why it is refused, None if it was carried out."""
        return await refusal(self._control, f"by program {text}")

    async def _read(self, lines: BoardLines) -> None:
        """Take each view until the board hangs up; OSError, TimeoutError or ValueError then."""
        await lines.say(Wish.LINK)
        async for shown in lines:
            self._take(read_link_view(json.loads(shown.text)))

    def _take(self, view: LinkView | None) -> None:
        self._view, self._came_ms = view, self._now_ms()
        before, self._changed = self._changed, asyncio.Event()
        before.set()
