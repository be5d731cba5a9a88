"""A board, its publisher, a broker and a hall, all real: what fails loses no ply and touches no clock."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from jadoube.hall.exchange import requests
from jadoube.hall.process import Hall
from jadoube.hall.troubles import Kind as Trouble
from jadoube.mqtt.payloads import PlayedGame
from shared.board.split import split_board
from shared.hall.cable import cable_to
from shared.hall.chain import BOARD, TAGS, Chain, chain_here, shown_game
from shared.hall.in_one_loop import hall_here, until

MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7")
LIST = b"round,board,white,black\n1,1,Berg,Tal\n"


def _in_chain(folder: Path, story: Callable[[Chain], Awaitable[None]]) -> None:
    async def run() -> None:
        async with chain_here(folder) as chain:
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
            return shown_game(split)

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
