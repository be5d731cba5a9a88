"""Outlets: the parts that show the View, each at its own speed.

The law: a part that shows holds up nobody. The newest view wins; what came between is never shown. A part
that fails is said once, in one line, and tried again every second; the game goes on without it, and when it
answers again that is said too. What is slow (a frame of lamps, an I2C write) runs in the executor.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Protocol

from jadoube.core.view import View
from jadoube.drivers.parts import Part, PartFailed

RETRY_MS = 1000


class Shower(Protocol):
    """A part that can show a view. Both raise PartFailed when it does not answer."""

    def show(self, view: View) -> None:
        """Show this view."""

    def close(self) -> None:
        """Go dark."""


class Outlet:
    """One part that shows views. `open_part` makes its driver, late, because that imports what is heavy."""

    def __init__(
        self, part: Part, open_part: Callable[[], Shower], executor: Executor, say: Callable[[str], None]
    ) -> None:
        self.part = part
        self._open = open_part
        self._executor = executor
        self._say = say
        self._shower: Shower | None = None
        self._waiting: View | None = None
        self._task: asyncio.Task[None] | None = None
        self._failed = False
        self._retry_ms = 0

    def offer(self, view: View, now_ms: int) -> None:
        """Show this view as soon as the part is free."""
        self._waiting = view
        if self._task is None and now_ms >= self._retry_ms:
            self._task = asyncio.get_running_loop().create_task(self._drain(now_ms))

    def retry_at_ms(self) -> int | None:
        """When a part that has failed wants to be offered a view again; None while it answers."""
        return self._retry_ms if self._failed else None

    async def finish(self) -> None:
        """Wait for what is on its way, and go dark."""
        if self._task:
            await self._task
        if self._shower:
            with suppress(PartFailed):
                await asyncio.get_running_loop().run_in_executor(self._executor, self._shower.close)

    async def _drain(self, now_ms: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (view := self._waiting) is not None:
                self._waiting = None
                await loop.run_in_executor(self._executor, self._show_now, view)
            self._answered()
        except PartFailed as failure:
            self._not_answered(failure, now_ms)
        finally:
            self._task = None

    def _show_now(self, view: View) -> None:
        if self._shower is None:
            self._shower = self._open()
        self._shower.show(view)

    def _answered(self) -> None:
        if self._failed:
            self._say(f"{self.part} answers again")
        self._failed = False
        self._retry_ms = 0

    def _not_answered(self, failure: PartFailed, now_ms: int) -> None:
        if not self._failed:
            self._say(f"{failure}; the game goes on without it")
        self._failed = True
        self._retry_ms = now_ms + RETRY_MS
