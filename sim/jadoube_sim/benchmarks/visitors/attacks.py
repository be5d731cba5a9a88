"""A stranger without a PIN who sends as much as he can.

    python -m jadoube_sim.benchmarks.visitors.attacks PORT KIND SECONDS

He comes from 127.0.0.1 and connects again whenever he is dropped. Somebody else, from 127.0.0.2, asks for the
view twice a second meanwhile. At the end it is said how many connections the stranger has opened, how often
the other has asked, and how often he was answered. It goes to loopback addresses only, and ends by itself.
"""

import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from select import select
from threading import Event, Thread

from jadoube_sim.benchmarks.visitors.onlookers import ASKS

VIEW = b"GET /api/v1/view HTTP/1.1\r\nHost: localhost\r\n\r\n"
MASK = b"\x00\x00\x00\x00"
PING = b"\x89\x81" + MASK + b"x"
TEXT = b"\x81\x80" + MASK
BEGIN = b"\x01\x80" + MASK
MORE = b"\x00\x80" + MASK
AT_ONCE = 64 * 1024
"""Bytes that are sent before the connection is closed again."""

PIECE = 4 * 1024
"""Bytes that are sent between two looks at what has come."""

PATIENCE_S = 5.0
CHUNKED = 20
"""Connections on which bytes come one by one."""

KEPT = 250
"""Connections that are kept open, each with a request a second: more than the board has at the most."""


class Stranger:
    """Opens connections until his time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port = port
        self._until_s = time.monotonic() + seconds
        self.opened = 0

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return time.monotonic() < self._until_s

    def connect(self, says: bytes) -> socket.socket:
        """Open a connection, and say something."""
        made = socket.create_connection(("127.0.0.1", self._port), PATIENCE_S)
        self.opened += 1
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made.sendall(says)
        return made

    @contextmanager
    def look(self) -> Iterator[socket.socket]:
        """Look on over a WebSocket."""
        with self.connect(ASKS.format(port=self._port).encode()) as made:
            made.recv(1024)
            yield made


def read(made: socket.socket) -> None:
    """Read what has come; OSError where nothing more will come."""
    while select([made], [], [], 0)[0]:
        if not made.recv(AT_ONCE):
            raise ConnectionError


def flood(stranger: Stranger, first: bytes, again: bytes) -> None:
    """Send the same frame again and again, and read what comes."""
    many = again * (PIECE // len(again))
    while stranger.goes_on:
        with suppress(OSError), stranger.look() as made:
            made.sendall(first)
            while stranger.goes_on:
                made.sendall(many)
                read(made)


def reconnect(stranger: Stranger) -> None:
    """Send pings, close without reading, and come again."""
    while stranger.goes_on:
        with suppress(OSError), stranger.look() as made:
            made.sendall(PING * (AT_ONCE // len(PING)))


def chunks(stranger: Stranger) -> None:
    """Send pings byte by byte over several connections."""
    while stranger.goes_on:
        with suppress(OSError), ExitStack() as ends:
            there = [ends.enter_context(stranger.look()) for _ in range(CHUNKED)]
            while stranger.goes_on:
                for byte in PING:
                    for made in there:
                        made.send(bytes([byte]))


def keep_alive(stranger: Stranger) -> None:
    """Keep many connections, and ask for something over each once a second."""
    there: list[socket.socket] = []
    while stranger.goes_on:
        began_s = time.monotonic()
        there = [made for made in there if _asked(made)]
        for _ in range(KEPT - len(there)):
            with suppress(OSError):
                there.append(stranger.connect(VIEW))
        time.sleep(max(0.01, 1 - (time.monotonic() - began_s)))
    for made in there:
        made.close()


def _asked(made: socket.socket) -> bool:
    """Read what has come, and ask again; say whether that could be."""
    try:
        read(made)
        made.sendall(VIEW)
    except OSError:
        made.close()
        return False
    return True


KINDS: dict[str, Callable[[Stranger], None]] = {
    "pings": lambda stranger: flood(stranger, b"", PING),
    "reconnect": reconnect,
    "frames": lambda stranger: flood(stranger, b"", TEXT),
    "fragments": lambda stranger: flood(stranger, BEGIN, MORE),
    "chunks": chunks,
    "kept": keep_alive,
}


def ask_on(port: int, over: Event, came: Counter[str]) -> None:
    """Ask for the view from another address, and count the answers."""
    while not over.wait(0.5):
        came["asked"] += 1
        with suppress(OSError, HTTPException):
            asked = HTTPConnection("127.0.0.1", port, timeout=5, source_address=("127.0.0.2", 0))
            asked.request("GET", "/api/v1/view")
            came["answered"] += asked.getresponse().status == 200
            asked.close()


def attack(port: int, kind: str, seconds: float) -> str:
    """Attack for so long, and say what came of it."""
    stranger, over, came = Stranger(port, seconds), Event(), Counter[str]()
    other = Thread(target=ask_on, args=(port, over, came))
    other.start()
    if kind in KINDS:
        KINDS[kind](stranger)
    else:
        over.wait(seconds)
    over.set()
    other.join()
    return f"{stranger.opened} {came['asked']} {came['answered']}"


if __name__ == "__main__":
    print(attack(int(sys.argv[1]), sys.argv[2], float(sys.argv[3])))
