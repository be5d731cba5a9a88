"""How far a matrix is from reading wrong: the highest closed switch, the lowest open one, the worst diode.

It decides which state is the hardest for a reading, and knows nothing of what is really closed.
"""

from typing import Final

from jadoube_sim.twin.electrics.matrix_volts import Drive, LineState, MatrixState, Volts, matrix_volts
from jadoube_sim.twin.electrics.parts import BoardValues

ROWS: Final = 8
COLUMNS: Final = 9
_PULLED_UP: Final = LineState(Drive.PULLED_UP)
_LOW: Final = LineState(Drive.LOW)
#: Where a search ends: a good diode has more.
_BEST_DIODE_OHM: Final = 1e9


def fullest(
    values: BoardValues,
    closed: int,
    rows: int = ROWS,
    columns: int = COLUMNS,
    idle: LineState = _PULLED_UP,
) -> Volts:
    """Solve the hardest board: row 0 is low, so many columns are closed to it, and all to every other row.

    Each closed column lifts the row, so the closed ones are highest if all are. An open column is drawn down
    by what the other rows leak: most if it is closed to all of them, and these to all other columns.
    """
    others = (1 << rows) - 2
    crossings = (others + 1,) * closed + (others,) * (columns - closed)
    return matrix_volts(
        values, MatrixState((_PULLED_UP,) * columns, (_LOW, *(idle,) * (rows - 1)), crossings)
    )


def closed_v(values: BoardValues, closed: int = COLUMNS) -> float:
    """Say how high a column is, at the pin, if so many switches of the driven row are closed."""
    return fullest(values, closed).pins[0]


def open_v(values: BoardValues) -> float:
    """Say how low a column can be, at the pin, whose switch on the driven row is open."""
    return fullest(values, COLUMNS - 1).pins[COLUMNS - 1]


def least_diode_ohm(values: BoardValues, level_v: float) -> float:
    """Say how little a diode may resist backwards, so that an open column stays at this level.

    The open column is closed to one released row, over which the bad diode leads to a column that is closed
    to the driven row: the fourth corner of a rectangle. Other pieces on that row would help, as they feed
    it.
    """
    low, high = 1.0, _BEST_DIODE_OHM
    while high / low > 1.001:
        ohm = (low * high) ** 0.5
        corners = MatrixState((_PULLED_UP,) * 2, (_LOW, _PULLED_UP), (0b10, 0b11), leaking=((1, 1, ohm),))
        if matrix_volts(values, corners).pins[0] < level_v:
            low = ohm
        else:
            high = ohm
    return high
