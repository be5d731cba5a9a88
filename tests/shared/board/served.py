"""A board on the desk whose page is served on loopback, and a client that asks for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from jadoube.config.settings import default_settings
from jadoube.core.display.scoresheet import scoresheet
from jadoube.daemon.sockets.order_socket import make_order_handler
from jadoube.formats.pgn import write_pgn
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.maker import Maker
from jadoube.glances.near_board import NearBoard
from jadoube.web.guard.auth import Guard
from jadoube.web.listener import Serving, listen, own_names, serve
from jadoube.web.server import Site, build
from jadoube_sim.desk import Desk
from jadoube_sim.hands import TidyHand

PIN = "0427"


@dataclass(slots=True)
class Served:
    """A board, what serves it, and a client."""

    desk: Desk
    site: Site
    maker: Maker
    serving: Serving
    port: int
    client: aiohttp.ClientSession
    glances: list[int] = field(default_factory=list)
    """When the server has looked at the board."""
    written: list[Glance] = field(default_factory=list)
    """Each time that its game was written down."""
    said: list[str] = field(default_factory=list)
    now_ms: list[int] = field(default_factory=lambda: [0])
    """The instant of guard and budgets."""
    hand: TidyHand = field(default_factory=lambda: TidyHand(time_control="900+10"))

    async def play(self, *moves: str) -> None:
        """Have a tidy hand make these moves."""
        for move in moves:
            self.desk.act(self.hand.ply(self.hand.board.parse_san(move)))
        await self.desk.run_to(self.hand.now_us // 1000 + 500)

    async def token(self) -> str:
        """Say the PIN."""
        async with self.client.post("/api/v1/unlock", json={"pin": PIN}) as answer:
            return str((await answer.json())["token"])

    def visitor(self, number: int) -> aiohttp.ClientSession:
        """Come from another address, 127.0.0.NUMBER."""
        connector = aiohttp.TCPConnector(limit=0, local_addr=(f"127.0.0.{number}", 0))
        return aiohttp.ClientSession(f"http://127.0.0.1:{self.port}", connector=connector)

    async def view(self) -> dict[str, Any]:
        """Ask for the message of now."""
        async with self.client.get("/api/v1/view") as answer:
            assert answer.status == 200
            return dict(await answer.json())


@asynccontextmanager
async def served_board(library: Path | None = None, at: str = "127.0.0.1") -> AsyncIterator[Served]:
    """Serve a board with the start position on it; `library` is the socket of its desk, `at` its address."""
    glances: list[int] = []
    written: list[Glance] = []
    said: list[str] = []
    now_ms = [0]
    desk = Desk(default_settings())

    def glance() -> Glance:
        glances.append(desk.pace.now_ms())
        return Glance(desk.table, desk.pace.now_ms(), desk.daemon.troubled.wrong, {"White": "Vera"})

    def pgn(glance: Glance) -> str:
        written.append(glance)
        return write_pgn(scoresheet(glance.table), dict(glance.tags))

    with ThreadPoolExecutor(1) as executor:
        maker = Maker(glance, executor, Faults(said.append, lambda: now_ms[0]))
        board = NearBoard(maker, glance, make_order_handler(desk.daemon), pgn, executor)
        site = build(board, Guard(own_names(), lambda: now_ms[0], PIN), executor, said.append, desk=library)
        listening = listen(at, 0)
        port = listening.getsockname()[1]
        as_many_as_asked = aiohttp.TCPConnector(limit=0)
        async with (
            desk,
            aiohttp.ClientSession(f"http://{at}:{port}", connector=as_many_as_asked) as client,
        ):
            serving = await serve(site.app, listening, lambda: now_ms[0])
            try:
                served = Served(desk, site, maker, serving, port, client, glances, written, said, now_ms)
                desk.act(served.hand.edges)
                yield served
            finally:
                await serving.close()


def on_served_board(act: Callable[[Served], Awaitable[None]], library: Path | None = None) -> None:
    """Act on a board that is served; nothing may be said to have failed."""

    async def run() -> None:
        async with served_board(library) as served:
            await act(served)
            assert served.said == []

    asyncio.run(run())


async def until(holds: Callable[[], bool], within_s: float = 30) -> None:
    """Wait until something holds that sockets, threads and processes bring about."""
    async with asyncio.timeout(within_s):
        while not holds():  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0.002)


async def message_of(live: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """Take the next message."""
    async with asyncio.timeout(30):
        came = await live.receive()
    assert came.type is aiohttp.WSMsgType.TEXT, came
    return dict(json.loads(came.data))
