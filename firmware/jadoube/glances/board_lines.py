"""The way to the board from another process: the lines that it shows, and the orders that it takes.

The law: both sockets of a board are opened here, and what it sends is read here, for whoever shows it and for
who plays over a server. A line that is none of `lines.py` ends the reading, as that of a board of another
version. A board that is away is tried again, and whoever reads it is told so each time. It refuses to know
what a message or an order says.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple, NoReturn, Self

from jadoube.glances.lines import LINK, MESSAGE, OBEYED, PGN, PLAYERS, REFUSED, VIEW, glance_socket
from jadoube.local.pausing import Pause

ANSWERS_S: Final = 5.0
"""Timeout of an answer to a question or an order, and of a connection."""

LONGEST_LINE: Final = 16 << 20
"""Maximum bytes of a line from the board, which is trusted; a game of 305 plies has under 200 kB."""

RETRY_S: Final = (1.0,)
"""The pauses before a board that is away is tried again; the last one again and again."""

HUNG_UP: Final = "it has hung up"
AWAY: Final = "the board does not answer"

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
        """Send these lines together. ConnectionError if the board has gone."""
        if self._writer:
            self._writer.write("".join([f"{line}\n" for line in lines]).encode("ascii"))
            with _hung_up():
                await self._writer.drain()

    async def __aiter__(self) -> AsyncIterator[Shown]:
        """Give each line. ConnectionError when the board hangs up, ValueError at a line that is none."""
        while self._stream:
            with _hung_up():
                line = await self._stream.readline()
            if not line:
                break
            yield _read(line.removesuffix(b"\n"))
        raise ConnectionResetError(HUNG_UP)


@contextmanager
def _hung_up() -> Iterator[None]:
    """A board that ends while something is on its way to it resets the connection: it has hung up, too."""
    try:
        yield
    except ConnectionError:
        raise ConnectionResetError(HUNG_UP) from None


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


Read = Callable[[BoardLines], Awaitable[None]]
"""Takes a board that was reached, and reads it until OSError, TimeoutError or ValueError."""

Missed = Callable[[Exception], None]
"""Takes why a board was not reached, or is read no more."""


async def keep_reading(
    control: Path, read: Read, missed: Missed, pause: Pause, pauses_s: Sequence[float] = RETRY_S
) -> NoReturn:
    """Reach the board at this control socket and have it read, again and again, until cancelled.

    `missed` is called before each pause. Once the board was reached, the pauses begin with the first again.
    """
    tries = 0
    while True:
        try:
            async with BoardLines(control) as lines:
                tries = 0
                await read(lines)
        except (OSError, TimeoutError, ValueError) as problem:
            missed(problem)
        await pause(pauses_s[min(tries, len(pauses_s) - 1)])
        tries += 1


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


async def refusal(control: Path, text: str) -> str | None:
    """Give an order; return why it is refused, AWAY if there is no answer, None if it was carried out."""
    try:
        line = await order(control, text)
    except (OSError, TimeoutError, ValueError):
        return AWAY
    verdict, _, why = line.decode("utf-8", "replace").strip().partition(" ")
    return None if verdict == OBEYED else why or AWAY
