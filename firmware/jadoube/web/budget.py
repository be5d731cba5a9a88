"""What a stranger may take: how fast he may send, and how many connections he may have.

The law: each connection and each remote address has a budget that time fills up to a limit. What costs more
than is left is not done, and nobody waits for it. Everything that comes has a price before it is parsed.

It reads no clock and knows no HTTP: it is told the instant.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """So much at once, and so much a second after that."""

    at_once: int
    a_second: int


READ_COSTS: Final = 128
"""A read costs this many bytes beside its own, so that bytes that come one by one are as dear as they are for
the loop: a read took it 7 us of CPU time, a request 71 (a bare answer), a connection opened and closed 75
(measured on x86-64, each thousands of times)."""

REQUEST_COSTS: Final = 1024
ARRIVAL_COSTS: Final = 1024
"""Eight times as much as a read, as a request takes about ten times as long, and a connection too."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What all may have together, each address, and each connection."""

    connections: int = 160
    """As many as 64 spectators and their pages' files need, with some to spare; far below the 1,024 open
    files that a process may have."""

    each_connections: int = 64
    """Of one address. A page takes one for its messages, and up to six for its files (as many as browsers
    open to one server over HTTP/1.1) for five seconds. Twenty phones behind one address (a guest network with
    NAT) fit, as they hardly come in the same second; 96 are left for everybody else."""

    each_address: Rate = Rate(512 * 1024, 64 * 1024)
    """In bytes, with what reads, requests and arrivals cost. A page that is opened takes 19,554 (Chromium: 8
    requests, 6 connections): 26 may come at once. After that up to 54 requests a second, some 4 ms of
    the loop's time (71 us each, as above); a Pi may take ten times as long (an estimate)."""

    http: Rate = Rate(32 * 1024, 8 * 1024)
    """Of one connection while it speaks HTTP. A browser's request has 500 to 1,500 bytes."""

    frames: Rate = Rate(8 * 1024, 256)
    """Of one connection that has become a WebSocket. A spectator has nothing to say: 4 kB at once are passed
    over (`streams.py`), a pong in 20 s has 6 to 131 bytes. A frame of any kind has at least 6: so at most
    1,365 can come at once, and 43 a second after that."""


class Budget:
    """What is left at an instant."""

    def __init__(self, rate: Rate, now_ms: int) -> None:
        self._most = rate.at_once * 1000
        self._a_ms = rate.a_second
        self._left = self._most
        self._at_ms = now_ms

    def take(self, cost: int, now_ms: int) -> bool:
        """Take so much if there is as much; say whether there was."""
        self._left = min(self._most, self._left + self._a_ms * (now_ms - self._at_ms))
        self._at_ms = now_ms
        if self._left < cost * 1000:
            return False
        self._left -= cost * 1000
        return True


class Address:
    """What came from one remote address: how many connections there are, and what is left of its budget."""

    def __init__(self, rate: Rate, now_ms: int) -> None:
        self.connections = 0
        self.budget = Budget(rate, now_ms)


ADDRESSES_MOST: Final = 512
"""So many are remembered; of more the oldest without a connection is forgotten, and begins anew when it comes
again. More than a club has phones, and some 200 kB of memory."""


class Addresses:
    """All remote addresses that have come lately."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._known: dict[str, Address] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, name: str, now_ms: int) -> Address:
        """Give what is known of an address."""
        known = self._known.get(name)
        if known is None:
            if len(self._known) >= ADDRESSES_MOST:
                self._forget()
            known = self._known[name] = Address(self._rate, now_ms)
        return known

    def _forget(self) -> None:
        gone = next((name for name, each in self._known.items() if not each.connections), None)
        if gone is not None:
            del self._known[gone]
