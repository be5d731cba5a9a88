"""The lamps at the corners of the squares, and which squares a program means by them.

The law: a square is lit if its four corners are. Squares beside each other share corners, so two squares
with one between them light that one, too. It is left out, because all its corners are explained by the
others. Which of eight time slots a corner is lit in does not matter: programs light shared corners for the
one square, for the other, or for both.

It refuses to know chess. Corners are counted as the board does: a8's outer corner first, down the a-file's
outer edge, then the next edge.
"""

from itertools import product
from typing import Final, NamedTuple

import chess

from jadoube.core.squares import Occupancy, squares

EDGES: Final = 9
"""Edges between files, and between ranks, with the outer ones."""

HINT: Final = {0x01, 0x02}
"""mchess lights what it thinks of in these patterns, each for one slot of eight (`move_from`, eval_only)."""

THINKING_SLOT: Final = 0x22
THINKING: Final = 0xFF
"""BearChess lights what it thinks of without a break, and moves with breaks, in slots of this length."""

BRIEF: Final = 3
"""The fewest squares of a line that is drawn instead of its ends."""


class Frame(NamedTuple):
    """What a program lights."""

    squares: Occupancy
    is_hint: bool
    """Whether it says by its patterns that it is only thinking."""

    @property
    def ends(self) -> Occupancy:
        """The squares; of squares in one line without a gap, the two at its ends."""
        lit = list(squares(self.squares))
        if len(lit) < BRIEF:
            return self.squares
        for first, last in product(lit, lit):
            ends = chess.BB_SQUARES[first] | chess.BB_SQUARES[last]
            if first != last and chess.between(first, last) | ends == self.squares:
                return ends
        return self.squares


def read_frame(slot: int, patterns: bytes) -> Frame:
    """Read the patterns of all 81 corners; `slot` is the length of a time slot, as the program says it."""
    seen = set(patterns) - {0}
    is_hint = seen == HINT or (slot == THINKING_SLOT and THINKING in seen)
    return Frame(_lit_squares({corner for corner, pattern in enumerate(patterns) if pattern}), is_hint)


def corners_of(square: chess.Square) -> tuple[int, int, int, int]:
    """The four corners of a square."""
    file, rank = chess.square_file(square), 7 - chess.square_rank(square)
    first = file * EDGES + rank
    return first, first + 1, first + EDGES, first + EDGES + 1


CORNERS: Final = tuple(frozenset(corners_of(square)) for square in chess.SQUARES)


def _lit_squares(lit: set[int]) -> Occupancy:
    """The squares whose corners are all lit, without those that the others explain."""
    whole = [square for square in chess.SQUARES if CORNERS[square] <= lit]
    own = [square for square in whole if not _is_shared(square, whole)]
    explained = {corner for square in own for corner in CORNERS[square]}
    kept = own if all(CORNERS[square] <= explained for square in whole) else whole
    return sum(chess.BB_SQUARES[square] for square in kept)


def _is_shared(square: chess.Square, whole: list[chess.Square]) -> bool:
    """Whether each corner of a square is one of another square, too."""
    others = {corner for other in whole if other != square for corner in CORNERS[other]}
    return CORNERS[square] <= others
