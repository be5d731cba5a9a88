"""What spectators cost the loop: how late scans come, in real time, while a game is played and looked at.

The daemon and its page are the real ones, over the twin; who looks is another process, and one of them never
reads. The loop scans itself here, and computes the twin's circuit in its own thread. A board has a process
that scans, so there it would be the taking in of scans that is late. The figures are to be compared with
those of the same game when nobody looks, and say little alone.
"""

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from statistics import quantiles
from typing import NamedTuple

import chess
from jadoube.daemon.companion import Companion

from jadoube.config.settings import Settings, WebSettings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import BUTTONS
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import new_table
from jadoube.daemon.displays import outlets_for
from jadoube.daemon.garbage import remove_garbage, stop_looking
from jadoube.daemon.loop import Daemon
from jadoube.daemon.pace import MonotonicPace
from jadoube.daemon.sampling.source import PacedScans
from jadoube.daemon.service import GIVES_WAY_S, THREADS, terms_of_settings
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.formats.sensorlog import Edge
from jadoube.glances.glance import Glance
from jadoube_sim.benchmarks.reading import Job, Row, log_of
from jadoube_sim.hands.games import Game
from jadoube_sim.twin import Twin

SECONDS = 20
BLITZ = Row("blitz", "clock")
COMING_S = 1.5
"""So long the page has to be served, and then spectators to come."""


class Late(NamedTuple):
    """How much later than a period after the last one scans came, and what spectators have had."""

    median_ms: float
    p99_ms: float
    worst_ms: float
    scans: int
    plies: int
    messages: int


class Pace(MonotonicPace):
    """Notes how late each scan comes, more finely than in whole ms, and how long the loop computed before."""

    def __init__(self, period_ms: int) -> None:
        super().__init__(period_ms)
        self.late_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._period_s = period_ms / 1000
        self._last_s = time.perf_counter()
        self._last_cpu_s = time.thread_time()

    def begin(self) -> None:
        """Forget what was until now."""
        self.late_ms.clear()
        self.cpu_ms.clear()

    async def next_scan(self, wake_ms: int | None, frame_ms: int | None = None) -> int:
        """Wait for the next scan."""
        now_ms = await super().next_scan(wake_ms, frame_ms)
        now_s = time.perf_counter()
        self.late_ms.append(max(0.0, now_s - self._last_s - self._period_s) * 1000)
        self._last_s = now_s
        cpu_s = time.thread_time()
        self.cpu_ms.append((cpu_s - self._last_cpu_s) * 1000)
        self._last_cpu_s = cpu_s
        return now_ms


def lateness(game: Game, spectators: int, seconds: int = SECONDS) -> Late:
    """Play so many seconds of a game in real time before so many spectators."""
    return asyncio.run(_lateness(game, spectators, seconds))


async def _lateness(game: Game, spectators: int, seconds: int) -> Late:
    async with _at_work() as (daemon, twin, pace):
        with _onlookers(_port(daemon), spectators) as onlookers:
            await asyncio.sleep(COMING_S)
            pace.begin()
            await _play(log_of(Job(game, BLITZ, 0)).edges, twin, seconds)
            late_ms = list(pace.late_ms)
            came, _ = await asyncio.to_thread(onlookers.communicate)
        cuts = quantiles(late_ms, n=100)
        return Late(cuts[49], cuts[98], max(late_ms), len(late_ms), daemon.table.line.ply, int(came))


@asynccontextmanager
async def at_work() -> AsyncIterator[tuple[int, Pace]]:
    """A board at work before the first move: the port of its page, and its pace."""
    async with _at_work() as (daemon, _, pace):
        yield _port(daemon), pace


@asynccontextmanager
async def _at_work() -> AsyncIterator[tuple[Daemon, Twin, Pace]]:
    sys.setswitchinterval(GIVES_WAY_S)
    settings = default_settings()
    control = replace(settings.game, time_control=parse_time_control("900+10"))
    settings = replace(settings, game=control, web=WebSettings(address="127.0.0.1", port=0))
    twin, pace = Twin(settings.pins), Pace(settings.board.scan_period_ms)
    with ThreadPoolExecutor(THREADS) as executor:
        daemon = _daemon(settings, twin, pace, executor)
        stop_looking()
        daemon.at_leisure.append(remove_garbage)
        companion = Companion(settings.web, daemon, lambda: Glance(daemon.table, pace.now_ms()), _unsaid)
        tasks = [asyncio.create_task(daemon.run()), asyncio.create_task(companion.run())]
        await asyncio.sleep(COMING_S)
        try:
            yield daemon, twin, pace
        finally:
            daemon.stop()
            tasks[1].cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            gc.enable()  # as it was for other benches


def _daemon(settings: Settings, twin: Twin, pace: Pace, executor: Executor) -> Daemon:
    for square in chess.SquareSet(chess.Board().occupied):
        twin.set_reed(square, True)
    scanner = assemble_scanner(settings.pins, twin.electronics, settings.reeds)
    table = new_table(terms_of_settings(settings), settled_contacts(scanner.read().reeds))
    outlets = outlets_for(settings, twin.electronics, executor, _unsaid)
    return Daemon(table, PacedScans(scanner, pace), outlets, say=_unsaid)


def _port(daemon: Daemon) -> int:
    page = daemon.table.page
    if page is None:
        raise RuntimeError("the page is not served")
    return int(page.address.rpartition(":")[2])


async def _play(edges: tuple[Edge, ...], twin: Twin, seconds: int) -> None:
    """Let reeds and buttons do what they do in so many seconds, at their instants."""
    began_s = time.perf_counter()
    for at_us, word, name in edges:
        if at_us > seconds * 1_000_000:
            break
        await asyncio.sleep(max(0.0, at_us / 1e6 - (time.perf_counter() - began_s)))
        if name in BUTTONS:
            twin.set_button(BUTTONS[name], word == "press")
        else:
            twin.set_reed(chess.parse_square(name), word == "close")


@contextmanager
def _onlookers(port: int, number: int) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "jadoube_sim.benchmarks.onlookers", str(port), str(number)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:  # noqa: S603 - us
        try:
            yield process
        finally:
            process.kill()


def _unsaid(_line: str) -> None:
    """Say nothing."""
