"""A hub and what brings its messages, served on loopback without a board."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, ThreadPoolExecutor

import chess
from aiohttp import web

from jadoube.core.messages.events import Ordered
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Answer, Glance
from jadoube.glances.maker import Maker
from jadoube.glances.messages import Message
from jadoube.glances.near_board import NearBoard
from jadoube.web.listener import listen, serve
from jadoube.web.spectators.broadcaster import Hub
from jadoube.web.spectators.streams import Live

SOCKET = "/api/v1/socket"
EVENTS = "/api/v1/events"
ASKS = (
    f"GET {SOCKET} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()


def never() -> int:
    """Give an instant that does not pass."""
    return 0


def board_of(maker: Maker, executor: Executor) -> NearBoard:
    """A board that shows these messages, and is asked for nothing else."""

    async def obey(_ordered: Ordered) -> Answer:
        raise AssertionError("an order is given")

    def no_glance() -> Glance:
        raise AssertionError("the game is asked for")

    return NearBoard(maker, no_glance, obey, lambda _: "", executor)


async def soon(_seconds: float) -> None:
    """Pause for less than was asked for."""
    await asyncio.sleep(0.001)


def with_messages(
    size: int, act: Callable[[int, Hub], Awaitable[None]], ping_s: float = 20, again_ms: int | None = 0
) -> None:
    """Act on a server whose messages have a size, and never end; its patience is a tenth of a second."""
    glance = Glance(new_table(Terms(), settled_contacts(chess.Board().occupied)), 0)

    async def run() -> None:
        with ThreadPoolExecutor(1) as executor:
            faults = Faults(print, never)
            maker = Maker(lambda: glance, executor, faults, lambda _: Message(b"x" * size, again_ms), soon)
            hub = Hub(board_of(maker, executor), executor, faults)
            live, app = Live(hub, never, patience_s=0.1, ping_s=ping_s), web.Application()
            app.add_routes([web.get(SOCKET, live.socket), web.get(EVENTS, live.events)])
            listening = listen("127.0.0.1", 0)
            serving = await serve(app, listening, never)
            try:
                async with asyncio.timeout(30):
                    await act(listening.getsockname()[1], hub)
            finally:
                hub.close()
                await serving.close()

    asyncio.run(run())
