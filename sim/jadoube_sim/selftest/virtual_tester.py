"""A tester in virtual time: does on the twin what the self-test asks for, with the faults that it is given.

It reads the trial's stage as a person reads the prompt, and acts by raw edges: presses, a magnet that walks
over the squares, pieces on a half of the board. It knows no diagnosis; what is found out about its faults is
the self-test's.
"""

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import chess

from jadoube.core.messages.events import BUTTONS, Button
from jadoube.core.squares import squares
from jadoube.selftest.stages import LAYOUT_OF, Stage, Trial
from jadoube_sim.twin import Twin
from jadoube_sim.twin.bounce import bounce_edges
from jadoube_sim.virtual import VirtualPace

_LOOKS_MS = 16_000
"""How long the tester looks at lamps and faces before answering."""
_STEP_MS = 250
"""From one piece that is set to the next."""
_HELD_MS = 120
_ROUGH_EDGES = 11
_ROUGH_MS = 16
"""How a reed with a bad joint chatters, from its first edge to the last."""
_FLICKS = 8


@dataclass(frozen=True, slots=True)
class Faults:
    """What hands make of a board: reeds that chatter long or flick, buttons that nobody presses, answers."""

    rough: frozenset[chess.Square] = frozenset()
    flickering: frozenset[chess.Square] = frozenset()
    unanswered: frozenset[Button] = frozenset()
    """Buttons that the tester does not press."""
    answers: dict[Stage, str] = field(default_factory=dict)
    """What is typed where it is not `y`."""
    leaves_at: Stage | None = None
    """The stage at which the tester goes away."""


class VirtualTester:
    """Does what is asked for. `watch` is shown the trial after every scan, `typed` is what is typed."""

    def __init__(self, twin: Twin, pace: VirtualPace, faults: Faults, seed: int = 0) -> None:
        self._twin = twin
        self._pace = pace
        self._faults = faults
        self._rng = random.Random(seed)
        self._lines: deque[str] = deque()
        self._asked: tuple[Stage, int] | None = None

    def typed(self) -> str | None:
        """Give the line that has been typed by now, if there is one."""
        return self._lines.popleft() if self._lines else None

    def watch(self, trial: Trial) -> None:
        """Read what is asked for, and begin to do it, once."""
        asked = trial.stage, trial.asked
        gone = self._faults.leaves_at is not None and trial.stage >= self._faults.leaves_at
        if asked != self._asked and not gone:
            self._asked = asked
            self._do(trial)

    def _do(self, trial: Trial) -> None:
        now_ms = trial.now_ms
        match trial.stage:
            case Stage.LAMPS | Stage.FACES | Stage.BUZZER:
                self._type(now_ms + _LOOKS_MS, self._faults.answers.get(trial.stage, "y"))
            case Stage.BUTTONS:
                self._press(list(BUTTONS.values())[trial.asked], now_ms + _STEP_MS)
            case Stage.GO_OVER:
                self._go_over(now_ms + _STEP_MS)
            case Stage.FIRST_HALF:
                self._set(squares(LAYOUT_OF[trial.stage]), now_ms + _STEP_MS)
            case Stage.SECOND_HALF:
                self._lift(squares(LAYOUT_OF[Stage.FIRST_HALF]), now_ms + _STEP_MS)
                self._set(squares(LAYOUT_OF[trial.stage]), now_ms + _STEP_MS * 3 // 2)

    # what hands do

    def _go_over(self, at_ms: int) -> None:
        """Walk a magnet over all squares, in an order of its own, and type Enter twice when that is done."""
        order = self._rng.sample(list(chess.SQUARES), 64)
        for index, square in enumerate(order):
            self._reed(square, at_ms + index * _STEP_MS, closes=True)
            self._reed(square, at_ms + index * _STEP_MS + _HELD_MS, closes=False)
        for square in sorted(self._faults.flickering):
            self._flicker(square, at_ms + 65 * _STEP_MS)
        for turn in range(2):
            self._type(at_ms + (80 + turn) * _STEP_MS, "")

    def _flicker(self, square: chess.Square, at_ms: int) -> None:
        for turn in range(_FLICKS):
            begin_us = (at_ms + turn * 2 * _HELD_MS) * 1000
            self._edges(square, [(begin_us, True), (begin_us + 2000, False)])

    def _set(self, where: Iterator[chess.Square], at_ms: int) -> None:
        for index, square in enumerate(where):
            self._reed(square, at_ms + index * _STEP_MS, closes=True)

    def _lift(self, where: Iterator[chess.Square], at_ms: int) -> None:
        for index, square in enumerate(where):
            self._reed(square, at_ms + index * _STEP_MS, closes=False)

    def _reed(self, square: chess.Square, at_ms: int, *, closes: bool) -> None:
        at_us = at_ms * 1000 + self._rng.randrange(1000)
        if square in self._faults.rough:
            step_us = _ROUGH_MS * 1000 // (_ROUGH_EDGES - 1)
            edges = [(at_us + step_us * turn, closes == (turn % 2 == 0)) for turn in range(_ROUGH_EDGES)]
        else:
            edges = bounce_edges(self._rng, at_us, closes=closes)
        self._edges(square, edges)

    def _edges(self, square: chess.Square, edges: Sequence[tuple[int, bool]]) -> None:
        for at_us, closed in edges:
            self._pace.schedule(at_us, partial(self._twin.set_reed, square, closed))

    def _press(self, button: Button, at_ms: int) -> None:
        if button in self._faults.unanswered:
            return
        for at_us, held in (
            *bounce_edges(self._rng, at_ms * 1000, closes=True),
            *bounce_edges(self._rng, (at_ms + _HELD_MS) * 1000, closes=False),
        ):
            self._pace.schedule(at_us, partial(self._twin.set_button, button, held))

    def _type(self, at_ms: int, line: str) -> None:
        """Type a line, unless something else is asked for by then."""
        self._pace.schedule(at_ms * 1000, partial(self._say, line, self._asked))

    def _say(self, line: str, asked: tuple[Stage, int] | None) -> None:
        if asked == self._asked:
            self._lines.append(line)
