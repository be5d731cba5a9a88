"""The lines of the matrix through RPi.GPIO, which writes the registers of a Pi 4 or older without the kernel.

rpi-lgpio has the same functions under the same name, also on a Pi 5. It works, too, with a system call for
every call.

Rows are released with a pull-up (why: docs/decisions.md). Both libraries set the pull with every `setup`, and
allow none for an output.
"""

from collections.abc import Callable
from typing import Any

from jadoube.config.matrix import Matrix
from jadoube.drivers.interfaces import LineLevels, Pull


class RpiGpioLines:
    """MatrixLines over `RPi.GPIO` (the module, or an object with its functions).

    `wait` waits until a pull has moved a line.
    """

    def __init__(self, matrix: Matrix, gpio: Any, wait: Callable[[], None]) -> None:
        self._gpio = gpio
        self._wait = wait
        self._rows = [line.bcm for line in matrix.rows]
        self._columns = [line.bcm for line in matrix.columns]
        self._lines = [*self._rows, *self._columns]
        self._driven: int | None = None
        self._pulls = {Pull.UP: gpio.PUD_UP, Pull.DOWN: gpio.PUD_DOWN, Pull.NONE: gpio.PUD_OFF}
        gpio.setwarnings(False)  # it warns of pins that another program left configured
        gpio.setmode(gpio.BCM)
        gpio.setup(self._lines, gpio.IN, pull_up_down=gpio.PUD_UP)

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        self.release()
        self._driven = self._rows[row]
        self._drive(self._driven, self._gpio.LOW)

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        return self._find_low(self._columns)

    def low_rows(self) -> int:
        """Return which rows are low: bit n is row n, from 0."""
        return self._find_low(self._rows)

    def release(self) -> None:
        """Release all rows."""
        if self._driven is not None:
            self._gpio.setup(self._driven, self._gpio.IN, pull_up_down=self._gpio.PUD_UP)
            self._driven = None

    def probe(self, pull: Pull, *, charged: bool = False) -> LineLevels:
        """Read every line as an input with this pull; then all are as for a scan again."""
        self.release()
        try:
            if charged:
                self._drive(self._lines, self._gpio.HIGH)
                self._wait()
            self._gpio.setup(self._lines, self._gpio.IN, pull_up_down=self._pulls[pull])
            if pull is not Pull.NONE:  # without a pull nothing moves, and a charge may leak away
                self._wait()
            return LineLevels(self.low_rows(), self.low_columns())
        finally:
            self._gpio.setup(self._lines, self._gpio.IN, pull_up_down=self._gpio.PUD_UP)

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        RPi.GPIO switches all pulls off. rpi-lgpio does not touch a pin that is already an input, so the lines
        stay pulled up.
        """
        self._gpio.cleanup(self._lines)

    def _drive(self, lines: int | list[int], level: int) -> None:
        self._gpio.setup(lines, self._gpio.OUT, pull_up_down=self._gpio.PUD_OFF, initial=level)

    def _find_low(self, lines: list[int]) -> int:
        low = 0
        for index, line in enumerate(lines):
            if not self._gpio.input(line):
                low |= 1 << index
        return low
