"""Outlets: the parts that show the View, each at its own speed.

The law: no part holds up another part or the loop. The newest view wins; views between are never shown. A
part that shows the same view differently over time (blinking lamps) says when it wants the view again, and
only that part gets it again. A failing part is logged once, in one line, and retried every second; the game
goes on without it, and its recovery is logged, too. So is what a part complains of that works. Slow work (a
frame of lamps, an I2C write) runs in the executor.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Protocol

from jadoube.core.display.view import View
from jadoube.drivers.interfaces import Complaint, Part, PartFailed

RETRY_MS = 1000


class Display(Protocol):
    """A part that can show a view. Both methods raise PartFailed if the part does not answer."""

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong with the part although it answers."""

    def show(self, view: View, now_ms: int) -> None:
        """Show this view as it is at this instant."""

    def close(self) -> None:
        """Go dark."""


AgainMs = Callable[[View, int], int | None]
"""When a view that was shown at this instant must be shown again unchanged, in ms; None: never."""

Turn = Callable[[], AbstractContextManager[None]]
"""When a part may open its driver; it is left once the part has shown its first view, or has failed."""


class Outlet:
    """One part that shows views. `open_part` makes its driver, late, as that has heavy imports."""

    def __init__(
        self,
        part: Part,
        open_part: Callable[[], Display],
        executor: Executor,
        say: Callable[[str], None],
        again_ms: AgainMs | None = None,
        turn: Turn = nullcontext,
    ) -> None:
        self.part = part
        self.answered: Callable[[], object] = _nothing
        """Called when it becomes known, or is known again, whether the part answers."""
        self._open = open_part
        self._turn = turn
        self._next_ms = again_ms
        self._executor = executor
        self._say = say
        self._shower: Display | None = None
        self._waiting: tuple[View, int] | None = None
        self._task: asyncio.Task[None] | None = None
        self._failed = False
        self._complaint: Complaint | None = None
        self._retry_ms = 0
        self._again_ms: int | None = None
        self._shown_ms = 0
        self._finishes = False

    def offer(self, view: View, now_ms: int) -> None:
        """Show this view as soon as the part is free."""
        self._waiting = view, now_ms
        self._shown_ms = now_ms
        self._again_ms = self._next_ms(view, now_ms) if self._next_ms else None
        if self._task is None and now_ms >= self._retry_ms:
            self._task = asyncio.get_running_loop().create_task(self._drain(now_ms))

    def wanted_ms(self) -> int | None:
        """When the part wants the same view again, in ms; None if it does not.

        For a part that has failed that is the next retry, for others the next frame.
        """
        return self._retry_ms if self._failed else self._again_ms

    @property
    def failed(self) -> bool:
        """Whether the part did not answer at the last try."""
        return self._failed

    async def rest(self, patience_s: float) -> None:
        """Wait until the offered view is shown, for `patience_s` seconds at most."""
        if self._task:
            await asyncio.wait({self._task}, timeout=patience_s)

    async def finish(self, last: View | None = None) -> None:
        """Wait for the running job, then go dark, or show a last view and leave it."""
        self._finishes = True
        if self._task:
            await self._task
        if self._shower:
            leave = partial(self._shower.show, last, self._shown_ms) if last else self._shower.close
            with suppress(PartFailed):
                await asyncio.get_running_loop().run_in_executor(self._executor, leave)

    def darken(self) -> None:
        """Go dark, from any thread, unless `finish` has begun."""
        if self._shower and not self._finishes:
            with suppress(Exception):  # too late to report it
                self._shower.close()

    async def _drain(self, now_ms: int) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (newest := self._waiting) is not None:
                self._waiting = None
                await loop.run_in_executor(self._executor, self._show_now, *newest)
            self._answered()
        except PartFailed as failure:
            self._not_answered(failure, now_ms)
        finally:
            self._task = None

    def _show_now(self, view: View, now_ms: int) -> None:
        try:
            if self._shower:
                self._shower.show(view, now_ms)
                return
            with self._turn():
                self._shower = self._open()
                self._shower.show(view, now_ms)
        except PartFailed:
            raise
        except Exception as problem:  # a library's own error is a part that fails, too
            raise PartFailed(self.part, f"fails, {problem!r}", "please report it") from problem

    def _answered(self) -> None:
        if self._failed:
            self._say(f"{self.part} {'answer' if self.part is Part.LAMPS else 'answers'} again")
            self.answered()
        self._failed = False
        self._retry_ms = 0
        self._hear()

    def _hear(self) -> None:
        """Log what the part complains of, once, and that it is over."""
        complaint = self._shower.complaint if self._shower else None
        if complaint and not self._complaint:
            self._say(f"{self.part}: {complaint.what}; {complaint.todo}")
        elif self._complaint and not complaint:
            self._say(f"{self.part}: {self._complaint.mended}")
        self._complaint = complaint

    def _not_answered(self, failure: PartFailed, now_ms: int) -> None:
        if not self._failed:
            self._say(f"{failure}; the game goes on without it")
        self._failed = True
        self._retry_ms = now_ms + RETRY_MS
        self.answered()


def _nothing() -> None:
    """Do nothing, where nobody waits for an answer."""
