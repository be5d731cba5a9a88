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

from jadoube.core.orders import Order, parse_order

OBEYED, REFUSED = "ok", "refused"

LONGEST_LINE = 256
"""Bytes of an order, at the most: the longest has under 40."""

PATIENCE_S = 10
"""For how long a connection may say nothing."""

Obey = Callable[[Order], str]
"""Carries an order out and says what came of it; a ValueError says why it cannot be."""


async def open_control(path: Path, obey: Obey) -> asyncio.Server:
    """Take orders at this path. OSError where no socket can be made there."""
    return await asyncio.start_unix_server(
        lambda reader, writer: _serve(reader, writer, obey), sock=_listening(path), limit=LONGEST_LINE
    )


def _listening(path: Path) -> socket.socket:
    """Make the socket, for its owner and group alone; one that a daemon left behind is taken away."""
    if path.is_socket():
        path.unlink()
    made = socket.socket(socket.AF_UNIX)
    made.bind(str(path))
    path.chmod(0o660)  # before it listens: nobody is connected yet
    return made


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, obey: Obey) -> None:
    try:
        with suppress(OSError, TimeoutError):
            while line := await _line(reader):
                writer.write(f"{_answer(line, obey)}\n".encode())
                await asyncio.wait_for(writer.drain(), PATIENCE_S)
    finally:  # also where the daemon is stopped meanwhile
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Read a line; empty at the end, and where a line is longer than any order."""
    try:
        return await asyncio.wait_for(reader.readline(), PATIENCE_S)
    except ValueError:
        return b""


def _answer(line: bytes, obey: Obey) -> str:
    try:
        return f"{OBEYED} {obey(parse_order(line.decode('utf-8', 'replace')))}".rstrip()
    except ValueError as problem:
        return f"{REFUSED} {problem}"
