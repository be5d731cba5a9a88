"""gpiozero's mock pins with the matrix soldered to them.

An input on a line of the matrix reads what the circuit says, an output drives it; other pins are gpiozero's
plain mock pins. Levels are computed when they are read, so no edge callback ever fires: the drivers scan.

A MockPin writes down every state it was ever in. A row changes 400 times a second, so a day at the board
would fill the memory: pins of the matrix do not remember. Nor does MockPin's `bounce_time` do anything;
bounce is the reeds' business and debounce is the core's.

A pin is a floating input when it is made, and keeps its pull when its direction changes, as gpiozero's pins
over lgpio are and do (gpiozero 2.0.1, pins/lgpio.py).
"""

import errno
from typing import Any, Final, Protocol

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin  # type: ignore[import-untyped]  # gpiozero has no types

from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.pads import Pads

#: The board that gpiozero is to name pins for: a Raspberry Pi Zero 2 W.
_ZERO_2_W: Final = "902120"
_PULLS: Final = {"up": Drive.PULLED_UP, "down": Drive.PULLED_DOWN, "floating": Drive.RELEASED}


class _OnPads(Protocol):
    pads: Pads


class TwinFactory(MockFactory):  # type: ignore[misc]  # as above
    """A gpiozero factory whose pins stand on the circuit; no pin of the machine is touched."""

    def __init__(self, pads: Pads) -> None:
        super().__init__(revision=_ZERO_2_W, pin_class=TwinPin)
        self.pads = pads
        self.failing = False
        self._lines = {f"GPIO{line}" for line in pads.circuit.lines}

    def pin(self, name: Any, pin_class: Any = None, **kwargs: Any) -> Any:
        """Give the pin of this name: one of the matrix where the matrix is, else the class asked for."""
        on_matrix = any(info.name in self._lines for _, info in self.board_info.find_pin(name))
        return super().pin(name, MatrixPin if on_matrix else pin_class, **kwargs)

    def beats_hz(self, number: int) -> int:
        """Say how often this pin goes up and down in a second; 0 while it keeps still."""
        pin = self.pin(number)
        beats = pin.function == "output" and pin.frequency and 0 < pin.state < 1
        return round(pin.frequency) if beats else 0


class TwinPin(MockPWMPin):  # type: ignore[misc]  # as above
    """A pin beside the matrix. OSError while its factory fails."""

    def _set_state(self, value: float) -> None:
        if self.factory.failing:
            raise OSError(errno.EIO, "Input/output error")
        super()._set_state(value)


class MatrixPin(MockPin):  # type: ignore[misc]  # as above
    """A pin on a row or a column."""

    def __init__(self, factory: _OnPads, info: Any) -> None:
        self._pads = factory.pads
        super().__init__(factory, info)
        self._redrive()

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self._redrive()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._redrive()

    def _get_state(self) -> bool:
        if self._function == "output":
            return bool(self._state)
        return self._pads.circuit.level(self._number)

    def _change_state(self, value: bool) -> bool:
        """Take a new state without writing it down; false, so that no edge is called."""
        self._state = value
        if self._function == "output":
            self._redrive()
        return False

    def _redrive(self) -> None:
        if self._function == "output":
            self._pads.drive(self._number, int(self._state))
        else:
            self._pads.let_go(self._number, _PULLS[self._pull])
