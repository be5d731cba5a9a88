"""The server of LiveChess: a WebSocket for each program, and the list of boards over HTTP.

The law: each program has a session of its own, with what it sets up. There are few at once, and each costs a
bounded share of this process: its messages are taken one after the other, with a pause after each, and what
it does not read is kept up to a limit, then it is dropped. Who connects and asks nothing is hung up on. Which
pages may connect says `pages.py`.

It refuses to know what messages mean.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from http import HTTPStatus
from logging import NullHandler, getLogger
from socket import socket
from typing import Final
from weakref import WeakSet

from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler

from jadoube.links.livechess.link import begin, eboards
from jadoube.links.livechess.messages import LONGEST, json_bytes
from jadoube.links.livechess.pages import may_connect
from jadoube.links.paced import Paced
from jadoube.links.session import Host, Session
from jadoube.links.transports.programs import DOES_NOT_READ, RETRY_S, Say
from jadoube.links.transports.tcp_line import MOST_PROGRAMS, TOO_MANY, open_doors
from jadoube.local.pausing import Pause

ROOT: Final = "/api/v1.0"

PACE_S: Final = 0.02
"""The pause after each message of a program: fifty a second are more than any sends."""

PATIENCE_S: Final = 5.0
"""How long a message may take to be sent, and who has connected may take to ask something."""

PING_S: Final = 20.0
"""How often it is asked whether a silent program is still there."""

FAREWELL_S: Final = 0.25

MOST_WAITING: Final = 64 * 1024
"""Bytes that wait for a program; news of a long game are 1 kB."""

MOST_CONNECTIONS: Final = 4 * MOST_PROGRAMS
"""Open connections, with those that ask over HTTP, or nothing."""

NO_PAGE: Final = "a page that may not connect; the owner may allow it (docs/links.md)"


async def serve_livechess(
    place: str,
    host: Host,
    say: Say,
    *,
    unix_s: Callable[[], int],
    pages: Collection[str] = (),
    pause: Pause = asyncio.sleep,
    listening: Callable[[Sequence[int]], None] = lambda _: None,
) -> None:
    """Serve programs at HOST:PORT until cancelled; a place that is taken is waited for.

    `pages` are the origins of pages that may connect besides those that always may. `unix_s` is the date, in
    seconds since 1970; `listening` is told the ports.
    """
    while True:
        with ExitStack() as doors:
            try:
                opened = [doors.enter_context(each) for each in open_doors(place)]
            except OSError as problem:
                say(f"{place}: {problem.strerror or problem}; it is tried again")
            else:
                server = LiveChessServer(host, lambda why: say(f"{place}: {why}"), unix_s, pages)
                await _serve_at(opened, server.application(), listening)
        await pause(RETRY_S)


async def _serve_at(
    opened: Sequence[socket], app: web.Application, listening: Callable[[Sequence[int]], None]
) -> None:
    """Serve at these sockets until cancelled."""
    getLogger("aiohttp").addHandler(NullHandler())  # the program is told what is wrong with its request
    runner = web.AppRunner(
        app,
        handle_signals=False,
        access_log=None,
        shutdown_timeout=FAREWELL_S,
        keepalive_timeout=PATIENCE_S,
        handler_cancellation=True,
        auto_decompress=False,
    )
    await runner.setup()
    doors: list[asyncio.Server] = []
    try:
        doors += await _listen(opened, runner, app[ASKED])
        listening([each.getsockname()[1] for each in opened])
        await asyncio.Event().wait()
    finally:
        for each in doors:
            each.close()
        await runner.cleanup()


async def _listen(
    opened: Sequence[socket], runner: web.AppRunner, asked: "WeakSet[asyncio.Transport]"
) -> list[asyncio.Server]:
    parsers, loop = runner.server, asyncio.get_running_loop()
    if parsers is None:
        raise RuntimeError("the server is not set up")

    def let_in() -> asyncio.Protocol:
        if len(parsers.connections) >= MOST_CONNECTIONS:
            return _HungUp()
        parser: asyncio.Protocol = parsers()
        loop.call_later(PATIENCE_S, _cut_if_silent, parser, asked)
        return parser

    return [await loop.create_server(let_in, sock=each) for each in opened]


class _HungUp(asyncio.Protocol):
    """One connection too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


ASKED: Final[web.AppKey["WeakSet[asyncio.Transport]"]] = web.AppKey("asked")
"""The connections on which something was asked."""


def _cut_if_silent(parser: asyncio.Protocol, asked: "WeakSet[asyncio.Transport]") -> None:
    transport: asyncio.Transport | None = getattr(parser, "transport", None)
    if transport is not None and transport not in asked:
        transport.abort()


class LiveChessServer:
    """The handlers of requests, and who is connected."""

    def __init__(self, host: Host, say: Say, unix_s: Callable[[], int], pages: Collection[str]) -> None:
        self._host = host
        self._say = say
        self._unix_s = unix_s
        self._pages = frozenset(page.lower() for page in pages)
        self._programs = 0

    def application(self) -> web.Application:
        """The application, with its guard."""
        app = web.Application(middlewares=[self._guard], client_max_size=LONGEST)
        app[ASKED] = WeakSet()
        app.add_routes(
            [web.get(ROOT, self._socket, allow_head=False), web.get(f"{ROOT}/eboards", self._boards)]
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.transport:
            request.app[ASKED].add(request.transport)
        origin = request.headers.get("Origin")
        if not may_connect(origin, request.headers.get("Host", ""), self._pages):
            self._say(NO_PAGE)
            return web.Response(status=HTTPStatus.FORBIDDEN, text=NO_PAGE)
        answer = await handler(request)
        if origin is not None and not answer.prepared:
            answer.headers["Access-Control-Allow-Origin"] = origin
        return answer

    async def _boards(self, _request: web.Request) -> web.Response:
        view = self._host.look()
        boards = [] if view is None else eboards(view, self._unix_s() * 1000 - view.at_ms)
        return web.Response(body=json_bytes(boards), content_type="application/json")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        view, transport = self._host.look(), request.transport
        if self._programs >= MOST_PROGRAMS or view is None or transport is None:
            self._say(TOO_MANY)
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE, text=TOO_MANY)
        socket = web.WebSocketResponse(
            timeout=FAREWELL_S, heartbeat=PING_S, compress=False, max_msg_size=LONGEST
        )
        self._programs += 1
        try:
            await socket.prepare(request)
            await self._serve(socket, transport, self._unix_s() * 1000 - view.at_ms)
        finally:
            self._programs -= 1
        return socket

    async def _serve(self, socket: web.WebSocketResponse, transport: asyncio.Transport, unix_ms: int) -> None:
        line = _SocketLine(socket, transport, self._say)
        session = Session(Paced(begin(unix_ms)), line, self._host)
        sending = asyncio.create_task(line.send())
        try:
            async for frame in socket:
                if frame.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    session.hear(frame.data if isinstance(frame.data, bytes) else frame.data.encode())
                await asyncio.sleep(PACE_S)
        finally:
            session.end()
            sending.cancel()
            await asyncio.wait({sending})
            with suppress(TimeoutError, ConnectionError):
                await socket.close(drain=False)


class _SocketLine:
    """The way to a program: each line that is written is a message."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport, say: Say) -> None:
        self._socket = socket
        self._transport = transport
        self._say = say
        self._waiting: deque[str] = deque()
        self._wakes = asyncio.Event()

    def write(self, data: bytes) -> None:
        """Send these messages after all before them; drop a program that lets too many wait."""
        self._waiting += data.decode("ascii").splitlines()
        self._wakes.set()
        if sum(map(len, self._waiting)) > MOST_WAITING:
            self.drop(DOES_NOT_READ)

    def drop(self, why: str) -> None:
        """Have nothing more to do with the program."""
        self._waiting.clear()
        if why and not self._transport.is_closing():
            self._say(why)
        self._transport.abort()

    async def send(self) -> None:
        """Send what waits until cancelled, or until the program has gone."""
        try:
            while await self._wakes.wait():
                self._wakes.clear()
                while self._waiting:
                    async with asyncio.timeout(PATIENCE_S):
                        await self._socket.send_str(self._waiting.popleft())
        except TimeoutError:
            self.drop(DOES_NOT_READ)
        except ConnectionError:
            self.drop("")
