"""The gate: the rate limiter between a connection and its parser.

The law: input is parsed only after it is paid for, from the budget of its connection and the budget of its
remote address. Input that cannot be paid for ends the connection. A connection beyond the limits is closed
before a parser is made for it; the oldest one without a request is closed first, to make room.

An address is one whole IP address, also with IPv6: at home all phones share the first 64 bits. A client with
many addresses gets past the limits of one address, and then meets the limits of all together. This machine's
own address is no exception where it has no limits of its own: all visitors of a proxy on it share one
address's limits.

It refuses to know HTTP: it counts bytes and reads, whatever they mean.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.web.guard.budget import (
    ARRIVAL_COSTS,
    READ_COSTS,
    REQUEST_COSTS,
    Address,
    Addresses,
    Budget,
    Limits,
)
from jadoube.web.guard.peer import is_loopback
from jadoube.web.responses import Refused, refusal

TOO_FAST: Final = Refused(
    HTTPStatus.TOO_MANY_REQUESTS,
    worded(EdgePhrase.TOO_MANY_REQUESTS),
    Retry_After="5",
)

MakeParser = Callable[[], asyncio.Protocol]

LONG_BODIES: Final[web.AppKey[Callable[[web.Request], int]]] = web.AppKey("long bodies")
"""Returns how many bytes of body a request may have beyond the budgets; an app without it grants none. It is
asked before more of the body is read."""


class Gate(asyncio.Protocol):
    """One connection: passes input on to its parser as long as the budgets pay for it."""

    def __init__(self, gates: "Gates") -> None:
        self._gates = gates
        self._transport: asyncio.Transport | None = None
        self._parser: asyncio.Protocol | None = None
        self._limits = gates.limits
        self._budget = Budget(self._limits.http, gates.now_ms())
        self.address: Address | None = None
        self.asked = False
        """Whether it has sent a request yet."""
        self._granted = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Make a parser for it, or close it at once."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError(f"{transport!r} found, expected a stream")
        peer = transport.get_extra_info("peername")
        self._transport = transport
        name = str(peer[0]) if peer else ""
        self._limits = self._gates.limits_of(name)
        self._budget = Budget(self._limits.http, self._gates.now_ms())
        self._parser = self._gates.admit(self, name)
        if self._parser is None:
            transport.close()
        else:
            self._parser.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass input on, or end the connection if the budgets cannot pay."""
        if self._parser is None:
            return
        if self.pay(len(data) + READ_COSTS):
            self._parser.data_received(data)
        else:
            self.cut()

    def eof_received(self) -> bool | None:
        """Pass on the end of input."""
        return self._parser.eof_received() if self._parser else None

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass on the end of the connection."""
        self._gates.forget(self)
        if self._parser:
            self._parser.connection_lost(exc)

    def pause_writing(self) -> None:
        """Pass on that the send buffer is full."""
        if self._parser:
            self._parser.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the send buffer has room again."""
        if self._parser:
            self._parser.resume_writing()

    def pay(self, cost: int) -> bool:
        """Pay from both budgets; return whether both had enough."""
        if self._granted >= cost:
            self._granted -= cost
            return True
        now_ms = self._gates.now_ms()
        own = self._budget.take(cost, now_ms)
        return own and (self.address is None or self.address.budget.take(cost, now_ms))

    def pay_request(self) -> bool:
        """Pay for a request from the address's budget; return whether it had enough."""
        self.asked = True
        return self.address is None or self.address.budget.take(REQUEST_COSTS, self._gates.now_ms())

    def expect_body(self, length: int) -> None:
        """Let so much of a body through beyond the budgets; reads cost, too, so it is twice its bytes."""
        self._granted = 2 * length

    def expect_frames(self) -> None:
        """Switch to the budget of a WebSocket."""
        self._budget = Budget(self._limits.frames, self._gates.now_ms())

    def cut(self) -> None:
        """Abort the connection: nothing more is sent."""
        self._gates.forget(self)
        if self._transport:
            self._transport.abort()


class Gates:
    """All connections. `make_parser` makes a connection's parser, `now_ms` returns the instant.

    `here` are the limits of connections from this machine, where it has its own.
    """

    def __init__(
        self,
        make_parser: MakeParser,
        limits: Limits,
        now_ms: Callable[[], int],
        here: Limits | None = None,
    ) -> None:
        self._make_parser = make_parser
        self.limits = limits
        self.now_ms = now_ms
        self._here = here
        self._addresses = Addresses(limits.each_address)
        self._addresses_here = Addresses(here.each_address) if here else self._addresses
        self._open: dict[Gate, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def let_in(self) -> Gate:
        """Return the gate of a new connection."""
        return Gate(self)

    def limits_of(self, name: str) -> Limits:
        """Return the limits of connections from this address."""
        return self._here if self._here and is_loopback(name) else self.limits

    def admit(self, gate: Gate, name: str) -> asyncio.Protocol | None:
        """Return a parser for this connection; None if it is beyond a limit."""
        limits = self.limits_of(name)
        addresses = self._addresses if limits is self.limits else self._addresses_here
        address = addresses.of(name, self.now_ms())
        if not address.budget.take(ARRIVAL_COSTS, self.now_ms()):
            return None
        if address.connections >= limits.each_connections and not self._make_room(address):
            return None
        if len(self._open) >= self.limits.connections and not self._make_room():
            return None
        gate.address = address
        address.connections += 1
        self._open[gate] = None
        return self._make_parser()

    def forget(self, gate: Gate) -> None:
        """Stop counting a connection."""
        if gate in self._open and gate.address:
            del self._open[gate]
            gate.address.connections -= 1

    def _make_room(self, address: Address | None = None) -> bool:
        """Cut the oldest connection without a request, of `address` if given; False if there is none."""
        for gate in self._open:
            if not gate.asked and address in (None, gate.address):
                gate.cut()
                return True
        return False


@web.middleware
async def charge_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Charge each request to its address, and let a scan run before the answer."""
    gate = gate_of(request)
    if gate and not gate.pay_request():
        answer = refusal(request, TOO_FAST)
        answer.force_close()
        return answer
    if gate:
        body_granted = request.app.get(LONG_BODIES)
        gate.expect_body(body_granted(request) if body_granted else 0)
    await asyncio.sleep(0)
    return await handler(request)


def gate_of(request: web.Request) -> Gate | None:
    """Return the gate of a request's connection; None if that has ended."""
    found = request.transport.get_protocol() if request.transport else None
    return found if isinstance(found, Gate) else None
