"""Time: the only module that reads a clock.

The loop asks its `Pace` for the next scan and gets the instant. On a board that is the monotonic clock, which
no correction of the date moves. In tests it is virtual time, and nothing waits.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from jadoube.daemon.lateness import Scan

SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd creates this file when it has set the system's time. Before that, a Pi without a
battery-backed clock does not know the date."""


class Pace(Protocol):
    """Waits for scans and returns their instants."""

    def now_ms(self) -> int:
        """Return the instant in whole ms since the pace was made; a pace may count on from `begin_ms`."""

    async def next_scan(self, wake_ms: int | None, frame_ms: int | None = None) -> int:
        """Wait for the next scan and return its instant.

        At `wake_ms` a scan is wanted even if nothing has changed; a pace that can see that nothing changes
        may skip all scans before. At `frame_ms` one is wanted for the display alone, as lamps blink: it
        decides nothing, and such scans never end.
        """


class MonotonicPace:
    """Real time: a scan at every multiple of the period. Missed scans are not made up for.

    `note`, if given, gets every scan.
    """

    def __init__(self, period_ms: int, begin_ms: int = 0, note: Callable[[Scan], None] | None = None) -> None:
        self.note = note
        self._period_ms = period_ms
        self._zero_ns = time.monotonic_ns() - begin_ms * 1_000_000
        self._last_due_ms: int | None = None
        self._last_ns = self._zero_ns

    def now_ms(self) -> int:
        """Return the instant in whole ms, counted on from `begin_ms`."""
        return (time.monotonic_ns() - self._zero_ns) // 1_000_000

    async def next_scan(
        self,
        wake_ms: int | None,  # noqa: ARG002 - every scan is made here
        frame_ms: int | None = None,  # noqa: ARG002 - as above
    ) -> int:
        """Sleep until the next multiple of the period that was not scanned yet."""
        called_ns = time.monotonic_ns()
        due_ms = ((called_ns - self._zero_ns) // 1_000_000 // self._period_ms + 1) * self._period_ms
        if self._last_due_ms is None:
            self._last_due_ms, self._last_ns = due_ms - self._period_ms, called_ns
        due_ms = max(due_ms, self._last_due_ms + self._period_ms)  # the last sleep may have ended early
        due_ns = self._zero_ns + due_ms * 1_000_000
        await asyncio.sleep(max(0, due_ns - time.monotonic_ns()) / 1_000_000_000)
        now_ms = max(due_ms, self.now_ms())
        if self.note:
            missed = (due_ms - self._last_due_ms) // self._period_ms - 1
            self.note(Scan(now_ms, now_ms - due_ms, missed, (called_ns - self._last_ns) // 1000))
        self._last_due_ms, self._last_ns = due_ms, time.monotonic_ns()
        return now_ms


def today() -> str:
    """Return the date as in PGN; `????.??.??` until the system's time is synchronized."""
    return time.strftime("%Y.%m.%d") if SYNCHRONIZED.exists() else "????.??.??"
