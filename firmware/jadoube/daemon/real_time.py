"""Real time: the only module that tells the time.

It decides at which instants scans are due, counts what became of each, and tells the date. The clock is the
monotonic one, which no correction of the date moves, and which all processes of a machine share. So two
processes with the same period have the same slots. It refuses to know how one waits for a slot (`pace.py`,
`sampling/process.py`), and is imported early: it imports nothing heavy.
"""

import time
from pathlib import Path
from typing import Final

from jadoube.daemon.watched.lateness import Scan

SYNCHRONIZED: Final = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd creates this file when it has set the system's time. Before that, a Pi without a
battery-backed clock does not know the date."""


class Slots:
    """The slots of the scans: one at each multiple of the period. Missed ones are not made up for.

    Instants are whole ms, counted on from `begin_ms`, or of the machine's clock itself if that is None.
    `zero_ms` is the machine's instant at which they began; it is a slot, too.
    """

    def __init__(self, period_ms: int, begin_ms: int | None = None) -> None:
        self._period_ms = period_ms
        self.zero_ms = 0
        if begin_ms is not None:
            self.zero_ms = (time.monotonic_ns() // 1_000_000 - begin_ms) // period_ms * period_ms
        self._zero_ns = self.zero_ms * 1_000_000
        self._due_ms = self._missed = 0
        self._last_due_ms: int | None = None
        self._called_ns = self._last_ns = self._zero_ns

    def now_ms(self) -> int:
        """Return the instant."""
        return (time.monotonic_ns() - self._zero_ns) // 1_000_000

    def choose_next(self) -> None:
        """Choose the next slot that was not scanned yet."""
        called_ns = time.monotonic_ns()
        due_ms = ((called_ns - self._zero_ns) // 1_000_000 // self._period_ms + 1) * self._period_ms
        last_ms = self._last_due_ms
        if last_ms is None:
            last_ms, self._last_ns = due_ms - self._period_ms, called_ns
        self._due_ms = max(due_ms, last_ms + self._period_ms)  # the last wait may have ended early
        self._missed = (self._due_ms - last_ms) // self._period_ms - 1
        self._called_ns = called_ns

    def left_s(self) -> float:
        """Return the seconds until the chosen slot; 0 if it has come."""
        due_ns = self._zero_ns + self._due_ms * 1_000_000
        return max(0, due_ns - time.monotonic_ns()) / 1_000_000_000

    def arrive(self) -> Scan:
        """Begin the scan of the chosen slot now; return its timing."""
        now_ms = max(self._due_ms, self.now_ms())
        scan = Scan(now_ms, now_ms - self._due_ms, self._missed, (self._called_ns - self._last_ns) // 1000)
        self._last_due_ms, self._last_ns = self._due_ms, time.monotonic_ns()
        return scan


def start_time(*, trusted: bool = False) -> dict[str, str]:
    """Return this instant as PGN's `UTCDate` and `UTCTime`; nothing until the system's time is right.

    `trusted`: it always is, as on a desk computer, whose clock goes on without power.
    """
    if not (trusted or SYNCHRONIZED.exists()):
        return {}
    date, now = time.strftime("%Y.%m.%d %H:%M:%S", time.gmtime()).split()
    return {"UTCDate": date, "UTCTime": now}


def unix_s() -> int:
    """Return the seconds since 1970 as the system has them, be they right or not."""
    return int(time.time())


def today(*, trusted: bool = False) -> str:
    """Return the date as in PGN; `????.??.??` until the system's time is right; see `start_time`."""
    return time.strftime("%Y.%m.%d") if trusted or SYNCHRONIZED.exists() else "????.??.??"
