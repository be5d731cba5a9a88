"""Where the loop's scans come from: the Protocol, and the scans that the loop's own process makes.

The law: scans come in order of time, each with the instant at which it was made. A scan may bring nothing
new; then it only says that time has passed. This module refuses to know what is done with a scan.
"""

from typing import NamedTuple, Protocol

from jadoube.daemon.pace import Pace
from jadoube.daemon.sampling.reeds import Found, PatientReeds
from jadoube.daemon.sampling.steady import NOTHING_HELD, Held
from jadoube.drivers.interfaces import Scanner


class TimedScan(NamedTuple):
    """What was found at an instant. None: the reeds were not read, and the last reading stands."""

    at_ms: int
    found: Found
    held: Held = NOTHING_HELD
    """The contacts that chatter, if the reeds were read; `found` has them as they last rested."""


class ScanSource(Protocol):
    """Gives the loop its scans."""

    def now_ms(self) -> int:
        """Return the instant now."""

    async def next(self, wake_ms: int | None, frame_ms: int | None = None) -> TimedScan:
        """Wait for the next scan that may show something, and return it.

        At `wake_ms` one is wanted even if nothing has changed, at `frame_ms` for the display alone.
        """

    async def caught_up(self) -> int:
        """Wait until the loop has every scan that was made before now.

        Return an instant for an event that is no scan: no earlier than those scans, no later than the next.
        """

    def hurry(self) -> None:
        """Let a scan come soon: what the loop wants has changed since it began to wait."""

    def end(self) -> None:
        """Let `next` return at once: time is over."""

    def close(self) -> None:
        """Leave every pin an input that drives nothing; for a thread, as it may take a while."""

    def kill(self) -> None:
        """End what `close` did not end, at once; from any thread."""


class PacedScans:
    """Scans made in the loop's own process, at the instants of a pace."""

    def __init__(self, scanner: Scanner, pace: Pace) -> None:
        self._reeds = PatientReeds(scanner)
        self._pace = pace

    def now_ms(self) -> int:
        """Return the pace's instant."""
        return self._pace.now_ms()

    async def next(self, wake_ms: int | None, frame_ms: int | None = None) -> TimedScan:
        """Wait for the pace, and scan."""
        wakes = [at_ms for at_ms in (wake_ms, self._reeds.due_ms) if at_ms is not None]
        now_ms = await self._pace.next_scan(min(wakes, default=None), frame_ms)
        found = self._reeds.read(now_ms)
        return TimedScan(now_ms, found, self._reeds.held)

    async def caught_up(self) -> int:
        """Return the instant: no scan is ever under way."""
        return self._pace.now_ms()

    def hurry(self) -> None:
        """Do nothing: a real pace makes every scan, a virtual one is told by whoever changes something."""

    def end(self) -> None:
        """Do nothing: the next scan comes within a period, or whoever ends virtual time sees to it."""

    def close(self) -> None:
        """Close the scanner."""
        self._reeds.close()

    def kill(self) -> None:
        """Do nothing: a driver that hangs cannot be ended alone."""
