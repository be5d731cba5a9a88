"""What spectators cost: how late scans come, what each is sent, and the CPU time of board and page.

A game is played in real time, late in it and at blitz pace, and looked at; who looks is another process, and
one of them never reads. The figures are to be compared with those of the same plies when nobody looks, and
say little alone.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Final, NamedTuple

from jadoube_sim.benchmarks.at_work import NICEST, board_at_work, cpu_s, long_game, memory_mb, play, plies_of

SECONDS: Final = 21
PLIES: Final = 160
"""The plies of the game; the last of them are played in real time."""


class Cost(NamedTuple):
    """How much later than a period after the last one scans came, and what the spectators have cost."""

    median_ms: float
    p99_ms: float
    worst_ms: float
    worst_cpu_ms: float
    """The longest CPU time of the board's loop between two scans, which no other process changes."""
    scans: int
    plies: int
    messages: int
    each_bytes_a_second: float
    board_percent: float
    page_percent: float
    page_mb: int


def cost(spectators: int, *, deltas: bool = True, seconds: int = SECONDS) -> Cost:
    """Play the last plies of a game in real time before so many spectators."""
    return asyncio.run(_cost(spectators, seconds, deltas=deltas))


async def _cost(spectators: int, seconds: int, *, deltas: bool) -> Cost:
    groups = plies_of(long_game(PLIES))
    live = 1 + seconds // 3
    before = [edge for group in groups[:-live] for edge in group]
    async with board_at_work(before) as board:
        with _onlookers(board.port, spectators, deltas=deltas) as onlookers:
            await asyncio.to_thread(_hear, onlookers)
            _tell(onlookers, "begin")
            board.pace.begin()
            ours, theirs = cpu_s(os.getpid()), cpu_s(board.page)
            await play([edge for group in groups[-live:] for edge in group], board.twin, seconds)
            ours, theirs = cpu_s(os.getpid()) - ours, cpu_s(board.page) - theirs
            late_ms, worst_cpu_ms = list(board.pace.late_ms), max(board.pace.cpu_ms)
            said, _ = await asyncio.to_thread(onlookers.communicate)
        messages, came = map(int, said.split())
        cuts = quantiles(late_ms, n=100)
        alive = max(1, spectators - 1)
        return Cost(
            *(cuts[49], cuts[98], max(late_ms), worst_cpu_ms, len(late_ms)),
            *(board.daemon.table.line.ply, messages),
            *(came / alive / seconds, 100 * ours / seconds, 100 * theirs / seconds),
            memory_mb(board.page, "VmHWM"),
        )


def _hear(onlookers: "subprocess.Popen[str]") -> None:
    """Wait until all look."""
    if onlookers.stdout:
        onlookers.stdout.readline()


def _tell(onlookers: "subprocess.Popen[str]", word: str) -> None:
    if onlookers.stdin:
        onlookers.stdin.write(f"{word}\n")
        onlookers.stdin.flush()


@contextmanager
def _onlookers(port: int, number: int, *, deltas: bool) -> "Iterator[subprocess.Popen[str]]":
    words = [
        *NICEST,
        sys.executable,
        "-m",
        "jadoube_sim.benchmarks.visitors.onlookers",
        str(port),
        str(number),
        str(int(deltas)),
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:  # noqa: S603 - us
        try:
            yield process
        finally:
            process.kill()
