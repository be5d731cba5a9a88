"""How much work the core does, in counts: the same on every run, whatever else the machine does.

*Calls* are calls of Python functions during a replay. They differ between versions of Python. *Positions* are
moves that are played on a board of python-chess, to look at what comes of them. They do not differ.
"""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from types import FrameType
from typing import Final

import chess

from jadoube.core.arbiter import begin_step, think
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import Job, log_of, up_to_the_end

_PUSH: Final = chess.Board.push.__code__


@dataclass(frozen=True, slots=True)
class Count:
    """What was counted during replays."""

    calls: int
    positions: int
    plies: int
    most: int
    """The most positions in one step, or in one slice of a step that is made in slices."""

    @property
    def calls_per_ply(self) -> float:
        """Calls a ply."""
        return round(self.calls / self.plies, 1)

    @property
    def positions_per_ply(self) -> float:
        """Positions a ply."""
        return round(self.positions / self.plies, 3)


def count(jobs: Sequence[Job]) -> Count:
    """Count during the replay of what hands did, in a new process, in which no cache is warm."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_count, jobs).result()


class Counter:
    """Counts while a function runs; `step` and `think` tell where a step or a slice of it ends."""

    def __init__(self) -> None:
        self.calls = self.positions = self.most = 0

    def run(self, work: Callable[[], object]) -> None:
        """Do the work and count."""
        sys.setprofile(self._note)
        try:
            work()
        finally:
            sys.setprofile(None)

    def step(self, table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        """Begin one step."""
        before, self.calls = self.positions, self.calls - 1  # this call is not the core's
        stepped = begin_step(table, event, now_ms)
        self.most = max(self.most, self.positions - before)
        return stepped

    def think(self, table: Table) -> tuple[Table, tuple[Effect, ...]]:
        """Go on with a step for one slice."""
        before, self.calls = self.positions, self.calls - 1
        stepped = think(table)
        self.most = max(self.most, self.positions - before)
        return stepped

    def _note(self, frame: FrameType, event: str, _value: object) -> None:
        if event == "call":
            self.calls += 1
            self.positions += frame.f_code is _PUSH


def _count(jobs: Sequence[Job]) -> Count:
    """Count here; the first log is replayed once before, so that what happens only once does not count."""
    logs = [log_of(job) for job in jobs]
    replay(logs[0])
    counter = Counter()
    for log in logs:
        counter.run(partial(replay, log, stepper=counter.step, thinker=counter.think))
    plies = sum(len(up_to_the_end(job.game)) for job in jobs)
    return Count(counter.calls, counter.positions, plies, counter.most)
