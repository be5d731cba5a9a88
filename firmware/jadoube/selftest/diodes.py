"""Which diodes are proved to be there, and which are bridged or leak, from what is closed at one instant.

One piece alone cannot show its diode. With a bridge in place of the diode, current runs back through the
reed, and every row with a closed reed in the same column reads like the reed's own row: the ghost at the
fourth corner of a rectangle. So a rectangle whose fourth corner stays open *proves* a diode, and a bridge
shows by the ghosts that it alone would make.

A diode that leaks may make no ghost, or only some of them: the released rows and their other columns pull
against it. The rows show it earlier. While a row is driven, a leak draws its own row low through their common
column, and only the pull-ups of that row and of its free columns pull against it.

A diode that is the wrong way round draws its row in the same way, always and with every such row; but its own
contact never closes.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import chess

from jadoube.selftest.wiring import Wiring, members, set_of

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
    """Return the closed contacts whose diodes are proved by these closed contacts."""
    rows = _closed_columns(closed, wiring)
    return sum(1 << it for it in members(closed) if any(_corners(it, rows, wiring)))


class Suspects(NamedTuple):
    """Contacts whose bridged diode explains ghosts: each of them alone (`alone`), or all together."""

    contacts: int
    alone: bool


def suspects(pieces: int, closed: int, wiring: Wiring) -> Suspects:
    """Return the contacts whose bridged diode explains the closed contacts without a piece.

    A bridge makes all its ghosts. A contact is no suspect if one of its ghosts is missing.
    """
    extra = closed & ~pieces
    made = {contact: _ghosts(contact, pieces & closed, wiring) for contact in members(pieces & closed)}
    for alone in (True, False):
        found = [it for it, ghosts in made.items() if ghosts and not ghosts & ~extra]
        if fitting := [it for it in found if made[it] == extra or not alone]:
            return Suspects(sum(1 << contact for contact in fitting), alone)
    return Suspects(0, alone=False)


class Reversed(NamedTuple):
    """The contacts whose diode is the wrong way round, and what is left to explain without them."""

    contacts: int
    ghosts: int
    """The ghosts that they may make."""
    drawn: tuple[int, ...]
    """For each row the rows that are low while it is driven, without those that they draw."""


def turned(dead: int, closed: int, drawn: Sequence[int], wiring: Wiring) -> Reversed:
    """Return the dead contacts that draw their row low with each row that has a closed reed in their column.

    `dead` are contacts that have never closed, where a piece is to stand.
    """
    columns, left = _closed_columns(closed, wiring), list(drawn)
    contacts = ghosts = 0
    for contact in members(dead):
        row, column = wiring.places[contact]
        reach = [other for other, there in enumerate(columns) if other != row and there >> column & 1]
        if drawn and reach and all(drawn[other] >> row & 1 for other in reach):
            contacts |= 1 << contact
            ghosts |= _ghosts(contact, closed, wiring)
            for other in reach:
                left[other] &= ~(1 << row)
    return Reversed(contacts, ghosts, tuple(left))


def leaking(closed: int, drawn: Sequence[int], wiring: Wiring) -> tuple[Suspects, ...]:
    """Return for each row that a leak draws low the closed contacts that explain it.

    `drawn[row]` is the set of rows that are low while this row is driven. A leak draws its row low with each
    row that has a closed reed in its column; a weak one only with some of them. So of the contacts that
    explain all that is seen of their row, those are named that would show least beside it.
    """
    columns, found = _closed_columns(closed, wiring), []
    for row, line in enumerate(wiring.grid):
        seen = {other for other, low in enumerate(drawn) if other != row and low >> row & 1}
        reach = {
            contact: {other for other, there in enumerate(columns) if other != row and there >> column & 1}
            for column, contact in enumerate(line)
            if contact is not None and closed >> contact & 1
        }
        whole = {contact: len(rows) for contact, rows in reach.items() if seen <= rows}
        if seen and whole:
            least = [contact for contact, rows in whole.items() if rows == min(whole.values())]
            found.append(Suspects(set_of(least), alone=True))
        elif any(seen & rows for rows in reach.values()):
            several = (contact for contact, rows in reach.items() if seen & rows)
            found.append(Suspects(set_of(several), alone=False))
    return tuple(found)


def explain(leaks: Sequence[Suspects], pieces: int, ghosts: int, wiring: Wiring) -> bool:
    """Whether bridges in the places of these diodes would make all of these ghosts."""
    made = 0
    for leak in leaks:
        for contact in members(leak.contacts):
            made |= _ghosts(contact, pieces, wiring)
    return not ghosts & ~made


def _ghosts(contact: int, closed: int, wiring: Wiring) -> int:
    """The contacts that would also be closed if this closed contact's diode were bridged."""
    corners = _corners(contact, _closed_columns(closed, wiring), wiring)
    return sum(
        1 << ghost
        for line, columns in zip(wiring.grid, corners, strict=True)
        for column, ghost in enumerate(line)
        if ghost is not None and columns >> column & 1
    )


def _corners(contact: int, rows: list[int], wiring: Wiring) -> list[int]:
    """For each row the columns of its open corners, in rectangles with this contact that are else closed."""
    row, column = wiring.places[contact]
    along = rows[row]
    return [
        along & ~closed & there if closed >> column & 1 else 0
        for closed, there in zip(rows, _there(wiring.grid), strict=True)
    ]


@cache
def _there(grid: tuple[tuple[int | None, ...], ...]) -> tuple[int, ...]:
    """For each row the set of columns in which it has a contact."""
    return tuple(sum(1 << column for column, it in enumerate(line) if it is not None) for line in grid)


def _closed_columns(closed: int, wiring: Wiring) -> list[int]:
    """For each row the set of columns in which it has a closed contact."""
    rows = [0] * len(wiring.rows)
    for contact in members(closed):
        row, column = wiring.places[contact]
        rows[row] |= 1 << column
    return rows
