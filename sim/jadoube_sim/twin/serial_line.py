"""The other end of a serial line: a microcontroller that scans the twin's reeds and sends frames.

It answers as a port of pyserial does. When all that it sent has been read, nothing has come; asked again it
has scanned once more. An unplugged one is an OSError, as on Linux.
"""

from collections.abc import Callable

from jadoube.core.messages.events import Scanned
from jadoube.drivers.reeds.serial_frames import frame


class SerialLine:
    """An open port; `scan` says what the board reads now, or raises OSError when it is not there.

    `spoil` is what the wire makes of the bytes of a frame.
    """

    def __init__(
        self, scan: Callable[[], Scanned], spoil: Callable[[bytes], bytes] = lambda sent: sent
    ) -> None:
        self._scan = scan
        self._spoil = spoil
        self._sent = spoil(frame(scan()))
        self._all_read = False

    @property
    def in_waiting(self) -> int:
        """How many bytes have come."""
        scanned = self._scan()
        self._sent += b"" if self._all_read else self._spoil(frame(scanned))
        self._all_read = False
        return len(self._sent)

    def read(self, size: int) -> bytes:
        """Take so many bytes."""
        taken, self._sent = self._sent[:size], self._sent[size:]
        self._all_read = not self._sent
        return taken

    def close(self) -> None:
        """Let go of the line."""
