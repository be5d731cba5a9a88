"""The source: a board that comes, changes, goes and comes back."""

import asyncio
from pathlib import Path

from jadoube.core.language.typed_orders import read_ordered
from jadoube.online.publishing.orders import ArbiterOrders
from jadoube.online.publishing.source import BoardSource
from jadoube.online.publishing.states import BoardNow
from shared.board.served import until
from shared.board.split import split_board


async def soon(_seconds: float) -> None:
    """Wait a moment."""
    await asyncio.sleep(0.01)


def test_a_board_that_is_away_is_waited_for(tmp_path: Path) -> None:
    """It is told when it goes, and what it shows when it is back."""

    async def evening() -> None:
        told: list[BoardNow | None] = []
        watching = asyncio.create_task(BoardSource(tmp_path / "control", soon).run(told.append))
        await until(lambda: told == [None])
        for _ in range(2):
            async with split_board(tmp_path):
                await until(lambda: told[-1] is not None)
            await until(lambda: told[-1] is None)
        watching.cancel()
        await asyncio.wait({watching})

    asyncio.run(evening())


def plies_of(told: list[BoardNow | None]) -> int | None:
    """How many plies the newest state has; None as long as there is none."""
    newest = told[-1] if told else None
    return len(newest.message["game"]["plies"]) if newest else None


def test_the_pgn_is_asked_for_when_the_game_has_changed(tmp_path: Path) -> None:
    """What is told belongs together: each ply is in the PGN of its message."""

    async def evening() -> None:
        told: list[BoardNow | None] = []
        async with split_board(tmp_path) as split:
            watching = asyncio.create_task(BoardSource(split.control, soon).run(told.append))
            for move in ("e4", "e5", "Nf3"):
                await split.play(move)
                plies = split.desk.table.line.ply
                await until(lambda: plies_of(told) == plies)  # noqa: B023 - it is asked at once
            watching.cancel()
            await asyncio.wait({watching})
        for now in filter(None, told):
            for ply in now.message["game"]["plies"]:
                assert ply["san"] in now.pgn

    asyncio.run(evening())


def test_who_is_private_is_asked_for(tmp_path: Path) -> None:
    """Nobody knows, where the board does not answer."""

    async def evening() -> None:
        source = BoardSource(tmp_path / "control", soon)
        assert await source.private_names() is None
        async with split_board(tmp_path, starts_clock=False) as split:
            for order in ("name white Menchik, Vera | private", "name black Graf, Sonja"):
                await split.desk.daemon.obey(read_ordered(order))
            assert await source.private_names() == frozenset({"Menchik, Vera"})

    asyncio.run(evening())


def test_an_order_to_a_board_that_is_away_is_answered(tmp_path: Path) -> None:
    """In words; a name that is none is left out."""

    async def evening() -> None:
        orders = ArbiterOrders(tmp_path / "control")
        done = await orders.order("pause", "Fischer")
        assert (done.ok, done.away) == (False, True)
        assert done.words["en"] == "the board does not answer"
        async with split_board(tmp_path, starts_clock=False):
            assert (await orders.order("name white Ada", 'x" resign white | \n')).ok
            assert not (await orders.order("resign white", "")).ok

    asyncio.run(evening())


def test_a_text_that_cannot_be_given_says_why_in_each_language(tmp_path: Path) -> None:
    """What is no order, and what no face shows: a text that is short enough is not said to be too long."""

    async def evening() -> None:
        orders = ArbiterOrders(tmp_path / "control")
        async with split_board(tmp_path, starts_clock=False):
            for text in ("pause\nresign white", "pause " * 99):
                words = (await orders.order(text, "")).words
                assert 'expected an order of at most 300 characters, in one line and without "' in words["en"]
                assert "attendu un ordre de 300 caractères au plus" in words["fr"]
            words = (await orders.order("writes Für 2 Min", "")).words
            assert words["en"].startswith("'Für 2 Min' found, expected letters without accents")
            assert "Umlaute" in words["de"]
            words = (await orders.order("writes Half past seven, all", "")).words
            assert words["en"].endswith("expected 16 characters at most")

    asyncio.run(evening())
