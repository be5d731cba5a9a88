"""The control socket: a Unix socket that takes orders to a running board, one per line.

The law: every line gets one line as its answer: `ok` and the effects, or `refused` and the reason. No client
can hold up the loop: a line is short, and a client that sends nothing for a while is disconnected. The
socket's permissions let its owner and its group connect. It refuses to know what an order does.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path

from jadoube.core.display.effect_text import answer_text
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.effects import Effect, OrderRefused
from jadoube.core.messages.events import Ordered
from jadoube.core.state.table import Table
from jadoube.daemon.loop import Daemon
from jadoube.web.access import Unable

OBEYED, REFUSED = "ok", "refused"

LONGEST_LINE = 512
"""Maximum bytes of an order; with the longest time control it has under 400."""

PATIENCE_S = 10
"""Timeout of a connection that sends nothing, or does not read its answer."""

Obey = Callable[[Ordered], Awaitable[str]]
"""Carries out an order and returns its effects as text; ValueError with the reason if it cannot."""


def make_order_handler(daemon: Daemon) -> Obey:
    """Return a function that carries out orders on this board."""

    async def obey(ordered: Ordered) -> str:
        return put_in_answer(await daemon.obey(ordered), daemon.table)

    return obey


def put_in_answer(effects: Iterable[Effect], table: Table) -> str:
    """Return the effects of an order as text. Raises Unable if it was refused."""
    effects = list(effects)
    for effect in effects:
        if isinstance(effect, OrderRefused):
            raise Unable(effect.why)
    return "; ".join(answer_text(effect, table) for effect in effects)


async def open_control(path: Path, obey: Obey) -> asyncio.Server:
    """Listen for orders at this path. OSError if no socket can be made there."""
    return await asyncio.start_unix_server(
        lambda reader, writer: _serve(reader, writer, obey), sock=_open_socket(path), limit=LONGEST_LINE
    )


def _open_socket(path: Path) -> socket.socket:
    """Bind the socket, with access for owner and group only; remove a stale one that a daemon left behind.

    A socket at which another daemon listens is kept, as that board still needs it.
    """
    if path.is_socket() and not _is_heard(path):
        path.unlink()
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        path.chmod(0o660)  # before it listens, so nobody is connected yet
    except OSError:
        made.close()
        raise
    return made


def _is_heard(path: Path) -> bool:
    """Whether a program listens at a socket; one with a full backlog does, too."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)
        try:
            caller.connect(str(path))
        except ConnectionRefusedError:
            return False
        except BlockingIOError:
            return True
    return True


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, obey: Obey) -> None:
    """Answer line by line. Suppresses the cancellation at a stop, which asyncio would log as a fault."""
    try:
        with suppress(OSError, TimeoutError, asyncio.CancelledError):
            while line := await _read_line(reader):
                writer.write(f"{await _answer(line, obey)}\n".encode())
                async with asyncio.timeout(PATIENCE_S):
                    await writer.drain()
            writer.close()
            async with asyncio.timeout(PATIENCE_S):
                await writer.wait_closed()
    finally:  # do not wait for a client that does not read
        writer.transport.abort()


async def _read_line(reader: asyncio.StreamReader) -> bytes:
    """Read a line; empty at the end, or if a line is longer than any order."""
    try:
        async with asyncio.timeout(PATIENCE_S):  # `wait_for` may lose a cancellation
            return await reader.readline()
    except ValueError:
        return b""


async def _answer(line: bytes, obey: Obey) -> str:
    try:
        return f"{OBEYED} {await obey(read_ordered(line.decode('utf-8', 'replace')))}".rstrip()
    except ValueError as problem:
        return f"{REFUSED} {problem}"
