"""How long single steps take, over games by every habit, with levers and with faults.

The time of a step is the CPU time of its thread. A replay takes no step for a scan that shows nothing new, so
those are not among the steps. The garbage collector is off, as it is on a board in play.

On a shared machine a step may look long although it is not. A log with steps over `OVER_1_MS` is therefore
replayed again, and the least of three times of each step counts: a replay takes the same steps each time.
This file refuses to know what a step was doing (`doing.py`), and what is too long (`figures.toml`).
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import thread_time_ns
from typing import Final

from jadoube.core.arbiter import begin_step, think
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import LEVERS, NO_FAULT, Job, Row, log_of, up_to_the_end
from jadoube_sim.benchmarks.processes import in_processes
from jadoube_sim.cost.yardsticks import play_ns
from jadoube_sim.hands.faults import FAULTS
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS

OVER_1_MS: Final = 1_000_000
OVER_5_MS: Final = 5_000_000
AGAIN: Final = 2
"""So often a log with a long step is replayed again."""
KEPT: Final = 5
"""So many of the longest steps are kept, each of another log."""

Stepped = tuple[Table, tuple[Effect, ...]]


@dataclass(frozen=True, slots=True)
class Long:
    """A step that took long: its time, the log that it is in, and its number in the replay, from 0."""

    took_ns: int
    job: Job
    number: int


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of one log, or of several."""

    logs: int = 0
    plies: int = 0
    steps: int = 0
    over_1_ms: int = 0
    over_5_ms: int = 0
    longest: tuple[Long, ...] = ()
    """The longest of each log, if that is over 1 ms; the longest of all first."""
    yards_ns: int = 0
    """One yardstick for each ply, measured beside them."""

    def __add__(self, other: "Steps") -> "Steps":
        """Add up."""
        longest = sorted([*self.longest, *other.longest], key=lambda long: -long.took_ns)
        return Steps(
            self.logs + other.logs,
            self.plies + other.plies,
            self.steps + other.steps,
            self.over_1_ms + other.over_1_ms,
            self.over_5_ms + other.over_5_ms,
            tuple(longest[:KEPT]),
            self.yards_ns + other.yards_ns,
        )

    @property
    def share_under_1_ms(self) -> float:
        """The share of steps under a millisecond."""
        return 1 - self.over_1_ms / self.steps if self.steps else 1.0

    @property
    def longest_yardsticks(self) -> float:
        """The longest step, in yardsticks; 0 if none is over 1 ms."""
        return self.longest[0].took_ns / (self.yards_ns / self.plies) if self.longest else 0.0


class Stopwatch:
    """Times steps, and the slices of those that are made in slices: each slice counts as a step."""

    def __init__(self) -> None:
        self.took_ns: list[int] = []

    def step(self, table: Table, event: Event, now_ms: int) -> Stepped:
        """Take one step, and note its time."""
        return self._timed(lambda: begin_step(table, event, now_ms))

    def think(self, table: Table) -> Stepped:
        """Go on with a step for one slice, and note its time."""
        return self._timed(lambda: think(table))

    def _timed(self, take: Callable[[], Stepped]) -> Stepped:
        began_ns = thread_time_ns()
        stepped = take()
        self.took_ns.append(thread_time_ns() - began_ns)
        return stepped


def dealt(games: Sequence[Game], seed: int) -> list[Job]:
    """Every game by every habit; uses of levers and faults, none among them, take turns.

    Of some 24 games on, every habit meets every use of levers with every fault.
    """
    every = [(levers, fault) for fault in (NO_FAULT, *FAULTS) for levers in LEVERS]
    turns = [(turn, game, habit) for turn, game in enumerate(games) for habit in enumerate(HABITS)]
    jobs = []
    for turn, game, (number, habit) in turns:
        levers, fault = every[(number + turn) % len(every)]
        presses = "pressed" if HABITS[habit].levers_only and not LEVERS[levers][0] else levers
        jobs.append(Job(game, Row(habit, presses, fault), seed))
    return jobs


def measure(jobs: Sequence[Job], processes: int) -> Iterator[Steps]:
    """Time all steps of these logs; give what was found in each log, as soon as it is known."""
    return in_processes(timed, jobs, processes)


def timed(job: Job) -> Steps:
    """Time all steps of one log."""
    log = log_of(job)
    took_ns = least(lambda: _times(log))
    over = [Long(each, job, number) for number, each in enumerate(took_ns) if each > OVER_1_MS]
    moves = up_to_the_end(job.game)
    return Steps(
        logs=1,
        plies=len(moves),
        steps=len(took_ns),
        over_1_ms=len(over),
        over_5_ms=sum(long.took_ns > OVER_5_MS for long in over),
        longest=(max(over, key=lambda long: long.took_ns),) if over else (),
        yards_ns=play_ns(job.game.start_fen, moves),
    )


def least(find_times: Callable[[], list[int]]) -> list[int]:
    """The time of each step: while one is long, all are measured again, and the least of three counts."""
    took_ns = find_times()
    for _ in range(AGAIN):
        if max(took_ns) > OVER_1_MS:
            took_ns = list(map(min, took_ns, find_times()))
    return took_ns


def _times(log: SensorLog) -> list[int]:
    """The time of each step, in ns; garbage is collected before, and not by itself."""
    stopwatch = Stopwatch()
    gc.collect()
    gc.disable()
    try:
        replay(log, stepper=stopwatch.step, thinker=stopwatch.think)
    finally:
        gc.enable()
    return stopwatch.took_ns
