"""Notifies systemd: the board is starting, is up, its loop lives, how it fares, it stops (sd_notify(3)).

The law: the board is up when its first scan came, whether it read the reeds or failed. While the journal of
the last game is folded, systemd is asked for more time: a long game on a slow Pi is no reason to start again,
which would only fold it again. But that is asked for `LONGEST_START_S` at the most.

The law: only the loop feeds the watchdog, when it takes in a scan. If the loop hangs, or no scan is made, the
watchdog starves and systemd restarts the program. A scan that failed feeds it, too: reeds that do not answer
are a trouble that is shown, the program opens the driver again, and a restart would only pause the game. The
same holds for a sampling process that died or cannot be started: its failure is repeated every second. One
that no signal ends starves the watchdog, as it keeps the pins.

The protocol is a line in a datagram to the socket that systemd names; a library for it would be longer. If
the program is started by hand, there is no socket, and nothing is sent.
"""

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final

_FEEDINGS: Final = 4
"""Feedings per watchdog timeout; systemd asks for at least two."""

EXTEND_S: Final = 5.0
"""Seconds between two requests for more time."""

EXTENDED_S: Final = 30
"""Seconds that each of them asks for, from then on: also what a first scan has after the fold."""

LONGEST_START_S: Final = 1800
"""So long more time is asked for. A usual game is folded in a second; half an hour is enough for the longest
journal that is read, 64 MiB, on a Zero 2 W (an estimate from three minutes on a desktop computer)."""


class Supervisor:
    """Sends the notifications; configured by the process's environment."""

    def __init__(self, environment: Mapping[str, str], process: int) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        mine = environment.get("WATCHDOG_PID", str(process)) == str(process)
        waits_us = int(environment.get("WATCHDOG_USEC", "0")) if mine else 0
        self._feeds_every_ms = waits_us // 1000 // _FEEDINGS
        self._fed_ms: int | None = None
        self._up = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if address else None

    @contextmanager
    def starting(self, extend_s: float = EXTEND_S) -> Iterator[None]:
        """Ask for more time at once and every `extend_s` seconds, in a thread, until the block is left."""
        done = Event()
        asking = Thread(target=self._ask_for_time, args=(done, extend_s), name="starting", daemon=True)
        if self._socket:
            asking.start()
        try:
            yield
        finally:
            done.set()
            if self._socket:
                asking.join()

    def _ask_for_time(self, done: Event, extend_s: float) -> None:
        for _ in range(int(LONGEST_START_S / EXTEND_S)):
            self._tell(f"EXTEND_TIMEOUT_USEC={EXTENDED_S}000000")
            if done.wait(extend_s):
                return

    def scanned(self, now_ms: int) -> None:
        """Report a scan that returned at this instant, whether it read the reeds or failed."""
        if not self._up:
            self._up = True
            self._tell("READY=1")
        if self._feeds_every_ms and (self._fed_ms is None or now_ms - self._fed_ms >= self._feeds_every_ms):
            self._fed_ms = now_ms
            self._tell("WATCHDOG=1")

    def show(self, status: str) -> None:
        """Let `systemctl status` show this line."""
        self._tell(f"STATUS={status}")

    def stopping(self) -> None:
        """Report that the board is about to stop; nothing is sent after that."""
        self._tell("STOPPING=1")
        if self._socket:
            self._socket.close()
            self._socket = None

    def _tell(self, what: str) -> None:
        """Send a line; an error is ignored."""
        if self._socket:
            with suppress(OSError):
                self._socket.sendto(what.encode(), socket.MSG_DONTWAIT, self._address)
