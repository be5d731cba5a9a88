"""The lines of the matrix through gpiozero's pins: works with every pin factory of gpiozero, and is slow.

A scan makes some hundred pin calls, which take milliseconds on a small Pi.

Rows are released with a pull-up (why: docs/decisions.md). It is stated at every release: driving a pin keeps
its pull with lgpio, pigpio and gpiozero's native factory, but RPi.GPIO switches it off (gpiozero 2.0.1,
pins/).
"""

from collections.abc import Callable
from typing import Final

from jadoube.config.matrix import Matrix, Signal
from jadoube.drivers.interfaces import LineLevels, Pin, PinFactory, Pull

_PULLS: Final = {Pull.UP: "up", Pull.DOWN: "down", Pull.NONE: "floating"}


class GpiozeroLines:
    """MatrixLines over the pins of a gpiozero pin factory; `wait` waits until a pull has moved a line."""

    def __init__(self, matrix: Matrix, factory: PinFactory, wait: Callable[[], None]) -> None:
        self._wait = wait
        self._rows = [_open_input(factory, line) for line in matrix.rows]
        self._columns = [_open_input(factory, line) for line in matrix.columns]
        self._driven: Pin | None = None

    def drive(self, row: int) -> None:
        """Drive this row low and release all others."""
        self.release()
        self._driven = self._rows[row]
        self._driven.output_with_state(0)

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n, from 0."""
        return _find_low(self._columns)

    def low_rows(self) -> int:
        """Return which rows are low: bit n is row n, from 0."""
        return _find_low(self._rows)

    def release(self) -> None:
        """Release all rows."""
        if self._driven:
            self._driven.input_with_pull("up")
            self._driven = None

    def probe(self, pull: Pull, *, charged: bool = False) -> LineLevels:
        """Read every line as an input with this pull; then all are as for a scan again."""
        pins = (*self._rows, *self._columns)
        self.release()
        try:
            if charged:
                for pin in pins:
                    pin.output_with_state(1)
                self._wait()
            for pin in pins:
                pin.input_with_pull(_PULLS[pull])
            if pull is not Pull.NONE:  # without a pull nothing moves, and a charge may leak away
                self._wait()
            return LineLevels(self.low_rows(), self.low_columns())
        finally:
            for pin in pins:
                pin.input_with_pull("up")

    def close(self) -> None:
        """Leave every pin an input that drives nothing.

        With lgpio a pin that is already an input keeps its pull-up.
        """
        for pin in (*self._rows, *self._columns):
            pin.close()


def _open_input(factory: PinFactory, line: Signal) -> Pin:
    pin = factory.pin(f"GPIO{line.bcm}")
    pin.input_with_pull("up")
    return pin


def _find_low(pins: list[Pin]) -> int:
    low = 0
    for index, pin in enumerate(pins):
        if not pin.state:
            low |= 1 << index
    return low
