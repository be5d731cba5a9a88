"""The lines of a matrix whose levels follow from a circuit: what a board built as the netlist says reads.

Current runs from a pulled-up column through closed switches, through diodes from anode to cathode and through
resistors either way, into a row that is driven low. Nothing else is modelled; the twin is the model for play.
"""

from dataclasses import dataclass, field

from generate.circuit import Circuit, Part
from jadoube.config.matrix import Matrix, Signal
from jadoube.drivers.interfaces import LineLevels, Pull


@dataclass
class NetlistLines:
    """MatrixLines on the wires of a circuit, with these parts closed."""

    circuit: Circuit
    matrix: Matrix
    closed: set[str]
    reversed_diodes: set[str] = field(default_factory=set)
    driven: str = ""

    def drive(self, row: int) -> None:
        """Drive the header pin of this row low."""
        self.driven = self._net(self.matrix.rows[row])

    def release(self) -> None:
        """Drive no row."""
        self.driven = ""

    def close(self) -> None:
        """Drive nothing."""
        self.release()

    def low_columns(self) -> int:
        """Read which columns are drawn low, at the header: bit n is the n-th."""
        return sum(1 << n for n, column in enumerate(self.matrix.columns) if self._falls(self._net(column)))

    def low_rows(self) -> int:
        """Read which rows are low while none is driven: nothing else draws a row low here."""
        return 0

    def probe(self, pull: Pull, *, charged: bool = False) -> LineLevels:
        """Pulls of the pins are not modelled."""
        raise NotImplementedError(f"pull {pull}, charged {charged}")

    def _net(self, signal: Signal) -> str:
        """The net that the header has on the pin of this signal."""
        (net,) = (pin.net for pin in self.circuit.part("J8").pins if pin.number == str(signal.header_pin))
        return str(net)

    def _falls(self, net: str) -> bool:
        reached, ahead = {net}, [net]
        while ahead:
            here = ahead.pop()
            onward = {other for part in self.circuit.parts for other in self._from(part, here)} - reached
            reached |= onward
            ahead += onward
        return self.driven in reached

    def _from(self, part: Part, net: str) -> set[str]:
        """Where current may go through this part from this net."""
        if part.kind == "diode":
            start, end = ("K", "A") if part.ref in self.reversed_diodes else ("A", "K")
            return {str(part.net(end))} if part.net(start) == net else set()
        if part.kind in {"row resistor", "column resistor"} or part.ref in self.closed:
            ends = {str(pin.net) for pin in part.pins}
            return ends - {net} if net in ends else set()
        return set()
