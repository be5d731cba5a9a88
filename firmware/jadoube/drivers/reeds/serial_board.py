"""Reads a serial board: a microcontroller scans the reeds and sends them over USB or a UART.

The law: a read never waits. It takes the received bytes and returns the newest frame; older frames are lost,
like states between two scans. A board that is unplugged, or sends no valid frame for too long, is PartFailed.
After an error of the line the next read opens it again. This file refuses to know what the bytes mean
(`serial_frames.py`).
"""

from typing import Any, Final

from jadoube.core.messages.scans import Scanned
from jadoube.drivers.interfaces import Electronics, NotYet, Part, PartFailed
from jadoube.drivers.reeds.serial_frames import Frames

_ADVICE: Final = "check its plug, and `reeds.serial_port`"
_PROGRAM_ADVICE: Final = "check the program of the board, and `reeds.serial_baud`"
_AT_ONCE: Final = 8192
"""Maximum bytes of one read: more than a megabyte a second brings, and few enough to parse in a scan. A board
at a million bits a second sends 500."""

PATIENCE: Final = 200
"""Reads in a row that may find no frame: a second at 5 ms. A board sends one at least every 100 ms."""


class SerialScanner:
    """A Scanner over a serial line. The first read opens it."""

    def __init__(self, electronics: Electronics, port: str, baud: int) -> None:
        self._electronics = electronics
        self._name, self._baud = port, baud
        self._port: Any = None
        self._frames = Frames()
        self._newest: Scanned | None = None
        self._in_vain = 0

    def read(self) -> Scanned:
        """Return the newest scan of the board. Raises PartFailed, or NotYet; the next call tries again."""
        try:
            self._port = self._port or self._electronics.serial(self._name, self._baud)
            found = self._frames.take(self._come())
        except (
            OSError,
            ValueError,
        ) as problem:  # pyserial's errors are OSErrors; ValueError: not the name of a port
            self.close()
            raise PartFailed(Part.REEDS, f"{self._name} does not answer, {problem}", _ADVICE) from problem
        self._in_vain = 0 if found else self._in_vain + 1
        self._newest = found[-1] if found else self._newest
        if self._newest is None or self._in_vain > PATIENCE:
            failure = PartFailed if self._in_vain > PATIENCE else NotYet
            raise failure(Part.REEDS, f"{self._name} sends no frames", _PROGRAM_ADVICE)
        return self._newest

    def _come(self) -> bytes:
        """Take the received bytes, `_AT_ONCE` at most; some ports of pyserial report 1 for any number."""
        come = b""
        while len(come) < _AT_ONCE and (waiting := self._port.in_waiting):
            come += self._port.read(min(waiting, _AT_ONCE))
        return come

    def close(self) -> None:
        """Close the line and forget its frames."""
        port, self._port = self._port, None
        self._frames, self._newest, self._in_vain = Frames(), None, 0
        if port:
            port.close()
