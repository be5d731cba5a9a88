"""What a stranger without a PIN costs the loop who sends as much as he can: `jadoube bench strangers`.

Board and page are those of `at_work.py`; the stranger is another process (`attacks.py`). Each kind of attack
has a board and a page of its own, as memory is measured:
`python -m jadoube_sim.benchmarks.visitors.strangers KIND`.
"""

import asyncio
import os
import subprocess
import sys
import time
from typing import NamedTuple

from jadoube_sim.benchmarks.at_work import NICEST, board_at_work, memory_mb
from jadoube_sim.benchmarks.visitors.attacks import KINDS

SECONDS = 8
NOBODY = "nobody"
ALL = (NOBODY, *KINDS)
AFTER_S = 2.0
"""So long after the end it is looked at what memory is still taken."""


class Cost(NamedTuple):
    """What an attack has cost."""

    scans_a_second: float
    late_ms: float
    """How late the latest scan came."""
    worst_cpu_ms: float
    """The longest CPU time of the loop between two scans."""
    board_mb: int
    before_mb: int
    peak_mb: int
    after_mb: int
    opened: int
    asked: int
    answered: int


def line(kind: str) -> str:
    """Measure one kind of attack in a process of its own, and say it in a line."""
    words = [sys.executable, "-m", "jadoube_sim.benchmarks.visitors.strangers", kind]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - us
    return done.stdout.strip()


def told(kind: str, cost: Cost) -> str:
    """Say what an attack has cost."""
    return (
        f"{kind:9} {cost.scans_a_second:5.0f} scans/s, the latest {cost.late_ms:.1f} ms late, at most "
        f"{cost.worst_cpu_ms:.1f} ms of CPU between two; the board's memory at the most {cost.board_mb} MB, "
        f"the page's {cost.before_mb}, at the most {cost.peak_mb}, after it {cost.after_mb}; "
        f"{cost.opened} connections; another was answered {cost.answered} of {cost.asked} times"
    )


async def cost_of(kind: str) -> Cost:
    """Let a stranger do one kind of thing for some seconds."""
    async with board_at_work() as board:
        before = memory_mb(board.page, "VmRSS")
        board.pace.begin()
        began_s = time.perf_counter()
        words = ["-m", "jadoube_sim.benchmarks.visitors.attacks", str(board.port), kind, str(SECONDS)]
        stranger = await asyncio.create_subprocess_exec(
            *NICEST, sys.executable, *words, stdout=asyncio.subprocess.PIPE
        )
        came, _ = await stranger.communicate()
        scans = len(board.pace.late_ms) / (time.perf_counter() - began_s)
        late_ms, worst = max(board.pace.late_ms), max(board.pace.cpu_ms)
        await asyncio.sleep(AFTER_S)
        opened, asked, answered = map(int, came.split())
        ours, peak = memory_mb(os.getpid(), "VmHWM"), memory_mb(board.page, "VmHWM")
        after = memory_mb(board.page, "VmRSS")
        return Cost(scans, late_ms, worst, ours, before, peak, after, opened, asked, answered)


if __name__ == "__main__":
    print(told(sys.argv[1], asyncio.run(cost_of(sys.argv[1]))))
