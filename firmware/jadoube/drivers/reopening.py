"""A scanner that opens when it can: a board missing at the start is the same as one that is unplugged.

Decides nothing but that: what does not open is tried again with the next read. How often that is, and what is
said of it, is the loop's.
"""

from collections.abc import Callable

from jadoube.core.messages.events import Scanned
from jadoube.drivers.interfaces import Scanner


class LateScanner:
    """A Scanner that `open_scanner` makes, at the first read that it can be made."""

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
