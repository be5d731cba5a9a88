"""TCP: programs that reach the board over the network, each with a session of its own.

The law: there are few at once, and one too many is hung up on. One that has vanished is noticed by the kernel
and makes room. No page of a browser is a program: its bytes would be read as orders, so it is hung up on at
once. A place that is taken is waited for.
"""

import asyncio
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final

from jadoube.config import kinds
from jadoube.links.transports.byte_line import until_gone
from jadoube.links.transports.programs import RETRY_S, Line, Listener, Say, Welcome
from jadoube.local.pausing import Pause

MOST_PROGRAMS: Final = 8
"""Programs on one link at once."""

TOO_MANY: Final = f"more than {MOST_PROGRAMS} programs at once; one more is hung up on"
BROWSER: Final = "a browser, expected a chess program; it is hung up on"

SEND_BUFFER: Final = 16 * 1024
RECV_BUFFER: Final = 8 * 1024
"""SO_SNDBUF and SO_RCVBUF: so the kernel keeps little for who does not read, or floods."""

SILENT_S: Final = 10
PROBES: Final = 3
PROBE_S: Final = 5
UNANSWERED_MS: Final = 30_000
"""A host that has vanished is given up after some 30 s (tcp(7)): by TCP_USER_TIMEOUT if it was to be sent
something, else by TCP_KEEPIDLE, TCP_KEEPCNT and TCP_KEEPINTVL."""

_REQUESTS: Final = tuple(
    f"{word} ".encode()
    for word in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE")
)
"""How a browser begins."""


async def serve_tcp(
    place: str,
    welcome: Welcome,
    say: Say,
    pause: Pause = asyncio.sleep,
    listening: Callable[[Sequence[int]], None] = lambda _: None,
) -> None:
    """Serve the programs that connect to HOST:PORT until cancelled; `listening` is told the ports."""
    while True:
        with ExitStack() as doors:
            try:
                opened = [doors.enter_context(each) for each in open_doors(place)]
            except OSError as problem:
                say(f"{place}: {problem.strerror or problem}; it is tried again")
            else:
                listening([each.getsockname()[1] for each in opened])
                door = _Door(place, welcome, say, pause)
                async with asyncio.TaskGroup() as together:
                    for each in opened:
                        together.create_task(door.accept(each, together))
        await pause(RETRY_S)


def open_doors(place: str) -> list[socket.socket]:
    """Return the sockets that listen there: two for a place of IPv4 and IPv6. OSError if there is none."""
    host, _, port = place.rpartition(":")
    match host:
        case kinds.LOCALHOST:
            hosts = ["127.0.0.1", "::1"]
        case kinds.ANY:
            hosts = ["::", "0.0.0.0"]  # noqa: S104 - as configured
        case _:
            return [_bound(host.strip("[]"), int(port))]
    opened: list[socket.socket] = []
    why = OSError()
    for each in hosts:
        try:
            opened.append(_bound(each, int(port) or (opened[0].getsockname()[1] if opened else 0)))
        except OSError as problem:  # a machine may be without one of both
            why = problem
    if not opened:
        raise why
    return opened


def _bound(host: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # accepted sockets inherit it
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECV_BUFFER)
        if ":" in host:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((host, port))
        made.listen(MOST_PROGRAMS)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


class _Door:
    """Those who are connected to one link."""

    def __init__(self, place: str, welcome: Welcome, say: Say, pause: Pause) -> None:
        self._place = place
        self._welcome = welcome
        self._say = say
        self._pause = pause
        self._now = 0

    async def accept(self, listening: socket.socket, together: asyncio.TaskGroup) -> None:
        """Take programs in until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                connected, _ = await loop.sock_accept(listening)
            except OSError as problem:  # no more open files
                self._say(f"{self._place}: {problem.strerror or problem}")
                await self._pause(RETRY_S)
                continue
            if self._now >= MOST_PROGRAMS:
                connected.close()
                self._say(f"{self._place}: {TOO_MANY}")
                continue
            self._now += 1
            together.create_task(self._serve(connected))

    async def _serve(self, connected: socket.socket) -> None:
        try:
            with connected:
                _notice_who_vanishes(connected)
                why = await until_gone(connected.fileno(), lambda line: _NoBrowser(line, self._welcome))
            if why:
                self._say(f"{self._place}: {why}")
        finally:
            self._now -= 1


def _notice_who_vanishes(connected: socket.socket) -> None:
    connected.setblocking(False)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if sys.platform == "linux":
        for option, value in (
            (socket.TCP_KEEPIDLE, SILENT_S),
            (socket.TCP_KEEPCNT, PROBES),
            (socket.TCP_KEEPINTVL, PROBE_S),
            (socket.TCP_USER_TIMEOUT, UNANSWERED_MS),
        ):
            connected.setsockopt(socket.IPPROTO_TCP, option, value)


class _NoBrowser:
    """Who hears a program, unless it begins as a browser does."""

    def __init__(self, line: Line, welcome: Welcome) -> None:
        self._line = line
        self._listener: Listener = welcome(line)
        self._has_begun = False

    def hear(self, data: bytes) -> None:
        if not self._has_begun and data.startswith(_REQUESTS):
            self._line.drop(BROWSER)
            return
        self._has_begun = True
        self._listener.hear(data)

    def end(self) -> None:
        self._listener.end()
