"""The glance socket: who reads sees the newest of the board, and can do it no harm."""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from jadoube.core.messages.events import Page
from jadoube.daemon.sockets.glance_socket import READERS_MOST, GlanceSocket
from jadoube.glances.faults import Faults
from jadoube.glances.lines import Announced, Question, Wish, glance_socket, page_line, read_from_page
from jadoube.glances.maker import Told
from shared.board.served import until

HERE = Page("10.0.0.2:8064", "0427")


class _Board:
    """A board that shows what it is given."""

    def __init__(self) -> None:
        self.watchers: list[Told] = []
        self.asked: list[str] = []

    def watch(self, told: Told) -> None:
        """Tell each message from now on."""
        if told not in self.watchers:
            self.watchers.append(told)

    def heed(self, told: Told) -> None:
        """Tell nothing: no message has to do with a server."""

    def link(self, told: Told) -> None:
        """Tell one link view."""
        told(b'{"pieces":""}')

    def leave(self, told: Told) -> None:
        """Tell nothing more."""
        if told in self.watchers:
            self.watchers.remove(told)

    async def view(self) -> bytes:
        """Return a view, but fail at the third."""
        self.asked.append("view")
        if len(self.asked) == 3:
            raise RuntimeError("no words")
        return b'{"view":1}'

    async def pgn(self) -> str:
        """Return a game with a line end."""
        self.asked.append("pgn")
        return "1. e4\n"

    async def players(self) -> list[dict[str, object]]:
        """Remember one."""
        self.asked.append("players")
        return [{"name": "Jörg"}]

    def show(self, text: bytes) -> None:
        """Tell this to who watches."""
        for told in list(self.watchers):
            told(text)


class _Open:
    """A glance socket that is served, what the board was told of pages, and what was said."""

    def __init__(self, path: Path, patience_s: float, own: Page | None) -> None:
        self.path = path
        self.board = _Board()
        self.pages: list[Page | None] = []
        self.said: list[str] = []
        self.pauses: list[float] = []
        faults = Faults(self.said.append, lambda: 0)
        self.socket = GlanceSocket(path, self.board, self._tell, faults, self._pause, patience_s, own)

    async def reader(self, *lines: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect, and say these lines."""
        stream, writer = await asyncio.open_unix_connection(self.path, limit=1 << 24)
        writer.write("".join(f"{line}\n" for line in lines).encode())
        return stream, writer

    async def _tell(self, page: Page | None) -> None:
        self.pages.append(page)

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)


def with_socket(
    folder: Path, act: Callable[[_Open], Awaitable[None]], patience_s: float = 10, own: Page | None = None
) -> None:
    """Act while a glance socket is served."""

    async def run() -> None:
        opened = _Open(folder / "control.glance", patience_s, own)
        serving = asyncio.create_task(opened.socket.run())
        await until(opened.path.exists)
        async with asyncio.timeout(30):
            await act(opened)
        serving.cancel()
        await asyncio.wait({serving})
        assert not opened.path.exists()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("watch", Wish.WATCH),
        ("rest", Wish.REST),
        ("view 12", Question("view", 12)),
        ("pgn 1", Question("pgn", 1)),
        ("players 1", Question("players", 1)),
        ("page none", Announced(None)),
        ("page 10.0.0.2:8064 0427", Announced(HERE)),
        ("page [fe80::1%eth0]:80 0000", Announced(Page("[fe80::1%eth0]:80", "0000"))),
    ],
)
def test_a_line_is_read(line: str, said: object) -> None:
    """Each that there is; that of a page is the one that is written."""
    assert read_from_page(line) == said
    if isinstance(said, Announced):
        assert page_line(said.page) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "watch ",
        "WATCH",
        "view",
        "view 0",
        "view -1",
        "view 99999999999",
        "pgn x",
        "page",
        "page 10.0.0.2 0427",
        "page 10.0.0.2:8064 42",
        "page 10.0.0.2:8064 ٠٤٢٧",
        "page 10.0.0.2:99999 0427",
        "page 10.0.0.2:0 0427",
        "page 300.0.0.2:8064 0427",
        "page [10.0.0.2]:8064 0427",
        "page ::1:8064 0427",
        "page evil.example:8064 0427",
        "page 10.0.0.2:8064 0427 more",
        "resign white",
    ],
)
def test_another_line_is_refused(line: str) -> None:
    """It says what was found and what was expected."""
    with pytest.raises(ValueError, match="expected watch, heed, link, rest, view N"):
        read_from_page(line)


def test_it_lies_beside_the_control_socket() -> None:
    """So two boards with two control sockets in one folder have two."""
    assert glance_socket(Path("/run/jadoube/control")) == Path("/run/jadoube/control.glance")


def test_who_watches_gets_each_message_until_he_rests(tmp_path: Path) -> None:
    """And nothing is made for who does not."""

    async def act(opened: _Open) -> None:
        stream, writer = await opened.reader("watch")
        await until(lambda: bool(opened.board.watchers))
        for number in range(3):
            opened.board.show(b"{%d}" % number)
            assert await stream.readline() == b"message {%d}\n" % number
        writer.write(b"rest\n")
        await until(lambda: not opened.board.watchers)
        writer.close()

    with_socket(tmp_path, act)


def test_questions_are_answered_by_their_numbers(tmp_path: Path) -> None:
    """One that stumbles is said, and the next is answered."""

    async def act(opened: _Open) -> None:
        stream, writer = await opened.reader("view 7", "pgn 8", "view 9", "view 10", "players 11")
        assert await stream.readline() == b'view 7 {"view":1}\n'
        assert json.loads((await stream.readline()).removeprefix(b"pgn 8 ")) == "1. e4\n"
        assert await stream.readline() == b'view 10 {"view":1}\n'
        assert json.loads((await stream.readline()).removeprefix(b"players 11 ")) == [{"name": "Jörg"}]
        assert opened.said == ["page: RuntimeError('no words') on view; it gets no answer"]
        writer.close()

    with_socket(tmp_path, act)


def test_there_is_room_for_so_many_readers(tmp_path: Path) -> None:
    """The next is hung up on, until one goes."""

    async def act(opened: _Open) -> None:
        there = [await opened.reader("watch") for _ in range(READERS_MOST)]
        await until(lambda: len(opened.board.watchers) == READERS_MOST)
        stream, writer = await opened.reader()
        assert await stream.read() == b""
        writer.close()
        there.pop()[1].close()
        await until(lambda: len(opened.board.watchers) == READERS_MOST - 1)
        there.append(await opened.reader("watch"))
        await until(lambda: len(opened.board.watchers) == READERS_MOST)
        for _, each in there:
            each.close()

    with_socket(tmp_path, act)


def test_who_does_not_read_is_hung_up_on_and_delays_nobody(tmp_path: Path) -> None:
    """Another sees all the while; of what the slow one missed nothing is kept but the newest."""

    async def act(opened: _Open) -> None:
        with socket.socket(socket.AF_UNIX) as dead:
            dead.connect(str(opened.path))
            dead.sendall(b"watch\n")
            stream, writer = await opened.reader("watch")
            await until(lambda: len(opened.board.watchers) == 2)
            seen = 0
            while len(opened.board.watchers) == 2:
                opened.board.show(b"x" * 100_000)
                assert await stream.readline()
                seen += 1
            assert seen >= 2
            writer.close()

    with_socket(tmp_path, act, patience_s=0.1)


@pytest.mark.parametrize("line", ["resign white", "x" * 500, "page evil.example:80 0000", "\udcff"])
def test_what_is_no_line_ends_the_connection(tmp_path: Path, line: str) -> None:
    """It is told why where it is short enough to be looked at; the board is told nothing."""

    async def act(opened: _Open) -> None:
        stream, writer = await opened.reader()
        writer.write(line.encode("utf-8", "surrogateescape") + b"\n")
        answer = await stream.read()
        assert answer == b"" if len(line) > 200 else b"expected watch" in answer
        writer.close()
        assert opened.pages == []

    with_socket(tmp_path, act)


def test_a_page_is_there_as_long_as_who_announced_it(tmp_path: Path) -> None:
    """Of two the newest counts; when all have gone there is none."""

    async def act(opened: _Open) -> None:
        other = Page("10.0.0.3:8064", "1111")
        _, first = await opened.reader(page_line(HERE))
        await until(lambda: opened.pages == [HERE])
        _, second = await opened.reader(page_line(other))
        await until(lambda: opened.pages == [HERE, other])
        second.close()
        await until(lambda: opened.pages == [HERE, other, HERE])
        first.close()
        await until(lambda: opened.pages == [HERE, other, HERE, None])

    with_socket(tmp_path, act)


def test_the_own_page_of_a_board_stays(tmp_path: Path) -> None:
    """A simulator serves one itself: it is told at once, and again when another that came has gone."""

    async def act(opened: _Open) -> None:
        await until(lambda: opened.pages == [HERE])
        other = Page("10.0.0.3:8064", "1111")
        _, writer = await opened.reader(page_line(other))
        await until(lambda: opened.pages == [HERE, other])
        writer.close()
        await until(lambda: opened.pages == [HERE, other, HERE])

    with_socket(tmp_path, act, own=HERE)


def test_a_page_that_changes_its_mind_all_the_time_is_told_once_a_second(tmp_path: Path) -> None:
    """The newest: each time is an event in the journal."""

    async def act(opened: _Open) -> None:
        pages = [Page(f"10.0.0.{number}:8064", "0427") for number in range(1, 200)]
        _, writer = await opened.reader(*map(page_line, pages))
        await until(lambda: opened.pages[-1:] == pages[-1:])
        assert opened.pauses.count(1.0) >= len(opened.pages) - 1
        writer.close()

    with_socket(tmp_path, act)


def test_only_owner_and_group_may_read(tmp_path: Path) -> None:
    """As they alone may give orders."""

    async def act(opened: _Open) -> None:
        assert opened.path.stat().st_mode & 0o777 == 0o660

    with_socket(tmp_path, act)
