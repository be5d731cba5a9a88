"""The matrix as a circuit: whether a pin reads high, given what is closed, what drives, and what is broken.

A pin reads high from its threshold on. The volts come from `electrics`: pulls, resistors, diodes and outputs
of one Pi, at one corner of their tolerances. Most states of a board in play need no solving: see
`reads_plainly`. It knows lines by the numbers it was given, no chess, no gpiozero and no time: a line
settles at once.

A line that nothing drives, pulls or reaches keeps its charge: the level that it was last driven or pulled
to, or that was last read from it. It is low at first, so that a forgotten pull-up shows.
"""

import errno
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple, TypeVar

from jadoube_sim.twin.electrics.margins import fullest
from jadoube_sim.twin.electrics.matrix_volts import Drive, LineState, MatrixState, Volts, matrix_volts
from jadoube_sim.twin.electrics.parts import BoardValues, board_values

__all__ = ["Drive", "MatrixCircuit"]

#: To which level a pin charges its line.
_CHARGES: Final = {Drive.PULLED_UP: True, Drive.HIGH: True, Drive.PULLED_DOWN: False, Drive.LOW: False}
#: What rows do in a board in play.
_PLAIN_ROWS: Final = (Drive.LOW, Drive.PULLED_UP, Drive.RELEASED)
#: So many solved states are kept, some kilobytes each; a scan has about ten.
_KNOWN_STATES: Final = 256

_Thing = TypeVar("_Thing")


class MatrixCircuit:
    """Rows and columns, each known by a number of its own, with a switch behind a diode at every crossing."""

    def __init__(
        self, rows: Sequence[int], columns: Sequence[int], values: BoardValues | None = None
    ) -> None:
        self.values = values or board_values()
        """What the parts of this board are worth."""
        self._rows, self._columns = tuple(rows), tuple(columns)
        self._lines = (*self._columns, *self._rows)
        self._drives = dict.fromkeys((*rows, *columns), Drive.RELEASED)
        self._charged = dict.fromkeys(self._lines, False)
        self._bit = {row: 1 << index for index, row in enumerate(rows)}
        self._closed_rows = dict.fromkeys(columns, 0)  # as bits
        self._plugged = True
        self._failing = False
        self._faults = _Faults()
        self._solved: _Solved | None = None  # of the state as it is; None: not solved yet
        self._known: dict[tuple[object, ...], _Solved] = {}
        # The fast path: rows that draw as bits, and lines that do what no line does in a board in play.
        self._sinking_rows = 0
        self._odd_lines = set(self._columns)
        self._plain = reads_plainly(self.values, len(self._rows), len(self._columns))

    @property
    def lines(self) -> tuple[int, ...]:
        """All rows and columns."""
        return tuple(self._drives)

    @property
    def drives(self) -> dict[int, Drive]:
        """What the pin of each line does now."""
        return dict(self._drives)

    def close(self, row: int, column: int, *, closed: bool) -> None:
        """Close or open the switch at a crossing."""
        bits = self._closed_rows[column] & ~self._bit[row]
        self._closed_rows[column] = bits | (self._bit[row] if closed else 0)
        self._changed()

    def is_closed(self, row: int, column: int) -> bool:
        """Whether the switch at a crossing is closed."""
        return bool(self._closed_rows[column] & self._bit[row])

    # what breaks

    def cut(self, line: int, *, cut: bool) -> None:
        """Cut the wire between a line and its pin, or solder it again."""
        _put(self._faults.cut, line, there=cut)
        self._look_again()

    def touch(self, line: int, other: int, *, touching: bool) -> None:
        """Let two wires touch, as a splash of solder does, or part them."""
        pair = sorted(map(self._lines.index, (line, other)))
        _put(self._faults.touching, (pair[0], pair[1]), there=touching)
        self._look_again()

    def ground(self, line: int, *, grounded: bool) -> None:
        """Let a wire touch ground, or take ground off it."""
        _put(self._faults.grounded, line, there=grounded)
        self._look_again()

    def power(self, line: int, *, powered: bool) -> None:
        """Let a wire touch 3.3 V, or take that off it."""
        _put(self._faults.powered, line, there=powered)
        self._look_again()

    def exchange(self, line: int, other: int) -> None:
        """Put the wires at the pins of two rows, or two columns, to each other's pin; once more undoes it."""
        if (line in self._columns) != (other in self._columns):
            raise ValueError(f"{line} and {other} are no two rows and no two columns")
        one, two = self.wire_at(line), self.wire_at(other)
        for wire, pin in ((one, other), (two, line)):
            self._faults.moved.pop(wire, None)
            if wire != pin:
                self._faults.moved[wire] = pin
        self._look_again()

    def wire_at(self, pin: int) -> int:
        """Give the line whose wire is at this line's pin."""
        return next(wire for wire in self._lines if self._pin_of(wire) == pin)

    def bridge_diode(self, row: int, column: int, *, bridged: bool) -> None:
        """Put a bridge in the place of a diode, or the diode back."""
        _put(self._faults.bridged, self._crossing(row, column), there=bridged)
        self._look_again()

    def reverse_diode(self, row: int, column: int, *, is_reversed: bool) -> None:
        """Put a diode in the wrong way round, or the right one."""
        _put(self._faults.reversed, self._crossing(row, column), there=is_reversed)
        self._look_again()

    def leak_diode(self, row: int, column: int, ohm: float | None) -> None:
        """Let a diode leak backwards with this resistance, or not at all."""
        self._faults.leaking.pop(self._crossing(row, column), None)
        if ohm is not None:
            self._faults.leaking[self._crossing(row, column)] = ohm
        self._look_again()

    def lose_pull(self, line: int, *, lost: bool) -> None:
        """Let the pull-up of a line's pin do nothing, or work again."""
        self._charged[line] = _CHARGES.get(self._does(line), self._charged[line])
        _put(self._faults.lost_pulls, line, there=lost)
        self._look_again()

    def plug(self, *, plugged: bool) -> None:
        """Pull the whole matrix from the pins, or plug it in again."""
        self._plugged = plugged
        self._look_again()

    @property
    def plugged(self) -> bool:
        """Whether the matrix is plugged in."""
        return self._plugged

    def fail(self, *, failing: bool) -> None:
        """Let the chip of the pins give an error for all that is asked of it, but for letting go of them."""
        self._failing = failing
        self._look_again()

    # what the pins do

    def drive(self, line: int, drive: Drive) -> None:
        """Do something else to a line. OSError while the chip fails."""
        if self._failing and drive is not Drive.RELEASED:
            raise OSError(errno.EIO, "Input/output error")
        if drive is not self._drives[line]:
            self.free(line, drive)

    def free(self, line: int, drive: Drive) -> None:
        """Do something else to a line, even while the chip fails: its pin is given back."""
        if drive is Drive.RELEASED or self._faults.lost_pulls:
            self._charged[line] = _CHARGES.get(self._does(line), self._charged[line])
        self._drives[line] = drive
        self._changed()
        if bit := self._bit.get(line):
            self._sinking_rows = self._sinking_rows | bit if drive is Drive.LOW else self._sinking_rows & ~bit
            plain = drive in _PLAIN_ROWS
        else:
            plain = drive is Drive.PULLED_UP
        if not plain:
            self._odd_lines.add(line)
        elif self._odd_lines:
            self._odd_lines.discard(line)

    # what the pins read

    def level(self, line: int) -> bool:
        """Read a pin: true is high. OSError while the chip fails."""
        if self._plain and not self._odd_lines:
            closed_rows = self._closed_rows.get(line)
            if closed_rows is not None:
                return not closed_rows & self._sinking_rows
            if self._drives[line] is Drive.PULLED_UP:
                return True
        return self.level_by_volts(line)

    def level_by_volts(self, line: int) -> bool:
        """Read a pin without the short way. OSError while the chip fails."""
        if self._failing:
            raise OSError(errno.EIO, "Input/output error")
        return (self._solved or self._solve()).levels[line]

    def pin_volts(self, line: int) -> float:
        """Measure a line at the Pi's header."""
        return (self._solved or self._solve()).volts.pins[self._lines.index(self.wire_at(line))]

    def wire_volts(self, line: int) -> float:
        """Measure a line under the board, behind its resistor."""
        return (self._solved or self._solve()).volts.wires[self._lines.index(line)]

    def _solve(self) -> "_Solved":
        """Solve the state as it is: a scan goes through the same few again and again."""
        state = (*self._drives.values(), *self._charged.values(), *self._closed_rows.values())
        solved = self._known.get(state)
        if solved is None:
            if len(self._known) >= _KNOWN_STATES:
                self._known.clear()
            solved = self._known[state] = self._solve_anew()
        self._charged.update(solved.charged)
        self._solved = solved
        return solved

    def _solve_anew(self) -> "_Solved":
        volts, values = matrix_volts(self.values, self._state()), self.values
        at_pins = dict(zip(map(self._pin_of, self._lines), volts.pins, strict=True))
        floating = (line for line in self._lines if self._does(line) is Drive.RELEASED)
        return _Solved(
            volts,
            {line: at_pin >= values.threshold_v for line, at_pin in at_pins.items()},
            {line: at_pins[line] > values.supply_v / 2 for line in floating},
        )

    def _state(self) -> MatrixState:
        faults, plugged = self._faults, self._plugged
        return MatrixState(
            tuple(map(self._line_state, self._columns)),
            tuple(map(self._line_state, self._rows)),
            tuple(self._closed_rows.values()) if plugged else (0,) * len(self._columns),
            frozenset(faults.bridged),
            frozenset(faults.reversed),
            tuple((row, column, ohm) for (row, column), ohm in sorted(faults.leaking.items())),
            tuple(sorted(faults.touching)),
        )

    def _line_state(self, line: int) -> LineState:
        pin, faults = self._pin_of(line), self._faults
        drive = self._does(pin)
        return LineState(
            drive,
            charged=drive is Drive.RELEASED and self._charged[pin],
            cut=line in faults.cut or not self._plugged,
            grounded=line in faults.grounded,
            powered=line in faults.powered,
        )

    def _does(self, line: int) -> Drive:
        """Say what a pin does in truth: one whose pull-up is lost does nothing instead."""
        drive = self._drives[line]
        return Drive.RELEASED if drive is Drive.PULLED_UP and line in self._faults.lost_pulls else drive

    def _pin_of(self, wire: int) -> int:
        """Say at which line's pin a wire is: its own, unless wires are exchanged."""
        return self._faults.moved.get(wire, wire)

    def _crossing(self, row: int, column: int) -> tuple[int, int]:
        return self._rows.index(row), self._columns.index(column)

    def _changed(self) -> None:
        """Look the state up anew."""
        self._solved = None

    def _look_again(self) -> None:
        """Forget what was solved; say whether the board is whole."""
        self._changed()
        self._known.clear()
        is_plain = reads_plainly(self.values, len(self._rows), len(self._columns))
        self._plain = is_plain and self._plugged and not self._failing and not self._faults.any()


class _Solved(NamedTuple):
    """What follows from what the pins do, from what is closed, and from the charges."""

    volts: Volts
    levels: dict[int, bool]
    """Whether each line reads high."""
    charged: dict[int, bool]
    """Of each line that floats: the level that it keeps."""


@dataclass
class _Faults:
    """What is broken, by line; crossings and lines that touch by their places."""

    cut: set[int] = field(default_factory=set)
    grounded: set[int] = field(default_factory=set)
    powered: set[int] = field(default_factory=set)
    lost_pulls: set[int] = field(default_factory=set)
    bridged: set[tuple[int, int]] = field(default_factory=set)
    reversed: set[tuple[int, int]] = field(default_factory=set)
    touching: set[tuple[int, int]] = field(default_factory=set)
    leaking: dict[tuple[int, int], float] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)
    """The lines whose pins wires are at that are not at their own."""

    def any(self) -> bool:
        """Whether anything is broken."""
        of_lines = self.cut or self.grounded or self.powered or self.lost_pulls or self.touching
        return bool(of_lines or self.moved or self.bridged or self.reversed or self.leaking)


def _put(things: set[_Thing], thing: _Thing, *, there: bool) -> None:
    change = things.add if there else things.discard
    change(thing)


@cache
def reads_plainly(values: BoardValues, rows: int, columns: int) -> bool:
    """Whether a whole board in play is read without solving: a column closed to the driven row is low.

    In play columns are pulled up, one row or none is low, and the others are pulled up or float. The rule
    holds everywhere if it does so on the hardest boards.
    """
    for idle in (LineState(Drive.PULLED_UP), LineState(Drive.RELEASED)):
        low = fullest(values, columns, rows, columns, idle).pins
        high = fullest(values, columns - 1, rows, columns, idle).pins
        must_be_high = [high[columns - 1], *(low[columns + 1 :] if idle.drive is Drive.PULLED_UP else ())]
        if max(low[:columns]) >= values.threshold_v or min(must_be_high) < values.threshold_v:
            return False
    return True
