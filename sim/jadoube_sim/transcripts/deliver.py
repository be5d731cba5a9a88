"""A transcript's stimuli, delivered to the core scan by scan, and what the core says to them.

A `Delivery` is a manner of bringing them: a scan period, and whether time is smooth (every scan is shown to
the core, as a board does) or jumps (only scans at which something changed or the core asked to be woken, as
`replay` does). Scans fall on multiples of the period. The contacts, the scan and the end of a log are those
of a replay; but the board goes on after a game's end, so that the next one can be seen to begin.

It decides nothing of chess: `move` is asked of the hands, on the position that the core reads.
"""

from bisect import insort
from collections.abc import Iterator
from typing import NamedTuple

import chess

from jadoube.config.problems import BadInput
from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.debounce import still
from jadoube.core.effects import Effect
from jadoube.core.events import BUTTONS, Ended, Event, Scanned
from jadoube.core.table import Table, new_table
from jadoube.core.tell import effect_text, game_text, readings_text
from jadoube.daemon.replay import SCAN_PERIOD_MS, closed_at_start, terms_of
from jadoube.formats.sensorlog import Edge, SensorLog
from jadoube_sim.hands import Key, Lift, Place, Together, Wait, gesture_for
from jadoube_sim.transcripts.script import Consequence, Stimulus, Transcript
from jadoube_sim.transcripts.shown import shown

STEP_US = 300_000
"""Between the steps of a `move`."""
HOLD_US = 100_000
"""For how long a `key` is down."""


class Delivery(NamedTuple):
    """A manner of bringing the stimuli to the core."""

    period_ms: int
    smooth: bool


GOLDEN = Delivery(SCAN_PERIOD_MS, smooth=False)
"""The delivery whose consequences stand in the files."""


class Said(NamedTuple):
    """What the core said at an instant: an effect with its words, or (None) what is shown there."""

    at_ms: int
    effect: Effect | None
    text: str


class Delivered(NamedTuple):
    """What became of a transcript: all that was said, the table at its end, and its edges, expanded."""

    said: tuple[Said, ...]
    table: Table
    log: SensorLog


def deliver(transcript: Transcript, delivery: Delivery = GOLDEN, name: str = "transcript") -> Delivered:
    """Run a transcript; raises BadInput(`name`, ...) for a move that the position does not have."""
    board = _Board(transcript.header, delivery)
    for stimulus in _expanded(transcript, name) if delivery != GOLDEN else transcript.stimuli:
        board.take(stimulus, name)
    return board.end(transcript)


def consequences(delivered: Delivered) -> tuple[Consequence, ...]:
    """Give all that was said as the `<` lines of a transcript."""
    return tuple(Consequence(said.at_ms, said.text) for said in delivered.said)


def _expanded(transcript: Transcript, name: str) -> list[Stimulus]:
    """Give the stimuli with each `move` and `key` as its edges, the same for every delivery."""
    log = deliver(transcript, GOLDEN, name).log
    edges = [Stimulus(*edge) for edge in log.edges]
    return sorted(edges + [each for each in transcript.stimuli if each.word in ("show", "explain", "end")])


class _Board:
    """The contacts as they are now, what will happen to them, and the table."""

    def __init__(self, header: SensorLog, delivery: Delivery) -> None:
        self._delivery = delivery
        self._reeds = closed_at_start(header)
        self._buttons = 0
        self._now_ms = -delivery.period_ms
        self._table = new_table(terms_of(header), still(self._reeds))
        self._pending: list[Edge] = []
        self._edges: list[Edge] = []
        self._said: list[Said] = []

    def take(self, stimulus: Stimulus, name: str) -> None:
        """Do what the stimulus says, when the time has come; what it takes longer for is pending."""
        at_us, word, what, _ = stimulus
        match word:
            case "open" | "close" | "press" | "release":
                self._do([Edge(at_us, word, what)])
            case "key":
                self._do(_key(at_us, what))
            case "move":
                self._run_to(at_us // 1000)
                self._do(_gesture(self._table.line.board, what, at_us, name))
            case "show" | "explain":
                self._run_to(at_us // 1000)
                lines = readings_text if word == "explain" else shown
    
    def end(self, transcript: Transcript) -> Delivered:
        ...
