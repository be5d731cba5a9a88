"""Reads reeds that may fail: after a failure they are left alone for a second, then tried again.

It decides when a scanner is read; what chatters is left out (`steady.py`). It refuses to know who wants to
know, and what time it is.
"""

from typing import Final

from jadoube.core.messages.scans import Scanned
from jadoube.daemon.sampling.steady import Held, Steady
from jadoube.drivers.interfaces import NotYet, PartFailed, Scanner

RETRY_MS: Final = 1000

Found = Scanned | PartFailed | None
"""What a scan found: a reading, a failure (NotYet: too early to call it one), or None if it was not tried."""


class PatientReeds:
    """Reads a scanner; `retry_ms` is when it is tried again, None while it answers."""

    def __init__(self, scanner: Scanner) -> None:
        self.retry_ms: int | None = None
        self._scanner = scanner
        self._steady = Steady()

    @property
    def held(self) -> Held:
        """The contacts that chatter, as of the last reading."""
        return self._steady.held

    @property
    def due_ms(self) -> int | None:
        """When a scan may show something though nothing changes; None if never."""
        dues_ms = [at_ms for at_ms in (self.retry_ms, self._steady.due_ms) if at_ms is not None]
        return min(dues_ms, default=None)

    def read(self, now_ms: int) -> Found:
        """Read every reed and button once, unless the last failure was too short a time ago."""
        if self.retry_ms is not None and now_ms < self.retry_ms:
            return None
        try:
            found = self._scanner.read()
        except NotYet as too_early:
            self.retry_ms = None
            return too_early
        except PartFailed as failure:
            self.retry_ms = now_ms + RETRY_MS
            return failure
        self.retry_ms = None
        return self._steady.take_in(found, now_ms)

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""
        self._scanner.close()
