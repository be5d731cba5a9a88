"""The loop and pending work: others get their turn between two slices, and the game stays the same."""

import asyncio
from dataclasses import replace

import pytest

from jadoube.config.settings import default_settings
from jadoube.core.arbiter import think
from jadoube.core.display.scoresheet import Scoresheet, scoresheet
from jadoube.core.messages.effects import Effect, MoveMade, SettingChanged
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.orders import Choose
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay, terms_of_log
from jadoube_sim.benchmarks.cli import BUILT_IN
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
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


def pending_effects(table: Table) -> tuple[Effect, ...]:
    """What the pending work of a table decides."""
    effects: tuple[Effect, ...] = ()
    while table.thinking:
        table, more = think(table)
        effects += more
    return effects


async def order_while_pending() -> tuple[list[tuple[int, tuple[Effect, ...]]], list[tuple[int, bool]], int]:
    """Give one order while work is pending that makes a ply.

    Returns what watchers hear, at which instants the order is shown, and when it was given. The order comes a
    millisecond after the scan, as it may where the loop's own process scans.
    """
    log = a_hard_log()
    desk = Desk(default_settings(), terms_of_log(log), closed=log.reeds)
    desk.act(log.edges)
    heard: list[tuple[int, tuple[Effect, ...]]] = []
    shown: list[tuple[int, bool]] = []
    given_ms = 0
    desk.daemon.watchers.append(lambda now_ms, _table, effects: heard.append((now_ms, effects)))

    def look(_table: Table) -> None:
        if given_ms and desk.daemon.shown:
            shown.append((desk.pace.now_ms(), desk.daemon.shown.comfort.brightness == 2))

    async def give_order() -> None:
        nonlocal given_ms
        while not given_ms:
            if any(isinstance(each, MoveMade) for each in pending_effects(desk.table)):
                given_ms = desk.pace.now_ms() + 1
                effects = desk.daemon.feed(Ordered(Choose("brightness", "2")), given_ms)
                assert [type(each) for each in effects] == [SettingChanged]
            await asyncio.sleep(0)

    desk.daemon.at_leisure.append(look)
    async with desk:
        ordering = asyncio.create_task(give_order())
        await desk.run_to(log.lasts_us // 1000 + 1)
        await ordering
    return heard, shown, given_ms


def test_what_was_pending_is_told_with_its_own_instant() -> None:
    """An order's effects are its own; what the scan before it decided was told before, as of that scan."""
    heard, _, given_ms = asyncio.run(order_while_pending())
    at = next(place for place, (at_ms, _) in enumerate(heard) if at_ms == given_ms)
    pending_ms, decided = heard[at - 1]
    assert pending_ms == given_ms - 1
    assert any(isinstance(each, MoveMade) for each in decided)
    assert [at_ms for at_ms, _ in heard] == sorted(at_ms for at_ms, _ in heard)


def test_an_order_while_work_is_pending_is_shown_at_once() -> None:
    """The loop goes on from the order's instant, not from that of the scan before it."""
    _, shown, given_ms = asyncio.run(order_while_pending())
    assert shown[0] == (given_ms - 1, True)
