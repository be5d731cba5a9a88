"""What is wrong with the wires of the matrix, from how its lines read while nobody touches the board.

It is a pure function of a few rounds of looks, which `probing.py` makes. It decides which line touches
ground, 3.3 V or another line, which one has no pull-up, and whether the pulls were set at all. A set of lines
is an integer: bit n is line n of the wiring, rows first. It refuses to know what a fault makes of the
contacts on its line (`findings.py`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from jadoube.selftest.advice import Kind
from jadoube.selftest.wiring import Wiring, members, set_of

#: In so many rounds a line must read wrong: a single time may be a disturbance. A guess.
_TIMES: Final = 2
#: The last GPIO that a reset pulls up; it pulls the others down (BCM2835 ARM Peripherals, page 102). An RP1
#: (Pi 5) does the same (RP1 Peripherals, pads of bank 0).
_LAST_PULLED_UP: Final = 8


class Round(NamedTuple):
    """One round of looks: the lines that read low in each."""

    pulled_down: int
    """With a pull-down on every line; this also drains them."""
    idle: int
    """With the scanner's own settings, right after that: every line is pulled up."""
    charged: int | None
    """With no pull, after every line was driven high for a moment; None if that was not tried."""
    along: tuple[int, ...]
    """For each line, rows first, the lines that are low while it is driven; empty if none was driven."""


class WireFault(NamedTuple):
    """A fault, and the lines that have it."""

    kind: Kind
    lines: int


def wire_faults(rounds: Sequence[Round], wiring: Wiring) -> tuple[WireFault, ...]:
    """Return the faults that were seen in two rounds or more.

    With pieces on the board, current runs from a column through a closed reed to its row: a row at ground
    draws columns low, and a column at 3.3 V lifts rows. Then only the cause is named.
    """
    rows, columns = _sides(wiring)
    every = rows | columns
    high = _often(rounds, lambda it: every & ~it.pulled_down)
    low = _often(rounds, lambda it: it.idle)
    kept = _often(rounds, lambda it: 0 if it.charged is None else every & ~it.charged)
    if left := _left_by_reset(high, low, wiring):
        return (WireFault(Kind.BOOT_PULLS, left),)
    powered = high & columns or high
    grounded = low & ~kept
    found = [
        *(WireFault(Kind.LINE_HIGH, 1 << line) for line in members(powered)),
        *(WireFault(Kind.LINE_LOW, 1 << line) for line in members(grounded & rows or grounded)),
        *(WireFault(Kind.PULL_MISSING, 1 << line) for line in members(low & kept)),
    ]
    if not found:
        found = [WireFault(Kind.LINES_SHORTED, pair) for pair in _touching(rounds, len(wiring.rows))]
    return tuple(found)


def _sides(wiring: Wiring) -> tuple[int, int]:
    """All rows, and all columns."""
    rows = (1 << len(wiring.rows)) - 1
    return rows, (1 << len(wiring.lines)) - 1 & ~rows


def _often(rounds: Sequence[Round], seen: Callable[[Round], int]) -> int:
    """The lines that are in this set in two rounds or more; in the only round, if there is but one."""
    times = min(_TIMES, len(rounds))
    sets = [seen(each) for each in rounds]
    lines = {line for one in sets for line in members(one)}
    return set_of(line for line in lines if sum(one >> line & 1 for one in sets) >= times)


def _left_by_reset(high: int, low: int, wiring: Wiring) -> int:
    """The lines of the sides (rows, columns) that all have the pull of the reset: none was set there.

    `high` stays high with a pull-down, `low` stays low with a pull-up. Three lines low say it: two may be two
    faults (a guess).
    """
    down = set_of(at for at, line in enumerate(wiring.lines) if line.signal.bcm > _LAST_PULLED_UP)
    left = 0
    for side in _sides(wiring):
        if (low & side, high & side) == (down & side, side & ~down) and (down & side).bit_count() > 2:
            left |= side
    return left


def _touching(rounds: Sequence[Round], first_column: int) -> list[int]:
    """The pairs of lines that are one wire in two rounds or more."""
    times = min(_TIMES, len(rounds))
    seen = Counter(pair for each in rounds for pair in _joined(each.along, first_column))
    return sorted(pair for pair, often in seen.items() if often >= times)


def _joined(along: tuple[int, ...], first_column: int) -> Iterator[int]:
    """The pairs of lines that are one wire: each draws the other low, and all else that the other draws.

    A piece or a held button draws its column low with its row, but its diode not the row with the column. Two
    diodes the wrong way round, under pieces, let two rows or two columns draw each other, through lines of
    the other side. A piece on a bridged diode is like a row that touches a column. Two rows that are joined
    through a column, by such diodes or because both touch it, are not named as a pair, nor are two such
    columns.
    """
    for one, other in combinations(range(len(along)), 2):
        pair = 1 << one | 1 << other
        if along[one] == along[other] and along[one] & pair == pair:
            opposite = range(first_column) if one >= first_column else range(first_column, len(along))
            through = [it for it in opposite if along[one] >> it & 1 and along[it] & pair]
            if one < first_column <= other or not through:
                yield pair
