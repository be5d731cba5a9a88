"""How late the scans come, told once a minute at the most, and only where some came late.

Decides what is late: a scan that comes after the next was due. Refuses to know why: a machine too slow,
one that is busy, a slow library under the pins.
"""

from collections.abc import Callable
from typing import Final

TELLS_EVERY_MS: Final = 60_000


class Lateness:
    """Counts scans; `say` takes the line."""

    def __init__(self, period_ms: int, say: Callable[[str], None]) -> None:
        self._period_ms = period_ms
        self._say = say
        self._scans = self._late = self._worst_ms = 0
        self._tells_ms: int | None = None

    def note(self, late_ms: int, now_ms: int) -> None:
        """Count a scan that has come so many ms late, at an instant."""
        if self._tells_ms is None:
            self._tells_ms = now_ms + TELLS_EVERY_MS
        self._scans += 1
        if late_ms > self._period_ms:
            self._late += 1
            self._worst_ms = max(self._worst_ms, late_ms)
        if now_ms >= self._tells_ms:
            self._tell()
            self._tells_ms = now_ms + TELLS_EVERY_MS

    def _tell(self) -> None:
        if self._late:
            self._say(
                f"{self._late} of {self._scans} scans came more than {self._period_ms} ms late, "
                f"one {self._worst_ms} ms"
            )
        self._scans = self._late = self._worst_ms = 0
