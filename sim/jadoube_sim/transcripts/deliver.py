"""A transcript's stimuli, delivered to the core scan by scan, and what the core says to them.

A `Delivery` is a manner of bringing them: a scan period, how time goes on between the scans that could decide
something (`Time`), and its phase, by which all scans fall later than on multiples of the period: nobody plays
in step with the scanner. The contacts at the start and the end of the log are those of a replay; but here the
board goes on after a game's end, so that the next can be seen.

It decides nothing of chess: how a `move` is made is asked of the hands, on the position that the core reads.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

import chess

from jadoube.config.problems import BadInput
from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.display.effect_text import clock_text, effect_text, game_text
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered, parse_ordered
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.result.adjudication import answer
from jadoube.core.state.table import Table, new_table
from jadoube.formats.log_contacts import LogContacts
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube.games.replay import SCAN_PERIOD_MS, terms_of_log
from jadoube_sim.hands import Key, Lift, Place, Step, gesture_for, turned_edges
from jadoube_sim.transcripts.script import Consequence, Stimulus, Transcript
from jadoube_sim.transcripts.shown import explained, shown, worded

STEP_US = 300_000
"""Between the steps of a `move`."""

HOLD_US = 100_000
"""For how long a `key` is down."""


class Time(Enum):
    """Which scans go through all that the core does at a scan."""

    JUMPING = "those at which something changed or the core asked to be woken, as in `replay`"
    BESIDE = "these, and the scans right after and right before them: there shows what was due between"
    SMOOTH = "all"


class Delivery(NamedTuple):
    """A manner of bringing the stimuli to the core."""

    period_ms: int = SCAN_PERIOD_MS
    time: Time = Time.JUMPING
    phase_ms: int = 0


GOLDEN = Delivery()
"""The delivery whose consequences stand in the files: the board's own period, as `replay` has it."""


class Said(NamedTuple):
    """What was said at an instant, in words; `effect` is None for what is shown."""

    at_ms: int
    text: str
    effect: Effect | None = None


class Delivered(NamedTuple):
    """What became of a transcript: all that was said, the table at its end, and the log that it was."""

    said: tuple[Said, ...]
    table: Table
    log: SensorLog


def deliver(transcript: Transcript, delivery: Delivery = GOLDEN) -> Delivered:
    """Run a transcript to its end, like the sensor log that it is; BadInput for a move that cannot be."""
    log = sensor_log(transcript)
    board = _Board(log, delivery, _orders(transcript.stimuli))
    for stimulus in transcript.stimuli:
        if look := _LOOKS.get(stimulus.word):
            board.run_to(stimulus.at_us // 1000)
            board.say(stimulus.at_us // 1000, look(board.table, stimulus.at_us // 1000, stimulus.name))
    board.end(log)
    return Delivered(tuple(board.said), board.table, log)


def consequences(delivered: Delivered) -> tuple[Consequence, ...]:
    """Give all that was said as the `<` lines of a transcript."""
    return tuple(Consequence(said.at_ms, said.text) for said in delivered.said)


@lru_cache(maxsize=8)  # a transcript is delivered in many manners
def sensor_log(transcript: Transcript) -> SensorLog:
    """Give a transcript as a sensor log: `move` and `key` as their edges; time runs on to the last `show`.

    A move is made on the position that is read when it begins; BadInput where it is not legal there.
    """
    edges: list[Edge] = []
    reader = _Board(transcript.header, GOLDEN, _orders(transcript.stimuli))
    for stimulus in transcript.stimuli:
        made = _edges(stimulus, reader)
        reader.add(made)
        edges += made
    edges.sort(key=lambda edge: edge.at_us)
    last = transcript.stimuli[-1]
    return replace(
        transcript.header, edges=tuple(edges), end_us=last.at_us if last.word in _NO_EDGE else None
    )


def _orders(stimuli: Sequence[Stimulus]) -> list[tuple[int, Ordered]]:
    """Give the orders of a transcript with their instants, in whole ms."""
    return [(each.at_us // 1000, parse_ordered(each.name)) for each in stimuli if each.word == "order"]


def _edges(stimulus: Stimulus, reader: "_Board") -> list[Edge]:
    """The edges of a stimulus; `reader` is the board with those of all before it."""
    at_us, word, name, _ = stimulus
    match word:
        case "key":
            return _key(at_us, name)
        case "move":
            reader.run_to(-(-at_us // 1000) - 1)
            return _gesture(reader.table, name, at_us)
        case "show" | "words" | "explain" | "end" | "order":
            return []
    return [Edge(at_us, word, name)]


def _key(at_us: int, name: str) -> list[Edge]:
    return [Edge(at_us, "press", name), Edge(at_us + HOLD_US, "release", name)]


def _gesture(table: Table, san: str, at_us: int) -> list[Edge]:
    """Make a move as a tidy hand does, without bounce and in even time, on the board as it lies."""
    position = table.line.board
    steps = gesture_for(position, _legal(position, san, at_us))
    edges = [edge for number, each in enumerate(steps) for edge in _step(each, at_us + number * STEP_US)]
    return list(turned_edges(edges)) if table.turned else edges


def _legal(position: chess.Board, san: str, at_us: int) -> chess.Move:
    """Read a move; BadInput, with its instant in the transcript, if none can be made there."""
    with suppress(ValueError):
        if move := position.parse_san(san):
            return move
    problem = f"{san[:20]!a} found, expected a legal move in {position.fen()}"
    raise BadInput(f"move at {at_us / 1_000_000:.3f}", problem)


def _step(made: Step, at_us: int) -> list[Edge]:
    match made:
        case Lift(square):
            return [Edge(at_us, "open", chess.SQUARE_NAMES[square])]
        case Place(square):
            return [Edge(at_us, "close", chess.SQUARE_NAMES[square])]
        case Key(button):
            return _key(at_us, str(button.name).lower())
    raise ValueError(f"found {made}, expected a step of one hand")


_LOOKS: dict[str, Callable[[Table, int, str], tuple[str, ...]]] = {
    "show": shown,
    "words": worded,
    "explain": explained,
}
_NO_EDGE = (*_LOOKS, "end", "order")
_NEVER_MS = sys.maxsize


class _Board:
    """The contacts as they are now, what is still to happen to them, and the table."""

    def __init__(
        self, log: SensorLog, delivery: Delivery, orders: Sequence[tuple[int, Ordered]] = ()
    ) -> None:
        self.table = new_table(terms_of_log(log), settled_contacts(log.reeds))
        self.said: list[Said] = []
        self._contacts = LogContacts(log.reeds)
        self._edges = deque(log.edges)
        self._orders = deque(orders)
        self._delivery = delivery
        self._scanned_ms = delivery.phase_ms - delivery.period_ms
        self._jumped = False  # whether jumping time shows the last scan, too

    def add(self, edges: Iterable[Edge]) -> None:
        """Add edges that are still to happen; none is earlier than the instant that was run to."""
        self._edges = deque(sorted([*self._edges, *edges]))

    def run_to(self, at_ms: int) -> None:
        """Scan up to an instant, and at it; an order is given after the scan of its instant."""
        while self._orders and self._orders[0][0] <= at_ms:
            order_ms, ordered = self._orders.popleft()
            self._scan_to(order_ms)
            self._feed(ordered, max(order_ms, self._scanned_ms))
        self._scan_to(at_ms)

    def _scan_to(self, at_ms: int) -> None:
        while (scan_ms := self._next_scan_ms()) <= at_ms:
            self._jumped = self._delivery.time is Time.BESIDE and scan_ms == self._jump_ms()
            while self._edges and self._edges[0].at_us <= scan_ms * 1000:
                self._contacts.apply((self._edges.popleft(),))
            self._scanned_ms = scan_ms
            self._feed(self._contacts.scanned, scan_ms)

    def say(self, at_ms: int, lines: Iterable[str]) -> None:
        """Say what is shown."""
        self.said += [Said(at_ms, line) for line in lines]

    def end(self, log: SensorLog) -> None:
        """Let the rest happen, end as a sensor log ends, and say what became of it."""
        if self._edges:
            self.run_to(self._scan_after(-(-self._edges[-1].at_us // 1000)))
        self.run_to((log.end_us or 0) // 1000)
        now_ms = max(self._scanned_ms, (log.end_us or 0) // 1000)
        self._feed(Ended(), now_ms)
        clock = [f"clock: {clock_text(self.table, now_ms)}"] if self.table.play.clock else []
        self.say(now_ms, [*clock, f"game: {game_text(self.table)}"])

    def _next_scan_ms(self) -> int:
        """When the next scan is shown to the core."""
        following_ms = self._scanned_ms + self._delivery.period_ms
        match self._delivery.time:
            case Time.SMOOTH:
                return following_ms
            case Time.BESIDE if (jump_ms := self._jump_ms()) > following_ms:
                return following_ms if self._jumped else jump_ms - self._delivery.period_ms
        return self._jump_ms()

    def _jump_ms(self) -> int:
        """When the next scan is that could decide."""
        edge_ms = -(-self._edges[0].at_us // 1000) if self._edges else _NEVER_MS
        wake_ms = deadline_ms(self.table)
        could_ms = self._scan_after(min(edge_ms, _NEVER_MS if wake_ms is None else wake_ms))
        return max(self._scanned_ms + self._delivery.period_ms, could_ms)

    def _scan_after(self, at_ms: int) -> int:
        """The first scan at or after an instant."""
        period_ms, _, phase_ms = self._delivery
        return -(-(at_ms - phase_ms) // period_ms) * period_ms + phase_ms

    def _feed(self, event: Event, now_ms: int) -> None:
        if self._delivery.time is not Time.JUMPING:  # else `step` passes over a scan that it did not ask for
            self.table = self.table._replace(wake_ms=now_ms)
        self.table, effects = step(self.table, event, now_ms)
        self.said += [Said(now_ms, effect_text(effect, self.table), effect) for effect in effects]
        if asked := self.table.play.adjudication:
            self._feed(Adjudicated(asked.fen, answer(asked)), now_ms)
