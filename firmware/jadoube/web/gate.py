"""The gate: stands between a connection and what parses it, and stops what is too much.

The law: nothing is parsed that has not been paid for, from the budget of its connection and from that of its
remote address. What cannot be paid ends the connection. A connection beyond the limits is closed before
anything is made for it; one that has asked for nothing yet makes room for a new one.

An address is one whole IP address, of IPv6 too: at home all phones have the same first 64 bits. Who gives
himself many addresses gets past the limits of one, and then meets those of all together. This machine's own
address is one like any other: all visitors of a proxy on it have one visitor's limits.

It refuses to know HTTP: bytes and reads are the same whatever they mean.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from jadoube.web.budget import (
    ARRIVAL_COSTS,
    READ_COSTS,
    REQUEST_COSTS,
    Address,
    Addresses,
    Budget,
    Limits,
)
from jadoube.web.responses import Refused, refusal

TOO_FAST: Final = Refused(
    HTTPStatus.TOO_MANY_REQUESTS,
    "too many requests from this address",
    "trop de requêtes de cette adresse",
    Retry_After="5",
)

MakeParser = Callable[[], asyncio.Protocol]


class Gate(asyncio.Protocol):
    """One connection: hands on what comes as long as it is paid for."""

    def __init__(self, gates: "Gates") -> None:
        self._gates = gates
        self._transport: asyncio.Transport | None = None
        self._parser: asyncio.Protocol | None = None
        self._budget = Budget(gates.limits.http, gates.now_ms())
        self.address: Address | None = None
        self.asked = False
        """Whether it has asked for something yet."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let it in, or close it at once."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError(f"{transport!r} found, expected a stream")
        peer = transport.get_extra_info("peername")
        self._transport = transport
        self._parser = self._gates.admit(self, str(peer[0]) if peer else "")
        if self._parser is None:
            transport.close()
        else:
            self._parser.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Hand on what is paid for."""
        if self._parser is None:
            return
        if self.pay(len(data) + READ_COSTS):
            self._parser.data_received(data)
        else:
            self.cut()

    def eof_received(self) -> bool | None:
        """Hand on that nothing more comes."""
        return self._parser.eof_received() if self._parser else None

    def connection_lost(self, exc: Exception | None) -> None:
        """Hand on that it has ended."""
        self._gates.forget(self)
        if self._parser:
            self._parser.connection_lost(exc)

    def pause_writing(self) -> None:
        """Hand on that what is sent is not taken."""
        if self._parser:
            self._parser.pause_writing()

    def resume_writing(self) -> None:
        """Hand on that it is taken again."""
        if self._parser:
            self._parser.resume_writing()

    def pay(self, cost: int) -> bool:
        """Pay from both budgets; say whether that could be."""
        now_ms = self._gates.now_ms()
        own = self._budget.take(cost, now_ms)
        return own and (self.address is None or self.address.budget.take(cost, now_ms))

    def pay_request(self) -> bool:
        """Pay for a request: the address does."""
        self.asked = True
        return self.address is None or self.address.budget.take(REQUEST_COSTS, self._gates.now_ms())

    def expect_frames(self) -> None:
        """Have the budget of a WebSocket from now on."""
        self._budget = Budget(self._gates.limits.frames, self._gates.now_ms())

    def cut(self) -> None:
        """End the connection, without waiting for anything."""
        self._gates.forget(self)
        if self._transport:
            self._transport.abort()


class Gates:
    """All connections. `make_parser` makes what parses one, `now_ms` gives the instant."""

    def __init__(self, make_parser: MakeParser, limits: Limits, now_ms: Callable[[], int]) -> None:
        self._make_parser = make_parser
        self.limits = limits
        self.now_ms = now_ms
        self._addresses = Addresses(limits.each_address)
        self._open: dict[Gate, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def let_in(self) -> Gate:
        """Give a new connection its gate."""
        return Gate(self)

    def admit(self, gate: Gate, name: str) -> asyncio.Protocol | None:
        """Give what parses this connection; None where it is one too many."""
        address = self._addresses.of(name, self.now_ms())
        if not address.budget.take(ARRIVAL_COSTS, self.now_ms()):
            return None
        if address.connections >= self.limits.each_connections and not self._make_room(address):
            return None
        if len(self._open) >= self.limits.connections and not self._make_room():
            return None
        gate.address = address
        address.connections += 1
        self._open[gate] = None
        return self._make_parser()

    def forget(self, gate: Gate) -> None:
        """Count a connection no more."""
        if gate in self._open and gate.address:
            del self._open[gate]
            gate.address.connections -= 1

    def _make_room(self, address: Address | None = None) -> bool:
        """End the oldest connection that has asked for nothing (from this address); say whether one has."""
        for gate in self._open:
            if not gate.asked and address in (None, gate.address):
                gate.cut()
                return True
        return False


@web.middleware
async def charge_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Have each request paid for; a scan may come before it is answered."""
    gate = gate_of(request)
    if gate and not gate.pay_request():
        answer = refusal(request, TOO_FAST)
        answer.force_close()
        return answer
    await asyncio.sleep(0)
    return await handler(request)


def gate_of(request: web.Request) -> Gate | None:
    """Give the gate that a request came by; None where it has gone."""
    found = request.transport.get_protocol() if request.transport else None
    return found if isinstance(found, Gate) else None
