"""Which diodes are known to be there, and which are bridged, from what is closed at one instant.

A diode cannot be seen by one piece alone. With a bridge in its place current runs back through its reed, and
every row that has a reed closed in the same column reads what its own row reads: the ghost at the fourth
corner of a rectangle. So a diode is *proved* by a rectangle whose fourth corner stays open; and a bridge is
told by the ghosts that it alone would make.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import chess

from jadoube.selftest.wiring import Wiring, members

#: How many squares of each rank a layout takes, next to each other and round the board's edge.
_BAND: Final = 4

#: Two halves of the board, 32 pieces each, a band of four squares that moves one file a rank: with either
#: of them standing, every diode of its squares is in a rectangle whose fourth corner is open.
LAYOUTS: Final = tuple(
    sum(
        chess.BB_SQUARES[square]
        for square in chess.SQUARES
        if (chess.square_file(square) - chess.square_rank(square) - shift) % 8 < _BAND
    )
    for shift in (0, _BAND)
)


def proved(closed: int, wiring: Wiring) -> int:
    """Give the closed contacts whose diodes this picture proves to be there."""
    return sum(1 << contact for contact in members(closed) if _open_corners(contact, closed, wiring))


class Suspects(NamedTuple):
    """Contacts whose bridged diode explains ghosts: each of them `alone` explains all, or all do together."""

    contacts: int
    alone: bool


def suspects(pieces: int, closed: int, wiring: Wiring) -> Suspects:
    """Give the contacts whose bridged diode explains what is closed beside the pieces.

    A bridge makes all its ghosts or none: one that would make a ghost which is not there is acquitted.
    """
    extra = closed & ~pieces
    made = {contact: _open_corners(contact, pieces & closed, wiring) for contact in members(pieces & closed)}
    for alone in (True, False):
        found = [it for it, ghosts in made.items() if ghosts and not ghosts & ~extra]
        if fitting := [it for it in found if made[it] == extra or not alone]:
            return Suspects(sum(1 << contact for contact in fitting), alone)
    return Suspects(0, alone=False)


def _open_corners(contact: int, closed: int, wiring: Wiring) -> int:
    """Collect what would be closed as well, were this closed contact's diode bridged."""
    row, column = wiring.place(contact)
    along = set(_closed_columns(wiring.grid[row], closed))
    others = (other for other in wiring.grid if column in _closed_columns(other, closed))
    corners = {corner for other in others for corner in _at(other, along) if not closed >> corner & 1}
    return sum(1 << corner for corner in corners)


def _closed_columns(row: Iterable[int | None], closed: int) -> Iterator[int]:
    return (column for column, contact in enumerate(row) if contact is not None and closed >> contact & 1)


def _at(row: tuple[int | None, ...], columns: Iterable[int]) -> Iterator[int]:
    return (contact for column in columns if (contact := row[column]) is not None)
