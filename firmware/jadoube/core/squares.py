"""Sets of squares as 64-bit integers, a1 = bit 0 … h8 = bit 63.

An occupancy says *that* a piece stands on a square, never *which* piece. This file knows no chess.
"""

from collections.abc import Iterator

import chess

Occupancy = int
"""A 64-bit set of squares, a1 = bit 0 … h8 = bit 63."""


def squares(occupancy: Occupancy) -> Iterator[chess.Square]:
    """Yield the squares of a set, a1 first."""
    while occupancy:
        lowest = occupancy & -occupancy
        yield lowest.bit_length() - 1
        occupancy ^= lowest


def turn_squares(occupancy: Occupancy) -> Occupancy:
    """Give the same set on the board turned by 180 degrees: square s becomes square 63 - s."""
    return int(f"{occupancy:064b}"[::-1], 2)


def names(occupancy: Occupancy) -> tuple[str, ...]:
    """Name the squares of a set, a1 first."""
    return tuple(chess.SQUARE_NAMES[square] for square in squares(occupancy))


def picture(occupancy: Occupancy) -> str:
    """Draw a set as eight lines, rank 8 on top, `#` for each square in it."""
    return "\n".join(
        " ".join("#" if occupancy >> chess.square(file, rank) & 1 else "." for file in range(8))
        for rank in reversed(range(8))
    )
