"""The listener: the server's listening socket, its options, and the address at which others find it.

The law: no client can use up the board's memory or its open files. Unsent data of a connection stays small
and is dropped after a timeout, and a gate limits what each connection sends (`guard/gate.py`). A port in use,
or an address that this machine does not have, is an OSError for the caller of `listen`.
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

from jadoube.web.guard.budget import Limits
from jadoube.web.guard.gate import Gates, MakeParser, charge_request

ANY: Final = "any"
"""In place of an address: all addresses of this machine, IPv4 and IPv6."""

SEND_BUFFER: Final = 128 * 1024
"""SO_SNDBUF, in bytes: the socket's send buffer, a few messages long. By default the kernel would buffer
megabytes for each dead spectator, and the server would notice late that he is dead."""

RECV_BUFFER: Final = 8 * 1024
"""SO_RCVBUF, in bytes (Linux doubles it): the socket's receive buffer. It also limits one read, for which
asyncio would take a quarter of a megabyte."""

TCP_USER_TIMEOUT_MS: Final = 10_000
"""TCP_USER_TIMEOUT (tcp(7)): how long sent data may stay unacknowledged, or wait for a closed window, before
the kernel closes the connection. By default it would try for a quarter of an hour if a phone is gone, and for
ever if it never reads."""

KEEPALIVE_S: Final = 5.0
"""HTTP keep-alive: how long an idle connection stays open after an answer. A browser opens several for a
page's files, and then needs one."""

ACCEPT_BACKLOG: Final = 1
"""Connections that asyncio accepts in one turn of the loop. Of hundreds accepted at once none would be
counted yet, and no scan would run in the meantime."""

FOR_STRANGERS: Final = Limits()

STOP_S: Final = 0.5
"""Timeout for running requests at the shutdown."""

_TAKEN: Final = (errno.EADDRINUSE, errno.EACCES)

_SOMEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation (RFC 5737, RFC 3849). Nothing is sent to them."""


def listen(address: str, port: int) -> socket.socket:
    """Return a listening TCP socket at one address of this machine, or at `ANY`. OSError if that fails.

    `ANY` is one dual-stack socket (IPv6 with IPV6_V6ONLY off); without IPv6 it is IPv4 only.
    """
    if address != ANY:
        return _bind_socket(address, port)
    try:
        return _bind_socket("::", port)
    except OSError as problem:
        if problem.errno in _TAKEN:
            raise
        return _bind_socket("0.0.0.0", port)  # noqa: S104 - as configured; the guard checks requests


def own_names(more: Collection[str] = ()) -> set[str]:
    """Return the host names by which browsers reach this machine; `more` are those that its owner knows."""
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name}.local", *more}


def reachable_address(listening: socket.socket) -> str | None:
    """Return HOST:PORT at which others find this socket; None while this machine is on no network.

    Connecting a UDP socket makes the kernel choose the source address for another network. Nothing is sent.
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
    """A running server."""

    def __init__(self, runner: web.AppRunner, listener: asyncio.Server) -> None:
        self._runner = runner
        self._listener = listener

    async def close(self) -> None:
        """Stop accepting connections, close the WebSockets, clean up.

        asyncio sets a connection up one turn of the loop after it has accepted it. A listener that is closed
        in between leaves that socket open, and Python 3.13.0 then prints an error.
        """
        for listening in self._listener.sockets:
            asyncio.get_running_loop().remove_reader(listening)
        await asyncio.sleep(0)
        self._listener.close()
        await self._runner.cleanup()


async def serve(
    app: web.Application,
    listening: socket.socket,
    now_ms: Callable[[], int],
    limits: Limits = FOR_STRANGERS,
    here: Limits | None = None,
) -> Serving:
    """Start serving at a listening socket; the server closes it. `now_ms` returns the instant.

    `here` are the limits of this machine's own clients, where they are others.
    """
    runner = web.AppRunner(
        app,
        handle_signals=False,
        access_log=None,
        shutdown_timeout=STOP_S,
        keepalive_timeout=KEEPALIVE_S,
        handler_cancellation=True,
        auto_decompress=False,  # a few kB of compressed body could become gigabytes
    )
    app.middlewares.insert(0, charge_request)
    try:
        await runner.setup()
        gates = Gates(_parser_factory(runner), limits, now_ms, here)
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(gates.let_in, sock=listening, backlog=ACCEPT_BACKLOG)
        listening.listen()  # asyncio passed its backlog to listen(2); this sets the default again
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
        # Accepted sockets inherit these options.
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
