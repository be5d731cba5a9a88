"""The matrix as a circuit: which column reads low, given what is closed and what drives.

It decides levels by conduction. A closed switch lets current run from its column through its diode to its
row; where the diode is missing (a bridge in its place) current runs both ways. A line that is driven holds
its level: nothing is pulled through it. A line that nothing drives, pulls or reaches reads low, so that a
forgotten pull-up shows. It knows lines by the numbers it was given, no chess, no gpiozero and no time:
currents, capacitance and the half-levels of two outputs that fight are not modelled.
"""

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
        # The fast path: rows as bits, driven low and closed to a column.
        self._bit = {row: 1 << index for index, row in enumerate(rows)}
        self._low_rows = 0
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
        """Do something else to a line."""
        self._drives[line] = drive
        if bit := self._bit.get(line):
            self._low_rows = self._low_rows | bit if drive is Drive.LOW else self._low_rows & ~bit

    def level(self, line: int) -> bool:
        """Read a line: true is high."""
        if (
            self._plugged
            and not self._bridged
            and self._drives[line] is Drive.PULLED_UP
            and line in self._closed_rows
        ):
            return not self._closed_rows[line] & self._low_rows
        return self._level_by_search(line)

    def _level_by_search(self, line: int) -> bool:
        if self._drives[line] is Drive.HIGH:
            return True
        if any(self._drives[end] is Drive.LOW for end in self._reached(line, self._conducts)):
            return False
        feeding = self._reached(line, lambda here, there: self._conducts(there, here))
        return any(self._drives[end] in (Drive.HIGH, Drive.PULLED_UP) for end in feeding)

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
        return self._closed[line] if self._plugged else set()

    def _conducts(self, here: int, there: int) -> bool:
        """Say whether current runs from `here` over the closed switch to `there`."""
        return here in self._closed_rows or (here, there) in self._bridged
