"""A replay that is looked at in every step: what is alive after each event, and how long it took.

It steps as `jadoube.daemon.replay` does, and decides the same; a test holds that.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from time import thread_time_ns

import chess

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.debounce import still
from jadoube.core.events import BUTTONS, Ended, Event, Scanned
from jadoube.core.phases import Phase
from jadoube.core.table import Table, new_table
from jadoube.daemon.replay import SCAN_PERIOD_MS, terms_of_log
from jadoube.formats.sensorlog import Edge, SensorLog


@dataclass(slots=True)
class Stepped:
    """A log's table, and two tallies over the events that led to it."""

    table: Table
    now_ms: int = 0
    alive: Counter[int] = field(default_factory=Counter)
    """How often so many hypotheses were alive."""
    took_us: Counter[int] = field(default_factory=Counter)
    """How often an event took so many whole microseconds, those of other processes left out."""

    @property
    def stopped(self) -> bool:
        """Whether the game is over: what comes then is ignored."""
        return self.table.phase is Phase.OVER

    def feed(self, event: Event, now_ms: int) -> None:
        """Take one step, unless the game is over."""
        if self.stopped:
            return
        began_ns = thread_time_ns()
        table, _ = step(self.table, event, now_ms)
        self.took_us[(thread_time_ns() - began_ns) // 1000] += 1
        self.alive[len(table.seen.hypotheses)] += 1
        self.now_ms = now_ms
        self.table = table


def stepped(log: SensorLog) -> Stepped:
    """Play a log to its end, or to the end of its game."""
    run = Stepped(new_table(terms_of_log(log), still(log.reeds)))
    shown = Scanned(log.reeds, 0)
    for scan_ms, edges in _scans(log.edges):
        _idle(run, shown, scan_ms)
        shown = _after(shown, edges)
        run.feed(shown, scan_ms)
    end_ms = log.lasts_us // 1000
    _idle(run, shown, end_ms + 1)
    run.feed(Ended(), max(run.now_ms, end_ms))
    return run


def _idle(run: Stepped, shown: Scanned, until_ms: int) -> None:
    """Scan only where the arbiter asks for it, up to but without an instant."""
    while not run.stopped and (wake_ms := deadline_ms(run.table)) is not None:
        scan_ms = -(-wake_ms // SCAN_PERIOD_MS) * SCAN_PERIOD_MS
        if scan_ms >= until_ms:
            return
        run.feed(shown, scan_ms)


def _after(shown: Scanned, edges: list[Edge]) -> Scanned:
    reeds, buttons = shown.reeds, shown.buttons
    for _, word, name in edges:
        on = word in ("close", "press")
        if name in BUTTONS:
            bit = BUTTONS[name].value
            buttons = buttons | bit if on else buttons & ~bit
        else:
            bit = 1 << chess.SQUARE_NAMES.index(name)
            reeds = reeds | bit if on else reeds & ~bit
    return Scanned(reeds, buttons)


def _scans(edges: tuple[Edge, ...]) -> Iterator[tuple[int, list[Edge]]]:
    """Group edges by the first scan at or after them."""
    period_us = SCAN_PERIOD_MS * 1000
    for number, group in groupby(edges, lambda edge: -(-edge.at_us // period_us)):
        yield number * SCAN_PERIOD_MS, list(group)
