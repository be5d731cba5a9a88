"""What is broken on purpose, and stays so whatever life the board is in.

The law: a fault is in the things and outlives the power. It decides what a fault's place may be, and does to
the twin what the fault is; what a bad reed then shows is `reeds`' business.
"""

from collections.abc import Collection
from typing import Any, NoReturn

import chess

from jadoube.config.pinmap import Matrix
from jadoube.core.squares import names
from jadoube.drivers.interfaces import Part
from jadoube_sim.page.reeds import Reeds
from jadoube_sim.twin import Twin

KINDS = ("open", "closed", "flicker", "diode", "unplug", "cut")
PARTS = {str(part).replace(" ", "-"): part for part in Part}
"""The parts by the names that the terminal's words have, too."""


class Faults:
    """All faults of one board. `diodes` are missing, `unplugged` parts have no plug, `cut` lines no wire."""

    def __init__(self, reeds: Reeds, matrix: Matrix) -> None:
        self.diodes: set[chess.Square] = set()
        self.unplugged: set[Part] = set()
        self.cut: set[str] = set()
        self._reeds = reeds
        self._lines = tuple(line.name for line in (*matrix.rows, *matrix.columns))

    def set(self, kind: str, where: str, *, on: bool, twin: Twin | None) -> None:
        """Break something or mend it; ValueError, worded, for what there is not."""
        match kind:
            case "open" | "closed" | "flicker":
                self._set_reed(kind, _square(where), on=on)
            case "diode":
                _toggle(self.diodes, _square(where), on=on)
            case "unplug":
                _toggle(self.unplugged, _part(where), on=on)
            case "cut":
                _toggle(self.cut, _one_of(where, self._lines), on=on)
            case _:
                _refuse(kind, KINDS)
        if twin:
            self._do(kind, where, twin, on=on)

    def break_all(self, twin: Twin) -> None:
        """Break in a board that has just got its power what is broken."""
        for square in self.diodes:
            twin.remove_diode(square)
        for part in self.unplugged:
            twin.unplug(part)
        for line in self.cut:
            twin.cut_line(line)

    def message(self) -> dict[str, Any]:
        """Say it as the page reads it."""
        squares = chess.SQUARE_NAMES
        stuck = self._reeds.stuck.items()
        return {
            "stuck": {squares[each]: "closed" if closed else "open" for each, closed in stuck},
            "flicker": list(names(sum(1 << each for each in self._reeds.flickering))),
            "diodes": list(names(sum(1 << each for each in self.diodes))),
            "unplugged": sorted(self.unplugged),
            "cut": sorted(self.cut),
            "bounce_ms": self._reeds.bounce_ms,
        }

    def _set_reed(self, kind: str, square: chess.Square, *, on: bool) -> None:
        """A reed has one fault at a time; mending takes the one that is named."""
        reeds = self._reeds
        if kind == "flicker":
            _toggle(reeds.flickering, square, on=on)
            reeds.disturbed &= ~(0 if on else chess.BB_SQUARES[square])
            if on:
                reeds.stuck.pop(square, None)
        elif on:
            reeds.stuck[square] = kind == "closed"
            reeds.flickering.discard(square)
            reeds.disturbed &= ~chess.BB_SQUARES[square]
        elif reeds.stuck.get(square) == (kind == "closed"):
            del reeds.stuck[square]

    def _do(self, kind: str, where: str, twin: Twin, *, on: bool) -> None:
        match kind, on:
            case "diode", True:
                twin.remove_diode(_square(where))
            case "diode", False:
                twin.mend_diode(_square(where))
            case "unplug", True:
                twin.unplug(_part(where))
            case "unplug", False:
                twin.plug(_part(where))
            case "cut", True:
                twin.cut_line(where)
            case "cut", False:
                twin.mend_line(where)


def _toggle(faults: set[Any], where: object, *, on: bool) -> None:
    if on:
        faults.add(where)
    else:
        faults.discard(where)


def _square(where: str) -> chess.Square:
    return chess.SQUARE_NAMES.index(where) if where in chess.SQUARE_NAMES else _refuse(where, ("a1 to h8",))


def _part(where: str) -> Part:
    return PARTS[_one_of(where.replace(" ", "-"), PARTS)]


def _one_of(where: str, known: Collection[str]) -> str:
    return where if where in known else _refuse(where, known)


def _refuse(found: str, expected: Collection[str]) -> NoReturn:
    raise ValueError(
        f"{found[:40]!r} found, expected {'one of: ' if len(expected) > 1 else ''}{', '.join(expected)}"
    )
