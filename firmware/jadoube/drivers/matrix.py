"""Reads the matrix of reeds and buttons, over any library that can reach its lines.

One row after the other is driven low and the columns, pulled up, are read: a closed reed lets current run
from its column through its diode into the row. Every other row is *released*: an input that drives nothing,
as QMK does it. So no two outputs can ever fight over a wire, whatever the diodes do; a missing diode can make
the classic ghost, at the fourth corner of a rectangle of closed reeds, and nothing worse.

It knows rows, columns and levels, no time but the settling of a row, and nothing of debounce: what it gives
is raw. No edge callback is used: the libraries lose and merge edges where a reed bounces, levels they do not.
How a library drives a row is the business of its `MatrixLines` (`lines_*.py`).
"""

from collections.abc import Callable, Sequence
from typing import Final

from jadoube.config.pinmap import Matrix
from jadoube.core.events import Scanned
from jadoube.drivers.parts import MatrixLines, Part, PartFailed

_ADVICE: Final = "check that no other program uses the pins, and the pin map"


class MatrixScanner:
    """A Scanner over the lines of a matrix; `settle` lets the columns come to rest once a row is driven.

    `open_lines` takes the pins, at once. Raises PartFailed when it cannot have them.
    """

    def __init__(
        self, matrix: Matrix, open_lines: Callable[[Matrix], MatrixLines], settle: Callable[[], None]
    ) -> None:
        try:
            self._lines = open_lines(matrix)
        except PartFailed:
            raise
        except Exception as problem:  # each library raises errors of its own
            raise PartFailed(Part.REEDS, f"cannot take a pin, {problem}", _ADVICE) from problem
        self._settle = settle
        # What each set of low columns reads as while its row is driven, looked up and not worked out.
        self._meanings = [_meanings(crossings) for crossings in matrix.crossings]

    def read(self) -> Scanned:
        """Read every reed and button once, raw."""
        try:
            return self._read()
        except Exception as problem:
            raise PartFailed(Part.REEDS, f"cannot read a pin, {problem}", _ADVICE) from problem

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""
        self._lines.close()

    def _read(self) -> Scanned:
        reeds = buttons = 0
        try:
            for row, meanings in enumerate(self._meanings):
                self._lines.drive(row)
                self._settle()
                reed, button = meanings[self._lines.low_columns()]
                reeds |= reed
                buttons |= button
        finally:  # a row left low would be read as closed reeds ever after
            self._lines.release()
        return Scanned(reeds, buttons)


def _meanings(crossings: Sequence[Scanned]) -> list[tuple[int, int]]:
    """What each set of columns (bit n: the n-th) reads as at the crossings with one row."""
    meanings = [(0, 0)]
    for crossing in crossings:
        reed, button = crossing.reeds, int(crossing.buttons)
        meanings += [(reeds | reed, buttons | button) for reeds, buttons in meanings]
    return meanings
