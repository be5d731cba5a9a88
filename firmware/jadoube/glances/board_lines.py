"""The way to the board from another process: the lines that it shows, and the orders that it takes.

The law: both sockets of a board are opened here, and what it sends is read here, for whoever shows it and for
who plays over a server. A line that is none of `lines.py` ends the reading, as that of a board of another
version. It refuses to know what a message or an order says, and when a board that is away is tried again.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, NamedTuple, Self

from jadoube.glances.lines import LINK, MESSAGE, PGN, PLAYERS, REFUSED, VIEW, glance_socket

ANSWERS_S: Final = 5.0
"""Timeout of an answer to a question or an order, and of a connection."""

LONGEST_LINE: Final = 16 << 20
"""Maximum bytes of a line from the board, which is trusted; a game of 305 plies has under 200 kB."""

EXPECTED: Final = f"{MESSAGE}, {LINK}, {VIEW}, {PGN}, {PLAYERS} or {REFUSED}"


class Shown(NamedTuple):
    """A line of the board: a message, or the answer to the question of this number."""

    about: str
    """`message`, `link`, or what was asked: `view`, `pgn` or `players`."""
    number: int
    """0: nothing was asked."""
    text: bytes
    """JSON."""


class BoardLines:
    """A connection to the glance socket of the board with this control socket: `async with`, then iterate."""

    def __init__(self, control: Path) -> None:
        self._path = glance_socket(control)
        self._stream: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> Self:
        """Open it. OSError or TimeoutError if the board is not there."""
        async with asyncio.timeout(ANSWERS_S):
            self._stream, self._writer = await asyncio.open_unix_connection(self._path, limit=LONGEST_LINE)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Hang up; what was not sent is dropped."""
        if self._writer:
            self._writer.transport.abort()

    async def say(self, *lines: str) -> None:
        """Send these lines together. OSError if the board has gone."""
        if self._writer:
            self._writer.write("".join([f"{line}\n" for line in lines]).encode("ascii"))
            await self._writer.drain()

    async def __aiter__(self) -> AsyncIterator[Shown]:
        """Give each line. ConnectionError when the board hangs up, ValueError at a line that is none."""
        while self._stream and (line := await self._stream.readline()):
            yield _read(line.removesuffix(b"\n"))
        raise ConnectionResetError("it has hung up")


def _read(line: bytes) -> Shown:
    word, _, rest = line.partition(b" ")
    match word.decode("ascii", "replace"):
        case "message" | "link" as told:
            return Shown(told, 0, rest)
        case "view" | "pgn" | "players" as about:
            number, _, answer = rest.partition(b" ")
            return Shown(about, int(number), answer)
        case "refused":
            raise ValueError(f"it refuses: {rest[:200].decode('ascii', 'replace')!a}")
        case other:
            raise ValueError(f"{other[:20]!r} found, expected {EXPECTED}")


async def order(control: Path, text: str) -> bytes:
    """Give the board at this control socket an order; return the line that answers it.

    OSError or TimeoutError if it does not answer.
    """
    async with asyncio.timeout(ANSWERS_S):
        stream, writer = await asyncio.open_unix_connection(control, limit=LONGEST_LINE)
        try:
            writer.write(f"{text}\n".encode())
            return await stream.readline()
        finally:
            writer.transport.abort()
