"""The scan rate of a board, the lateness of its scans, and the log lines about both.

It decides when the scan rate is too low. A scan is late if it comes after the next one was due. Too low a
rate is a trouble, from the first ten seconds with too few scans until ten seconds with enough; it is logged
at once, and then once a minute at most. The time that a scan takes tells a slow scan from a machine that is
held up. How long scans wait until the program takes them in is another matter: that delays what is shown, and
no instant. This module refuses to know what holds the machine or the program up.
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

WAITS_MS: Final = 50
"""From this on it is logged how long a scan waited for the program: people begin to notice lamps and faces
that are late by a tenth of a second (a guess), and settling takes 20 to 50 ms of it."""


class Scan(NamedTuple):
    """The timing of one scan."""

    now_ms: int
    late_ms: int
    """How late it came."""
    missed: int
    """The number of scans due since the last one that were not made."""
    last_took_us: int
    """How long the last scan took, with all that followed until the process waited again."""


class Tally(NamedTuple):
    """What became of some scans."""

    scans: int = 0
    missed: int = 0
    late: int = 0
    worst_ms: int = 0
    """How late the worst of them came; 0 if none was late."""
    took_us: int = 0

    def add(self, scan: Scan, period_ms: int) -> "Tally":
        """Return the tally with one scan more."""
        is_late = scan.late_ms > period_ms
        return Tally(
            self.scans + 1,
            self.missed + scan.missed,
            self.late + is_late,
            max(self.worst_ms, scan.late_ms) if is_late else self.worst_ms,
            self.took_us + scan.last_took_us,
        )

    def plus(self, other: "Tally") -> "Tally":
        """Return the tally of both."""
        return Tally(
            self.scans + other.scans,
            self.missed + other.missed,
            self.late + other.late,
            max(self.worst_ms, other.worst_ms),
            self.took_us + other.took_us,
        )


class Lateness:
    """Counts scans. `say` gets the log lines, `tell` gets whether the rate is too low.

    `advice` ends the line about slow scans. `show` gets a line with the counts of each minute.
    """

    def __init__(
        self,
        period_ms: int,
        say: Callable[[str], None],
        tell: Callable[[bool], None],
        advice: str = "",
        show: Callable[[str], object] = str,
    ) -> None:
        self._period_ms = period_ms
        self._say = say
        self._tell = tell
        self._advice = advice
        self._show = show
        self._minute = self._looked_at = Tally()
        self._waited_ms = 0
        self._slow = False
        self._begins_ms: int | None = None
        self._looks_ms = self._tells_ms = self._tells_slow_ms = 0

    def note(self, scan: Scan) -> None:
        """Count a scan."""
        self.take_in(Tally().add(scan, self._period_ms), scan.now_ms)

    def take_in(self, tally: Tally, now_ms: int) -> None:
        """Count scans, the last of which was made now."""
        if self._begins_ms is None:
            self._begins_ms = now_ms + BEGINS_MS
            self._looks_ms = self._begins_ms + LOOKS_EVERY_MS
            self._tells_ms = now_ms + TELLS_EVERY_MS
        self._minute = self._minute.plus(tally)
        if now_ms >= self._begins_ms:
            self._looked_at = self._looked_at.plus(tally)
        if now_ms >= self._looks_ms:
            self._look(now_ms)
            self._looks_ms = now_ms + LOOKS_EVERY_MS
        if now_ms >= self._tells_ms:
            self._end_minute()
            self._tells_ms = now_ms + TELLS_EVERY_MS

    def note_wait(self, waited_ms: int, now_ms: int) -> None:
        """Count a scan that the program takes in now, so long after it was made."""
        if self._begins_ms is not None and now_ms >= self._begins_ms:
            self._waited_ms = max(self._waited_ms, waited_ms)

    def _look(self, now_ms: int) -> None:
        """Check the scan rate since the last check."""
        scans, missed = self._looked_at.scans, self._looked_at.missed
        made_percent = 100 * scans / (scans + missed)
        slow = made_percent < (ENOUGH_PERCENT if self._slow else TOO_FEW_PERCENT)
        if slow and now_ms >= self._tells_slow_ms:
            self._say_slow()
            self._tells_slow_ms = now_ms + TELLS_EVERY_MS
        if slow != self._slow:
            self._slow = slow
            self._tell(slow)
        self._looked_at = Tally()

    def _say_slow(self) -> None:
        seen = self._looked_at
        asked = 1000 / self._period_ms
        made = asked * seen.scans / (seen.scans + seen.missed)
        took_ms = seen.took_us / seen.scans / 1000
        quick = took_ms < self._period_ms
        why = ", and something else holds the program up" if quick else self._advice
        self._say(f"scans at {made:.0f}/s instead of {asked:.0f}/s; one scan takes {took_ms:.1f} ms{why}")

    def _end_minute(self) -> None:
        """Show the counts of the last minute, and log those that are out of order."""
        seen, waited = self._minute, f"waited {self._waited_ms} ms for the program"
        worst = f", one {seen.worst_ms} ms" if seen.late else ""
        late = f"{seen.late} of {seen.scans} scans came more than {self._period_ms} ms late{worst}"
        if seen.late:
            self._say(f"{late}; one {waited}" if self._waited_ms >= WAITS_MS else late)
        elif self._waited_ms >= WAITS_MS:
            self._say(f"one of {seen.scans} scans {waited}")
        self._show(f"last minute: {late}; {seen.missed} were not made; the slowest {waited}")
        self._minute, self._waited_ms = Tally(), 0
