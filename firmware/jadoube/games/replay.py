"""Replays a sensor log through the core, at a scan period, in virtual time; and a journal, event by event.

Scans fall on multiples of the period. Scans without a change and before the deadline are skipped; by the
arbiter's law that changes no decision.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from jadoube.core.arbiter import deadline_ms, step, think
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered
from jadoube.core.messages.orders import Wrong
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.rule_sets import RULE_SETS, Judge
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.result.adjudication import answer
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.journal.fold import begins_with, steps
from jadoube.games.journal.text import Journal

SCAN_PERIOD_MS = 5

Watcher = Callable[[int, Table, tuple[Effect, ...]], None]
"""Gets every step with effects: its instant, the table after it, and its effects."""

Stepper = Callable[[Table, Event, int], tuple[Table, tuple[Effect, ...]]]
"""The arbiter's `step` or `begin_step`, or a wrapper around one of them."""

Thinker = Callable[[Table], tuple[Table, tuple[Effect, ...]]]
"""The arbiter's `think`, or a wrapper around it; called while the stepper leaves work pending."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of a replay: the last table, and the number of edges after the end of the game."""

    table: Table
    ignored: int = 0


def replay(
    log: SensorLog,
    watch: Watcher | None = None,
    *,
    period_ms: int = SCAN_PERIOD_MS,
    stepper: Stepper = step,
    thinker: Thinker = think,
) -> Replayed:
    """Replay a log to its end, or to the end of its game."""
    run = _Run(log, period_ms, watch, stepper, thinker)
    left = len(log.edges)
    for scan_ms, edges in _scans(log.edges, period_ms):
        run.mark_until(scan_ms)
        run.idle_until(scan_ms)
        if run.stopped:
            break
        left -= len(edges)
        run.deliver(edges, scan_ms)
    run.mark_until(None)
    if log.end_us is not None:
        run.idle_until(log.end_us // 1000 + 1)
    if run.stopped:
        return run.result(left)
    run.feed(Ended(), max(run.now_ms, (log.end_us or 0) // 1000))
    return run.result(left)


def replay_journal(journal: Journal, watch: Watcher | None = None) -> Replayed:
    """Fold a journal to the end of its game, as the board did; its instants are the journal's."""
    table = begins_with(journal)
    for done in steps(journal):
        if watch and done.effects:
            watch(done.at_ms, done.after, done.effects)
        table = done.before if done.begins_again else done.after
    return Replayed(table)


def terms_of_log(log: SensorLog) -> Terms:
    """Return the terms in a log's header."""
    return Terms(
        start_fen=log.start,
        control=parse_time_control(log.time_control),
        rules=RULE_SETS[log.rules],
        illegal_verdict=Judge(log.illegal_verdict),
    )


class _Run:
    """A running replay: the current contacts and the table."""

    def __init__(
        self, log: SensorLog, period_ms: int, watch: Watcher | None, stepper: Stepper, thinker: Thinker
    ) -> None:
        self.contacts = LogContacts(log.reeds)
        self.scanned = self.contacts.scanned
        self.now_ms = 0
        self.table = new_table(terms_of_log(log), settled_contacts(log.reeds))
        self._marks_ms = [-(-at_us // (period_ms * 1000)) * period_ms for at_us in log.marks]
        self._period_ms = period_ms
        self._watch = watch
        self._step = stepper
        self._think = thinker

    @property
    def stopped(self) -> bool:
        return self.table.play.phase is Phase.OVER

    def deliver(self, edges: list[Edge], scan_ms: int) -> None:
        self.scanned = self.contacts.apply(edges)
        self.feed(self.scanned, scan_ms)

    def mark_until(self, until_ms: int | None) -> None:
        """Give the marks whose instant is before `until_ms`, all if None; also those after the game's end."""
        while self._marks_ms and (until_ms is None or self._marks_ms[0] < until_ms):
            at_ms = self._marks_ms.pop(0)
            self.idle_until(at_ms + 1)
            self.feed(Ordered(Wrong()), max(self.now_ms, at_ms))

    def idle_until(self, until_ms: int) -> None:
        """Let time pass until just before `until_ms`, with scans only where the arbiter wants one."""
        while (wake_ms := deadline_ms(self.table)) is not None:
            scan_ms = -(-wake_ms // self._period_ms) * self._period_ms
            if scan_ms >= until_ms or self.stopped:
                return
            self.feed(self.scanned, scan_ms)

    def feed(self, event: Event, now_ms: int) -> None:
        table, effects = self._step(self.table, event, now_ms)
        while table.thinking:
            table, effects = self._think(table)
        self.now_ms = now_ms
        if self._watch and effects:
            self._watch(now_ms, table, effects)
        self.table = table
        if asked := table.play.adjudication:
            self.feed(Adjudicated(asked.fen, answer(asked)), now_ms)

    def result(self, left: int) -> Replayed:
        return Replayed(self.table, left)


def _scans(edges: tuple[Edge, ...], period_ms: int) -> Iterator[tuple[int, list[Edge]]]:
    """Group edges by the first scan at or after them."""
    period_us = period_ms * 1000
    for number, group in groupby(edges, lambda edge: -(-edge.at_us // period_us)):
        yield number * period_ms, list(group)
