"""Reads the matrix of reeds and buttons, over any library that can reach its lines.

One row after the other is driven low and the columns, pulled up, are read: a closed reed lets current run
from its column through its diode into the row. Every other row is *released*: an input that drives nothing,
as QMK does it. So no two outputs can ever fight over a wire, whatever the diodes do; a missing diode can make
the classic ghost, at the fourth corner of a rectangle of closed reeds, and nothing worse.

It knows rows, columns and levels, no time but the settling of a row, and nothing of debounce: what it gives
is raw. No edge callback is used: the libraries lose and merge edges where a reed bounces, levels they do not.
How a library drives a row is the business of its `MatrixLines` (`lines_*.py`).

A line that is stuck low makes closed reeds of open ones. It shows where a column reads low in every row;
whether that is a file full of pieces or a fault is seen once no row is driven. A wary scanner does not give
such a scan out; one that is to find the fault does.
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
    """A Scanner over the lines of a matrix; `settle` lets the columns come to rest once a row is driven.

    `open_lines` takes the pins, at once. Raises PartFailed when it cannot have them. After an error of theirs
    the next read takes them anew.
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
        # What each set of low columns reads as while its row is driven, looked up and not worked out.
        self._meanings = [_meanings(crossings) for crossings in matrix.crossings]

    def read(self) -> Scanned:
        """Read every reed and button once, raw. Raises PartFailed; the next call tries again."""
        self._lines = lines = self._lines or self._opened()
        try:
            return self._read(lines)
        except PartFailed:
            raise
        except Exception as problem:  # each library raises errors of its own
            with suppress(Exception):  # what does not answer may not let go of its pins either
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
        finally:  # a row left low would be read as closed reeds ever after
            lines.release()
        if self._wary and low_in_all_rows:
            self._look_idle(lines)
        return Scanned(reeds, buttons)

    def _look_idle(self, lines: MatrixLines) -> None:
        """Raise PartFailed where a column is low although no row is driven."""
        self._settle()
        stuck = lines.low_columns()
        names = [line.name for index, line in enumerate(self._matrix.columns) if stuck >> index & 1]
        if names:
            raise PartFailed(Part.REEDS, f"{', '.join(names)} low with no row driven", _STUCK_ADVICE)


def _meanings(crossings: Sequence[Scanned]) -> list[tuple[int, int]]:
    """What each set of columns (bit n: the n-th) reads as at the crossings with one row."""
    meanings = [(0, 0)]
    for crossing in crossings:
        reed, button = crossing.reeds, int(crossing.buttons)
        meanings += [(reeds | reed, buttons | button) for reeds, buttons in meanings]
    return meanings
