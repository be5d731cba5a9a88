"""The door: the sockets at which the server listens, and the address by which others find it.

The law: nobody outside can use up the board's memory or its open files: so many connections and no more, and
what a connection has not taken stays small, and not for long. A port that is taken, or an address that this
machine does not have, is an OSError for who opens the door.
"""

import asyncio
import errno
import socket
import sys
from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

ANY: Final = "any"
"""In place of an address: all that this machine has, of both kinds."""

CONNECTIONS_MOST: Final = 160
"""As many as 64 spectators and their pages' files need, with some to spare; far below the 1,024 open files
that a process may have."""

SENDS_AHEAD: Final = 128 * 1024
"""Bytes that the kernel keeps for who does not take them: a few messages. It would else keep megabytes for
each dead spectator, and he would be found out late."""

COMES_AHEAD: Final = 8 * 1024
"""Bytes that the kernel keeps of what comes (it doubles them), and so about what is looked through at once: a
quarter of a megabyte, which asyncio would take, is forty thousand frames, and no scan until all are read."""

TAKES_MS: Final = 10_000
"""So long what was sent may wait to be taken; then the kernel gives the connection up. With a phone that is
gone it would else try for a quarter of an hour, and with one that never reads for ever."""

KEPT_S: Final = 5.0
"""So long it is kept after an answer: each browser opens several, for a page's files, and then needs one."""

AT_ONCE: Final = 1
"""So many are let in each time that the loop goes round: of hundreds at once none would be there yet to be
counted, and no scan would be made meanwhile."""

STOP_S: Final = 0.5
"""For how long requests that are under way are waited for."""

_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)

_SOMEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documents (RFC 5737, RFC 3849): nobody is there, and nothing is sent to them here."""


def listen(address: str, port: int) -> socket.socket:
    """Open a socket at an address of this machine's, or at all of them. OSError where that cannot be."""
    if address != ANY:
        return _bound(address, port)
    try:
        return _bound("::", port)
    except OSError as problem:
        if problem.errno in _TAKEN:
            raise
        return _bound("0.0.0.0", port)  # noqa: S104 - what was asked for; the guard stands before it


def own_names(more: Collection[str] = ()) -> set[str]:
    """Give the names by which browsers reach this machine, and those that its owner knows beside them."""
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name}.local", *more}


def reached_at(listening: socket.socket) -> str | None:
    """Give HOST:PORT by which others find a socket; None while this machine is on no network.

    It is asked by which of its addresses this machine would speak to another network: nothing is sent.
    """
    address, port = listening.getsockname()[:2]
    if not ip_address(address).is_unspecified:
        return _host(address, port)
    for family, elsewhere in _SOMEWHERE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((elsewhere, 9))
            return _host(asked.getsockname()[0], port)
    return None


class Serving:
    """A server at work."""

    def __init__(self, runner: web.AppRunner, listener: asyncio.Server) -> None:
        self._runner = runner
        self._listener = listener

    async def close(self) -> None:
        """Let nobody in any more, say goodbye to who looks, and stop."""
        self._listener.close()
        await self._runner.cleanup()


async def serve(app: web.Application, listening: socket.socket) -> Serving:
    """Serve from now on at a socket, which is closed with it."""
    runner = web.AppRunner(
        app,
        handle_signals=False,
        access_log=None,
        shutdown_timeout=STOP_S,
        keepalive_timeout=KEPT_S,
        handler_cancellation=True,
        auto_decompress=False,  # no body of ours is worth it, and a few kB could become gigabytes
    )
    door = _Door(runner)
    app.middlewares.insert(0, door.hearing)
    try:
        await runner.setup()
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(door.let_in, sock=listening, backlog=AT_ONCE)
        listening.listen()  # asyncio has taken its backlog for that of the kernel, too
    except BaseException:  # cancelled, too
        listening.close()
        await runner.cleanup()
        raise
    return Serving(runner, listener)


class _Door:
    """Lets in as many as there may be; who has asked for nothing so far makes room for who comes."""

    def __init__(self, runner: web.AppRunner) -> None:
        self._runner = runner
        self._heard: set[asyncio.BaseProtocol] = set()

    def let_in(self) -> asyncio.BaseProtocol:
        """Give a new connection who speaks with it."""
        server = self._runner.server
        if server is None:
            return _Shut()
        there = [each for each in server.connections if each.transport]  # without those that are being closed
        self._heard &= set(there)
        if len(there) >= CONNECTIONS_MOST:
            silent = next((each for each in there if each not in self._heard), None)
            if silent is None:
                return _Shut()
            silent.force_close()
        return server()

    @web.middleware
    async def hearing(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note that a connection has asked for something; a scan may come before it is answered."""
        self._heard.add(request.protocol)
        await asyncio.sleep(0)
        return await handler(request)


class _Shut(asyncio.Protocol):
    """Lets nobody in."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Close at once."""
        transport.close()


def _bound(address: str, port: int) -> socket.socket:
    version = ip_address(address).version
    made = socket.socket(socket.AF_INET if version == 4 else socket.AF_INET6)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Those that it accepts have these, too.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDS_AHEAD)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, COMES_AHEAD)
        if sys.platform == "linux":
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKES_MS)
        if version == 6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.bind((address, port))
        made.listen()
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def _host(address: str, port: int) -> str:
    found = ip_address(address)
    return f"[{address}]:{port}" if isinstance(found, IPv6Address) else f"{address}:{port}"
