"""The door: the sockets at which the server listens, and the address by which others find it.

The law: nobody outside can use up the board's memory or its open files: what a connection has not taken stays
small, and not for long, and each connection has a gate that limits what comes over it (`gate.py`). A port
that is taken, or an address that this machine does not have, is an OSError for who opens the door.
"""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web

from jadoube.web.budget import Limits
from jadoube.web.gate import Gates, MakeParser, charge_request

ANY: Final = "any"
"""In place of an address: all that this machine has, of both kinds."""

SEND_BUFFER: Final = 128 * 1024
"""Bytes that the kernel keeps for who does not take them: a few messages. It would else keep megabytes for
each dead spectator, and he would be found out late."""

RECV_BUFFER: Final = 8 * 1024
"""Bytes that the kernel keeps of what comes (it doubles them), and so about what one read brings: asyncio
would read a quarter of a megabyte at once."""

TCP_USER_TIMEOUT_MS: Final = 10_000
"""So long what was sent may wait to be taken; then the kernel gives the connection up. With a phone that is
gone it would else try for a quarter of an hour, and with one that never reads for ever."""

KEEPALIVE_S: Final = 5.0
"""So long it is kept after an answer: each browser opens several, for a page's files, and then needs one."""

ACCEPT_BACKLOG: Final = 1
"""So many are let in each time that the loop goes round: of hundreds at once none would be there yet to be
counted, and no scan would be made meanwhile."""

FOR_STRANGERS: Final = Limits()

STOP_S: Final = 0.5
"""For how long requests that are under way are waited for."""

_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)

_SOMEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documents (RFC 5737, RFC 3849): nobody is there, and nothing is sent to them here."""


def listen(address: str, port: int) -> socket.socket:
    """Open a socket at an address of this machine's, or at all of them. OSError where that cannot be."""
    if address != ANY:
        return _bind_socket(address, port)
    try:
        return _bind_socket("::", port)
    except OSError as problem:
        if problem.errno in _TAKEN:
            raise
        return _bind_socket("0.0.0.0", port)  # noqa: S104 - what was asked for; the guard stands before it


def own_names(more: Collection[str] = ()) -> set[str]:
    """Give the names by which browsers reach this machine, and those that its owner knows beside them."""
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name}.local", *more}


def reachable_address(listening: socket.socket) -> str | None:
    """Give HOST:PORT by which others find a socket; None while this machine is on no network.

    It is asked by which of its addresses this machine would speak to another network: nothing is sent.
    """
    address, port = listening.getsockname()[:2]
    if not ip_address(address).is_unspecified:
        return _host_port(address, port)
    for family, elsewhere in _SOMEWHERE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((elsewhere, 9))
            return _host_port(asked.getsockname()[0], port)
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


async def serve(
    app: web.Application, listening: socket.socket, now_ms: Callable[[], int], limits: Limits = FOR_STRANGERS
) -> Serving:
    """Serve from now on at a socket, which is closed with it. `now_ms` gives the instant."""
    runner = web.AppRunner(
        app,
        handle_signals=False,
        access_log=None,
        shutdown_timeout=STOP_S,
        keepalive_timeout=KEEPALIVE_S,
        handler_cancellation=True,
        auto_decompress=False,  # no body of ours is worth it, and a few kB could become gigabytes
    )
    app.middlewares.insert(0, charge_request)
    try:
        await runner.setup()
        gates = Gates(_parser_factory(runner), limits, now_ms)
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(gates.let_in, sock=listening, backlog=ACCEPT_BACKLOG)
        listening.listen()  # asyncio has taken its backlog for that of the kernel, too
    except BaseException:  # cancelled, too
        listening.close()
        await runner.cleanup()
        raise
    return Serving(runner, listener)


def _parser_factory(runner: web.AppRunner) -> MakeParser:
    if runner.server is None:
        raise RuntimeError("the server is not set up")
    return runner.server


def _bind_socket(address: str, port: int) -> socket.socket:
    version = ip_address(address).version
    made = socket.socket(socket.AF_INET if version == 4 else socket.AF_INET6)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Those that it accepts have these, too.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECV_BUFFER)
        if sys.platform == "linux":
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_MS)
        if version == 6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.bind((address, port))
        made.listen()
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def _host_port(address: str, port: int) -> str:
    found = ip_address(address)
    return f"[{address}]:{port}" if isinstance(found, IPv6Address) else f"{address}:{port}"
