"""Messages as they come: over a WebSocket, and as a stream of events (SSE).

The law: what comes from a spectator is ignored, and too much of it ends the connection. Who does not
take a message within five seconds is dropped; who has gone is found out by a ping.
"""

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

from jadoube.web.answers import Refused
from jadoube.web.hub import Hub, Spectator

PATIENCE_S: Final = 5.0
PING_S: Final = 20.0
FAREWELL_S: Final = 0.25
"""So long a spectator has to answer that he knows of the end."""

HEARS_MOST: Final = 4096
SAYS_MOST: Final = 1000
"""Messages of a spectator: each takes the loop a moment, and he has nothing to say."""


class Live:
    """The two ways by which a hub's messages travel."""

    def __init__(self, hub: Hub, patience_s: float = PATIENCE_S, ping_s: float = PING_S) -> None:
        self._hub = hub
        self._patience_s = patience_s
        self._ping_s = ping_s

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """Send messages over a WebSocket until it is closed."""
        if self._hub.full:
            raise _full()
        # Compressing for each by himself would cost more than all the rest.
        socket = web.WebSocketResponse(
            timeout=FAREWELL_S,
            heartbeat=self._ping_s,
            compress=False,
            max_msg_size=HEARS_MOST,
            writer_limit=0,
        )
        if not socket.can_prepare(request):
            raise Refused(
                HTTPStatus.UPGRADE_REQUIRED, "a WebSocket is here", "ici un WebSocket", Upgrade="websocket"
            )
        await socket.prepare(request)
        spectator = self._hub.join()
        sending = asyncio.create_task(self._send(request, socket, spectator))
        try:
            await _hear(request, socket)
        finally:
            self._hub.leave(spectator)
            sending.cancel()
        return socket

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Send messages as events until who reads them has gone."""
        if self._hub.full:
            raise _full()
        answer = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        spectator = self._hub.join()
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
        """Give what is to be sent next: a message, or a line that says nothing; None at the end."""
        try:
            async with asyncio.timeout(self._ping_s):
                text = await spectator.next()
        except TimeoutError:
            return b": still here\n\n"
        return None if text is None else b"data: " + text + b"\n\n"

    async def _send(self, request: web.Request, socket: web.WebSocketResponse, spectator: Spectator) -> None:
        with suppress(TimeoutError, ConnectionError):
            while (text := await spectator.next()) is not None:
                async with asyncio.timeout(self._patience_s):
                    await socket.send_frame(text, WSMsgType.TEXT)
            await socket.close(code=WSCloseCode.GOING_AWAY, drain=False)
            return
        _abort(request)


async def _hear(request: web.Request, socket: web.WebSocketResponse) -> None:
    """Pass over what a spectator says, until he goes, or has said too much."""
    said = 0
    async for _ in socket:
        said += 1
        if said == SAYS_MOST:
            _abort(request)
            return


def _full() -> Refused:
    return Refused(
        HTTPStatus.SERVICE_UNAVAILABLE, "too many look already", "trop de spectateurs déjà", Retry_After="10"
    )


def _abort(request: web.Request) -> None:
    """Drop the connection without waiting for what was not taken."""
    if request.transport:
        request.transport.abort()
