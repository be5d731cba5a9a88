"""Sends messages to spectators, over a WebSocket or as server-sent events (SSE).

The law: input from a spectator is ignored, and too much of it ends the connection. A ping is answered; of
several, only the newest (RFC 6455, 5.5.3). A client that does not read for 5 s is disconnected; a ping finds
out whether a silent client is still there. Nothing of a spectator outlives the connection.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.web.guard.budget import Budget, Rate
from jadoube.web.guard.gate import gate_of
from jadoube.web.responses import Refused
from jadoube.web.spectators.broadcaster import Seats, Spectator

PATIENCE_S: Final = 5.0
PING_S: Final = 20.0
"""A ping is sent after so long without a message. If nothing comes back in the same time again, the client is
gone."""

FAREWELL_S: Final = 0.25
"""Timeout for the client's part of the closing handshake."""

HEARS_MOST: Final = 4096
SAYS: Final = Rate(100, 1)
"""Frames from a spectator, who sends only a pong in 20 s and perhaps pings (libraries send one in some 20 s).
The budget of the connection (`guard/budget.py`) counts bytes, also those of unfinished messages."""

UPGRADE: Final = ("Upgrade", "Connection", "Sec-WebSocket-Version", "Sec-WebSocket-Key")


class Live:
    """The two handlers that send a hub's messages. `now_ms` returns the instant."""

    def __init__(
        self, hub: Seats, now_ms: Callable[[], int], patience_s: float = PATIENCE_S, ping_s: float = PING_S
    ) -> None:
        self._hub = hub
        self._now_ms = now_ms
        self._patience_s = patience_s
        self._ping_s = ping_s

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """Send messages over a WebSocket until it is closed."""
        deltas = _wants_deltas(request)
        self._expect_seat(request)
        # Compressing for each client would cost more than all the rest. The timer of aiohttp's heartbeat
        # would keep a socket alive after its connection; aiohttp would answer every ping, not the newest
        # only.
        socket = web.WebSocketResponse(
            timeout=FAREWELL_S, autoping=False, compress=False, max_msg_size=HEARS_MOST, writer_limit=0
        )
        expect_upgrade(request, socket)
        spectator = self._hub.join(request.remote or "", deltas=deltas)
        try:
            if gate := gate_of(request):
                gate.expect_frames()
            await socket.prepare(request)
            await self._talk(request, socket, spectator)
        finally:
            self._hub.leave(spectator)
        return socket

    async def _talk(self, request: web.Request, socket: web.WebSocketResponse, spectator: Spectator) -> None:
        """Send and receive until the end; close the socket, also when cancelled."""
        talk = _Talk(socket, spectator, self._patience_s, self._ping_s)
        sending = asyncio.create_task(_send_until_gone(request, talk))
        try:
            if not await talk.hear(Budget(SAYS, self._now_ms()), self._now_ms):
                _abort(request)
        finally:
            sending.cancel()
            await socket.close(drain=False)

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send messages as server-sent events until the client is gone."""
        deltas = _wants_deltas(request)
        self._expect_seat(request)
        answer = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        spectator = self._hub.join(request.remote or "", deltas=deltas)
        try:
            with suppress(TimeoutError, ConnectionError):
                await answer.prepare(request)
                while (event := await self._next_event(spectator)) is not None:
                    async with asyncio.timeout(self._patience_s):
                        await answer.write(event)
                return answer
            _abort(request)
        finally:
            self._hub.leave(spectator)
        return answer

    async def _next_event(self, spectator: Spectator) -> bytes | None:
        """Return the next event: a message, or a comment as keepalive; None at the end."""
        try:
            async with asyncio.timeout(self._ping_s):
                text = await spectator.next()
        except TimeoutError:
            return b": still here\n\n"
        return None if text is None else b"data: " + text + b"\n\n"

    def _expect_seat(self, request: web.Request) -> None:
        """Refuse a spectator if there are too many, or too many from this address."""
        if self._hub.full:
            raise _full_refusal(EdgePhrase.TOO_MANY_LOOK)
        if not self._hub.has_room(request.remote or ""):
            raise _full_refusal(EdgePhrase.TOO_MANY_LOOK_FROM_HERE)


class _Talk:
    """One WebSocket connection: `hear` receives, only `send` sends."""

    def __init__(
        self, socket: web.WebSocketResponse, spectator: Spectator, patience_s: float, ping_s: float
    ) -> None:
        self._socket = socket
        self._spectator = spectator
        self._patience_s = patience_s
        self._ping_s = ping_s
        self._heard = True
        self._pinged: bytes | None = None

    async def hear(self, budget: Budget, now_ms: Callable[[], int]) -> bool:
        """Receive and ignore frames until the end; return False if there were too many."""
        async for frame in self._socket:
            if not budget.take(1, now_ms()):
                return False
            self._heard = True
            if frame.type is WSMsgType.PING:
                self._pinged = frame.data
                self._spectator.wake()
        return True

    async def send(self) -> None:
        """Send messages, pongs and pings until the end. TimeoutError if the client is gone."""
        while (text := await self._next()) is not None:
            async with asyncio.timeout(self._patience_s):
                if self._pinged is not None:
                    pinged, self._pinged = self._pinged, None
                    await self._socket.pong(pinged)
                if text:
                    await self._socket.send_frame(text, WSMsgType.TEXT)
        await self._socket.close(code=WSCloseCode.GOING_AWAY, drain=False)

    async def _next(self) -> bytes | None:
        """Wait for the next message; after `PING_S` without one, send a ping and return nothing."""
        try:
            async with asyncio.timeout(self._ping_s):
                return await self._spectator.next()
        except TimeoutError:
            if not self._heard:
                raise
        self._heard = False
        async with asyncio.timeout(self._patience_s):
            await self._socket.ping()
        return b""


async def _send_until_gone(request: web.Request, talk: _Talk) -> None:
    with suppress(TimeoutError, ConnectionError):
        await talk.send()
        return
    _abort(request)


def expect_upgrade(request: web.Request, socket: web.WebSocketResponse) -> None:
    """Refuse a request that is no WebSocket upgrade. aiohttp would fail on a byte that is not ASCII."""
    for name in UPGRADE:
        if not all(value.isascii() for value in request.headers.getall(name, ())):
            raise Refused(
                HTTPStatus.BAD_REQUEST,
                worded(EdgePhrase.NOT_ASCII, name=name),
            )
    if not socket.can_prepare(request):
        raise Refused(HTTPStatus.UPGRADE_REQUIRED, worded(EdgePhrase.A_WEBSOCKET), Upgrade="websocket")


def _wants_deltas(request: web.Request) -> bool:
    """Whether the client has asked for deltas; Refused if it has asked for something else."""
    match request.query.getall("deltas", ["0"]):
        case ["0" | "1" as wanted]:
            return wanted == "1"
    raise Refused(HTTPStatus.BAD_REQUEST, worded(EdgePhrase.EXPECTED_DELTAS))


def _full_refusal(why: EdgePhrase) -> Refused:
    return Refused(HTTPStatus.SERVICE_UNAVAILABLE, worded(why), Retry_After="10")


def _abort(request: web.Request) -> None:
    """Abort the connection; unsent data is dropped."""
    if request.transport:
        request.transport.abort()
