"""Leads a tester with a multimeter through the measurements of docs/first-power.md, and drives the row.

It decides what is asked and said, and when the row is driven. Whatever happens, it releases every line at the
end and returns what was measured so far. It refuses to know what a value means (`measured.py`), and where the
questions appear.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from jadoube.config.pinmap import PinMap
from jadoube.drivers.interfaces import MatrixLines
from jadoube.report.expected import Volts, expected, model_of
from jadoube.report.measured import Levels, Measured, Reading, names, shortened, volts_from, wrong
from jadoube.report.steps import STEPS, Measure, Step, low_columns, row_number, where

#: What a tester types to leave a step out, and to end.
_SKIP: Final = "-"
_QUIT: Final = ("q", "quit")

Ask = Callable[[str], str]
Say = Callable[[str], None]


class _Ended(Exception):  # noqa: N818 - it names what happened
    """The tester wants no more."""


class Measuring:
    """A session at the bench: `ask` shows a question and returns the typed line, `say` prints one.

    `device_tree` is what the Pi calls itself; None if that is not known.
    """

    def __init__(
        self,
        pins: PinMap,
        volts: Volts,
        device_tree: str | None,
        ask: Ask,
        say: Say,
    ) -> None:
        self._pins = pins
        self._volts = volts
        self._model = model_of(device_tree, list(volts))
        self._measured = Measured(device_tree or "not a Raspberry Pi")
        self._ask = ask
        self._say = say

    def measure(self, open_lines: Callable[[], MatrixLines], settle: Callable[[], None]) -> Measured:
        """Go through all steps; return what was measured when all is done, at Ctrl-C or after an error."""
        self._say(
            "The circuit and its points A and B are drawn in docs/first-power.md. The black probe stays at\n"
            "ground, header pin 39. Type what the meter shows: 0.65, 650 mV, or - if you did not measure\n"
            "it; q ends."
        )
        if self._model is None:
            self._say("This Pi is none that was computed: the ranges are the widest of all models.")
        try:
            self._go_through(open_lines, settle)
        except (_Ended, KeyboardInterrupt, EOFError):
            self._end("ended by the tester")
        except Exception as problem:  # noqa: BLE001 - each library raises errors of its own
            self._end(f"the pins fail, {problem}")
        self._say(f"\n{self._verdict()}")
        return self._measured

    def _go_through(self, open_lines: Callable[[], MatrixLines], settle: Callable[[], None]) -> None:
        for number, step in enumerate(STEPS, start=1):
            self._say(f"\n{number} of {len(STEPS)}: {step.key}")
            # The pins are free while parts are moved.
            if not self._prepared(step):
                continue
            lines = open_lines()
            try:
                self._step(step, lines, settle)
            finally:
                _let_go(lines)

    def _prepared(self, step: Step) -> bool:
        """Ask for what the step needs; False if it is left out. A value typed too early is refused."""
        while True:
            typed = self._typed(f"{step.todo}. Then Enter; {_SKIP} leaves this step out: ")
            if typed in ("", _SKIP):
                return not typed
            self._say(f"  {shortened(typed)!r} found, expected Enter, {_SKIP} or q")

    def _step(self, step: Step, lines: MatrixLines, settle: Callable[[], None]) -> None:
        row = row_number(step, self._pins.matrix)
        if row is None:
            lines.release()
        else:
            lines.drive(row)
        settle()
        self._levels(step, lines.low_columns())
        for measure in step.measures:
            self._reading(step, measure)

    def _levels(self, step: Step, low: int) -> None:
        """Say how the columns read, and note it."""
        columns = self._pins.matrix.columns
        read, should = (
            tuple(column.name for at, column in enumerate(columns) if one >> at & 1)
            for one in (low, low_columns(step, self._pins.matrix))
        )
        driven = f"{step.driven} is driven low" if step.driven else "No row is driven"
        said = "right" if read == should else f"expected {names(should)}"
        self._say(f"{driven}. Columns that read low: {names(read)}: {said}.")
        self._measured = self._measured._replace(levels=(*self._measured.levels, Levels(step, read, should)))

    def _reading(self, step: Step, measure: Measure) -> None:
        """Ask for a value until it can be read, judge it and note it."""
        range_ = expected(self._volts, self._model, step, measure.point)
        question = f"  {measure.point}: {where(measure.point, self._pins)}, {range_}: "
        while True:
            typed = self._typed(question)
            try:
                volts = volts_from(typed)
                break
            except ValueError as problem:
                self._say(f"  {problem}")
        reading = Reading(step, measure, volts, range_)
        self._measured = self._measured._replace(readings=(*self._measured.readings, reading))
        self._say(f"  {reading.verdict}" + (f": {reading.todo}" if reading.todo else ""))

    def _typed(self, question: str) -> str:
        line = self._ask(question).strip()
        if line.lower() in _QUIT:
            raise _Ended
        return line

    def _end(self, why: str) -> None:
        self._measured = self._measured._replace(ended=why)

    def _verdict(self) -> str:
        done = [it for it in self._measured.readings if it.volts is not None]
        found = f"values measured: {len(done)}, wrong: {wrong(self._measured)}"
        return f"{found}; {self._measured.ended}." if self._measured.ended else f"{found}."


def _let_go(lines: MatrixLines) -> None:
    with suppress(Exception):  # failed pins may fail to close, too
        lines.release()
    with suppress(Exception):
        lines.close()
