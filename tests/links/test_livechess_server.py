"""LiveChess over real sockets: programs, pages, and those that mean ill, with a board that runs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import chess
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from jadoube.links.livechess import server
from jadoube.links.livechess.following import STANDS_MS
from jadoube.links.livechess.server import serve_livechess
from jadoube.links.process import serve_links
from jadoube.links.session import Host
from jadoube.links.transports.programs import Say
from jadoube.links.transports.tcp_line import MOST_PROGRAMS
from shared.board.served import until
from shared.board.split import Split, split_board
from shared.lichess.board_page import BoardPage

UNIX_S = 1_587_948_082

EBOARDS = {"id": 1, "call": "eboards"}
SUBSCRIBE = {
    "id": 2,
    "call": "subscribe",
    "param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "10064"}},
}
SET_UP = {
    "id": 3,
    "call": "call",
    "param": {"id": 1, "method": "setup", "param": {"fen": chess.STARTING_FEN}},
}


class Served:
    """A board with LiveChess, and clients of it."""

    def __init__(self, split: Split, http: ClientSession, ports: list[int], said: list[str]) -> None:
        self.split = split
        self.http = http
        self.ports = ports
        self.said = said

    def address(self, path: str = "", host: str = "127.0.0.1") -> str:
        """The address of the interface."""
        return f"http://{host}:{self.ports[0]}/api/v1.0{path}"

    async def connect(self, origin: str | None = None, host: str = "127.0.0.1") -> ClientWebSocketResponse:
        """Connect a program, or a page of this origin."""
        return await self.http.ws_connect(self.address(host=host), origin=origin)


@asynccontextmanager
async def served(tmp_path: Path, pages: Collection[str] = ()) -> AsyncIterator[Served]:
    """Serve LiveChess for a board."""
    ports: list[int] = []
    said: list[str] = []

    async def serve(host: Host, say: Say) -> None:
        hears: Callable[[Sequence[int]], None] = ports.extend
        await serve_livechess("localhost:0", host, say, unix_s=lambda: UNIX_S, pages=pages, listening=hears)

    async with split_board(tmp_path, starts_clock=False) as split, ClientSession() as http:
        links = serve_links([serve], split.control, split.desk.pace.now_ms, said.append)
        serving = asyncio.create_task(links)
        try:
            await until(lambda: bool(ports))
            yield Served(split, http, ports, said)
        finally:
            serving.cancel()
            await asyncio.wait({serving})


def on_served(tmp_path: Path, act: Callable[[Served], Awaitable[None]], pages: Collection[str] = ()) -> None:
    """Do this with a board."""

    async def run() -> None:
        async with served(tmp_path, pages) as board:
            await act(board)

    asyncio.run(run())


async def ask(program: ClientWebSocketResponse, call: dict[str, Any]) -> dict[str, Any]:
    """Ask, and return what comes next."""
    await program.send_json(call)
    return await hear(program)


async def hear(program: ClientWebSocketResponse) -> dict[str, Any]:
    """The next message."""
    async with asyncio.timeout(10):
        found: dict[str, Any] = await program.receive_json()
    return found


async def hear_san(program: ClientWebSocketResponse, san: list[str]) -> None:
    """Wait until these moves are told."""
    while (await hear(program))["param"].get("san") != san:
        pass


def test_boards_are_listed_both_ways(tmp_path: Path) -> None:
    """Over HTTP and over the WebSocket, on both addresses of this machine; the time is Unix time."""

    async def act(board: Served) -> None:
        for host in ("127.0.0.1", "[::1]", "localhost"):
            async with board.http.get(board.address("/eboards", host)) as answer:
                [listed] = await answer.json()
            assert listed["serialnr"] == "10064"
            assert listed["board"] == chess.STARTING_BOARD_FEN
        program = await board.connect()
        told = await ask(program, EBOARDS)
        assert told["param"] == [listed]
        assert told["id"] == 1
        assert abs(told["time"] - UNIX_S * 1000) < 60_000
        await program.close()

    on_served(tmp_path, act)


def test_each_program_has_its_own_set_up(tmp_path: Path) -> None:
    """Two at once: one has set up a game and hears of moves, the other hears of the board only."""

    async def act(board: Served) -> None:
        one, two = await board.connect(), await board.connect()
        for program in (one, two):
            assert (await ask(program, SUBSCRIBE))["response"] == "call"
            assert (await hear(program))["param"]["board"] == chess.STARTING_BOARD_FEN
        assert (await ask(one, SET_UP))["response"] == "call"
        await board.split.play("e4", "e5")
        await hear_san(one, ["e4", "e5"])
        while "4p3/4P3" not in (told := await hear(two))["param"]["board"]:
            assert "san" not in told["param"]
        await one.close()
        await two.close()

    on_served(tmp_path, act)


def test_a_page_of_lichess_plays_a_game(tmp_path: Path) -> None:
    """With its origin, and as strict as it is: the player's moves are sent, the opponent's adjusted."""

    async def act(board: Served) -> None:
        page, program = BoardPage(chess.WHITE), await board.connect("https://lichess.org")

        async def talk(has: Callable[[], bool]) -> None:
            while not has():
                while page.outgoing:
                    await program.send_str(page.outgoing.pop(0))
                await board.split.desk.run_to(board.split.desk.pace.now_ms() + STANDS_MS)
                async with asyncio.timeout(10):
                    page.take((await program.receive_str()), 0)
                page.choose_game()

        await talk(lambda: page.attached)
        for number, move in enumerate(("e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O")):
            await board.split.play(move)
            if number % 2:
                page.moves.append(page.local.parse_san(move).uci())
                await talk(lambda: page.local.turn == chess.WHITE)
            else:
                await talk(lambda: page.local.turn == chess.BLACK)
        assert page.sent == ["e2e4", "g1f3", "f1c4", "e1g1"]
        assert page.illegal == []
        await program.close()

    on_served(tmp_path, act)


def test_pages_from_elsewhere_are_refused(tmp_path: Path) -> None:
    """Whatever name they give this machine, over both ways; who is refused is said in a line."""

    async def act(board: Served) -> None:
        for origin in ("https://evil.example", "https://lichess.org.evil.example", "null"):
            with pytest.raises(WSServerHandshakeError) as refused:
                await board.connect(origin)
            assert refused.value.status == 403
        named = {"Host": "evil.example:1982"}
        async with board.http.get(board.address("/eboards"), headers=named) as answer:
            assert answer.status == 403
        for origin in ("https://lichess.org", "http://192.168.0.7:8064", "http://localhost"):
            await (await board.connect(origin)).close()
        assert any("page" in line for line in board.said)

    on_served(tmp_path, act)


def test_the_owner_may_allow_a_page(tmp_path: Path) -> None:
    """Its origin, exactly."""

    async def act(board: Served) -> None:
        await (await board.connect("https://club.example")).close()
        async with board.http.get(
            board.address("/eboards"), headers={"Origin": "https://club.example"}
        ) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == "https://club.example"

    on_served(tmp_path, act, pages=["https://club.example"])


def test_one_program_too_many_is_told(tmp_path: Path) -> None:
    """And one that has gone makes room."""

    async def act(board: Served) -> None:
        programs = [await board.connect() for _ in range(MOST_PROGRAMS)]
        async with board.http.get(board.address(), headers=_upgrade()) as answer:
            assert answer.status == 503
        await programs.pop().close()
        again = await board.connect()
        assert (await ask(again, EBOARDS))["response"] == "call"
        for each in (*programs, again):
            await each.close()

    on_served(tmp_path, act)


def _upgrade() -> dict[str, str]:
    return {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }


def test_nonsense_costs_nobody_else_anything(tmp_path: Path) -> None:
    """What is no JSON is answered; what is too long ends that connection; another goes on."""

    async def act(board: Served) -> None:
        one, two = await board.connect(), await board.connect()
        await one.send_str("nonsense")
        assert (await hear(one))["response"] == "error"
        await one.send_bytes(b"\xff\xfe")
        assert (await hear(one))["response"] == "error"
        await one.send_str(" " * 5000)
        async with asyncio.timeout(10):
            assert (await one.receive()).type in (WSMsgType.CLOSE, WSMsgType.CLOSED)
        assert (await ask(two, EBOARDS))["response"] == "call"
        await two.close()
        await one.close()

    on_served(tmp_path, act)


def test_who_does_not_read_is_dropped() -> None:
    """What waits for a program has a limit; then it is said, and the connection ends."""

    class Socket:
        async def send_str(self, _text: str) -> None:
            await asyncio.Event().wait()

    class Transport:
        aborted = False

        def abort(self) -> None:
            self.aborted = True

        def is_closing(self) -> bool:
            return self.aborted

    said: list[str] = []
    transport = Transport()
    line = server._SocketLine(Socket(), transport, said.append)  # type: ignore[arg-type]
    for _ in range(server.MOST_WAITING // 100):
        line.write(b"x" * 100 + b"\n")
    assert not transport.aborted
    line.write(b"x" * 100 + b"\n")
    line.write(b"x" * 100 + b"\n")
    assert transport.aborted
    assert said == [server.DOES_NOT_READ]


def test_who_asks_nothing_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection without a request ends, and there are not more of them than a limit."""

    async def act(board: Served) -> None:
        opened = [
            await asyncio.open_connection("127.0.0.1", board.ports[0])
            for _ in range(server.MOST_CONNECTIONS + 3)
        ]
        async with asyncio.timeout(20):
            for reader, writer in opened:
                assert await _ends(reader)
                writer.close()
        program = await board.connect()
        assert (await ask(program, EBOARDS))["response"] == "call"
        await program.close()

    monkeypatch.setattr(server, "PATIENCE_S", 0.3)
    on_served(tmp_path, act)


async def _ends(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True
