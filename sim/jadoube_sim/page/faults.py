"""What is broken on purpose, and stays so whatever life the board is in.

The law: a fault is in the things and outlives the power. It decides what a fault's place may be, and does to
the twin what the fault is; what a bad reed then shows is `reeds`' business.
"""

from collections.abc import Collection
from typing import Any, Final, NoReturn

import chess

from jadoube.config.matrix import Matrix
from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.squares import names
from jadoube.drivers.interfaces import Part
from jadoube_sim.page.reeds import Reeds
from jadoube_sim.twin import Twin

LINE_FAULTS: Final = {
    "cut": (Twin.cut_line, Twin.mend_line),
    "ground": (Twin.ground_line, Twin.unground_line),
    "supply": (Twin.power_line, Twin.unpower_line),
}
"""How the wire of a line comes off, touches ground or touches 3.3 V in the twin, and how it is mended."""

KINDS: Final = ("open", "closed", "flicker", "diode", "unplug", *LINE_FAULTS)
PARTS = {str(part).replace(" ", "-"): part for part in Part}
"""The parts by the names that the terminal's words have, too."""


class Faults:
    """All faults of one board. `diodes` are missing, `unplugged` parts have no plug, `lines` a bad wire."""

    def __init__(self, reeds: Reeds, matrix: Matrix) -> None:
        self.diodes: set[chess.Square] = set()
        self.unplugged: set[Part] = set()
        self.lines: dict[str, str] = {}
        """The fault of each line that has one, by the name of its signal."""
        self._reeds = reeds
        self._names = tuple(line.name for line in (*matrix.rows, *matrix.columns))

    def set(self, kind: str, where: str, *, on: bool, twin: Twin | None) -> None:
        """Break something or mend it; ValueError, worded, for what there is not."""
        match kind:
            case "open" | "closed" | "flicker":
                self._set_reed(kind, _square(where), on=on)
            case "diode":
                _toggle(self.diodes, _square(where), on=on)
            case "unplug":
                _toggle(self.unplugged, _part(where), on=on)
            case _ if kind in LINE_FAULTS:
                self._set_line(kind, _one_of(where, self._names), twin, on=on)
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
        for line, kind in self.lines.items():
            LINE_FAULTS[kind][0](twin, line)

    def message(self) -> dict[str, Any]:
        """Say it as the page reads it."""
        squares = chess.SQUARE_NAMES
        stuck = self._reeds.stuck.items()
        return {
            "stuck": {squares[each]: "closed" if closed else "open" for each, closed in stuck},
            "flicker": list(names(sum(1 << each for each in self._reeds.flickering))),
            "diodes": list(names(sum(1 << each for each in self.diodes))),
            "unplugged": sorted(self.unplugged),
            "lines": dict(sorted(self.lines.items())),
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

    def _set_line(self, kind: str, line: str, twin: Twin | None, *, on: bool) -> None:
        """A line has one fault at a time; mending takes the one that is named."""
        before = self.lines.get(line)
        if before == kind if on else before != kind:
            return
        if before and twin:
            LINE_FAULTS[before][1](twin, line)
        self.lines.pop(line, None)
        if on:
            self.lines[line] = kind
            if twin:
                LINE_FAULTS[kind][0](twin, line)

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


def _toggle(faults: set[Any], where: object, *, on: bool) -> None:
    if on:
        faults.add(where)
    else:
        faults.discard(where)


def _square(where: str) -> chess.Square:
    return chess.SQUARE_NAMES.index(where) if where in chess.SQUARE_NAMES else _refuse(where, ("a1 - h8",))


def _part(where: str) -> Part:
    return PARTS[_one_of(where.replace(" ", "-"), PARTS)]


def _one_of(where: str, known: Collection[str]) -> str:
    return where if where in known else _refuse(where, known)


def _refuse(found: str, expected: Collection[str]) -> NoReturn:
    raise unfit(EdgePhrase.DESK_ONE_OF, found=found[:40], choices=", ".join(expected))
