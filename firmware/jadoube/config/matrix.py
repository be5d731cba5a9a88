"""The matrix as it is wired: rows, columns, and what a closed switch at each crossing adds to a scan.

`pinmap.py` makes these values and checks them. They are apart from it because the sampling process needs
nothing else of the configuration, and no chess.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from jadoube.core.messages.scans import Scanned


@dataclass(frozen=True, slots=True)
class Signal:
    """One wire from the Pi: its BCM number, its pin of J8, its connector on the board, its colour."""

    name: str
    bcm: int
    header_pin: int
    connector: str
    wire: str


@dataclass(frozen=True)
class Matrix:
    """The lines of the matrix; `crossings[row][column]` is what a closed switch adds (nothing: 0, 0)."""

    rows: tuple[Signal, ...]
    columns: tuple[Signal, ...]
    crossings: tuple[tuple[Scanned, ...], ...]

    @property
    def crosswise(self) -> "Matrix":
        """The same wires with rows and columns exchanged: who opens it drives the columns."""
        return Matrix(self.columns, self.rows, tuple(zip(*self.crossings, strict=True)))

    @cached_property
    def line_numbers(self) -> dict[str, int]:
        """The core's number of each line (`core/signals/lines.py`), by the name of its signal.

        A line of a special pin map that is neither a file, a rank nor the buttons' column has none.
        """
        crossed = [*zip(self.rows, self.crossings, strict=True)]
        crossed += zip(self.columns, zip(*self.crossings, strict=True), strict=True)
        numbered = ((signal.name, _line_number(switches)) for signal, switches in crossed)
        return {name: number for name, number in numbered if number is not None}


def _line_number(switches: Iterable[Scanned]) -> int | None:
    """The number of the line that has just these switches; None if it is none of the core's lines."""
    from jadoube.core.signals.lines import BUTTONS_LINE, LINES  # noqa: PLC0415 - imports chess

    switches = list(switches)
    reeds = reduce(or_, (each.reeds for each in switches))
    if not reeds:
        return BUTTONS_LINE
    return LINES.index(reeds) if reeds in LINES else None
