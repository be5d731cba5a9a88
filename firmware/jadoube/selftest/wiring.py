"""The matrix for the diagnosis: contacts, and the lines that connect them.

A *contact* is a reed or a button: 0 to 63 are the reeds by square, from 64 on the buttons in the order of
their bits, so that one integer holds all closed contacts. This file knows which contacts share a wire. It
refuses to know what they did.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import chess

from jadoube.config.matrix import Matrix, Signal
from jadoube.core.messages.events import BUTTONS, Scanned
from jadoube.core.squares import squares

REEDS: Final = 64
#: The reeds, as a set of contacts.
ALL_REEDS: Final = (1 << REEDS) - 1
NAMES: Final = (*chess.SQUARE_NAMES, *BUTTONS)
ALL_BUTTONS: Final = (1 << len(NAMES)) - 1 - ALL_REEDS


class Line(NamedTuple):
    """A row or a column: its wire, and its contacts in the order along the wire."""

    signal: Signal
    contacts: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The contacts as a set."""
        return set_of(self.contacts)


@dataclass(frozen=True, slots=True)
class Wiring:
    """All lines. `grid[row][column]` is the contact at a crossing; None if there is none.

    `places[contact]` is the inverse: the numbers of its row and column.
    """

    rows: tuple[Line, ...]
    columns: tuple[Line, ...]
    grid: tuple[tuple[int | None, ...], ...]
    places: tuple[tuple[int, int], ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, rows first."""
        return (*self.rows, *self.columns)


def wiring_of(matrix: Matrix) -> Wiring:
    """Return the wiring from the crossings of a pin map."""
    grid = tuple(tuple(map(_contact, row)) for row in matrix.crossings)
    rows = tuple(_line(signal, row) for signal, row in zip(matrix.rows, grid, strict=True))
    columns = zip(matrix.columns, zip(*grid, strict=True), strict=True)
    places = {
        contact: (row, column)
        for row, line in enumerate(grid)
        for column, contact in enumerate(line)
        if contact is not None
    }
    by_contact = tuple(places[contact] for contact in range(len(NAMES)))
    return Wiring(rows, tuple(_line(signal, column) for signal, column in columns), grid, by_contact)


def contacts_of(scanned: Scanned) -> int:
    """Return the closed contacts of a scan as one set."""
    return scanned.reeds | int(scanned.buttons) << REEDS


def members(contacts: int) -> tuple[int, ...]:
    """Return the contacts of a set, a1 first and the buttons last."""
    return tuple(squares(contacts))


def set_of(contacts: Iterable[int]) -> int:
    """Return contacts as a set."""
    return sum(1 << contact for contact in contacts)


def named(contacts: int) -> str:
    """Return the names of a set of contacts; a long set by its first and last: `a1 to h8, 64 of them`."""
    names = [NAMES[contact] for contact in members(contacts)]
    if len(names) > 9:
        return f"{names[0]} to {names[-1]}, {len(names)} of them"
    return ", ".join(names)


def _contact(crossing: Scanned) -> int | None:
    contacts = contacts_of(crossing)
    return contacts.bit_length() - 1 if contacts else None


def _line(signal: Signal, contacts: Iterable[int | None]) -> Line:
    return Line(signal, tuple(contact for contact in contacts if contact is not None))
