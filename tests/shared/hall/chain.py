"""A board, its publisher and a broker, all real, in one loop: the way of a game to the hall."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from jadoube.daemon.real_time import Slots, unix_s
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube.mqtt.connection import Broker
from jadoube.mqtt.payloads import PlayedGame
from jadoube.online.publishing.identity import Identity
from jadoube.online.publishing.kept_games import KeptGames
from jadoube.online.publishing.memory import Memory
from jadoube.online.publishing.orders import ArbiterOrders
from jadoube.online.publishing.publisher import Beside, Publisher
from jadoube.online.publishing.source import BoardSource
from jadoube.online.publishing.states import BoardNow, played_game
from jadoube.online.publishing.wanting import Times
from jadoube.online.troubles import Troubles
from jadoube_sim.hall.broker import LocalBroker
from shared.board.split import Split, split_board
from shared.hall.broker import broker_here
from shared.hall.cable import Cable, cable_to
from shared.hall.in_one_loop import HALL

BOARD = "b1"
TAGS = {"White": "Vera", "GameId": "chainchainch"}


async def quick(seconds: float) -> None:
    """A publisher's pause, in a test."""
    await asyncio.sleep(seconds / 20)


@dataclass
class Chain:
    """A board that publishes over a cable."""

    split: Split
    broker: LocalBroker
    cable: Cable
    folder: Path
    board: str = BOARD
    said: list[str] = field(default_factory=list)
    publishing: "asyncio.Task[None] | None" = None

    def publish(self, port: int) -> None:
        """Have the board's publisher run from now on, at this port."""
        self.publishing = asyncio.create_task(self._publisher(port).run())

    async def kill_publisher(self) -> None:
        """End it without a word, and let the next one find the cable plugged in."""
        await self.cable.cut()
        if self.publishing:
            self.publishing.cancel()
            await asyncio.wait({self.publishing})
        await self.cable.plug()

    def _publisher(self, port: int) -> Publisher:
        clock = Slots(1)
        return Publisher(
            Identity(HALL, self.board, f"machine-{self.board}"),
            Broker("127.0.0.1", port, f"jadoube-{self.board}"),
            BoardSource(self.split.control, quick),
            ArbiterOrders(self.split.control),
            KeptGames(self.folder / "games"),
            Beside(
                Memory(self.folder, lambda _: None),
                Times(clock.now_ms, lambda: unix_s() * 1000),
                Troubles(self.said.append),
                self.said.append,
                pause=quick,
            ),
        )

    def shown(self) -> PlayedGame:
        """The game as the board shows it."""
        return shown_game(self.split)


def shown_game(split: Split) -> PlayedGame:
    """The game as a board shows it to who publishes it."""
    desk = split.desk
    text = message(Glance(desk.table, desk.pace.now_ms(), tags=TAGS)).text
    return played_game(BoardNow(json.loads(text), ""))


@asynccontextmanager
async def chain_at(broker: LocalBroker, folder: Path, board: str = BOARD) -> AsyncIterator[Chain]:
    """A board at a broker, over a cable; its game's id is its own."""
    tags = TAGS if board == BOARD else {"GameId": f"game-{board:>07}"}
    async with cable_to(broker.port) as cable, split_board(folder, tags=tags) as split:
        chain = Chain(split, broker, cable, folder, board)
        try:
            yield chain
        finally:
            if chain.publishing:
                chain.publishing.cancel()
                await asyncio.wait({chain.publishing})


@asynccontextmanager
async def chain_here(folder: Path) -> AsyncIterator[Chain]:
    """A board and a broker of its own."""
    with broker_here(folder) as broker:
        async with chain_at(broker, folder) as chain:
            yield chain
