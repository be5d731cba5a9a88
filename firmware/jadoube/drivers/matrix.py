"""Scans the matrix of reeds and buttons, over any library for its lines.

It drives one row after the other low and reads the columns, which are pulled up: a closed reed lets current
run from its column through its diode into the row. All other rows are *released*: inputs that drive nothing,
as in QMK. So two outputs can never fight over a wire, whatever the diodes do. A missing diode can make the
classic ghost, at the fourth corner of a rectangle of closed reeds, and nothing worse.

It knows rows, columns, levels and the settling time of a row. It refuses to know debounce: scans are raw. It
uses no edge callbacks: the libraries lose and merge edges of a bouncing reed, but read levels correctly.
`MatrixLines` (`lines_*.py`) drive the rows.

A line that is stuck low makes open reeds read as closed: its column reads low in every row. So does a file
full of pieces; reading the columns with no row driven tells the two apart. A wary scanner refuses a scan with
a stuck line; the self-test uses one that does not.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from jadoube.config.pinmap import Matrix
from jadoube.core.messages.events import Scanned
from jadoube.drivers.interfaces import MatrixLines, Part, PartFailed

_ADVICE: Final = "check that no other program uses the pins, and the pin map"
_STUCK_ADVICE: Final = "look for a wire that touches ground; `jadoube selftest` says which"


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
            raise PartFailed(Part.REEDS, f"cannot read a pin, {problem}", _ADVICE) from problem

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
            raise PartFailed(Part.REEDS, f"cannot take a pin, {problem}", _ADVICE) from problem

    def _read(self, lines: MatrixLines) -> Scanned:
        reeds = buttons = 0
        low_in_all_rows = -1
        try:
            for row, meanings in enumerate(self._meanings):
                lines.drive(row)
                self._settle()
                low = lines.low_columns()
                low_in_all_rows &= low
                reed, button = meanings[low]
                reeds |= reed
                buttons |= button
        finally:  # a row left low would read as closed reeds from then on
            lines.release()
        if self._wary and low_in_all_rows:
            self._look_idle(lines)
        return Scanned(reeds, buttons)

    def _look_idle(self, lines: MatrixLines) -> None:
        """Raise PartFailed if a column is low with no row driven."""
        self._settle()
        stuck = lines.low_columns()
        names = [line.name for index, line in enumerate(self._matrix.columns) if stuck >> index & 1]
        if names:
            raise PartFailed(Part.REEDS, f"{', '.join(names)} low with no row driven", _STUCK_ADVICE)


def _meanings(crossings: Sequence[Scanned]) -> list[tuple[int, int]]:
    """The reeds and buttons for each set of low columns (bit n: column n), while one row is driven."""
    meanings = [(0, 0)]
    for crossing in crossings:
        reed, button = crossing.reeds, int(crossing.buttons)
        meanings += [(reeds | reed, buttons | button) for reeds, buttons in meanings]
    return meanings
