"""The pace: waits for the scans that the loop's own process makes, and says when each is.

The loop asks its `Pace` for the next scan and gets the instant. `MonotonicPace` is real time; in tests there
is virtual time, and nothing waits. A board's scans are made by a process of their own (`sampling/`).
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from jadoube.daemon.real_time import Slots
from jadoube.daemon.watched.lateness import Scan


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
        self._slots = Slots(period_ms, begin_ms)

    def now_ms(self) -> int:
        """Return the instant in whole ms, counted on from `begin_ms`."""
        return self._slots.now_ms()

    async def next_scan(
        self,
        wake_ms: int | None,  # noqa: ARG002 - every scan is made here
        frame_ms: int | None = None,  # noqa: ARG002 - as above
    ) -> int:
        """Sleep until the next multiple of the period that was not scanned yet."""
        self._slots.choose_next()
        await asyncio.sleep(self._slots.left_s())
        scan = self._slots.arrive()
        if self.note:
            self.note(scan)
        return scan.now_ms
