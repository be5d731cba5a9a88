"""A wire between a browser and a server, which can be cut: TCP, byte by byte, through a port of its own.

Cutting is what a dead router does: every connection is gone in the middle of whatever it said. While it is
cut nobody gets through; mended, it is as before.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PART = 65536


class Wire:
    """Leads connections to a port of 127.0.0.1."""

    def __init__(self, listening: socket.socket, port: int) -> None:
        self.host = f"127.0.0.1:{listening.getsockname()[1]}"
        self._port = port
        self._ends: list[socket.socket] = []
        self._whole = True
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """Where a browser finds the server through this wire."""
        return f"http://{self.host}"

    def cut(self) -> None:
        """End every connection, and let nobody through."""
        with self._lock:
            self._whole = False
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._ends.clear()

    def mend(self) -> None:
        """Let everybody through again."""
        self._whole = True

    def lead(self, near: socket.socket) -> None:
        """Connect one who came; where the wire is cut he is sent away."""
        far = socket.socket()
        with self._lock:
            if not self._whole or far.connect_ex(("127.0.0.1", self._port)):
                near.close()
                far.close()
                return
            self._ends += [near, far]
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


@contextmanager
def wire(port: int) -> Iterator[Wire]:
    """Give a wire to a port of 127.0.0.1."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        led = Wire(listening, port)
        taking = threading.Thread(target=_take, args=(listening, led))
        taking.start()
        yield led
        led.cut()
        listening.shutdown(socket.SHUT_RDWR)
        taking.join()


def _take(listening: socket.socket, led: Wire) -> None:
    with suppress(OSError):  # the wire is taken away
        while True:
            led.lead(listening.accept()[0])


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    """Pass on what one end says until it says no more; then the other has heard all, too."""
    with suppress(OSError):
        while part := one.recv(PART):
            other.sendall(part)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    one.close()
