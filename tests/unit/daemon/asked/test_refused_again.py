"""An opponent's orders that are refused again and again: one input each for as long as the reason stays."""

import asyncio

from jadoube.config.settings import default_settings
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.effects import OrderRefused
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.phrases import Phrase
from jadoube.core.state.table import Table
from jadoube.daemon.asked.refused_again import REMEMBERED
from jadoube.daemon.loop import NoKeeper
from jadoube_sim.desk import Beside, Desk

JOIN = "join lichess:AbCdEfGh black -"


class Kept(NoKeeper):
    """Keeps the orders that a journal would get."""

    def __init__(self) -> None:
        self.orders: list[Event] = []

    def append(self, event: Event, now_ms: int, table: Table) -> None:  # noqa: ARG002 - a keeper's arguments
        """Keep an order."""
        self.orders += [event] if isinstance(event, Ordered) else []


def test_it_is_journaled_once_and_answered_each_time() -> None:
    """Another order between changes nothing; the owner's is an input as ever; it is obeyed once it can be."""
    kept = Kept()

    async def run() -> None:
        desk = Desk(default_settings(), beside=Beside(keeper=kept), closed=0)
        async with desk:
            await desk.run_to(1000)

            async def why(text: str) -> object:
                said = await desk.daemon.obey(read_ordered(text))
                return next((each.why.phrase for each in said if isinstance(each, OrderRefused)), None)

            opponents = f"by opponent {JOIN}"
            assert [await why(opponents) for _ in range(5)] == [Phrase.GAME_ON_BOARD] * 5
            assert kept.orders == [read_ordered(opponents)]
            assert await why("by opponent shorten 3") is not None
            assert [await why(JOIN) for _ in range(2)] == [Phrase.GAME_ON_BOARD] * 2
            assert await why(opponents) is not None
            assert len(kept.orders) == 4
            for square in range(16):
                desk.twin.set_reed(square, True)
                desk.twin.set_reed(63 - square, True)
            await desk.run_to(5000)
            assert await why(opponents) is None
            assert desk.table.terms.server_game

    asyncio.run(run())


def test_orders_in_turn_are_journaled_once_each() -> None:
    """What a server's clocks show is one order, whatever they show by now; of many the oldest is lost."""
    kept = Kept()

    async def run() -> None:
        desk = Desk(default_settings(), beside=Beside(keeper=kept), closed=0)
        async with desk:
            await desk.run_to(1000)

            async def is_refused(text: str) -> bool:
                said = await desk.daemon.obey(read_ordered(f"by opponent {text}"))
                return any(isinstance(each, OrderRefused) for each in said)

            for left_ms in range(60_000, 59_000, -100):
                assert await is_refused("shorten 3")
                assert await is_refused("told 4 e7e5")
                assert await is_refused(f"clocks {left_ms} 60000 white")
            assert len(kept.orders) == 3
            for ply in range(4, 4 + REMEMBERED):
                assert await is_refused(f"shorten {ply}")
            assert len(kept.orders) == 3 + REMEMBERED
            assert await is_refused("shorten 3")
            assert len(kept.orders) == 4 + REMEMBERED

    asyncio.run(run())
