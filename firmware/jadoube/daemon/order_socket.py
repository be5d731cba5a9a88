"""The control: a Unix socket on which orders are given to a running board, a line each.

The law: what comes in is an order or is refused in one line that says why; the answer to each line is one
line, `ok`, what came of it, or `refused`, why. Nobody who connects can hold up the loop: a line is short, and
who says nothing for a while is left. Who may connect is a matter of the socket's permissions: its owner and
its group. It refuses to know what an order does.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from jadoube.core.display.effect_text import answer_text
from jadoube.core.language.typed_orders import read_order
from jadoube.core.messages.effects import OrderRefused
from jadoube.core.messages.orders import Order
from jadoube.daemon.loop import Daemon
from jadoube.web.access import Unable

OBEYED, REFUSED = "ok", "refused"

LONGEST_LINE = 512
"""Bytes of an order, at the most: the longest time control makes one of under 400."""

PATIENCE_S = 10
"""For how long a connection may say nothing."""

Obey = Callable[[Order], str]
"""Carries an order out and says what came of it; a ValueError says why it cannot be."""


def make_order_handler(daemon: Daemon) -> Obey:
    """Have this board carry the orders out."""

    def obey(order: Order) -> str:
        effects = daemon.obey(order)
        refused = [effect.why for effect in effects if isinstance(effect, OrderRefused)]
        if refused:
            raise Unable(refused[0])
        return "; ".join(answer_text(effect, daemon.table) for effect in effects)

    return obey


async def open_control(path: Path, obey: Obey) -> asyncio.Server:
    """Take orders at this path. OSError where no socket can be made there."""
    return await asyncio.start_unix_server(
        lambda reader, writer: _serve(reader, writer, obey), sock=_open_socket(path), limit=LONGEST_LINE
    )


def _open_socket(path: Path) -> socket.socket:
    """Make the socket, for its owner and group alone; one that a daemon left behind is taken away.

    One at which another daemon listens stays: that board would hear no order any more.
    """
    if path.is_socket() and not _is_heard(path):
        path.unlink()
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        path.chmod(0o660)  # before it listens: nobody is connected yet
    except OSError:
        made.close()
        raise
    return made


def _is_heard(path: Path) -> bool:
    """Whether somebody listens at a socket; one who is too busy to answer at once does."""
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
    """Answer line by line. Cancelled when the daemon is stopped: asyncio would tell that as a fault."""
    try:
        with suppress(OSError, TimeoutError, asyncio.CancelledError):
            while line := await _read_line(reader):
                writer.write(f"{_answer(line, obey)}\n".encode())
                async with asyncio.timeout(PATIENCE_S):
                    await writer.drain()
            writer.close()
            async with asyncio.timeout(PATIENCE_S):
                await writer.wait_closed()
    finally:  # who does not read his answers is not waited for
        writer.transport.abort()


async def _read_line(reader: asyncio.StreamReader) -> bytes:
    """Read a line; empty at the end, and where a line is longer than any order."""
    try:
        async with asyncio.timeout(PATIENCE_S):  # `wait_for` may lose that it is cancelled
            return await reader.readline()
    except ValueError:
        return b""


def _answer(line: bytes, obey: Obey) -> str:
    try:
        return f"{OBEYED} {obey(read_order(line.decode('utf-8', 'replace')))}".rstrip()
    except ValueError as problem:
        return f"{REFUSED} {problem}"
