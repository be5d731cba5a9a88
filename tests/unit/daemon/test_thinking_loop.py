"""The loop and pending work: others get their turn between two slices, and the game stays the same."""

import asyncio
from dataclasses import replace

import pytest

from jadoube.config.settings import default_settings
from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.orders import Choose
from jadoube.daemon.games.replay import replay, terms_of_log
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.reading import Job, Row, log_of
from jadoube_sim.desk import Desk
from jadoube_sim.hands.games import playable_games

PLIES = 14


def a_hard_log() -> SensorLog:
    """A game of which only the final frame of each ply is seen, with a dead reed: the longest searches."""
    game = playable_games(BUILT_IN)[0]
    game = replace(game, moves=game.moves[:PLIES], clocks_ms=game.clocks_ms[:PLIES])
    return log_of(Job(game, Row("final-frame", "none", "stuck-closed"), 0))


class Onlooker:
    """Another task of the same event loop, which looks at the table whenever it gets its turn."""

    def __init__(self, *, orders: bool = False) -> None:
        self.pending = 0
        self._orders = orders

    async def look(self, desk: Desk) -> None:
        """Look until cancelled; where asked, give an order that changes no game whenever work is pending."""
        while True:
            if desk.table.thinking:
                self.pending += 1
                if self._orders:
                    desk.daemon.feed(Ordered(Choose("brightness", "2")), desk.pace.now_ms())
                    assert not desk.table.thinking
            await asyncio.sleep(0)


async def played(log: SensorLog, onlooker: Onlooker) -> Scoresheet:
    """Let hands play a log at the desk, over the whole electronics, with somebody looking on."""
    desk = Desk(default_settings(), terms_of_log(log), closed=log.reeds)
    desk.act(log.edges)
    async with desk:
        looking = asyncio.create_task(onlooker.look(desk))
        await desk.run_to(log.lasts_us // 1000 + 1)
        looking.cancel()
        return desk.games()[-1]


@pytest.mark.parametrize("orders", [False, True], ids=["nobody acts", "an order comes each time"])
def test_others_get_their_turn_while_a_search_is_pending(orders: bool) -> None:
    """Another task runs between two slices, and may even give orders; the game is the one without slices."""
    log, onlooker = a_hard_log(), Onlooker(orders=orders)
    game = asyncio.run(played(log, onlooker))
    alone = scoresheet(replay(log).table)
    assert onlooker.pending
    assert [(ply.move, ply.doubts) for ply in game.plies] == [(ply.move, ply.doubts) for ply in alone.plies]
