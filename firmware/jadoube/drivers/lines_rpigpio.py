"""The lines of the matrix through RPi.GPIO, which writes the registers of a Pi 4 or older without the kernel.

rpi-lgpio has the same functions under the same name, also on a Pi 5. It works, too, with a system call for
every call.

Rows have no pull, driven or released (why: `lines_lgpio.py`). Both libraries set the pull with every `setup`.
"""

from typing import Any

from jadoube.config.pinmap import Matrix


class RpiGpioLines:
    """MatrixLines over `RPi.GPIO` (the module, or an object with its functions)."""

    def __init__(self, matrix: Matrix, gpio: Any) -> None:
        self._gpio = gpio
        self._rows = [line.bcm for line in matrix.rows]
        self._columns = [(1 << index, line.bcm) for index, line in enumerate(matrix.columns)]
        self._driven: int | None = None
        gpio.setwarnings(False)  # it warns of pins that another program left configured
        gpio.setmode(gpio.BCM)
        gpio.setup(self._rows, gpio.IN, pull_up_down=gpio.PUD_OFF)
        gpio.setup([line.bcm for line in matrix.columns], gpio.IN, pull_up_down=gpio.PUD_UP)

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        self.release()
        self._driven = self._rows[row]
        self._gpio.setup(
            self._driven, self._gpio.OUT, pull_up_down=self._gpio.PUD_OFF, initial=self._gpio.LOW
        )

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        low = 0
        for bit, column in self._columns:
            if not self._gpio.input(column):
                low |= bit
        return low

    def release(self) -> None:
        """Release all rows."""
        if self._driven is not None:
            self._gpio.setup(self._driven, self._gpio.IN, pull_up_down=self._gpio.PUD_OFF)
            self._driven = None

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        RPi.GPIO switches all pulls off. rpi-lgpio does not touch a pin that is already an input, so columns
        stay pulled up.
        """
        self._gpio.cleanup([*self._rows, *(column for _, column in self._columns)])
