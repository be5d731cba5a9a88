"""The lines of the matrix through lgpio's groups: one system call for all rows, one for all columns.

A scan takes 17 calls: a write and a read for each of the eight rows, and a write at the end. It works on
every Linux with a `/dev/gpiochipN`, also on a Pi 5, and needs nothing else.

The rows are *open-drain* outputs: 0 drives a row low, 1 releases it. If the chip has no open drain, the
kernel makes the line an input (Linux, `gpiod_set_value`). So idle rows are released here, too, though they
stay claimed as outputs.

The rows are claimed with *no pull*. A claim without this flag keeps the pull, and the reset pulls GPIO 9 to
27 down (BCM2835 ARM Peripherals, page 102): seven of the eight rows of revision A. A row that is released but
pulled down draws current from every column with a closed reed on it. After 1. e4, while row_2 is driven,
column_e would be at 0.96 V and the empty e2 might read as closed (computed, with pulls of 57 kohm and 1N4148
diodes; a Pi surely reads 1.6 V as high, a Pi 4 2.0 V). Without a pull it is at 3.3 V.

No pull rather than a pull-up: RPi.GPIO has none for outputs, so all three libraries do the same, and nothing
changes while a row is driven and released. A row needs no pull: nothing reads it, and its diodes let no
current into a column.
"""

from typing import Any, Final

from jadoube.config.pinmap import Matrix

#: The mask of the lines in a group write: all of them.
_ALL: Final = 2**64 - 1


class LgpioLines:
    """MatrixLines over lgpio (the module, or an object with its functions) and the chip `/dev/gpiochipN`."""

    def __init__(self, matrix: Matrix, lgpio: Any, chip: int) -> None:
        self._lgpio = lgpio
        rows, columns = ([line.bcm for line in lines] for lines in (matrix.rows, matrix.columns))
        self._row, self._column = rows[0], columns[0]  # the first line identifies its group
        self._idle = (1 << len(rows)) - 1
        self._pulled_up = (1 << len(columns)) - 1
        self._chip = lgpio.gpiochip_open(chip)
        try:
            lgpio.group_claim_input(self._chip, columns, lgpio.SET_PULL_UP)
            flags = lgpio.SET_OPEN_DRAIN | lgpio.SET_PULL_NONE
            lgpio.group_claim_output(self._chip, rows, [1] * len(rows), flags)
        except Exception:
            lgpio.gpiochip_close(self._chip)  # this frees the claimed lines
            raise

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        self._lgpio.group_write(self._chip, self._row, self._idle ^ 1 << row, _ALL)

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        _, levels = self._lgpio.group_read(self._chip, self._column)
        return self._pulled_up & ~int(levels)

    def release(self) -> None:
        """Release all rows."""
        self._lgpio.group_write(self._chip, self._row, self._idle, _ALL)

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        lgpio frees the lines, and the kernel makes them inputs. The pulls stay as claimed: none on a row, a
        pull-up on a column.
        """
        self._lgpio.gpiochip_close(self._chip)
