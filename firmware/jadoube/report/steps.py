"""The measurements of docs/first-power.md: which row is driven, what is closed, where to measure.

It is the only list of them: the page's table, the expected volts (`make hardware`) and `jadoube report
--bench` come from it. It decides the squares and the order, and what a wrong value means. It knows lines by
their names in the pin map, and refuses to know volts (`expected.py`).
"""

from enum import StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.config.matrix import Matrix, Signal
from jadoube.config.pinmap import PinMap


class Point(StrEnum):
    """Where the red probe goes, by the name in tables and files."""

    SUPPLY = "3.3 V pin"
    COLUMN_PIN = "column pin"
    COLUMN_WIRE = "point A"
    ROW_WIRE = "point B"
    ROW_PIN = "row pin"


class Measure(NamedTuple):
    """One measurement: the point, and what a value that is too low or too high means and what to look at."""

    point: Point
    low: str
    high: str


class Step(NamedTuple):
    """What to prepare, what the program drives meanwhile, and what to measure then."""

    key: str
    todo: str
    driven: str | None
    """The row that is driven low; None: none is."""
    closed: tuple[str, ...]
    """The squares whose reeds are closed."""
    measures: tuple[Measure, ...]


#: The square of the first circuit, the second one of its file, and their lines.
SQUARE: Final = "e2"
OTHER: Final = "e4"
COLUMN: Final = "column_e"
ROW: Final = "row_2"
OTHER_ROW: Final = "row_4"
RANK: Final = tuple(f"{file}2" for file in "abcdefgh")

_NO_PULL_UP: Final = (
    "the pin is not pulled up: jadoube or the library under it is old, or the wire touches ground"
)
_TOO_HIGH: Final = "more than 3.3 V: is the wire at a 5 V pin? Switch off at once"
_NOT_DRIVEN: Final = (
    "the row is not driven low: is the wire on this header pin? Run it as a user in the group gpio"
)
_BELOW_GROUND: Final = "the black probe is not at ground, or the meter is set to another range"
_SHORT: Final = "the diode is bridged or a wire is in its place: it must take some 0.45 V"
_OPEN_PATH: Final = (
    "the path is open: is the magnet at the reed, the diode's band towards B, each joint good?"
)

STEPS: Final = (
    Step(
        "supply",
        "Leave the reed open: no magnet at it",
        None,
        (),
        (
            Measure(
                Point.SUPPLY,
                "the Pi is not on, or its supply is weak: take the one that belongs to it",
                "the meter is off, or the Pi is damaged: compare with another meter before you go on",
            ),
        ),
    ),
    Step(
        "idle",
        "Leave the reed open",
        None,
        (),
        (
            Measure(Point.COLUMN_PIN, _NO_PULL_UP, _TOO_HIGH),
            Measure(Point.ROW_PIN, _NO_PULL_UP, _TOO_HIGH),
        ),
    ),
    Step(
        "row driven, reed open",
        "Leave the reed open",
        ROW,
        (),
        (
            Measure(
                Point.COLUMN_PIN, "the reed is closed or bridged, or the column touches the row", _TOO_HIGH
            ),
            Measure(Point.ROW_PIN, _BELOW_GROUND, _NOT_DRIVEN),
        ),
    ),
    Step(
        "row driven, reed closed",
        f"Hold the magnet at the reed of {SQUARE}, or bridge the reed with a wire",
        ROW,
        (SQUARE,),
        (
            Measure(Point.COLUMN_PIN, _SHORT, _OPEN_PATH),
            Measure(Point.COLUMN_WIRE, _SHORT, _OPEN_PATH),
            Measure(Point.ROW_WIRE, _OPEN_PATH, "the 220 ohm resistor is a larger one: red, red, brown"),
            Measure(Point.ROW_PIN, _BELOW_GROUND, _NOT_DRIVEN),
        ),
    ),
    Step(
        "row released, reed closed",
        "Keep the reed closed",
        None,
        (SQUARE,),
        (
            Measure(
                Point.COLUMN_PIN,
                "the released row draws the column low: it still has the pull-down of the reset; report this",
                _TOO_HIGH,
            ),
            Measure(Point.ROW_PIN, _NO_PULL_UP, _TOO_HIGH),
        ),
    ),
    Step(
        "one file, the other reed closed",
        f"With the second square built: close the reed of {OTHER} and open that of {SQUARE}",
        ROW,
        (OTHER,),
        (
            Measure(
                Point.COLUMN_PIN,
                f"{SQUARE} would read as closed: the released {OTHER_ROW} draws the column low, report this",
                _TOO_HIGH,
            ),
        ),
    ),
    Step(
        "one file, both reeds closed",
        f"With the second square built: close the reeds of {SQUARE} and {OTHER}",
        ROW,
        (SQUARE, OTHER),
        (
            Measure(Point.COLUMN_PIN, _SHORT, _OPEN_PATH),
            Measure(Point.ROW_PIN, _BELOW_GROUND, _NOT_DRIVEN),
        ),
    ),
    Step(
        "one row, all reeds closed",
        f"With the whole of {ROW} built: close its eight reeds",
        ROW,
        RANK,
        (
            Measure(
                Point.COLUMN_PIN, _SHORT, "a joint of this column, or the 220 ohm resistor is a larger one"
            ),
            Measure(Point.ROW_WIRE, _OPEN_PATH, "the 220 ohm resistor is a larger one: red, red, brown"),
            Measure(Point.ROW_PIN, _BELOW_GROUND, _NOT_DRIVEN),
        ),
    ),
)


def where(point: Point, pins: PinMap) -> str:
    """Return the place of a point, in words."""
    column, row = line_named(COLUMN, pins), line_named(ROW, pins)
    match point:
        case Point.SUPPLY:
            return "header pin 1"
        case Point.COLUMN_PIN:
            return f"header pin {column.header_pin}, {column.name}"
        case Point.COLUMN_WIRE:
            return "between the 470 ohm resistor and the reed"
        case Point.ROW_WIRE:
            return "between the diode's band and the 220 ohm resistor"
        case Point.ROW_PIN:
            return f"header pin {row.header_pin}, {row.name}"


def line_named(name: str, pins: PinMap) -> Signal:
    """Return the line of this name."""
    return next(line for line in (*pins.matrix.rows, *pins.matrix.columns) if line.name == name)


def row_number(step: Step, matrix: Matrix) -> int | None:
    """Return the number of the row that a step drives."""
    names = [row.name for row in matrix.rows]
    return None if step.driven is None else names.index(step.driven)


def low_columns(step: Step, matrix: Matrix) -> int:
    """Return the columns that must read low: those with a closed reed on the driven row."""
    row = row_number(step, matrix)
    if row is None:
        return 0
    closed = sum(chess.BB_SQUARES[chess.parse_square(square)] for square in step.closed)
    return sum(1 << at for at, crossing in enumerate(matrix.crossings[row]) if crossing.reeds & closed)
