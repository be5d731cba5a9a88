"""The lines of the matrix through RPi.GPIO, which writes the registers of a Pi 4 or older without the kernel.

rpi-lgpio gives the same functions under the same name, on a Pi 5 too: it is accepted, and every call of it
is one of the kernel's.

Rows have no pull, driven or released (why: `lines_lgpio.py`). Both libraries set the pull with every `setup`.
"""

from typing import Any

from jadoube.config.pinmap import Matrix


class RpiGpioLines:
    """MatrixLines over `RPi.GPIO` (the module, or what stands in its place)."""

    def __init__(self, matrix: Matrix, gpio: Any) -> None:
        self._gpio = gpio
        self._rows = [line.bcm for line in matrix.rows]
        self._columns = [(1 << index, line.bcm) for index, line in enumerate(matrix.columns)]
        self._driven: int | None = None
        gpio.setwarnings(False)  # it warns of pins that another program has left as they are
        gpio.setmode(gpio.BCM)
        gpio.setup(self._rows, gpio.IN, pull_up_down=gpio.PUD_OFF)
        gpio.setup([line.bcm for line in matrix.columns], gpio.IN, pull_up_down=gpio.PUD_UP)

    def drive(self, row: int) -> None:
        """Drive this row low, and no other."""
        self.release()
        self._driven = self._rows[row]
        self._gpio.setup(
            self._driven, self._gpio.OUT, pull_up_down=self._gpio.PUD_OFF, initial=self._gpio.LOW
        )

    def low_columns(self) -> int:
        """Read which columns are low: bit n is the n-th."""
        low = 0
        for bit, column in self._columns:
            if not self._gpio.input(column):
                low |= bit
        return low

    def release(self) -> None:
        """Drive no row."""
        if self._driven is not None:
            self._gpio.setup(self._driven, self._gpio.IN, pull_up_down=self._gpio.PUD_OFF)
            self._driven = None

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        RPi.GPIO switches all pulls off. rpi-lgpio leaves a pin that is an input already as it is, so columns
        stay pulled up.
        """
        self._gpio.cleanup([*self._rows, *(column for _, column in self._columns)])
