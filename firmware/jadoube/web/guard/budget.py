"""Rate limits: how fast a client may send, and how many connections it may have.

The law: each connection and each remote address has a budget (a token bucket), which time refills up to a
limit. What costs more than is left is not done, and nothing waits for it. All input has a price before it is
parsed.

It refuses to know HTTP and reads no clock: the caller gives the instant.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """The burst, and the rate after it, per second."""

    at_once: int
    a_second: int


READ_COSTS: Final = 128
"""Each read costs this many bytes besides its own. So bytes sent one by one pay for the time that they take:
the loop needed 7 us of CPU time for a read, 71 for a request (a bare answer), 75 for a connection opened and
closed (measured on x86-64, each thousands of times)."""

REQUEST_COSTS: Final = 1024
ARRIVAL_COSTS: Final = 1024
"""Eight times the price of a read: a request and a connection each take about ten times as long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for all clients together, for each address, and for each connection."""

    connections: int = 208
    """Enough for 112 spectators and their pages' files, with some to spare; far below the 1,024 open files of
    a process."""

    each_connections: int = 64
    """From one address. A page keeps one for its messages, and up to six for its files (a browser's limit for
    one server over HTTP/1.1) for five seconds. Twenty phones behind one address (a guest network with NAT)
    fit, as they hardly connect in the same second; 144 are left for other addresses."""

    each_address: Rate = Rate(512 * 1024, 64 * 1024)
    """In bytes, with the prices of reads, requests and arrivals. Opening a page costs 19,554 (Chromium: 8
    requests, 6 connections), so 26 pages may open at once. After that up to 54 requests a second, some 4 ms
    of the loop's time (71 us each, as above); a Pi may take ten times as long (an estimate)."""

    http: Rate = Rate(32 * 1024, 8 * 1024)
    """For one HTTP connection. A browser's request has 500 to 1,500 bytes."""

    frames: Rate = Rate(8 * 1024, 256)
    """For one WebSocket connection. A spectator has nothing to send but a pong in 20 s, of 6 to 131 bytes; up
    to 4 kB in one message are ignored (`spectators/streams.py`). A frame of any kind has at least 6 bytes: so
    at most 1,365 may come at once, and 43 a second after that."""


class Budget:
    """A token bucket: what is left at an instant. Full at first."""

    def __init__(self, rate: Rate, now_ms: int) -> None:
        self._most = rate.at_once * 1000
        self._a_ms = rate.a_second
        self._left = self._most
        self._at_ms = now_ms

    def take(self, cost: int, now_ms: int) -> bool:
        """Take `cost` if so much is left; return whether it was."""
        self._left = min(self._most, self._left + self._a_ms * (now_ms - self._at_ms))
        self._at_ms = now_ms
        if self._left < cost * 1000:
            return False
        self._left -= cost * 1000
        return True


class Address:
    """One remote address: its open connections and its budget."""

    def __init__(self, rate: Rate, now_ms: int) -> None:
        self.connections = 0
        self.budget = Budget(rate, now_ms)


ADDRESSES_MOST: Final = 512
"""Addresses in memory. One more drops the oldest without a connection, which starts with a full budget when
it returns. More than a club has phones, and some 200 kB of memory."""


class Addresses:
    """The remote addresses that connected lately."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._known: dict[str, Address] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, name: str, now_ms: int) -> Address:
        """Return the entry of an address, a new one if it is unknown."""
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
