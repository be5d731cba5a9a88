"""The lines of the matrix through gpiozero's pins: works with every factory that gpiozero has, and is slow.

A scan asks for some hundred pins, each a call of its own: on a small Pi that takes milliseconds.

Rows have no pull ("floating"; why: `lines_lgpio.py`). That is stated once. Driving and releasing a pin then
leaves its pull as it is, over lgpio, pigpio and gpiozero's native factory; RPi.GPIO is told "off" each time
(gpiozero 2.0.1, pins/).
"""

from jadoube.config.pinmap import Matrix, Signal
from jadoube.drivers.interfaces import Pin, PinFactory


class GpiozeroLines:
    """MatrixLines over the pins of a gpiozero factory."""

    def __init__(self, matrix: Matrix, factory: PinFactory) -> None:
        self._rows = [_open_input(factory, line, "floating") for line in matrix.rows]
        columns = [_open_input(factory, line, "up") for line in matrix.columns]
        self._columns = [(1 << index, pin) for index, pin in enumerate(columns)]
        self._driven: Pin | None = None

    def drive(self, row: int) -> None:
        """Drive this row low, and no other."""
        self.release()
        self._driven = self._rows[row]
        self._driven.output_with_state(0)

    def low_columns(self) -> int:
        """Read which columns are low: bit n is the n-th."""
        low = 0
        for bit, pin in self._columns:
            if not pin.state:
                low |= bit
        return low

    def release(self) -> None:
        """Drive no row."""
        if self._driven:
            self._driven.function = "input"
            self._driven = None

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        With lgpio a pin that is an input already keeps its pull: none on a row, a pull-up on a column.
        """
        for pin in (*self._rows, *(pin for _, pin in self._columns)):
            pin.close()


def _open_input(factory: PinFactory, line: Signal, pull: str) -> Pin:
    pin = factory.pin(f"GPIO{line.bcm}")
    pin.input_with_pull(pull)
    return pin
