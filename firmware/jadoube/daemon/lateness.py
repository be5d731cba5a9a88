"""The scan rate of a board, the lateness of its scans, and the log lines about both.

It decides when the scan rate is too low. A scan is late if it comes after the next one was due. Too low a
rate is a trouble, from the first ten seconds with too few scans until ten seconds with enough; it is logged
at once, and then once a minute at most. The time that a scan takes, with all that follows from it, tells a
slow scan from a program that is held up. It refuses to know what else holds the program up.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

TELLS_EVERY_MS: Final = 60_000
LOOKS_EVERY_MS: Final = 10_000

BEGINS_MS: Final = 5_000
"""Scans are counted from so long after the first: until then the page's imports keep a small board busy (a
guess)."""

TOO_FEW_PERCENT: Final = 90
ENOUGH_PERCENT: Final = 95
"""A board is too slow from below 90 of 100 scans until it makes 95. Measured in real time on a GPIO chip of
the kernel, on a slow machine: lgpio makes 93 to 99 of 100, gpiozero 54, rpi-lgpio 50."""


class Scan(NamedTuple):
    """The timing of one scan, from the pace."""

    now_ms: int
    late_ms: int
    """How late it came."""
    missed: int
    """The number of scans due since the last one that were not made."""
    last_took_us: int
    """How long the last scan took, with all that the loop did until it waited again."""


class Lateness:
    """Counts scans. `say` gets the log lines, `tell` gets whether the rate is too low.

    `advice` ends the line about slow scans.
    """

    def __init__(
        self, period_ms: int, say: Callable[[str], None], tell: Callable[[bool], None], advice: str = ""
    ) -> None:
        self._period_ms = period_ms
        self._say = say
        self._tell = tell
        self._advice = advice
        self._late = self._worst_ms = self._of = 0
        self._scans = self._missed = self._took_us = 0
        self._slow = False
        self._begins_ms: int | None = None
        self._looks_ms = self._tells_late_ms = self._tells_slow_ms = 0

    def note(self, scan: Scan) -> None:
        """Count a scan."""
        if self._begins_ms is None:
            self._begins_ms = scan.now_ms + BEGINS_MS
            self._looks_ms = self._begins_ms + LOOKS_EVERY_MS
            self._tells_late_ms = scan.now_ms + TELLS_EVERY_MS
        self._of += 1
        if scan.late_ms > self._period_ms:
            self._late += 1
            self._worst_ms = max(self._worst_ms, scan.late_ms)
        if scan.now_ms >= self._begins_ms:
            self._scans += 1
            self._missed += scan.missed
            self._took_us += scan.last_took_us
        if scan.now_ms >= self._looks_ms:
            self._look(scan.now_ms)
            self._looks_ms = scan.now_ms + LOOKS_EVERY_MS
        if scan.now_ms >= self._tells_late_ms:
            self._say_late()
            self._tells_late_ms = scan.now_ms + TELLS_EVERY_MS

    def _look(self, now_ms: int) -> None:
        """Check the scan rate since the last check."""
        made_percent = 100 * self._scans / (self._scans + self._missed)
        slow = made_percent < (ENOUGH_PERCENT if self._slow else TOO_FEW_PERCENT)
        if slow and now_ms >= self._tells_slow_ms:
            self._say_slow()
            self._tells_slow_ms = now_ms + TELLS_EVERY_MS
        if slow != self._slow:
            self._slow = slow
            self._tell(slow)
        self._scans = self._missed = self._took_us = 0

    def _say_slow(self) -> None:
        asked = 1000 / self._period_ms
        made = asked * self._scans / (self._scans + self._missed)
        took_ms = self._took_us / self._scans / 1000
        quick = took_ms < self._period_ms
        why = ", and something else holds the program up" if quick else self._advice
        self._say(f"scans at {made:.0f}/s instead of {asked:.0f}/s; one scan takes {took_ms:.1f} ms{why}")

    def _say_late(self) -> None:
        if self._late:
            self._say(
                f"{self._late} of {self._of} scans came more than {self._period_ms} ms late, "
                f"one {self._worst_ms} ms"
            )
        self._late = self._worst_ms = self._of = 0
