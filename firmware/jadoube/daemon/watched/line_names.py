"""Names the lines of the matrix that cannot be read: signal, connector, colour and pin, from the pin map.

It refuses to know how a fault is found (`core/signals/lines.py`) and how it is told
(`core/state/announced/health.py`).
"""

from jadoube.config.matrix import Matrix
from jadoube.core.signals import lines
from jadoube.core.signals.lines import LineFault, Wires
from jadoube.core.state.announced.health import FaultyLine


class LineNames:
    """The names of the lines of a matrix; of a board on a serial line (`matrix` None) only `line e`."""

    def __init__(self, matrix: Matrix | None = None) -> None:
        signals = (*matrix.rows, *matrix.columns) if matrix else ()
        numbers = matrix.line_numbers if matrix else {}
        self._signals = {numbers[each.name]: each for each in signals if each.name in numbers}

    def faulty(self, wires: Wires) -> tuple[FaultyLine, ...]:
        """Return the lines that cannot be read, in the order of their numbers."""
        return tuple(self._faulty_line(line, fault) for line, fault in wires.faults)

    def _faulty_line(self, line: int, fault: LineFault) -> FaultyLine:
        signal = self._signals.get(line)
        if signal is None:
            return FaultyLine(f"line {lines.NAMES[line]}", fault)
        return FaultyLine(signal.name, fault, signal.connector, signal.wire, signal.header_pin)
