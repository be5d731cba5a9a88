"""What systemd is told: that the board is up, that its loop lives, that it stops (sd_notify(3)).

The law: the watchdog is fed by the loop, after a scan that was tried and came back, and by nothing else. A
loop that hangs and a driver that does not come back starve it, and systemd starts the program anew. A scan
that failed feeds it too: a board whose reeds do not answer is a trouble that is shown, the driver is opened
again within the program, and a restart would only pause the game.

The protocol is a line in a datagram to the socket that systemd names; a library for it would be longer. Who
starts the program by hand names none, and nothing is told.
"""

import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

_FEEDINGS: Final = 4
"""So often the watchdog is fed in the time that it waits; systemd asks for twice at least."""


class Supervisor:
    """Tells systemd; made from the process's environment."""

    def __init__(self, environment: Mapping[str, str], process: int) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        mine = environment.get("WATCHDOG_PID", str(process)) == str(process)
        waits_us = int(environment.get("WATCHDOG_USEC", "0")) if mine else 0
        self._feeds_every_ms = waits_us // 1000 // _FEEDINGS
        self._fed_ms: int | None = None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if address else None

    def ready(self) -> None:
        """The board is up."""
        self._tell("READY=1")

    def scanned(self, now_ms: int) -> None:
        """A scan was tried and came back at this instant, whether it read the reeds or not."""
        if self._feeds_every_ms and (self._fed_ms is None or now_ms - self._fed_ms >= self._feeds_every_ms):
            self._fed_ms = now_ms
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The board is about to stop; nothing is told after that."""
        self._tell("STOPPING=1")
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, what: str) -> None:
        """Send a line; a supervisor that does not listen is no reason to stop."""
        if self._socket:
            with suppress(OSError):
                self._socket.sendto(what.encode(), socket.MSG_DONTWAIT, self._address)
