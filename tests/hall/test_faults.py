"""A board, its publisher, a broker and a hall, all real: what fails loses no ply and touches no clock."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from broker_here import broker_here
from cable_here import Cable, cable_to
from hall_here import HALL, hall_here, until
from jadoube.daemon.real_time import Slots, unix_s
from jadoube.glances.glance import Glance
from jadoube.glances.messages import message
from jadoube.hall import requests
from jadoube.hall.process import Hall
from jadoube.hall.troubles import Kind as Trouble
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
from split_board import Split, split_board

MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7")
BOARD = "b1"
TAGS = {"White": "Vera", "GameId": "chainchainch"}
LIST = b"round,board,white,black\n1,1,Berg,Tal\n"


async def _quick(seconds: float) -> None:
    """A publisher's pause, in a test."""
    await asyncio.sleep(seconds / 20)


@dataclass
class Chain:
    """A board that publishes over a cable."""

    split: Split
    broker: LocalBroker
    cable: Cable
    folder: Path
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
            Identity(HALL, BOARD, "machine1"),
            Broker("127.0.0.1", port, "jadoube-b1"),
            BoardSource(self.split.control, _quick),
            ArbiterOrders(self.split.control),
            KeptGames(self.folder / "games"),
            Beside(
                Memory(self.folder, lambda _: None),
                Times(clock.now_ms, lambda: unix_s() * 1000),
                Troubles(self.said.append),
                self.said.append,
                pause=_quick,
            ),
        )

    def shown(self) -> PlayedGame:
        """The game as the board shows it."""
        return _game(self.split)


def _game(split: Split) -> PlayedGame:
    desk = split.desk
    text = message(Glance(desk.table, desk.pace.now_ms(), tags=TAGS)).text
    return played_game(BoardNow(json.loads(text), ""))


@asynccontextmanager
async def _chain(folder: Path) -> AsyncIterator[Chain]:
    with broker_here(folder) as broker:
        async with cable_to(broker.port) as cable, split_board(folder, tags=TAGS) as split:
            chain = Chain(split, broker, cable, folder)
            try:
                yield chain
            finally:
                if chain.publishing:
                    chain.publishing.cancel()
                    await asyncio.wait({chain.publishing})


def _in_chain(folder: Path, story: Callable[[Chain], Awaitable[None]]) -> None:
    async def run() -> None:
        async with _chain(folder) as chain:
            await story(chain)

    asyncio.run(run())


def _san(hall: Hall) -> tuple[str, ...]:
    found = hall.boards.board(BOARD)
    return found.game.san if found and found.game else ()


def _kinds(hall: Hall) -> set[Trouble]:
    found = hall.boards.board(BOARD)
    return {each.kind for each in (*hall.boards.troubles, *(found.troubles if found else ()))}


def _told(hall: Hall) -> list[str]:
    return [each.said["en"] for each in hall.boards.notices]


async def _whole(hall: Hall, chain: Chain, plies: int) -> None:
    """Wait until the hall has the game as the board has it, each ply with its clock."""
    shown = chain.shown()
    assert len(shown.san) == plies

    def has_all() -> bool:
        found = hall.boards.board(BOARD)
        game, row = found.game if found else None, hall.store.row(TAGS["GameId"])
        if game is None or row is None:
            return False
        return (game.san, game.clk, row.plies) == (shown.san, shown.clk, plies)

    await until(has_all)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> PlayedGame:
    """The same game on a board without a broker."""

    async def run() -> PlayedGame:
        async with split_board(tmp_path_factory.mktemp("alone"), tags=TAGS) as split:
            await split.play(*MOVES[:4])
            await split.play(*MOVES[4:8])
            await split.play(*MOVES[8:])
            return _game(split)

    return asyncio.run(run())


def test_a_broker_that_is_killed_for_a_while(tmp_path: Path, alone: PlayedGame) -> None:
    """What is played meanwhile comes when it is back; the arbiter is told, and no clock is touched."""

    async def story(chain: Chain) -> None:
        chain.publish(chain.broker.port)
        async with hall_here(chain.broker, tmp_path / "hall") as hall:
            await chain.split.play(*MOVES[:4])
            await _whole(hall, chain, 4)
            chain.broker.kill()
            await until(lambda: Trouble.BROKER in _kinds(hall))
            await chain.split.play(*MOVES[4:8])
            chain.broker.start()
            await _whole(hall, chain, 8)
            await chain.split.play(*MOVES[8:])
            await _whole(hall, chain, 10)
            assert chain.shown().clk == alone.clk
            assert Trouble.BROKER not in _kinds(hall)
            assert len([line for line in _told(hall) if "broker" in line.lower()]) == 1

    _in_chain(tmp_path, story)


def test_a_hall_that_is_killed(tmp_path: Path, alone: PlayedGame) -> None:
    """The next one has all from the broker, on its old file and on a new one alike."""

    async def story(chain: Chain) -> None:
        chain.publish(chain.cable.port)
        async with hall_here(chain.broker, tmp_path / "hall") as hall:
            await chain.split.play(*MOVES[:4])
            await _whole(hall, chain, 4)
        await chain.split.play(*MOVES[4:8])
        for folder in ("hall", "another"):
            async with hall_here(chain.broker, tmp_path / folder) as hall:
                await _whole(hall, chain, 8)
        await chain.split.play(*MOVES[8:])
        assert chain.shown().clk == alone.clk

    _in_chain(tmp_path, story)


def test_a_board_that_is_cut_off(tmp_path: Path, alone: PlayedGame) -> None:
    """It plays on without the hall, and brings all that was played; nobody is called for a short cut."""

    async def story(chain: Chain) -> None:
        chain.publish(chain.cable.port)
        async with hall_here(chain.broker, tmp_path / "hall") as hall:
            await chain.split.play(*MOVES[:4])
            await _whole(hall, chain, 4)
            await chain.cable.cut()
            await chain.split.play(*MOVES[4:8])
            await chain.split.play(*MOVES[8:])
            assert len(_san(hall)) == 4
            await chain.cable.plug()
            await _whole(hall, chain, 10)
            assert chain.shown().clk == alone.clk
            assert not _kinds(hall)

    _in_chain(tmp_path, story)


@pytest.mark.parametrize("lost", [(), ("publisher.json",)], ids=["its-card-is-there", "a-new-card"])
def test_a_publisher_that_is_killed(tmp_path: Path, lost: tuple[str, ...]) -> None:
    """The next one goes on above the last one's numbers, so nothing is taken for an older state.

    A new card in the board knows no numbers: what is retained tells them.
    """

    async def story(chain: Chain) -> None:
        chain.publish(chain.cable.port)
        async with hall_here(chain.broker, tmp_path / "hall") as hall:
            await chain.split.play(*MOVES[:4])
            await _whole(hall, chain, 4)
            await chain.kill_publisher()
            for name in lost:
                (tmp_path / name).unlink()
            await chain.split.play(*MOVES[4:8])
            chain.publish(chain.cable.port)
            await _whole(hall, chain, 8)
            assert Trouble.WENT_BACK not in _kinds(hall)

    _in_chain(tmp_path, story)


@pytest.mark.parametrize("whose", ["the board's", "the hall's"])
def test_an_order_that_has_waited_in_the_cable_is_void(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """Neither broker nor board know how long it has; the next one is carried out."""
    monkeypatch.setattr(requests, "EXPIRES_S", 1)

    async def story(chain: Chain) -> None:
        async with (
            cable_to(chain.broker.port) as own,
            hall_here(chain.broker, tmp_path / "hall", port=own.port) as hall,
        ):
            chain.publish(chain.cable.port)
            await chain.split.play(*MOVES[:4])
            await _whole(hall, chain, 4)
            cable = chain.cable if whose == "the board's" else own
            cable.flows.clear()
            ordered = asyncio.create_task(hall.arbiters.order([BOARD], "pause", "Vera"))
            await asyncio.sleep(1.1)
            cable.flows.set()
            late = (await ordered)[BOARD]
            assert late
            assert late.why["en"] == "it came too late, and was not carried out"
            assert chain.shown().phase == "playing"
            again = (await hall.arbiters.order([BOARD], "pause", "Vera"))[BOARD]
            assert again
            assert again.ok
            await until(lambda: chain.shown().phase == "paused")

    _in_chain(tmp_path, story)


def test_two_halls(tmp_path: Path) -> None:
    """Both have every ply and give orders, and the second one goes on when the first is gone."""

    async def story(chain: Chain) -> None:
        chain.publish(chain.cable.port)
        async with hall_here(chain.broker, tmp_path / "two") as second:
            async with hall_here(chain.broker, tmp_path / "one") as first:
                await until(lambda: first.boards.holds or second.boards.holds)
                await chain.split.play(*MOVES[:4])
                await _whole(first, chain, 4)
                await _whole(second, chain, 4)
                answers = await second.arbiters.order([BOARD], "pause", "Ada")
                answer = answers[BOARD]
                assert answer
                assert answer.ok
                await until(lambda: chain.shown().phase == "paused")
                await first.arbiters.order([BOARD], "play", "Bea")
                await until(lambda: chain.shown().phase == "playing")
            await until(lambda: second.boards.holds)
            await chain.split.play(*MOVES[4:8])
            await _whole(second, chain, 8)

    _in_chain(tmp_path, story)
