"""What a stranger without a PIN costs the loop who sends as much as he can: `jadoube bench strangers`.

The board is that of `spectators.py`; the stranger is another process (`attacks.py`). Each kind of attack has
a board's process of its own, as memory is measured: `python -m jadoube_sim.benchmarks.strangers KIND`.
"""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from jadoube_sim.benchmarks.attacks import KINDS
from jadoube_sim.benchmarks.spectators import at_work

SECONDS = 8
NOBODY = "nobody"
ALL = (NOBODY, *KINDS)
AFTER_S = 2.0
"""So long after the end it is looked at what memory is still taken."""


class Cost(NamedTuple):
    """What an attack has cost."""

    scans_a_second: float
    worst_cpu_ms: float
    before_mb: int
    peak_mb: int
    after_mb: int
    opened: int
    asked: int
    answered: int


def line(kind: str) -> str:
    """Measure one kind of attack in a process of its own, and say it in a line."""
    words = [sys.executable, "-m", "jadoube_sim.benchmarks.strangers", kind]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - us
    return done.stdout.strip()


def told(kind: str, cost: Cost) -> str:
    """Say what an attack has cost."""
    return (
        f"{kind:9} {cost.scans_a_second:5.0f} scans/s, at most {cost.worst_cpu_ms:5.1f} ms of CPU between "
        f"two; memory {cost.before_mb} MB, at the most {cost.peak_mb}, after it {cost.after_mb}; "
        f"{cost.opened} connections; another was answered {cost.answered} of {cost.asked} times"
    )


async def cost_of(kind: str) -> Cost:
    """Let a stranger do one kind of thing for some seconds."""
    async with at_work() as (port, pace):
        before = _memory_mb("VmRSS")
        pace.begin()
        began_s = time.perf_counter()
        words = ["-m", "jadoube_sim.benchmarks.attacks", str(port), kind, str(SECONDS)]
        stranger = await asyncio.create_subprocess_exec(
            sys.executable, *words, stdout=asyncio.subprocess.PIPE
        )
        came, _ = await stranger.communicate()
        scans = len(pace.late_ms) / (time.perf_counter() - began_s)
        worst = max(pace.cpu_ms)
        await asyncio.sleep(AFTER_S)
        opened, asked, answered = map(int, came.split())
        return Cost(scans, worst, before, _memory_mb("VmHWM"), _memory_mb("VmRSS"), opened, asked, answered)


def _memory_mb(name: str) -> int:
    """Give this process' memory, now (VmRSS) or at the most (VmHWM); 0 where it is not Linux."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(each.split()[1]) // 1024 for each in lines if each.startswith(f"{name}:")), 0)


if __name__ == "__main__":
    print(told(sys.argv[1], asyncio.run(cost_of(sys.argv[1]))))
