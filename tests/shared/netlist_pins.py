"""Pins whose levels follow from a circuit: what the scanner would read on a board built as the netlist says.

Current runs from a pulled-up column through closed switches, through diodes from anode to cathode and through
resistors either way, into a pin that is driven low. Nothing else is modelled; the twin is the model for play.
"""

from dataclasses import dataclass, field
from typing import Any

from generate.circuit import Circuit, Part

_EITHER_WAY = {"reed", "button", "row resistor"}


@dataclass
class NetlistElectronics:
    """Stands in the place of the Pi's electronics for a MatrixScanner."""

    circuit: Circuit
    closed: set[str]
    reversed_diodes: set[str] = field(default_factory=set)
    low: set[str] = field(default_factory=set)

    def pin_factory(self) -> "NetlistElectronics":
        """Hand out pins; there is nothing else to it."""
        return self

    def pin(self, name: str) -> "NetlistPin":
        """Give the GPIO of this name, on the net that the header has there."""
        (net,) = (pin.net for pin in self.circuit.part("J8").pins if pin.name == name)
        return NetlistPin(self, str(net))

    def settle(self, duration_us: int) -> None:
        """Wait for nothing: levels are there at once."""

    def i2c(self, bus: int) -> Any:
        """Refuse: only the matrix is walked."""
        raise NotImplementedError

    def lamp_wire(self, pin: int) -> Any:
        """Refuse: only the matrix is walked."""
        raise NotImplementedError

    def falls(self, net: str) -> bool:
        """Say whether a net that is pulled up is drawn low."""
        reached, ahead = {net}, [net]
        while ahead:
            here = ahead.pop()
            onward = {other for part in self.circuit.parts for other in self._from(part, here)} - reached
            reached |= onward
            ahead += onward
        return bool(reached & self.low)

    def _from(self, part: Part, net: str) -> set[str]:
        """Where current may go through this part from this net."""
        if part.kind == "diode":
            ends = ("A", "K") if part.ref not in self.reversed_diodes else ("K", "A")
            return {str(part.net(ends[1]))} if part.net(ends[0]) == net else set()
        if part.kind not in _EITHER_WAY or (part.kind != "row resistor" and part.ref not in self.closed):
            return set()
        ends_on = {str(pin.net) for pin in part.pins}
        return ends_on - {net} if net in ends_on else set()


class NetlistPin:
    """One GPIO as gpiozero's pins are: an input that is pulled up or floats, or an output."""

    def __init__(self, board: NetlistElectronics, net: str) -> None:
        self._board, self._net = board, net

    @property
    def state(self) -> Any:
        """The level on the wire."""
        return 0 if self._board.falls(self._net) else 1

    @state.setter
    def state(self, value: Any) -> None:
        raise NotImplementedError

    @property
    def function(self) -> str:
        """Input or output."""
        return "output" if self._net in self._board.low else "input"

    @function.setter
    def function(self, value: str) -> None:
        if value == "input":
            self._board.low.discard(self._net)

    def output_with_state(self, state: int) -> None:
        """Drive the wire."""
        if state == 0:
            self._board.low.add(self._net)

    def input_with_pull(self, pull: str) -> None:  # noqa: ARG002 - gpiozero's shape
        """Let go of the wire."""
        self._board.low.discard(self._net)

    def close(self) -> None:
        """Let go of it for good."""
