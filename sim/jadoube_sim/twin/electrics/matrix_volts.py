"""The volts of the matrix: at each pin and on each wire.

They follow from what the pins do, what is closed and what is broken. A column's pin is behind the column's
resistor, a row's behind the row's. What is broken is broken on the board's side of them, where the wires
are. This decides which part connects what, and leaves the currents to the solver. It knows lines by their
place among rows or columns, no BCM number, no square, and no history but a charge.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from jadoube_sim.twin.electrics.parts import CONTACT_OHM, HOLD_OHM, BoardValues
from jadoube_sim.twin.electrics.solver import Branch, Diode, Part, Resistor, Tie, solve

_CONTACT = Resistor(CONTACT_OHM)


class Drive(Enum):
    """What a pin does to its line."""

    RELEASED = "released"
    PULLED_UP = "pulled up"
    PULLED_DOWN = "pulled down"
    LOW = "low"
    HIGH = "high"

    __hash__ = object.__hash__  # each is there once; Enum's own is slow, and a state has one for each line


class LineState(NamedTuple):
    """What a line's pin does, and what is wrong with its wire."""

    drive: Drive
    charged: bool = False
    """Whether a line that nothing draws is still charged."""
    cut: bool = False
    """The wire is off its pin."""
    grounded: bool = False
    powered: bool = False
    """The wire touches 3.3 V."""


class MatrixState(NamedTuple):
    """All that the volts depend on. Lines that touch are named by their places: columns first, then rows."""

    columns: tuple[LineState, ...]
    rows: tuple[LineState, ...]
    closed: tuple[int, ...]
    """For each column the rows that are closed to it: bit n is row n."""
    bridged: frozenset[tuple[int, int]] = frozenset()
    """The crossings, (row, column), with a bridge in the place of their diode."""
    reversed: frozenset[tuple[int, int]] = frozenset()
    """The crossings whose diode is the wrong way round."""
    leaking: tuple[tuple[int, int, float], ...] = ()
    """Rows and columns of diodes that leak, and how many ohm they have backwards."""
    touching: tuple[tuple[int, int], ...] = ()


class Volts(NamedTuple):
    """The volts of each line, columns first, then rows: at the Pi's pin, and on the wire under the board."""

    pins: tuple[float, ...]
    wires: tuple[float, ...]


@lru_cache(maxsize=1 << 11)
def matrix_volts(values: BoardValues, state: MatrixState) -> Volts:
    """Solve a state."""
    lines = [*state.columns, *state.rows]
    series = [values.column_ohm] * len(state.columns) + [values.row_ohm] * len(state.rows)
    pins = [pin_source(values, line.drive, charged=line.charged) for line in lines]
    ties = []
    for node, (line, ohm, pin) in enumerate(zip(lines, series, pins, strict=True)):
        if not line.cut:
            ties.append(Tie(node, pin.volts, 1 / (pin.ohm + ohm)))
        if line.grounded:
            ties.append(Tie(node, 0.0, 1 / CONTACT_OHM))
        if line.powered:
            ties.append(Tie(node, values.supply_v, 1 / CONTACT_OHM))
    wires = solve(len(lines), ties, _branches(values, state))
    at_pins = (
        pin.volts if line.cut else pin.volts + (wire - pin.volts) * pin.ohm / (pin.ohm + ohm)
        for line, ohm, pin, wire in zip(lines, series, pins, wires, strict=True)
    )
    return Volts(tuple(at_pins), tuple(wires))


class Source(NamedTuple):
    """A pin seen from outside: a voltage behind a resistance."""

    volts: float
    ohm: float


@lru_cache(maxsize=1 << 10)
def pin_source(values: BoardValues, drive: Drive, *, charged: bool) -> Source:
    """Say what a pin is for what hangs on it."""
    volts, ohm = {
        Drive.RELEASED: (values.supply_v if charged else 0.0, HOLD_OHM),
        Drive.PULLED_UP: (values.supply_v, values.pull_up_ohm),
        Drive.PULLED_DOWN: (0.0, values.pull_down_ohm),
        Drive.LOW: (0.0, values.output_ohm),
        Drive.HIGH: (values.supply_v, values.output_ohm),
    }[drive]
    if values.leak_ohm is None:
        return Source(volts, ohm)
    siemens = 1 / ohm + 1 / values.leak_ohm
    return Source(volts / ohm / siemens, 1 / siemens)


def _branches(values: BoardValues, state: MatrixState) -> list[Branch]:
    """List what connects two wires: closed reeds with their diodes, and wires that touch."""
    leaking = {(row, column): ohm for row, column, ohm in state.leaking}
    branches = []
    for column, closed in enumerate(state.closed):
        for row in range(len(state.rows)):
            if closed >> row & 1:
                ends = (column, len(state.columns) + row)
                anode, cathode = reversed(ends) if (row, column) in state.reversed else ends
                branches.append(Branch(anode, cathode, _crossing(values, state, row, column, leaking)))
    return branches + [Branch(one, other, _CONTACT) for one, other in state.touching]


def _crossing(
    values: BoardValues, state: MatrixState, row: int, column: int, leaking: dict[tuple[int, int], float]
) -> Part:
    if (row, column) in state.bridged:
        return _CONTACT
    if (row, column) not in leaking:
        return values.diode
    diode = values.diode
    return Diode(diode.saturation_a, diode.emission_v, diode.series_ohm, leaking[row, column])
