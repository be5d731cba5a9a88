"""The matrix as a circuit: which column reads low, given what is closed and what drives.

It decides levels by conduction. A closed switch lets current run from its column through its diode to its
row; where the diode is missing (a bridge in its place) current runs both ways. A line that is driven holds
its level: nothing is pulled through it. A line that nothing drives, pulls or reaches reads low, so that a
forgotten pull-up shows. A line that is cut has left its pin behind; two lines that touch are one wire. It
knows lines by the numbers it was given, no chess, no gpiozero and no time: currents, capacitance and the
half-levels of two outputs that fight are not modelled.

Nor is the level between a pull-up and a pull-down: there a line reads low, which is the worst case. With 57
kohm each way and 1N4148 diodes a column with one to seven closed reeds, each to a row that is pulled down, is
at 1.86 to 0.72 V (computed). A Pi surely reads as high what is above 1.6 V, a Pi 4 above 2.0 V; what is under
0.9 V a Zero 2 surely reads as low (Raspberry Pi documentation, voltage specifications of the GPIO pins).
"""

import errno
from collections.abc import Callable, Sequence
from enum import Enum


class Drive(Enum):
    """What a pin does to its line."""

    RELEASED = "released"
    PULLED_UP = "pulled up"
    PULLED_DOWN = "pulled down"
    LOW = "low"
    HIGH = "high"


class MatrixCircuit:
    """Rows and columns, each known by a number of its own, with a switch behind a diode at every crossing."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        self._rows = tuple(rows)
        self._columns = tuple(columns)
        self._drives = dict.fromkeys((*rows, *columns), Drive.RELEASED)
        self._closed: dict[int, set[int]] = {line: set() for line in self._drives}  # across, from either end
        self._bridged: set[tuple[int, int]] = set()
        self._plugged = True
        self._cut: set[int] = set()
        self._touching: set[tuple[int, int]] = set()
        self._grounded: set[int] = set()
        self._done = dict(self._drives)  # by the pins; ground is stronger
        self._failing = False
        # The fast path: rows as bits, those that draw a column low and those that are closed to it.
        self._bit = {row: 1 << index for index, row in enumerate(rows)}
        self._sinking_rows = 0
        self._closed_rows = dict.fromkeys(columns, 0)

    @property
    def lines(self) -> tuple[int, ...]:
        """All rows and columns."""
        return tuple(self._drives)

    @property
    def drives(self) -> dict[int, Drive]:
        """What is done to each line now."""
        return dict(self._drives)

    def close(self, row: int, column: int, *, closed: bool) -> None:
        """Close or open the switch at a crossing."""
        change = set.add if closed else set.discard
        change(self._closed[row], column)
        change(self._closed[column], row)
        bits = self._closed_rows[column] & ~self._bit[row]
        self._closed_rows[column] = bits | (self._bit[row] if closed else 0)

    def cut(self, line: int, *, cut: bool) -> None:
        """Cut the wire between a line and its pin, or solder it again."""
        change = set.add if cut else set.discard
        change(self._cut, line)

    def touch(self, line: int, other: int, *, touching: bool) -> None:
        """Let two lines touch, as a splash of solder does, or part them."""
        change = set.update if touching else set.difference_update
        change(self._touching, {(line, other), (other, line)})

    def ground(self, line: int) -> None:
        """Let a line touch ground: it is low, whatever its pin does."""
        self._grounded.add(line)
        self.free(line, self._done[line])

    def unground(self, line: int) -> None:
        """Take ground off a line: it does again what its pin does."""
        self._grounded.discard(line)
        self.free(line, self._done[line])

    def fail(self, *, failing: bool) -> None:
        """Let the chip of the pins give an error for all that is asked of it, but for letting go of them."""
        self._failing = failing

    def bridge_diode(self, row: int, column: int, *, bridged: bool) -> None:
        """Put a bridge in the place of a diode, or the diode back."""
        change = set.add if bridged else set.discard
        change(self._bridged, (row, column))

    def plug(self, *, plugged: bool) -> None:
        """Pull the whole matrix from the pins, or plug it in again."""
        self._plugged = plugged

    @property
    def plugged(self) -> bool:
        """Whether the matrix is plugged in."""
        return self._plugged

    def is_closed(self, row: int, column: int) -> bool:
        """Whether the switch at a crossing is closed."""
        return column in self._closed[row]

    def drive(self, line: int, drive: Drive) -> None:
        """Do something else to a line. OSError while the chip fails."""
        if self._failing and drive is not Drive.RELEASED:
            raise OSError(errno.EIO, "Input/output error")
        if drive is not self._done[line]:
            self.free(line, drive)

    def free(self, line: int, drive: Drive) -> None:
        """Do something else to a line, even while the chip fails: its pin is given back."""
        self._done[line] = drive
        drive = Drive.LOW if line in self._grounded else drive
        self._drives[line] = drive
        if bit := self._bit.get(line):
            sinks = drive is Drive.LOW or drive is Drive.PULLED_DOWN
            self._sinking_rows = self._sinking_rows | bit if sinks else self._sinking_rows & ~bit

    def level(self, line: int) -> bool:
        """Read a line: true is high. OSError while the chip fails."""
        if (
            self._plugged
            and not (self._bridged or self._cut or self._touching or self._failing)
            and self._drives[line] is Drive.PULLED_UP
            and line in self._closed_rows
        ):
            return not self._closed_rows[line] & self._sinking_rows
        return self._level_by_search(line)

    def _level_by_search(self, line: int) -> bool:
        if self._failing:
            raise OSError(errno.EIO, "Input/output error")
        if self._drives[line] is Drive.HIGH:
            return True
        drawing = {self._drives[end] for end in self._reached(line, self._conducts)}
        if Drive.LOW in drawing:
            return False
        feeding = {
            self._drives[end] for end in self._reached(line, lambda here, there: self._conducts(there, here))
        }
        if Drive.HIGH in feeding:
            return True
        return Drive.PULLED_UP in feeding and Drive.PULLED_DOWN not in drawing

    def _reached(self, line: int, conducts: Callable[[int, int], bool]) -> set[int]:
        """Collect the lines at the ends of all ways from here; no way leads on through a driven line."""
        reached, to_visit = {line}, [line]
        while to_visit:
            here = to_visit.pop()
            if here != line and self._drives[here] in (Drive.LOW, Drive.HIGH):
                continue
            onward = {there for there in self._neighbours(here) if conducts(here, there)} - reached
            reached |= onward
            to_visit.extend(onward)
        return reached

    def _neighbours(self, line: int) -> set[int]:
        if not self._plugged or line in self._cut:
            return set()
        touching = {other for one, other in self._touching if one == line}
        return (self._closed[line] | touching) - self._cut

    def _conducts(self, here: int, there: int) -> bool:
        """Say whether current runs from `here` to `there`: down a diode, over a bridge, where lines touch."""
        if (here, there) in self._touching:
            return True
        return here in self._closed_rows or (here, there) in self._bridged
