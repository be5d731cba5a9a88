"""One board of the hall on the desk: the twin with its daemon, page and sockets, and what leaves it.

The law: all that leaves it goes through its `jadoube online`, a process as on a board. Its folder and its
place at the broker are settings; nothing else is another than on the desk alone.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from jadoube.config.settings import BrokerSettings, Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.daemon.pace import MonotonicPace
from jadoube.daemon.real_time import unix_s
from jadoube.daemon.service import terms_of_settings
from jadoube.online.troubles import Troubles
from jadoube.web.listener import listen
from jadoube_sim.page.archive_process import beside, kept_archive
from jadoube_sim.page.run import ADDRESS, served
from jadoube_sim.page.workbench import Bench, Plan


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """What a board of the hall begins with."""

    number: int
    folder: Path
    """Its own: games, archive, sockets."""
    broker: BrokerSettings
    control: str = "180+2"
    speed: float = 1.0
    """How fast its time runs."""

    @property
    def id(self) -> str:
        """Its id at the broker: `b01` and so on."""
        return f"b{self.number:02}"


@asynccontextmanager
async def desk_board(plan: BoardPlan) -> AsyncIterator[tuple[Bench, str]]:
    """Run a board while this lasts, with a process of what leaves it; give it and the address of its page."""
    async with _board(plan) as (settings, bench, url), kept_archive(settings, plan.folder):
        yield bench, url


@asynccontextmanager
async def near_board(plan: BoardPlan, say: Callable[[str], None]) -> AsyncIterator[Bench]:
    """Run a board while this lasts, with its publisher in this process: many of them take less memory."""
    from jadoube.online.publishing.make import made_publisher  # noqa: PLC0415 - it needs an extra

    async with _board(plan) as (settings, bench, _):
        own = plan.folder / "publisher"
        own.mkdir(exist_ok=True)
        clock = MonotonicPace(1)
        publisher = made_publisher(settings, own, clock.now_ms, unix_s, Troubles(say), say)
        running = asyncio.create_task(publisher.run())
        try:
            yield bench
        finally:
            running.cancel()
            await asyncio.wait({running})


@asynccontextmanager
async def _board(plan: BoardPlan) -> AsyncIterator[tuple[Settings, Bench, str]]:
    games = plan.folder / "games"
    games.mkdir(parents=True, exist_ok=True)
    listening = listen(ADDRESS, 0)
    settings = _settings(plan, games, listening.getsockname()[1])
    terms = replace(terms_of_settings(settings), control=parse_time_control(plan.control))
    bench_plan = Plan(settings, terms, games, seed=plan.number, speed=plan.speed)
    async with served(bench_plan, listening, control=settings.control.socket) as (bench, url):
        yield settings, bench, url


def _settings(plan: BoardPlan, games: Path, page_port: int) -> Settings:
    settings = beside(default_settings(), games, plan.folder)
    web = replace(settings.web, port=page_port)  # the hall is told where the board's page is
    return replace(settings, broker=replace(plan.broker, board=plan.id), web=web)
