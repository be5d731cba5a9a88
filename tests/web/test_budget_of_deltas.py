"""What a spectator is sent late in a long game, in virtual time."""

import asyncio

from jadoube.config.settings import default_settings
from jadoube.glances.glance import Glance
from jadoube.glances.maker import EVERY_S
from jadoube.glances.messages import message
from jadoube.web.guard.budget import Limits
from jadoube.web.spectators.broadcaster import EACH_MOST, SPECTATORS_MOST
from jadoube.web.spectators.deltas import Chain
from jadoube_sim.benchmarks.at_work import PLY_S, long_game, plies_of
from jadoube_sim.desk import Desk

PLIES, LIVE = 160, 4
MOST_A_SECOND = 10_000
WHOLE_AT_LEAST = 25_000


def test_the_last_plies_of_a_long_game_cost_less_than_10_kb_a_second() -> None:
    """At blitz pace, with a message twenty times a second, whether anything has changed or not."""
    groups = plies_of(long_game(PLIES))
    sent: list[int] = []

    async def play() -> None:
        desk, chain = Desk(default_settings()), Chain()
        async with desk:
            desk.act([edge for group in groups for edge in group])
            first_ms = groups[PLIES - LIVE][0].at_us // 1000
            last_ms = round(first_ms + LIVE * PLY_S * 1000)
            await desk.run_to(first_ms)
            before = desk.table.line.ply
            assert before > PLIES - 3 * LIVE
            for at_ms in range(first_ms, last_ms, round(EVERY_S * 1000)):
                await desk.run_to(at_ms)
                full = message(Glance(desk.table, at_ms)).text
                told = chain.follow(full, deltas=True)
                sent.append(len(told.since(told.number - 1) or full))
            assert desk.table.line.ply >= before + LIVE - 1

    asyncio.run(play())
    assert sent[0] > WHOLE_AT_LEAST
    assert sum(sent[1:]) / (LIVE * PLY_S) < MOST_A_SECOND


def test_a_hundred_fit() -> None:
    """With connections to spare for their pages' files; one address takes half of the places at most."""
    assert SPECTATORS_MOST >= 100
    assert EACH_MOST <= SPECTATORS_MOST / 2
    assert Limits().each_connections > EACH_MOST
    assert Limits().connections >= SPECTATORS_MOST + Limits().each_connections
