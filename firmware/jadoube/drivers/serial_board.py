"""Reads a board whose reeds a microcontroller scans, which sends what it reads over USB or a UART.

The law: a read never waits. It takes what has come and gives the newest frame; what came between is lost,
as between two scans. A board that is unplugged, or sends nothing right for too long, is PartFailed; after an
error of the line the next read opens it anew. What the bytes mean is `serial_frames.py`'s to know.
"""

from typing import Any, Final

from jadoube.core.messages.events import Scanned
from jadoube.drivers.interfaces import Electronics, NotYet, Part, PartFailed
from jadoube.drivers.serial_frames import Frames

_ADVICE: Final = "check its plug, and `reeds.serial_port`"
_PROGRAM_ADVICE: Final = "check the program of the board, and `reeds.serial_baud`"
_AT_ONCE: Final = 8192
"""Bytes that one read takes at the most: more than a megabyte a second brings, and little enough to look
through in a scan. A board at a million bits a second sends 500."""

PATIENCE: Final = 200
"""So many reads in a row may find no frame: a second at 5 ms. A board sends one at least every 100 ms."""


class SerialScanner:
    """A Scanner at the other end of a serial line. Opened by the first read."""

    def __init__(self, electronics: Electronics, port: str, baud: int) -> None:
        self._electronics = electronics
        self._name, self._baud = port, baud
        self._port: Any = None
        self._frames = Frames()
        self._newest: Scanned | None = None
        self._in_vain = 0

    def read(self) -> Scanned:
        """Give what the board read last. Raises PartFailed, or NotYet; the next call tries again."""
        try:
            self._port = self._port or self._electronics.serial(self._name, self._baud)
            found = self._frames.take(self._come())
        except (
            OSError,
            ValueError,
        ) as problem:  # pyserial's errors are OSErrors; ValueError: what is no port's name
            self.close()
            raise PartFailed(Part.REEDS, f"{self._name} does not answer, {problem}", _ADVICE) from problem
        self._in_vain = 0 if found else self._in_vain + 1
        self._newest = found[-1] if found else self._newest
        if self._newest is None or self._in_vain > PATIENCE:
            failure = PartFailed if self._in_vain > PATIENCE else NotYet
            raise failure(Part.REEDS, f"{self._name} sends no frames", _PROGRAM_ADVICE)
        return self._newest

    def _come(self) -> bytes:
        """Take what has come, but no more than a bounded amount: some ports of pyserial's say 1 for much."""
        come = b""
        while len(come) < _AT_ONCE and (waiting := self._port.in_waiting):
            come += self._port.read(min(waiting, _AT_ONCE))
        return come

    def close(self) -> None:
        """Let go of the line; what was read is forgotten."""
        port, self._port = self._port, None
        self._frames, self._newest, self._in_vain = Frames(), None, 0
        if port:
            port.close()
