"""The pieces as things: where they stand, which are in the air and in whose hand, and which reeds they close.

The law: physics, and no rules. A piece is never lost and never there twice; only what stands closes a reed,
and it does where its centre is within `reach` squares of the reed's. Two pieces cannot stand in one place:
what comes pushes aside what stands there, into the air beside it. It knows no chess but the letters of the
pieces, no time and no board's electronics. A value: whatever is done gives another world.

Coordinates are squares: x from 0 to 8 is a to h, y from 0 to 8 the first rank to the eighth, as the board
lies; outside of that a piece stands beside the board.
"""

from dataclasses import dataclass, replace
from itertools import accumulate, product
from math import ceil, floor, hypot
from typing import Final

import chess

from jadoube.core.language.render import unfit
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.squares import Occupancy

LEAST: Final = -4.0
MOST: Final = 12.0
"""The table ends four squares beside the board."""

REACH: Final = 0.45
"""How near a usual magnet must come to a reed, in squares."""

ROOM: Final = 0.5
"""Two pieces whose centres are nearer than this would stand in each other: a base of half a square."""

STRIDE: Final = 0.05
"""A piece that is slid is looked at each time it has gone so far."""

_PARKED: Final = ((0.38, 0.38), (-0.38, 0.38), (0.38, -0.38), (-0.38, -0.38))
"""Where a piece hangs that was pushed aside, seen from where it stood."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its letter as in FEN (`?` where it is not known), where it is, and who holds it."""

    kind: str
    x: float
    y: float
    up: bool = False
    """Whether it is in the air, where no reed sees it."""
    by: str | None = None
    """Whose hand it is in; in the air and in nobody's it hangs there."""

    @property
    def on_board(self) -> bool:
        """Whether it is over the board and not beside it."""
        return 0 <= self.x < 8 and 0 <= self.y < 8

    @property
    def square(self) -> chess.Square | None:
        """The square that it is over; None beside the board."""
        return chess.square(floor(self.x), floor(self.y)) if self.on_board else None

    def distance(self, x: float, y: float) -> float:
        """How far its centre is from a point."""
        return hypot(self.x - x, self.y - y)


@dataclass(frozen=True, slots=True)
class World:
    """All pieces; the place in `pieces` is a piece's number."""

    pieces: tuple[Piece, ...]

    def closed(self, reach: float = REACH) -> Occupancy:
        """Say which reeds are closed by what stands."""
        closed = 0
        for piece in self.pieces:
            if not piece.up:
                closed |= _within(piece, reach)
        return closed

    def on(self, square: chess.Square) -> int | None:
        """Give the number of the piece that stands on a square; None if none does."""
        standing = (n for n, piece in enumerate(self.pieces) if not piece.up and piece.square == square)
        return next(standing, None)

    def lift(self, number: int, by: str | None = None) -> "World":
        """Take a piece into a hand: one that stands, or hangs in the air."""
        piece = self._free(number, by)
        return self._with(number, replace(piece, up=True, by=by))

    def carry(self, number: int, x: float, y: float, by: str | None = None) -> "World":
        """Move a piece through the air."""
        piece = self._in_the_air(number, by)
        return self._with(number, replace(piece, x=_on_the_table(x), y=_on_the_table(y)))

    def hang(self, number: int, x: float, y: float, by: str | None = None) -> "World":
        """Leave a piece hanging in the air, in nobody's hand: whoever likes may take it."""
        piece = self._in_the_air(number, by)
        return self._with(number, replace(piece, x=_on_the_table(x), y=_on_the_table(y), by=None))

    def put(self, number: int, x: float, y: float, by: str | None = None, *, exact: bool = False) -> "World":
        """Set down a piece that is in the air: in the middle of the square, or `exact` at the point."""
        piece = self._in_the_air(number, by)
        x, y = (_on_the_table(x), _on_the_table(y)) if exact else snapped(x, y)
        return self.stood(number, replace(piece, x=x, y=y, up=False, by=None))

    def slide(self, number: int, x: float, y: float, by: str | None = None) -> "tuple[World, ...]":
        """Push a piece that stands to a point, and give the worlds on its way there, the last one too."""
        piece = self._free(number, by)
        if piece.up:
            raise unfit(EdgePhrase.DESK_IN_THE_AIR)
        x, y = _on_the_table(x), _on_the_table(y)
        strides = max(1, ceil(piece.distance(x, y) / STRIDE))
        parts = (stride / strides for stride in range(1, strides + 1))
        places = (
            replace(piece, x=piece.x * (1 - part) + x * part, y=piece.y * (1 - part) + y * part)
            for part in parts
        )
        return tuple(accumulate(places, lambda world, place: world.stood(number, place), initial=self))[1:]

    def let_go(self, by: str) -> "World":
        """A hand is gone: what it held hangs in the air."""
        return World(tuple(replace(each, by=None) if each.by == by else each for each in self.pieces))

    def piece(self, number: int) -> Piece:
        """Give a piece; ValueError if there is none of this number."""
        if not 0 <= number < len(self.pieces):
            raise unfit(EdgePhrase.DESK_NO_PIECE, number=number, most=len(self.pieces) - 1)
        return self.pieces[number]

    def _free(self, number: int, by: str | None) -> Piece:
        piece = self.piece(number)
        if piece.by not in (None, by):
            raise unfit(EdgePhrase.DESK_IN_A_HAND)
        return piece

    def _in_the_air(self, number: int, by: str | None) -> Piece:
        piece = self._free(number, by)
        if not piece.up:
            raise unfit(EdgePhrase.DESK_STANDS)
        return piece

    def _with(self, number: int, piece: Piece) -> "World":
        return World((*self.pieces[:number], piece, *self.pieces[number + 1 :]))

    def stood(self, number: int, come: Piece) -> "World":
        """A piece has come to stand somewhere; on the board it pushes away what stood in its place."""
        pieces = list(self.pieces)
        pieces[number] = come
        for other, piece in enumerate(self.pieces if come.on_board else ()):
            if other != number and not piece.up and piece.distance(come.x, come.y) < ROOM:
                x, y = _beside(piece, pieces)
                pieces[other] = replace(piece, x=x, y=y, up=True, by=None)
        return World(tuple(pieces))


def _beside(piece: Piece, pieces: list[Piece]) -> tuple[float, float]:
    """Where nothing hangs yet, beside where a piece stands."""
    places = [(piece.x + right, piece.y + up) for right, up in _PARKED]
    hanging = [each for each in pieces if each.up]
    free = (place for place in places if all(each.distance(*place) > 0.2 for each in hanging))
    return next(free, places[0])


def snapped(x: float, y: float) -> tuple[float, float]:
    """Give the middle of the square of a point; beside the board the point itself."""
    x, y = _on_the_table(x), _on_the_table(y)
    return (floor(x) + 0.5, floor(y) + 0.5) if 0 <= x < 8 and 0 <= y < 8 else (x, y)


def middle(square: chess.Square) -> tuple[float, float]:
    """Give the middle of a square."""
    return chess.square_file(square) + 0.5, chess.square_rank(square) + 0.5


def _on_the_table(at: float) -> float:
    return min(max(at, LEAST), MOST)


def _within(piece: Piece, reach: float) -> Occupancy:
    """The reeds that a piece is near enough to: of the four around it."""
    closed = 0
    files, ranks = ((floor(at - 0.5), floor(at + 0.5)) for at in (piece.x, piece.y))
    for file, rank in product(files, ranks):
        on_board = 0 <= file < 8 and 0 <= rank < 8
        if on_board and piece.distance(file + 0.5, rank + 0.5) <= reach:
            closed |= chess.BB_SQUARES[chess.square(file, rank)]
    return closed
