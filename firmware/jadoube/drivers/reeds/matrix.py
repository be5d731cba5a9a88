"""Scans the matrix of reeds and buttons, over any library for its lines.

It drives one row after the other low and reads the columns, which are pulled up: a closed reed lets current
run from its column through its diode into the row. All other rows are *released*: inputs that drive nothing,
as in QMK. So two outputs can never fight over a wire, whatever the diodes do. A missing diode can make the
classic ghost, at the fourth corner of a rectangle of closed reeds, and nothing worse.

It knows rows, columns, levels and the settling time of a row. It refuses to know debounce: scans are raw. It
uses no edge callbacks: the libraries lose and merge edges of a bouncing reed, but read levels correctly.
`MatrixLines` (`lines_*.py`) drive the rows.

A line that touches ground makes open reeds read as closed: a column at ground reads low in every row, and a
row at ground draws every column low that has a closed reed on it. So does a file full of pieces; reading the
lines with no row driven tells them apart. A wary scanner reads the rows after every scan, and the columns if
one was low in every row; it reports the lines at ground (`Scanned.grounded`). If several reeds open at the
same time it pulls all lines down for a moment: what is high then touches 3.3 V (`Scanned.powered`). The
self-test uses a scanner that is not wary.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from operator import and_
from typing import Final

from jadoube.config.matrix import Matrix, Signal
from jadoube.core.messages.scans import Scanned
from jadoube.drivers.interfaces import PINS_ADVICE, MatrixLines, Part, PartFailed, Pull

_STUCK_ADVICE: Final = "look for a wire that touches ground; `jadoube selftest` says which"

SUDDENLY: Final = 2
"""If so many reeds open between two scans, a line may touch 3.3 V, or hands are quick: a probe tells."""


class MatrixScanner:
    """A Scanner over the lines of a matrix; `settle` waits until the columns settle after a row is driven.

    `open_lines` opens the pins, at once. Raises PartFailed if it cannot. After an error the next read opens
    them again.
    """

    def __init__(
        self,
        matrix: Matrix,
        open_lines: Callable[[Matrix], MatrixLines],
        settle: Callable[[], None],
        *,
        wary: bool = False,
    ) -> None:
        self._open = open_lines
        self._matrix = matrix
        self._settle = settle
        self._wary = wary
        self._lines: MatrixLines | None = self._opened()
        self._reeds = 0  # as the last scan read them
        self._powered = 0
        self._button_columns = _with_buttons(matrix)
        # For each row a table from the set of low columns to reeds and buttons.
        self._meanings = [_meanings(crossings) for crossings in matrix.crossings]

    def read(self) -> Scanned:
        """Read every reed and button once, raw. Raises PartFailed; the next call tries again."""
        self._lines = lines = self._lines or self._opened()
        try:
            return self._read(lines)
        except PartFailed:
            raise
        except Exception as problem:  # each library raises errors of its own
            with suppress(Exception):  # failed pins may fail to close, too
                self.close()
            raise PartFailed(Part.REEDS, f"cannot read a pin, {problem}", PINS_ADVICE) from problem

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""
        lines, self._lines = self._lines, None
        if lines:
            lines.close()

    def _opened(self) -> MatrixLines:
        try:
            return self._open(self._matrix)
        except PartFailed:
            raise
        except Exception as problem:
            raise PartFailed(Part.REEDS, f"cannot take a pin, {problem}", PINS_ADVICE) from problem

    def _read(self, lines: MatrixLines) -> Scanned:
        reeds = buttons = 0
        lows = []
        try:
            for row, meanings in enumerate(self._meanings):
                lines.drive(row)
                self._settle()
                low = lines.low_columns()
                lows.append(low)
                reed, button = meanings[low]
                reeds |= reed
                buttons |= button
        finally:  # a row left low would read as closed reeds from then on
            lines.release()
        if not self._wary:
            return Scanned(reeds, buttons)
        powered = self._find_powered(lines, reeds)
        if not (reduce(and_, lows) or lines.low_rows()):
            return Scanned(reeds, buttons, 0, powered)
        grounded, deaf = self._watch_released(lines, lows)
        return Scanned(reeds, 0 if deaf else buttons, grounded, powered)

    def _find_powered(self, lines: MatrixLines, reeds: int) -> int:
        """Return the lines that are high although they are pulled down (bit n for line n).

        They are looked for when `SUDDENLY` reeds have opened since the last scan, and until there are none.
        """
        opened = self._reeds & ~reeds
        if opened.bit_count() >= SUDDENLY or self._powered:
            low = lines.probe(Pull.DOWN)
            high = _named(self._matrix.rows, ~low.low_rows) + _named(self._matrix.columns, ~low.low_columns)
            numbers = self._matrix.line_numbers
            self._powered = sum(1 << numbers[name] for name in high if name in numbers)
        self._reeds = reeds  # not before: after a probe that failed the next scan probes again
        return self._powered

    def _watch_released(self, lines: MatrixLines, lows: Sequence[int]) -> tuple[int, bool]:
        """Return the lines at ground (bit n for line n), and whether the buttons cannot be read.

        `lows` are the columns that were low while each row was driven. A column that is low now touches
        ground itself, or one of its closed reeds leads to a row that does. Raises PartFailed for a line
        without a number.
        """
        self._settle()
        low_columns, low_rows = lines.low_columns(), lines.low_rows()
        if not low_columns | low_rows:
            return 0, False
        drawn = 0  # by a row at ground
        for row, low in enumerate(lows):
            if low_rows >> row & 1:
                drawn |= low
        names = _named(self._matrix.rows, low_rows) + _named(self._matrix.columns, low_columns & ~drawn)
        numbers = self._matrix.line_numbers
        if unknown := [name for name in names if name not in numbers]:
            raise PartFailed(Part.REEDS, f"{', '.join(unknown)} low with no row driven", _STUCK_ADVICE)
        return sum(1 << numbers[name] for name in names), bool(low_columns & self._button_columns)


def _named(signals: Sequence[Signal], low: int) -> list[str]:
    return [signal.name for index, signal in enumerate(signals) if low >> index & 1]


def _with_buttons(matrix: Matrix) -> int:
    """The columns that have a button: bit n for column n."""
    return sum(
        1 << index
        for index, switches in enumerate(zip(*matrix.crossings, strict=True))
        if any(switch.buttons for switch in switches)
    )


def _meanings(crossings: Sequence[Scanned]) -> list[tuple[int, int]]:
    """The reeds and buttons for each set of low columns (bit n: column n), while one row is driven."""
    meanings = [(0, 0)]
    for crossing in crossings:
        reed, button = crossing.reeds, int(crossing.buttons)
        meanings += [(reeds | reed, buttons | button) for reeds, buttons in meanings]
    return meanings
