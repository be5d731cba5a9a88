"""A scanner that opens late: a board that is missing at the start counts as unplugged.

It decides only that a scanner that does not open is opened again at the next read. The loop decides how often
that is, and what is logged.
"""

from collections.abc import Callable

from jadoube.core.messages.scans import Scanned
from jadoube.drivers.interfaces import Scanner


class LateScanner:
    """A Scanner that `open_scanner` makes, at the first read at which that works."""

    def __init__(self, open_scanner: Callable[[], Scanner]) -> None:
        self._open = open_scanner
        self._scanner: Scanner | None = None

    def read(self) -> Scanned:
        """Read every reed and button once, raw. Raises PartFailed; the next call tries again."""
        self._scanner = self._scanner or self._open()
        return self._scanner.read()

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""
        if self._scanner:
            self._scanner.close()
