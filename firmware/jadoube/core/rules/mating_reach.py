"""Where each piece can ever come to stand, whatever both sides play.

The law: a reach is never too small. Each piece begins with the square it stands on, and gets every square
that some rule might let it step onto from a square it has, until nothing is added. A rule forbids a step only
for what holds in every play to come:

- A piece that has no other square in its reach, and which no foe's reach touches, is *stuck*: it stands where
  it is for ever. Nobody of its own side steps onto its square, and no pawn pushes onto it. A king is stuck
  whatever touches it.
- What a stuck piece attacks from next to a square is attacked for ever: the foe's king never steps there.
- A pawn takes only where a foe's piece that is no king can be.
- Two pawns that face each other on a file, neither of which can leave it, do not pass each other, unless one
  of them is taken between the squares where they stand now.

Proof, by induction over the moves of any play: if all pieces have stood within their reaches so far, the next
move obeys these rules, hence ends within its piece's reach. A line piece goes square by square over empty
ones, as do a castling king and rook; a pawn's double step goes over the square on which it may be taken en
passant; a promoted pawn moves on as a queen and a knight at once. Only a capture en passant that is possible
already is left out: its pawn has passed that square before, so no such position may be asked about.

This file refuses to know whose turn it is, and what a mate is (`nets`).
"""

from collections.abc import Callable
from typing import NamedTuple

import chess

from jadoube.core.squares import Occupancy

_NOT_A = chess.BB_ALL & ~chess.BB_FILE_A
_NOT_H = chess.BB_ALL & ~chess.BB_FILE_H
_NOT_AB = _NOT_A & ~chess.BB_FILE_B
_NOT_GH = _NOT_H & ~chess.BB_FILE_G

Steps = Callable[[Occupancy], Occupancy]


class Reach(NamedTuple):
    """A piece as it stands now, and the squares on which it can ever stand."""

    square: chess.Square
    piece: chess.PieceType
    side: chess.Color
    squares: Occupancy

    @property
    def attacks(self) -> Occupancy:
        """The squares that it can ever attack, its own side's among them."""
        if self.piece != chess.PAWN:
            return STEPS[self.piece](self.squares)
        promoted = _promoted_steps(self.squares) if self.squares & LAST_RANK[self.side] else 0
        return PAWN_TAKES[self.side](self.squares) | promoted


class _Known(NamedTuple):
    """What the reaches so far say of each side, Black first: unions of squares.

    `stands` by any piece; `prey` by any but the king; `takes` by pieces that may have taken there;
    `stuck`; `guarded` for ever by stuck pieces.
    """

    stands: tuple[Occupancy, Occupancy]
    prey: tuple[Occupancy, Occupancy]
    takes: tuple[Occupancy, Occupancy]
    stuck: tuple[Occupancy, Occupancy]
    guarded: tuple[Occupancy, Occupancy]


def find_reaches(board: chess.Board) -> list[Reach]:
    """Every piece's reach; to be asked only where no capture en passant is possible."""
    found = [
        Reach(square, piece, side, chess.BB_SQUARES[square])
        for side in chess.COLORS
        for piece in chess.PIECE_TYPES
        for square in chess.scan_forward(board.pieces_mask(piece, side))
    ]
    while True:
        known = _collect_known(found)
        wider = [reach._replace(squares=_widen_reach(reach, found, known)) for reach in found]
        if wider == found:
            return found
        found = wider


def _collect_known(found: list[Reach]) -> _Known:
    stands, prey, takes, stuck, guarded = [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]
    for square, piece, side, squares in found:
        stands[side] |= squares
        if piece != chess.KING:
            prey[side] |= squares
        if piece != chess.PAWN or squares & ~_push_squares(square, side):
            takes[side] |= squares
    for square, piece, side, squares in found:
        home = chess.BB_SQUARES[square]
        if squares == home and (piece == chess.KING or not home & stands[not side]):
            stuck[side] |= home
            guarded[side] |= PAWN_TAKES[side](home) if piece == chess.PAWN else STEPS[piece](home)
    pairs = ((each[0], each[1]) for each in (stands, prey, takes, stuck, guarded))
    return _Known(*pairs)


def _widen_reach(reach: Reach, found: list[Reach], known: _Known) -> Occupancy:
    """A piece's reach and whatever it can step onto from there, as far as is known."""
    free = ~known.stuck[reach.side]
    if reach.piece == chess.PAWN:
        return _widen_pawn_reach(reach, known, free, _impassable_squares(reach, found, known))
    if reach.piece == chess.KING:
        free &= ~known.guarded[not reach.side]
    return _flood(STEPS[reach.piece], reach.squares, free)


def _widen_pawn_reach(reach: Reach, known: _Known, free: Occupancy, behind: Occupancy) -> Occupancy:
    ahead = free & ~known.stuck[not reach.side] & ~behind
    prey = free & known.prey[not reach.side]
    last, takes, squares = LAST_RANK[reach.side], PAWN_TAKES[reach.side], reach.squares
    while True:
        pushed = (squares << 8 & chess.BB_ALL if reach.side else squares >> 8) & ahead
        wider = squares | pushed | (takes(squares) & prey)
        if wider & last:
            wider |= _flood(_promoted_steps, wider & last, free)
        if wider == squares:
            return squares
        squares = wider


def _impassable_squares(pawn: Reach, found: list[Reach], known: _Known) -> Occupancy:
    """The square of a foe's pawn that it faces and never passes, and those behind it."""
    file = chess.BB_FILES[chess.square_file(pawn.square)]
    if pawn.squares & ~_push_squares(pawn.square, pawn.side):
        return 0
    ahead = file & _squares_ahead(pawn.square, pawn.side)
    never = 0
    for square, piece, side, squares in found:
        home = chess.BB_SQUARES[square]
        if piece == chess.PAWN and side != pawn.side and home & ahead and not squares & ~file:
            beyond = file & _squares_ahead(square, pawn.side)
            if not known.takes[pawn.side] & ahead & ~beyond:
                never |= home | beyond
    return never


def _push_squares(square: chess.Square, side: chess.Color) -> Occupancy:
    """Where a pawn gets by pushes alone, short of promotion."""
    return chess.BB_FILES[chess.square_file(square)] & ~LAST_RANK[side]


def _squares_ahead(square: chess.Square, side: chess.Color) -> Occupancy:
    """The squares above this one for White, below for Black, in the order of their numbers."""
    home = chess.BB_SQUARES[square]
    return chess.BB_ALL & ~(home | home - 1) if side else home - 1


def _flood(steps: Steps, squares: Occupancy, free: Occupancy) -> Occupancy:
    while True:
        wider = squares | (steps(squares) & free)
        if wider == squares:
            return squares
        squares = wider


# One step from each of a set of squares


def _rook_steps(squares: Occupancy) -> Occupancy:
    upright = squares << 8 & chess.BB_ALL | squares >> 8
    return upright | (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1


def _bishop_steps(squares: Occupancy) -> Occupancy:
    return _white_pawn_takes(squares) | _black_pawn_takes(squares)


def _king_steps(squares: Occupancy) -> Occupancy:
    beside = (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1
    three = squares | beside
    return beside | three << 8 & chess.BB_ALL | three >> 8


def _knight_steps(squares: Occupancy) -> Occupancy:
    one = (squares & _NOT_H) << 1 | (squares & _NOT_A) >> 1
    two = (squares & _NOT_GH) << 2 | (squares & _NOT_AB) >> 2
    return (one << 16 | two << 8) & chess.BB_ALL | one >> 16 | two >> 8


def _promoted_steps(squares: Occupancy) -> Occupancy:
    return _king_steps(squares) | _knight_steps(squares)


def _white_pawn_takes(squares: Occupancy) -> Occupancy:
    return ((squares & _NOT_H) << 9 | (squares & _NOT_A) << 7) & chess.BB_ALL


def _black_pawn_takes(squares: Occupancy) -> Occupancy:
    return (squares & _NOT_H) >> 7 | (squares & _NOT_A) >> 9


STEPS: dict[chess.PieceType, Steps] = {
    chess.KNIGHT: _knight_steps,
    chess.BISHOP: _bishop_steps,
    chess.ROOK: _rook_steps,
    chess.QUEEN: _king_steps,
    chess.KING: _king_steps,
}
"""For each piece but the pawn; a queen steps like a king."""

PAWN_TAKES: tuple[Steps, Steps] = (_black_pawn_takes, _white_pawn_takes)
LAST_RANK: tuple[Occupancy, Occupancy] = (chess.BB_RANK_1, chess.BB_RANK_8)
