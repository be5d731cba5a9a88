"""The reach of each piece: every square on which it can ever stand, whatever both sides play.

The law: a reach is never too small. A reach begins with the square of the piece. It grows by every square
that the rules might let the piece step onto from a square in its reach, until nothing is added. A step is
forbidden only by facts that hold in all later play:

- A piece is *stuck* if its reach has no other square and no enemy reach touches it: it stays there for ever.
  No piece of its own side steps onto its square, and no pawn is pushed onto it. A king is stuck whatever
  touches it.
- A square that a stuck piece attacks at one step is attacked for ever: the enemy king never steps there.
- A pawn captures only where an enemy piece other than the king can be.
- Two pawns that face each other on a file, and cannot leave it, do not pass each other, unless one of them is
  taken between the squares where they stand now.

Proof, by induction over the moves of any play: if all pieces have stood within their reaches so far, the next
move obeys these rules, so it ends within its piece's reach. A line piece goes square by square over empty
squares, as do a castling king and rook. A pawn's double step goes over the square on which it may be taken
en passant. A promoted pawn moves on as a queen and a knight at once. One case is left out: a capture en
passant that is already possible. Its pawn has passed that square before, so callers never pass such a
position.

This file refuses to know whose turn it is, and what a mate is (`mating_nets.py`).
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
        """The squares that it can ever attack, including those of its own side's pieces."""
        if self.piece != chess.PAWN:
            return STEPS[self.piece](self.squares)
        promoted = _promoted_steps(self.squares) if self.squares & LAST_RANK[self.side] else 0
        return PAWN_TAKES[self.side](self.squares) | promoted


class _Known(NamedTuple):
    """Unions of the reaches so far, for each side, Black first.

    `stands`: of all pieces; `prey`: of all but the king; `takes`: of pieces that may have captured there;
    `stuck`: the squares of stuck pieces; `guarded`: the squares that stuck pieces attack for ever.
    """

    stands: tuple[Occupancy, Occupancy]
    prey: tuple[Occupancy, Occupancy]
    takes: tuple[Occupancy, Occupancy]
    stuck: tuple[Occupancy, Occupancy]
    guarded: tuple[Occupancy, Occupancy]


def find_reaches(board: chess.Board) -> list[Reach]:
    """Find the reach of every piece; call it only where no capture en passant is possible."""
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
    """A piece's reach and every square that it can step onto from there, by what is known."""
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
    """The squares of enemy pawns that this pawn faces and never passes, and the squares behind them."""
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
    """The squares of a pawn's file up to promotion; by pushes alone it never leaves them."""
    return chess.BB_FILES[chess.square_file(square)] & ~LAST_RANK[side]


def _squares_ahead(square: chess.Square, side: chess.Color) -> Occupancy:
    """The squares with higher numbers than this one for White, with lower numbers for Black."""
    home = chess.BB_SQUARES[square]
    return chess.BB_ALL & ~(home | home - 1) if side else home - 1


def _flood(steps: Steps, squares: Occupancy, free: Occupancy) -> Occupancy:
    while True:
        wider = squares | (steps(squares) & free)
        if wider == squares:
            return squares
        squares = wider


# The squares one step from any square of a set


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
"""For each piece except the pawn; a queen steps like a king."""

PAWN_TAKES: tuple[Steps, Steps] = (_black_pawn_takes, _white_pawn_takes)
LAST_RANK: tuple[Occupancy, Occupancy] = (chess.BB_RANK_1, chess.BB_RANK_8)
