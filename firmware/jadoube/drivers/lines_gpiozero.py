"""The lines of the matrix through gpiozero's pins: works with every pin factory of gpiozero, and is slow.

A scan makes some hundred pin calls, which take milliseconds on a small Pi.

Rows have no pull ("floating"; why: `lines_lgpio.py`). That is set once. Driving and releasing a pin then
keeps its pull with lgpio, pigpio and gpiozero's native factory; RPi.GPIO gets "off" each time (gpiozero
2.0.1, pins/).
"""

from jadoube.config.pinmap import Matrix, Signal
from jadoube.drivers.interfaces import Pin, PinFactory


class GpiozeroLines:
    """MatrixLines over the pins of a gpiozero pin factory."""

    def __init__(self, matrix: Matrix, factory: PinFactory) -> None:
        self._rows = [_open_input(factory, line, "floating") for line in matrix.rows]
        columns = [_open_input(factory, line, "up") for line in matrix.columns]
        self._columns = [(1 << index, pin) for index, pin in enumerate(columns)]
        self._driven: Pin | None = None

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        self.release()
        self._driven = self._rows[row]
        self._driven.output_with_state(0)

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        low = 0
        for bit, pin in self._columns:
            if not pin.state:
                low |= bit
        return low

    def release(self) -> None:
        """Release all rows."""
        if self._driven:
            self._driven.function = "input"
            self._driven = None

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        With lgpio a pin that is already an input keeps its pull: none on a row, a pull-up on a column.
        """
        for pin in (*self._rows, *(pin for _, pin in self._columns)):
            pin.close()


def _open_input(factory: PinFactory, line: Signal, pull: str) -> Pin:
    pin = factory.pin(f"GPIO{line.bcm}")
    pin.input_with_pull(pull)
    return pin
