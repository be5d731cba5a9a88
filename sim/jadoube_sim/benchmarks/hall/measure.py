"""A hall of so many boards at blitz: how soon the page shows a ply, and what all of it costs.

The law: a ply counts from the instant at which the board shows it to its publisher, to the instant at which
somebody at the hall's page has it. What never came, came twice or went back is counted, and no such thing
is excused. A hall that is behind is waited for before its games are compared: what comes is late, not lost.
It refuses to judge; `report.py` says what was promised.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from jadoube.config.problems import BadInput
from jadoube.config.settings import BrokerSettings
from jadoube.local.own_process import words_of
from jadoube.local.pausing import Pause
from jadoube_sim.benchmarks.at_work import cpu_s, machine_cpu_s, memory_mb
from jadoube_sim.benchmarks.hall.publishers import Plan
from jadoube_sim.benchmarks.hall.watching import Watching
from jadoube_sim.hall.broker import LocalBroker
from jadoube_sim.hall.hall_process import HallPlan, hall_process
from jadoube_sim.hall.page_client import PageClient, at_page
from jadoube_sim.hall.recording import Recording, games, record, write_recordings

HALL: Final = "bench"
RECORDED: Final = 4
"""So many games are recorded; boards begin at different instants of them."""

PROCESSES: Final = 2
"""The publishers share them."""

REAL: Final = "jadoube_sim.benchmarks.hall.publishers"
PREPARED: Final = "jadoube_sim.benchmarks.hall.prepared"

SETTLES_S: Final = 3.0
COMES_WITHIN_S: Final = 5.0
"""A ply that comes later is late. Where nothing has come for so long, what has not come is lost."""

LATEST_S: Final = 120.0
"""So long is waited at most for a hall that is behind."""


LOOKS_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class Used:
    """What a program has used."""

    cpu_s: float
    memory_mb: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured with so many boards."""

    boards: int
    seconds: float
    plies: int
    latency_ms: Sequence[float]
    """Of each ply, sorted."""
    lost: int
    fell_back: int
    came_late: int
    """So many plies came after `COMES_WITHIN_S`."""
    differing: int
    """The boards whose game at the hall is another than was played."""
    late_ms: Sequence[float]
    """How late the publishers' side showed each ply, sorted: the bench's own fault."""
    used: dict[str, Used]
    """By process: broker, hall, page, and those of the boards."""
    others_cpu_s: float = 0.0
    """What everything else on this machine has used meanwhile."""
    cores: int = 1
    is_prepared: bool = False
    """Whether the boards' payloads were made before."""

    def centile(self, of_100: int) -> float:
        """Return the latency that so many of 100 plies keep; NaN without plies."""
        return _centile(self.latency_ms, of_100)

    def late(self, of_100: int) -> float:
        """The same of the bench's own lateness."""
        return _centile(self.late_ms, of_100)


def recorded() -> list[Recording]:
    """Record the shortest games, which takes some ten seconds."""
    shortest = sorted(games(), key=lambda game: len(game.moves))[:RECORDED]
    return [record(game, seed=number) for number, game in enumerate(shortest)]


def measure(
    boards: int, seconds: int, recordings: Sequence[Recording], *, prepared: bool = False
) -> Measured:
    """Let so many boards publish for so long; `prepared`: payloads that were made before."""
    crowds = _prepared(boards) if prepared else _real(boards)
    found = asyncio.run(_measure(crowds, seconds, recordings))
    return replace(found, is_prepared=prepared)


@dataclass(frozen=True, slots=True)
class _Crowd:
    """Boards of one process, by their numbers."""

    name: str
    module: str
    numbers: Sequence[int]


def _real(boards: int) -> list[_Crowd]:
    """Real publishers."""
    return [
        _Crowd(f"publishers {first + 1}", REAL, range(first, boards, PROCESSES))
        for first in range(min(PROCESSES, boards))
    ]


def _prepared(boards: int) -> list[_Crowd]:
    return [_Crowd("prepared boards", PREPARED, range(boards))]


async def _measure(shares: Sequence[_Crowd], seconds: int, recordings: Sequence[Recording]) -> Measured:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="jadoube-hall-")))
        broker = stack.enter_context(LocalBroker(folder / "broker"))
        place = BrokerSettings(host="127.0.0.1", port=broker.port, tls=False, hall=HALL)
        hall = await stack.enter_async_context(hall_process(HallPlan(folder / "hall", place, 0, _unsaid)))
        write_recordings(recordings, folder / "recordings")
        crowds = [
            await stack.enter_async_context(_publishing(folder, broker.port, each, seconds))
            for each in shares
        ]
        client = await stack.enter_async_context(at_page(hall.url))
        theirs = {each.name: crowd.pid for each, crowd in zip(shares, crowds, strict=True)}
        programs = {"broker": broker.pid, "hall": hall.pid, **theirs, "page": os.getpid()}
        return await _watched(client, crowds, programs, seconds)


async def _watched(
    client: PageClient,
    crowds: "Sequence[asyncio.subprocess.Process]",
    programs: dict[str, int],
    seconds: int,
) -> Measured:
    watching = Watching()
    looking = asyncio.create_task(watching.watch(client))
    await watching.connected.wait()
    await asyncio.sleep(SETTLES_S)
    before, all_before_s = _cpu(programs), machine_cpu_s()
    begin_s = time.monotonic()
    for crowd in crowds:
        _write(crowd, f"{begin_s}\n")
    await asyncio.sleep(seconds)
    after, all_after_s = _cpu(programs), machine_cpu_s()
    took_s = time.monotonic() - begin_s
    told = [await _held(crowd) for crowd in crowds]
    shown = {(board, ply): at_ns for each in told for board, ply, at_ns in each["shown"]}
    await catch_up(lambda: len(shown.keys() - watching.came_ns.keys()))
    memory = {name: memory_mb(pid, "VmHWM") for name, pid in programs.items()}
    used_s = {name: after[name] - before[name] for name in after}
    games = {board: san for each in told for board, san in each["games"].items()}
    differing = await differing_games(client, games)
    looking.cancel()
    came = {each: watching.came_ns[each] for each in shown if each in watching.came_ns}
    latency_ms = sorted((at_ns - shown[each]) / 1e6 for each, at_ns in came.items())
    return Measured(
        len(games),
        took_s,
        len(shown),
        latency_ms,
        len(shown) - len(came),
        watching.fell_back,
        sum(each > COMES_WITHIN_S * 1000 for each in latency_ms),
        len(differing),
        sorted(late for each in told for late in each["late_ms"]),
        {name: Used(used_s[name], memory[name]) for name in programs},
        max(0.0, all_after_s - all_before_s - sum(used_s.values())),
        os.cpu_count() or 1,
    )


async def catch_up(lacking: Callable[[], int], pause: Pause = asyncio.sleep) -> None:
    """Wait until nothing is lacking, or nothing has come for `COMES_WITHIN_S`; `LATEST_S` at most."""
    before, still = lacking(), 0
    for _ in range(round(LATEST_S / LOOKS_S)):
        if not before or still >= round(COMES_WITHIN_S / LOOKS_S):
            return
        await pause(LOOKS_S)
        now = lacking()
        before, still = min(now, before), 0 if now < before else still + 1


class Games(Protocol):
    """Who tells the game of a board: somebody at the page."""

    async def board(self, board: str, /) -> Mapping[str, Any]:
        """Return its game."""


async def differing_games(
    client: Games, games: Mapping[str, Sequence[str]], pause: Pause = asyncio.sleep
) -> set[str]:
    """Return the boards whose game at the hall is another than the one that they have shown last.

    One that differs is asked for again, as the hall may be behind, while there come to be fewer.
    """
    before = set[str]()
    left = set(games)
    while left != before:
        before = left
        left = {board for board in sorted(left) if (await client.board(board))["san"] != games[board]}
        if left:
            await pause(COMES_WITHIN_S)
    return left


@asynccontextmanager
async def _publishing(
    folder: Path, port: int, crowd: _Crowd, seconds: int
) -> "AsyncIterator[asyncio.subprocess.Process]":
    """Have these boards publish in a process of their own; they are connected."""
    numbers = list(crowd.numbers)
    plan = Plan(port, HALL, numbers, str(folder / "recordings"), seconds, str(folder / "boards"))
    process = await asyncio.create_subprocess_exec(
        *words_of(crowd.module, plan.text()),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        limit=LINE_MOST,
    )
    try:
        await _line_of(process, crowd.name)
        yield process
        if process.stdin:
            process.stdin.close()
        async with asyncio.timeout(GOES_S):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


GOES_S: Final = 15.0

LINE_MOST: Final = 64 << 20


async def _held(crowd: "asyncio.subprocess.Process") -> dict[str, Any]:
    """Hold its games, and return what it has shown when."""
    _write(crowd, "hold\n")
    told: dict[str, Any] = json.loads(await _line_of(crowd, "boards"))
    return told


async def _line_of(crowd: "asyncio.subprocess.Process", name: str) -> bytes:
    """The next line of what publishes; BadInput if it has ended: it has said why."""
    line = await crowd.stdout.readline() if crowd.stdout else b""
    if not line:
        raise BadInput("jadoube bench hall", f"the {name} have ended, expected boards that publish")
    return line


def _write(crowd: "asyncio.subprocess.Process", line: str) -> None:
    if crowd.stdin:
        crowd.stdin.write(line.encode())


def _cpu(programs: Mapping[str, int]) -> dict[str, float]:
    return {name: cpu_s(pid) for name, pid in programs.items()}


def _centile(values: Sequence[float], of_100: int) -> float:
    return quantiles(values, n=100)[of_100 - 1] if len(values) > 1 else float("nan")


def _unsaid(_line: str) -> None:
    """Say nothing."""
