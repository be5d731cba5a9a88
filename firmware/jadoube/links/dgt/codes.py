"""Squares and pieces as DGT's boards number them.

A square is a *field*: 0 is a8, 7 is h8, 63 is h1, however the board lies. A piece is a code from 1 to 12, an
empty field has 0.
"""

from typing import Final

import chess

_CODES: Final = {letter: code for code, letter in enumerate(".PRNBKQprnbkq")}
BOARD_START: Final = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
"""The letters of the start position of chess, a1 first."""
_MOST_FIELDS: Final = 64


def field_of(square: chess.Square) -> int:
    """The number of a square."""
    return square ^ 0x38


def square_of(field: int) -> chess.Square | None:
    """The square of this number; None if there is none."""
    return field ^ 0x38 if 0 <= field < _MOST_FIELDS else None


def board_dump(pieces: str) -> bytes:
    """The codes of all 64 fields; `pieces` are letters, a1 first."""
    return bytes(_CODES[pieces[field ^ 0x38]] for field in range(_MOST_FIELDS))


def field_changes(before: str, after: str) -> tuple[tuple[int, int], ...]:
    """Field and new code of each square that is another one now: those that became empty first."""
    changed = [(field_of(at), _CODES[after[at]]) for at in chess.SQUARES if before[at] != after[at]]
    return tuple(sorted(changed, key=lambda change: (change[1] != 0, change[0])))
