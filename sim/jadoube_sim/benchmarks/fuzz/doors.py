"""The doors of a board through which strangers come, each over a real socket: orders, glances, the page.

The law: whatever comes in, what goes out is lines of their form or the end of the connection, and nothing is
told as a fault: not by asyncio, not by the server, not by the board. The board behind them is the core alone,
at the instant of the input.
"""

import asyncio
import json
from asyncio import Runner
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from logging import ERROR, Handler, LogRecord, getLogger
from pathlib import Path
from typing import Any, Final

from aiohttp.http_exceptions import HttpProcessingError

from jadoube.core.arbiter import step
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Ordered, Page
from jadoube.core.pages.link_view import link_view
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.daemon.sockets.glance_socket import GlanceSocket
from jadoube.daemon.sockets.order_socket import open_control
from jadoube.formats.pgn import write_pgn
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Answer, Glance, answer, read_answer
from jadoube.glances.lines import glance_socket
from jadoube.glances.maker import Told
from jadoube.glances.messages import encode_json, make_plain, message
from jadoube.web.far_board import FarBoard
from jadoube.web.guard.auth import Guard
from jadoube.web.listener import listen, own_names, serve
from jadoube.web.server import build
from jadoube_sim.benchmarks.fuzz.seeds import UPGRADE

Read = Callable[[bytes], object]

START: Final[Occupancy] = 0xFFFF00000000FFFF
PATIENCE_S: Final = 10.0
TURNS: Final = 40
"""Turns of the loop in which a request is answered: there is no network between."""

PIN: Final = "0427"
HEAD: Final = (
    b"POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Authorization: Bearer %b\r\nContent-Length: %d\r\n\r\n"
)


class Fault(Exception):  # noqa: N818 - what was told, not what was raised
    """Something was told as a fault, or an answer had another form than it must."""


class TableBoard:
    """A board without wood: the table of a game that has not begun, and what orders make of it."""

    def __init__(self) -> None:
        self._table = new_table(Terms(), settled_contacts(START))
        self._now_ms = 1000
        self._told: dict[Told, None] = {}

    @property
    def table(self) -> Table:
        """The table of now."""
        return self._table

    def watch(self, told: Told) -> None:
        """Tell each new message; the first one now."""
        told(self._message())

    def heed(self, told: Told) -> None:
        """Tell what has to do with a server; the first message now."""
        told(self._message())

    def link(self, told: Told) -> None:
        """Tell what a program on a link is shown; the first view now."""
        told(encode_json(make_plain(link_view(self._table, self._now_ms))))

    def leave(self, told: Told) -> None:
        """Tell nothing more: nothing is told later anyway."""

    async def view(self) -> bytes:
        """Return the message of now."""
        return self._message()

    async def pgn(self) -> str:
        """Return the game of now as PGN."""
        return write_pgn(scoresheet(self._table), {})

    async def players(self) -> list[dict[str, Any]]:
        """Return nobody."""
        return []

    async def obey(self, ordered: Ordered) -> Answer:
        """Carry out an order on a table that is as new; return what came of it. Raises Unable."""
        table, effects = step(new_table(Terms(), settled_contacts(START)), ordered, self._now_ms)
        self._table = table
        return answer(ordered.order, effects, table)

    def _message(self) -> bytes:
        return message(Glance(self._table, self._now_ms)).text


class _Told(Handler):
    """All that is told as a fault."""

    def __init__(self) -> None:
        super().__init__(ERROR)
        self.told: list[str] = []

    def emit(self, record: LogRecord) -> None:
        raised = record.exc_info[1] if record.exc_info else None
        if not isinstance(raised, HttpProcessingError):  # those are the client's faults, who is told
            self.told.append(f"{record.getMessage()}; {raised!r}")

    def of_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.told.append(f"{context['message']}: {context.get('exception')!r}")

    def expect_none(self) -> None:
        told, self.told = self.told, []
        if told:
            raise Fault(told[0])


Bring = Callable[[bytes], Coroutine[Any, Any, None]]
End = Callable[[], Coroutine[Any, Any, None]]
Begin = Callable[[_Told], Coroutine[Any, Any, tuple[Bring, End]]]
"""Opens a door; returns what brings bytes to it, and what ends it."""


@contextmanager
def _running(begin: Begin) -> Iterator[Read]:
    """Run a door in a loop of its own; give what brings bytes to it."""
    told = _Told()
    getLogger("aiohttp").addHandler(told)
    getLogger("asyncio").addHandler(told)
    try:
        with Runner() as runner:
            runner.get_loop().set_exception_handler(told.of_loop)

            bring, end = runner.run(begin(told))

            def read(data: bytes) -> None:
                runner.run(_in_time(bring(data)))
                told.expect_none()

            try:
                yield read
            finally:
                runner.run(end())
    finally:
        getLogger("aiohttp").removeHandler(told)
        getLogger("asyncio").removeHandler(told)


async def _in_time(awaited: Coroutine[Any, Any, None]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        await awaited


async def _at_once(_seconds: float) -> None:
    """A pause in virtual time."""
    await asyncio.sleep(0)


# Orders


@contextmanager
def control(folder: Path) -> Iterator[Read]:
    """The control socket."""
    board, path = TableBoard(), folder / "control"

    async def begin(_told: _Told) -> tuple[Bring, End]:
        server = await open_control(path, board.obey)

        async def end() -> None:
            server.close()

        return lambda data: _expect_lines(path, data, _is_answer), end

    with _running(begin) as read:
        yield read


async def _expect_lines(path: Path, data: bytes, holds: Callable[[str], bool]) -> None:
    """Send these bytes and the end, and read lines until the other end hangs up."""
    stream, writer = await asyncio.open_unix_connection(path, limit=1 << 26)
    try:
        writer.write(data)
        with suppress(OSError):
            writer.write_eof()
            while line := await stream.readline():
                if not line.endswith(b"\n") or not holds(line.decode().removesuffix("\n")):
                    raise Fault(f"answer {line[:200]!a} found, expected one of another form")
    finally:
        writer.transport.abort()
        await asyncio.sleep(0)


def _is_answer(line: str) -> bool:
    """Whether this is one answer to an order."""
    if line.startswith("{"):
        return all(_is_line(text) for text in read_answer(line.encode()).words.values())
    return line.split(" ", maxsplit=1)[0] in ("ok", "refused") and _is_line(line)


def _is_line(text: str) -> bool:
    return text.isprintable() and len(text) <= 2000


# Glances


@contextmanager
def glance(folder: Path) -> Iterator[Read]:
    """The glance socket, as the board listens there."""
    path = folder / "glance"

    async def begin(told: _Told) -> tuple[Bring, End]:
        async def tell(_page: Page | None) -> None:
            """The page is told of."""

        faults = Faults(told.told.append, lambda: 0)
        running = asyncio.create_task(GlanceSocket(path, TableBoard(), tell, faults, _at_once).run())
        await asyncio.sleep(0.01)

        async def end() -> None:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

        return lambda data: _expect_lines(path, data, _is_glance), end

    with _running(begin) as read:
        yield read


def _is_glance(line: str) -> bool:
    """Whether this is one line of a board."""
    word, _, rest = line.partition(" ")
    if word in ("view", "pgn"):
        number, _, rest = rest.partition(" ")
        json.loads(rest)
        return number.isdigit()
    json.loads(rest)
    return word in ("message", "link", "refused")


class _Gone(Exception):  # noqa: N818 - the board has hung up
    """The page would try again: enough was seen."""


@contextmanager
def far_glance(folder: Path) -> Iterator[Read]:
    """The glance socket, as the page reads there; the board sends anything."""
    path, comes = folder / "far", deque[bytes]()

    async def begin(_told: _Told) -> tuple[Bring, End]:
        async def send(_stream: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(comes.popleft())
            with suppress(OSError):
                await writer.drain()
            writer.close()

        server = await asyncio.start_unix_server(send, glance_socket(path))

        async def bring(data: bytes) -> None:
            comes.append(data)
            await _look(FarBoard(path, _expect_line, _hang_up))

        async def end() -> None:
            server.close()

        return bring, end

    with _running(begin) as read:
        yield read


async def _hang_up(seconds: float) -> None:
    """Pause between lines at once, and end where the page would try again."""
    if seconds >= 0.25:
        raise _Gone
    await asyncio.sleep(0)


async def _look(board: FarBoard) -> None:
    heard: list[bytes] = []
    board.watch(heard.append)
    with suppress(_Gone):
        await board.run()


def _expect_line(text: str) -> None:
    if not _is_line(text):
        raise Fault(f"{text[:200]!a} said, expected a printable line")


# The page


@contextmanager
def http(_folder: Path) -> Iterator[Read]:
    """The page, over connections to loopback; whatever comes is a request, or none."""
    with _page() as (read, _token):
        yield read


@contextmanager
def websocket(_folder: Path) -> Iterator[Read]:
    """The page's socket: whatever comes follows a sound upgrade."""
    with _page() as (read, _token):
        yield lambda data: read(UPGRADE + data)


@contextmanager
def http_body(_folder: Path) -> Iterator[Read]:
    """The body of an order to the page: whatever comes has a sound head, and a token."""
    with _page() as (read, token):
        yield lambda data: read(HEAD % (token, len(data)) + data)


@contextmanager
def _page() -> Iterator[tuple[Read, bytes]]:
    """The page of a board, and a token of it."""
    now_ms = 0

    def later() -> int:
        nonlocal now_ms
        now_ms += 100  # so that budgets are full again and limits of rates hide nothing
        return now_ms

    guard = Guard(own_names(), later, PIN)
    token = str(guard.unlock(PIN)).encode()
    with ThreadPoolExecutor(1) as executor:

        async def begin(told: _Told) -> tuple[Bring, End]:
            site = build(TableBoard(), guard, executor, told.told.append)
            listening = listen("127.0.0.1", 0)
            port = listening.getsockname()[1]
            serving = await serve(site.app, listening, later)
            return lambda data: _request(port, data), serving.close

        with _running(begin) as read:
            yield read, token


async def _request(port: int, data: bytes) -> None:
    """Send bytes, let the loop go round, and hang up."""
    stream, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        for _ in range(TURNS):
            await asyncio.sleep(0)
        found = await _first(stream)
        if found and not found.startswith(b"HTTP/"):
            raise Fault(f"answer {found[:80]!a} found, expected HTTP")
        if b" 500 " in found.partition(b"\r\n")[0]:
            raise Fault(f"answer {found[:80]!a} found")
    finally:
        writer.transport.abort()
        for _ in range(5):
            await asyncio.sleep(0)


async def _first(stream: asyncio.StreamReader) -> bytes:
    """What has come already."""
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(0.001):
            return await stream.read(1 << 16)
    return b""
