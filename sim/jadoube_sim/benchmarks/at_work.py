"""A board at work in real time, and its page in a process of its own, as on a Pi: for benches.

The daemon is the real one, over the twin, late in a game if so asked for; so are the page's process and the
sockets between the two. The loop scans itself here, and computes the twin's circuit in its own thread. A
board has a process that scans, so there it would be the taking in of scans that is late.
"""

import asyncio
import gc
import random
import re
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from os import sysconf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import chess

from jadoube.config.settings import Settings, default_settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import BUTTONS
from jadoube.core.squares import squares
from jadoube.core.state.table import Table
from jadoube.daemon.displays import outlets_for
from jadoube.daemon.garbage import remove_garbage, stop_looking
from jadoube.daemon.loop import Daemon
from jadoube.daemon.pace import MonotonicPace
from jadoube.daemon.sampling.source import PacedScans
from jadoube.daemon.service import GIVES_WAY_S, THREADS
from jadoube.daemon.sockets.order_socket import make_order_handler, open_control
from jadoube.daemon.sockets.page_service import show_to_page
from jadoube.drivers.assemble_reeds import assemble_scanner
from jadoube.formats.sensorlog import Edge
from jadoube.glances.glance import Glance
from jadoube.glances.lines import glance_socket
from jadoube_sim.benchmarks.played.reading import Job, Row, log_of
from jadoube_sim.desk import Desk
from jadoube_sim.hands.games import Game
from jadoube_sim.twin import Twin

BLITZ: Final = Row("blitz", "clock")

PAGE: Final = '[control]\nsocket = "control"\n[web]\naddress = "127.0.0.1"\nport = 0\n'

NICE: Final = ("nice", "-n", "10")
"""As the page's unit has it; who looks or attacks is nicer still, as on a board it is on other machines."""

NICEST: Final = ("nice", "-n", "19")

PLY_S: Final = 3.0
"""A ply of blitz."""

LEVERS: Final = ("white", "black")


class Pace(MonotonicPace):
    """Notes how late each scan comes, more finely than in whole ms, and how long the loop computed before."""

    def __init__(self, period_ms: int, begin_ms: int = 0) -> None:
        super().__init__(period_ms, begin_ms)
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


@dataclass(frozen=True, slots=True)
class AtWork:
    """A board at work: its daemon, electronics and pace, the port of its page, and the page's process."""

    daemon: Daemon
    twin: Twin
    pace: Pace
    port: int
    page: int


def long_game(plies: int) -> Game:
    """Return a game of so many legal plies in which no rule ends anything: no mate, no repetition."""
    lots, board = random.Random(plies), chess.Board()  # the same game each time
    moves: list[chess.Move] = []
    seen: set[str] = set()
    while len(moves) < plies:
        seen.add(board.epd())
        moves.append(lots.choice([move for move in board.legal_moves if _goes_on(board, move, seen)]))
        board.push(moves[-1])
    return Game(1, chess.STARTING_FEN, tuple(moves))


def _goes_on(board: chess.Board, move: chess.Move, seen: set[str]) -> bool:
    """Whether the game can go on after a move, and for long: pieces stay, nothing is seen twice."""
    if board.is_capture(move) or move.promotion:
        return False
    board.push(move)
    goes_on = board.epd() not in seen and not board.is_check() and board.legal_moves.count() > 5
    board.pop()
    return goes_on


def plies_of(game: Game, every_s: float = PLY_S) -> list[list[Edge]]:
    """Return what reeds and levers do in each ply of a game by a hand that plays blitz; a ply each `every_s`.

    A ply ends when its lever is up again; the first group is the lever that starts the clock.
    """
    groups: list[list[Edge]] = [[]]
    for edge in log_of(Job(game, BLITZ, 0)).edges:
        groups[-1].append(edge)
        if edge.word == "release" and edge.name in LEVERS:
            groups.append([])
    return [list(_begun_at(round(number * every_s * 1e6), group)) for number, group in enumerate(groups)]


def _begun_at(at_us: int, edges: Sequence[Edge]) -> Iterator[Edge]:
    first_us = edges[0].at_us if edges else 0
    return (edge._replace(at_us=edge.at_us - first_us + at_us) for edge in edges)


@asynccontextmanager
async def board_at_work(before: Sequence[Edge] = ()) -> AsyncIterator[AtWork]:
    """Let a board work on which hands have done this before, and its page, until it is left."""
    sys.setswitchinterval(GIVES_WAY_S)
    settings = default_settings()
    settings = replace(settings, game=replace(settings.game, time_control=parse_time_control("7200+30")))
    desk = Desk(settings)
    async with desk:
        desk.act(before)
        await desk.run_to(desk.last_us // 1000 + 1000)
        table, now_ms = desk.table, desk.pace.now_ms()
    pace, twin = Pace(settings.board.scan_period_ms, now_ms), Twin(settings.pins)
    for square in squares(table.last_scan.reeds):
        twin.set_reed(square, True)
    with TemporaryDirectory(prefix="jadoube-") as folder, ThreadPoolExecutor(THREADS) as executor:
        daemon = _daemon(settings, twin, pace, table, executor)
        stop_looking()
        daemon.at_leisure.append(remove_garbage)
        control = Path(folder) / "control"
        running = asyncio.create_task(daemon.run())
        showing = asyncio.create_task(
            show_to_page(
                daemon, lambda: Glance(daemon.table, pace.now_ms()), glance_socket(control), executor, print
            )
        )
        server = await open_control(control, make_order_handler(daemon))
        try:
            async with _page(Path(folder)) as (port, page):
                yield AtWork(daemon, twin, pace, port, page)
        finally:
            server.close()
            daemon.stop()
            showing.cancel()
            await asyncio.gather(running, showing, return_exceptions=True)
            gc.enable()  # as it was for other benches


def _daemon(settings: Settings, twin: Twin, pace: Pace, table: Table, executor: ThreadPoolExecutor) -> Daemon:
    scanner = assemble_scanner(settings.pins, twin.electronics, settings.reeds)
    outlets = outlets_for(settings, twin.electronics, executor, _unsaid)
    return Daemon(table, PacedScans(scanner, pace), outlets, say=_unsaid)


@asynccontextmanager
async def _page(folder: Path) -> AsyncIterator[tuple[int, int]]:
    """A page's process for the sockets in a folder: its port and its process id."""
    file = folder / "board.toml"
    file.write_text(PAGE, encoding="utf-8")
    words = [sys.executable, "-m", "jadoube.cli.main", "page", "--config", str(file)]
    process = await asyncio.create_subprocess_exec(*NICE, *words, stdout=asyncio.subprocess.PIPE)
    try:
        yield await _port(process), process.pid
    finally:
        process.terminate()
        await process.wait()


async def _port(process: asyncio.subprocess.Process) -> int:
    """Wait until a page's process says where it is, and return the port."""
    while process.stdout and (said := await process.stdout.readline()):
        if found := re.search(rb"http://127\.0\.0\.1:(\d+)/", said):
            return int(found[1])
    raise RuntimeError("the page is not served")


async def play(edges: Sequence[Edge], twin: Twin, seconds: float) -> None:
    """Let reeds and buttons do what they do in so many seconds, at their instants from the first on."""
    began_s = time.perf_counter()
    zero_us = edges[0].at_us if edges else 0
    for at_us, word, name in edges:
        if at_us - zero_us > seconds * 1_000_000:
            break
        await asyncio.sleep(max(0.0, (at_us - zero_us) / 1e6 - (time.perf_counter() - began_s)))
        if name in BUTTONS:
            twin.set_button(BUTTONS[name], word == "press")
        else:
            twin.set_reed(chess.parse_square(name), word == "close")
    await asyncio.sleep(max(0.0, seconds - (time.perf_counter() - began_s)))


def memory_mb(process: int, name: str) -> int:
    """Return a process's memory, now (VmRSS) or at the most (VmHWM); 0 where it is not Linux."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(each.split()[1]) // 1024 for each in lines if each.startswith(f"{name}:")), 0)


def cpu_s(process: int) -> float:
    """Return the CPU time that a process has taken, in s; 0 where it is not Linux."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def machine_cpu_s() -> float:
    """Return the CPU time that all of this machine has taken since its start, in s; 0: it is not Linux."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    user, nice, system, _idle, _io, irq, softirq, *_ = stat.read_text(encoding="ascii").split()[1:9]
    return sum(map(int, (user, nice, system, irq, softirq))) / sysconf("SC_CLK_TCK")


def _unsaid(_line: str) -> None:
    """Say nothing."""
