"""A replay that is looked at in every step: readings alive, what an event took, which reeds were named."""

from collections import Counter
from dataclasses import dataclass, field
from time import thread_time_ns

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import BadReed, Effect
from jadoube.core.messages.events import Event
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay


@dataclass(slots=True)
class Tally:
    """What is counted over the events of a log; `step` is the arbiter's, and counts."""

    alive: Counter[int] = field(default_factory=Counter)
    """How often so many hypotheses were alive."""
    took_us: Counter[int] = field(default_factory=Counter)
    """How often an event took so many whole microseconds, those of other processes left out."""
    named: Occupancy = 0
    """The squares whose reeds were named as bad, at one time or another."""

    def step(self, table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        """Take one step, and count it."""
        began_ns = thread_time_ns()
        table, effects = step(table, event, now_ms)
        self.took_us[(thread_time_ns() - began_ns) // 1000] += 1
        self.alive[len(table.seen.hypotheses)] += 1
        for effect in effects:
            if isinstance(effect, BadReed):
                self.named |= 1 << effect.square
        return table, effects


@dataclass(frozen=True, slots=True)
class Stepped:
    """A log's table, and what was counted over the events that led to it."""

    table: Table
    alive: Counter[int]
    took_us: Counter[int]
    named: Occupancy


def stepped(log: SensorLog) -> Stepped:
    """Play a log to its end, or to the end of its game."""
    tally = Tally()
    table = replay(log, stepper=tally.step).table
    return Stepped(table, tally.alive, tally.took_us, tally.named)
