"""The glance socket: a Unix socket at which the page's process reads what the board shows.

The law: nobody who reads can harm the board. A message is made at most every 50 ms, only while a reader wants
some, in a thread, and once for all (`glances/maker.py`). No reader is waited for: the newest message wins,
and one that does not read for 5 s is hung up on. There are few readers, and each may ask a hundred times a
second; a line that is none of `glances/lines.py` ends its connection. A reader may say where browsers reach
the page. The board is told so at most once a second, and also when that reader is gone. Where the board's own
process serves a page, that one counts while no reader has another.

It refuses to know HTTP, and carries out no order: those come over the control socket.

This module imports what makes messages, so it is imported in a thread, after the first scan.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from jadoube.core.messages.events import Page
from jadoube.glances.faults import Faults
from jadoube.glances.lines import (
    LINK,
    LONGEST_LINE,
    MESSAGE,
    PGN,
    VIEW,
    Announced,
    FromPage,
    Question,
    Wish,
    read_from_page,
)
from jadoube.glances.maker import Told
from jadoube.local.local_socket import open_socket
from jadoube.local.pausing import Pause

READERS_MOST: Final = 6
"""Connections at once: the page, one that takes its place, what plays over a server, the links, and two that
look."""

PATIENCE_S: Final = 5.0
"""After so long without reading what was sent, a reader is hung up on."""

ASKS_EVERY_S: Final = 0.01
"""Pause after each line of a reader."""

TELLS_EVERY_S: Final = 1.0
"""The board is told of a page at most so often: each time is an event in the journal."""

COMES_S: Final = 20.0
"""So long after the start the page's process may need to say where it is (as the sampling process for its
imports from a slow card). Then the board says that there is no page."""

TellPage = Callable[[Page | None], Awaitable[None]]


class ShownBoard(Protocol):
    """What readers get."""

    def watch(self, told: Told) -> None:
        """Tell each new message, the first one soon."""

    def heed(self, told: Told) -> None:
        """Tell each new message that has to do with a server, and one soon."""

    def link(self, told: Told) -> None:
        """Tell what a program on a link is shown, now and after each change."""

    def leave(self, told: Told) -> None:
        """Tell nothing more."""

    async def view(self) -> bytes:
        """Return the message of now."""

    async def pgn(self) -> str:
        """Return the game of now as PGN."""

    async def players(self) -> list[dict[str, Any]]:
        """Return the players that the board remembers."""


class GlanceSocket:
    """Serves readers of a board while `run` runs. `tell` tells the board which page can be reached.

    `own` is the page that the board's own process serves; None on a real board, where another one does.
    """

    def __init__(
        self,
        path: Path,
        board: ShownBoard,
        tell: TellPage,
        faults: Faults,
        pause: Pause = asyncio.sleep,
        patience_s: float = PATIENCE_S,
        own: Page | None = None,
    ) -> None:
        self._path = path
        self._board = board
        self._tell = tell
        self._faults = faults
        self._pause = pause
        self._patience_s = patience_s
        self._own = own
        self._readers: set[_Reader] = set()
        self._pages: dict[_Reader, Page | None] = {}
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Serve until cancelled; then hang up on all. OSError if no socket can be made at the path."""
        server = await asyncio.start_unix_server(
            self._serve, sock=open_socket(self._path), limit=LONGEST_LINE
        )
        try:
            await self._tell_pages()
        finally:
            server.close()
            for reader in self._readers:
                reader.hang_up()
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    async def _tell_pages(self) -> None:
        """Tell the board of the page that was announced last by a reader that is there, else of its own."""
        if self._own is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(COMES_S):
                    await self._changed.wait()
        while True:
            self._changed.clear()
            await self._tell(next(filter(None, reversed(self._pages.values())), self._own))
            await self._pause(TELLS_EVERY_S)
            await self._changed.wait()

    async def _serve(self, stream: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one reader. Suppresses the cancellation at a stop, which asyncio would log as a fault."""
        reader = _Reader(writer, self._board, self._patience_s)
        self._readers.add(reader)
        try:
            if len(self._readers) <= READERS_MOST:
                with suppress(OSError, TimeoutError, asyncio.CancelledError):
                    await self._hear(reader, stream)
        finally:
            self._readers.discard(reader)
            reader.hang_up()
            if reader in self._pages:
                del self._pages[reader]
                self._changed.set()

    async def _hear(self, reader: "_Reader", stream: asyncio.StreamReader) -> None:
        while line := await _read_line(stream):
            try:
                said = read_from_page(line.decode("ascii", "replace").removesuffix("\n"))
            except ValueError as problem:
                await reader.send("refused", json.dumps(str(problem)).encode())
                return
            await self._act(reader, said)
            await self._pause(ASKS_EVERY_S)

    async def _act(self, reader: "_Reader", said: FromPage) -> None:
        match said:
            case Wish.WATCH:
                reader.watch()
            case Wish.HEED:
                reader.heed()
            case Wish.LINK:
                reader.link()
            case Wish.REST:
                reader.rest()
            case Question():
                await self._answer(reader, said)
            case Announced(page):
                self._pages.pop(reader, None)
                self._pages[reader] = page
                self._changed.set()

    async def _answer(self, reader: "_Reader", asked: Question) -> None:
        """Answer a question; one that cannot be answered is left, and said here."""
        try:
            if asked.about == VIEW:
                answer = await self._board.view()
            else:
                found = await (self._board.pgn() if asked.about == PGN else self._board.players())
                answer = json.dumps(found).encode("ascii")
        except Exception as problem:  # noqa: BLE001 - whatever an answer stumbles over, the game goes on
            self._faults.tell(problem, f"page: {problem!r} on {asked.about}; it gets no answer")
            return
        await reader.send(f"{asked.about} {asked.number}", answer)


class _Reader:
    """A connection that reads: what is to be sent, one line after the other."""

    def __init__(self, writer: asyncio.StreamWriter, board: ShownBoard, patience_s: float) -> None:
        self._writer = writer
        writer.transport.set_write_buffer_limits(0)  # so that `drain` waits until all was taken
        self._board = board
        self._patience_s = patience_s
        self._turn = asyncio.Lock()
        self._newest: dict[str, bytes] = {}
        self._telling: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """Send each new message from now on."""
        self._board.watch(self._take_message)

    def heed(self) -> None:
        """Send each new message that has to do with a server from now on."""
        self._board.heed(self._take_message)

    def link(self) -> None:
        """Send what a program on a link is shown from now on."""
        self._board.link(self._take_link)

    def rest(self) -> None:
        """Send no more than what is on its way."""
        self._board.leave(self._take_message)
        self._board.leave(self._take_link)
        self._newest.clear()

    async def send(self, head: str, text: bytes) -> None:
        """Send a line. TimeoutError if the reader does not take it in time."""
        async with self._turn:
            self._writer.write(b"%b %b\n" % (head.encode(), text))
            async with asyncio.timeout(self._patience_s):
                await self._writer.drain()

    def hang_up(self) -> None:
        """End the connection; what was not sent is dropped."""
        self.rest()
        if self._telling:
            self._telling.cancel()
        self._writer.transport.abort()

    def _take_message(self, text: bytes) -> None:
        self._take(MESSAGE, text)

    def _take_link(self, text: bytes) -> None:
        self._take(LINK, text)

    def _take(self, head: str, text: bytes) -> None:
        """Send this line next, in place of one of its kind that waits."""
        self._newest[head] = text
        if self._telling is None:
            self._telling = asyncio.create_task(self._send_newest())

    async def _send_newest(self) -> None:
        try:
            while self._newest:
                head = next(iter(self._newest))
                await self.send(head, self._newest.pop(head))
        except (OSError, TimeoutError):
            self._writer.transport.abort()
        finally:
            self._telling = None


async def _read_line(stream: asyncio.StreamReader) -> bytes:
    """Read a line; empty at the end, or if it is longer than any that is expected."""
    try:
        return await stream.readline()
    except ValueError:
        return b""
