"""The lines of the matrix through lgpio's groups: one system call for all rows, one for all columns.

A scan takes 17 calls: a write and a read for each of the eight rows, and a write at the end. It works on
every Linux with a `/dev/gpiochipN`, also on a Pi 5, and needs nothing else.

The rows are *open-drain* outputs with a pull-up: 0 drives a row low, 1 releases it to its pull-up. If the
chip has no open drain, the kernel makes the line an input (Linux, `gpiod_set_value`), and the pull stays as
claimed. Why a pull-up: docs/decisions.md. A claim that names no pull would leave the one of the reset, which
is a pull-down on seven of the eight rows of revision A.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from jadoube.config.matrix import Matrix
from jadoube.drivers.interfaces import CHIP_ADVICE, LineLevels, Part, PartFailed, PinsTaken, Pull

#: The mask of the lines in a group write: all of them.
_ALL: Final = 2**64 - 1


#: lgpio's error for a line that another program has; it has no number.
_BUSY: Final = "GPIO busy"


class LgpioLines:
    """MatrixLines over lgpio (the module, or an object with its functions) and the chip `/dev/gpiochipN`.

    `wait` waits until a pull has moved a line.
    """

    def __init__(self, matrix: Matrix, lgpio: Any, chip: int, wait: Callable[[], None]) -> None:
        self._lgpio = lgpio
        self._wait = wait
        self._rows, self._columns = ([line.bcm for line in lines] for lines in (matrix.rows, matrix.columns))
        self._row, self._column = self._rows[0], self._columns[0]  # the first line identifies its group
        self._all_rows = (1 << len(self._rows)) - 1
        self._all_columns = (1 << len(self._columns)) - 1
        self._pulls = {
            Pull.UP: lgpio.SET_PULL_UP,
            Pull.DOWN: lgpio.SET_PULL_DOWN,
            Pull.NONE: lgpio.SET_PULL_NONE,
        }
        try:
            self._chip = lgpio.gpiochip_open(chip)
        except Exception as problem:  # lgpio's own, which says nothing of why
            what = f"/dev/gpiochip{chip} does not open"
            raise PartFailed(Part.REEDS, what, CHIP_ADVICE) from problem
        try:
            self._claim()
        except Exception as problem:
            lgpio.gpiochip_close(self._chip)  # this frees the claimed lines
            if str(problem).strip("'") == _BUSY:
                raise PinsTaken(_BUSY) from problem
            raise

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        self._lgpio.group_write(self._chip, self._row, self._all_rows ^ 1 << row, _ALL)

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        _, levels = self._lgpio.group_read(self._chip, self._column)
        return self._all_columns & ~int(levels)

    def low_rows(self) -> int:
        """Return which rows are low: bit n is row n, from 0."""
        _, levels = self._lgpio.group_read(self._chip, self._row)
        return self._all_rows & ~int(levels)

    def release(self) -> None:
        """Release all rows."""
        self._lgpio.group_write(self._chip, self._row, self._all_rows, _ALL)

    def probe(self, pull: Pull, *, charged: bool = False) -> LineLevels:
        """Read every line as an input with this pull; then all are as for a scan again."""
        self.release()
        try:
            self._free()
            if charged:
                for lines in (self._rows, self._columns):
                    levels = [1] * len(lines)
                    self._lgpio.group_claim_output(self._chip, lines, levels, self._lgpio.SET_PULL_NONE)
                self._wait()
                self._free()
            for lines in (self._rows, self._columns):
                self._lgpio.group_claim_input(self._chip, lines, self._pulls[pull])
            if pull is not Pull.NONE:  # without a pull nothing moves, and a charge may leak away
                self._wait()
            return LineLevels(self.low_rows(), self.low_columns())
        finally:
            for leader in (self._row, self._column):  # after an error either may be free
                with suppress(self._lgpio.error):
                    self._lgpio.group_free(self._chip, leader)
            self._claim()

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        lgpio frees the lines. A Pi's kernel may leave an output as it was (persist_gpio_outputs), so the rows
        are released first. All lines keep their pull-ups.
        """
        try:
            self.release()
        finally:
            self._lgpio.gpiochip_close(self._chip)

    def _claim(self) -> None:
        lgpio = self._lgpio
        lgpio.group_claim_input(self._chip, self._columns, lgpio.SET_PULL_UP)
        flags = lgpio.SET_OPEN_DRAIN | lgpio.SET_PULL_UP
        lgpio.group_claim_output(self._chip, self._rows, [1] * len(self._rows), flags)

    def _free(self) -> None:
        for leader in (self._row, self._column):
            self._lgpio.group_free(self._chip, leader)
