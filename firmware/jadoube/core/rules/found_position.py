"""The position that stands on a board whose game does not explain it: which piece is where.

The law: as few pieces as possible have moved. A piece that is missing from its square stands on a square that
is newly occupied, or was taken. If there are fewer such squares than missing pieces, the others were taken. A
missing piece may also have taken on a square of the opponent that hands have touched, unless they have
touched many. No piece stands on a square that was occupied before that piece left its own. Where more than
one piece may stand on a square, there is a question, with the likeliest piece first. What people say of a
square holds.

This file knows a position, the occupied squares and the touched ones. It refuses to know readings, clocks and
words.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

import chess

from jadoube.core.rules.game_line import (
    MOST_FLIPPED,
    PROMOTIONS,
    castling_flips,
    differing_squares,
    moved_anyhow,
    to_move,
)
from jadoube.core.squares import Occupancy, squares

Said = Mapping[chess.Square, chess.Piece]
"""What people say: which piece stands on a square."""


NEVER: tuple[int, ...] = (0,) * 64

_DISTANCES: Final = [
    [chess.square_distance(source, target) for target in chess.SQUARES] for source in chess.SQUARES
]
"""How many steps a king takes from one square to another."""

MOST_VICTIMS = 3
"""If hands have touched more squares where a piece may have been taken, the touch tells nothing (a guess)."""


class Fault(Enum):
    """Why no position can be found, or why it cannot be the game's."""

    EMPTY = auto()
    """A piece was named for a square that is empty."""
    UNKNOWN = auto()
    """More squares are occupied than pieces are missing."""
    PAWN = auto()
    """A pawn stands on the first or last rank."""
    KINGS = auto()
    """A side has no king, or two."""
    PIECES = auto()
    """A side has more pieces, or more pawns, than a set has."""
    CHECK = auto()
    """The side that is not to move stands in check."""


class FaultError(Exception):
    """There is no such position: the fault, and the squares or the side that it concerns."""

    def __init__(self, fault: Fault, where: Occupancy = 0, side: chess.Color = chess.WHITE) -> None:
        super().__init__(fault.name)
        self.fault = fault
        self.where = where
        self.side = side


class Question(NamedTuple):
    """The pieces that may stand on a square, the likeliest first."""

    square: chess.Square
    pieces: tuple[chess.Piece, ...]


class Found(NamedTuple):
    """The pieces of a position, before it is known who is to move."""

    board: chess.Board
    moved: tuple[tuple[chess.Square, chess.Square], ...]
    """From where to where each piece that moved has gone."""
    taken: tuple[chess.Square, ...]
    """Where the pieces stood that are on the board no more."""


class Shown(NamedTuple):
    """What a board shows, and has shown since the last known position."""

    occupied: Occupancy
    """The squares that have a piece now."""
    touched: Occupancy = 0
    """Those that hands have touched."""
    opened: Sequence[int] = NEVER
    """For each square when it last became empty, as a number that grows with time; 0: never."""
    closed: Sequence[int] = NEVER
    """The same for becoming occupied."""


def find_position(before: chess.Board, shown: Shown, said: Said) -> Found | Question:
    """Find the position on a board, or the next question about it. Raises FaultError.

    `before` is the last known position.
    """
    search = _Search(before, shown, said)
    return search.fill_places() or search.ask_for_captures() or search.found()


def give_move(before: chess.Board, found: Found, side: chess.Color) -> chess.Board:
    """Complete a position that was found: `side` is to move. Raises FaultError if it cannot be a game's.

    If the side that had the move has it again and both sides' pieces moved, a full move has been made.
    """
    _refuse_impossible(found.board)
    movers = {before.color_at(source) for source, _ in found.moved}
    pawns = any(before.piece_type_at(source) == chess.PAWN for source, _ in found.moved)
    after = to_move(found.board.copy(stack=False), before, side, anew=pawns or bool(found.taken))
    if side == before.turn == chess.WHITE and len(movers) > 1:
        after.fullmove_number += 1
    if after.was_into_check():
        raise FaultError(Fault.CHECK, side=not side)
    return after


def single_move(before: chess.Board, after: chess.Board, found: Found) -> chess.Move | None:
    """The one move that leads to a position, whatever the laws say; None if it takes more than one."""
    if len(found.moved) != 1:
        return None
    source, target = found.moved[0]
    kind = after.piece_type_at(target)
    promoted = kind if before.piece_type_at(source) == chess.PAWN != kind else None
    move = chess.Move(source, target, promoted)
    is_whole = before.piece_type_at(target) != chess.KING and (
        not differing_squares(moved_anyhow(before, move), after) and before.color_at(source) != after.turn
    )
    return move if is_whole else None


class _Search:
    """The pieces of one board while they are matched with the squares."""

    def __init__(self, before: chess.Board, shown: Shown, said: Said) -> None:
        self._before = before
        self._shown = shown
        occupied = shown.occupied
        self._said = said
        self._places = occupied & ~before.occupied
        self._stands = before.copy(stack=False)
        self._stands.promoted = chess.BB_EMPTY
        self._off: dict[chess.Square, chess.Piece] = {}
        for square in chess.scan_reversed(before.occupied & ~occupied):
            if piece := self._stands.remove_piece_at(square):
                self._off[square] = piece
        self._castled = self._castled_pieces()
        self._taken: dict[chess.Square, chess.Piece] = {}
        self._moved: list[tuple[chess.Square, chess.Square]] = []
        self._reached: dict[chess.Square, Occupancy] = {}
        if empty := sum([chess.BB_SQUARES[square] for square in said if not occupied >> square & 1]):
            raise FaultError(Fault.EMPTY, empty)
        changed = {square: piece for square, piece in said.items() if self._stands.piece_at(square) != piece}
        for square in changed:
            if there := self._stands.remove_piece_at(square):
                self._taken[square] = there
        for square, piece in changed.items():
            self._put(square, piece)

    def fill_places(self) -> Question | None:
        """Fill the newly occupied squares with missing pieces; return what cannot be told."""
        while self._places:
            if len(self._off) < self._places.bit_count():
                raise FaultError(Fault.UNKNOWN, self._places)
            square = chess.lsb(self._places)
            pieces = self._may_stand_on(square)
            if len(pieces) > 1:
                return Question(square, pieces)
            if not pieces:
                raise FaultError(Fault.UNKNOWN, self._places)
            self._put(square, pieces[0])
        return None

    def ask_for_captures(self) -> Question | None:
        """Return the next square on which a missing piece may have taken what stood there."""
        for square in squares(self._victims()):
            there = self._stands.piece_at(square)
            if there is None:
                continue
            missing = [piece for _, piece in self._in_time(square) if piece.color != there.color]
            if takers := dict.fromkeys([_arrived(piece, square) for piece in missing]):
                return Question(square, (*takers, there))
        return None

    def found(self) -> Found:
        """Return the position; all missing pieces that stand nowhere were taken."""
        return Found(self._stands, tuple(self._moved), (*self._off, *self._taken))

    def _put(self, square: chess.Square, piece: chess.Piece) -> None:
        """Put a piece on a square: a missing one if there is one of this kind, or a pawn that promoted."""
        pool = self._off | {source: each for source, each in self._taken.items() if source != square}
        missing = self._by_likelihood(square, pool)
        sources = [source for source, each in missing if _arrived(each, square) == piece]
        sources += [source for source, each in missing if piece in _promotions(each, square)]
        if sources:
            self._off.pop(sources[0], None)
            self._taken.pop(sources[0], None)
            self._moved.append((sources[0], square))
        self._stands.set_piece_at(square, piece)
        self._places &= ~chess.BB_SQUARES[square]

    def _may_stand_on(self, square: chess.Square) -> tuple[chess.Piece, ...]:
        """The pieces that may stand on a newly occupied square; a missing king stands somewhere."""
        options = [piece for _, piece in self._in_time(square) or self._by_likelihood(square)]
        kings = [piece for piece in options if piece.piece_type == chess.KING]
        if len(kings) >= self._places.bit_count():
            options = kings
        arrived = dict.fromkeys(_arrived(piece, square) for piece in options)
        return tuple(sorted(arrived, key=lambda piece: piece != self._castled.get(square)))

    def _victims(self) -> Occupancy:
        """The touched squares on which a missing piece may have taken what stood there."""
        asked = self._shown.touched & ~self._before.kings & self._stands.occupied
        for square in (*self._said, *[target for _, target in self._moved]):
            asked &= ~chess.BB_SQUARES[square]
        return asked if asked.bit_count() <= MOST_VICTIMS else 0

    def _in_time(self, square: chess.Square) -> list[tuple[chess.Square, chess.Piece]]:
        """The missing pieces that left their squares before this one was occupied."""
        opened, closed = self._shown.opened, self._shown.closed[square]
        return [each for each in self._by_likelihood(square) if opened[each[0]] <= closed]

    def _by_likelihood(
        self, square: chess.Square, pool: Mapping[chess.Square, chess.Piece] | None = None
    ) -> list[tuple[chess.Square, chess.Piece]]:
        """Missing pieces with their sources, the likeliest on this square first.

        First those that reach it, then those of the side to move, then the nearest.
        """
        missing = self._off if pool is None else pool
        if len(missing) < 2:
            return list(missing.items())
        return sorted(missing.items(), key=lambda each: self._unlikelihood(each[0], each[1], square))

    def _unlikelihood(
        self, source: chess.Square, piece: chess.Piece, square: chess.Square
    ) -> tuple[bool, bool, int, int]:
        reached = self._reached.get(source)
        if reached is None:
            reached = self._reached[source] = _reached(self._before, source, piece)
        away = _DISTANCES[source][square]
        return not reached >> square & 1, piece.color != self._before.turn, away, source

    def _castled_pieces(self) -> dict[chess.Square, chess.Piece]:
        """Where king and rook stand if the change is that of castling, allowed or not; empty otherwise."""
        change = self._places | sum([chess.BB_SQUARES[square] for square in self._off])
        if change.bit_count() != MOST_FLIPPED:
            return {}
        for source, king in self._off.items():
            for target in (source + 2, source - 2) if king.piece_type == chess.KING else ():
                move = chess.Move(source, target) if 0 <= target < len(chess.SQUARES) else None
                if move and castling_flips(move) == change:
                    rook = chess.Piece(chess.ROOK, king.color)
                    return {target: king, (source + target) // 2: rook}
        return {}


def _arrived(piece: chess.Piece, square: chess.Square) -> chess.Piece:
    """The piece once it stands there: a pawn on its last rank is a queen."""
    return next(iter(_promotions(piece, square)), piece) if piece.piece_type == chess.PAWN else piece


def _promotions(piece: chess.Piece, square: chess.Square) -> tuple[chess.Piece, ...]:
    """The pieces that a pawn may be on its last rank, the queen first; none for anything else."""
    last = chess.BB_RANK_8 if piece.color == chess.WHITE else chess.BB_RANK_1
    if piece.piece_type != chess.PAWN or not last & chess.BB_SQUARES[square]:
        return ()
    return tuple(chess.Piece(kind, piece.color) for kind in PROMOTIONS)


def _reached(board: chess.Board, source: chess.Square, piece: chess.Piece) -> Occupancy:
    """The squares to which a piece moves, if the laws let it."""
    reached = board.attacks_mask(source)
    if piece.piece_type == chess.PAWN:
        step = 8 if piece.color == chess.WHITE else -8
        ahead = (each for each in (source + step, source + 2 * step) if 0 <= each < len(chess.SQUARES))
        return reached & board.occupied | sum(chess.BB_SQUARES[each] for each in ahead) & ~board.occupied
    return reached


def _refuse_impossible(board: chess.Board) -> None:
    """Raise FaultError for a position that no set of pieces can make."""
    if pawns := board.pawns & chess.BB_BACKRANKS:
        raise FaultError(Fault.PAWN, pawns)
    for side in chess.COLORS:
        own = board.occupied_co[side]
        if (own & board.kings).bit_count() != 1:
            raise FaultError(Fault.KINGS, side=side)
        if own.bit_count() > _MOST_PIECES or _pawns_of_old(board, own) > _MOST_PAWNS:
            raise FaultError(Fault.PIECES, side=side)


_MOST_PIECES = 16
_MOST_PAWNS = 8


def _pawns_of_old(board: chess.Board, own: Occupancy) -> int:
    """How many of a side's pieces are pawns, or must have been pawns: there are more than a set has."""
    kinds = ((board.knights, 2), (board.bishops, 2), (board.rooks, 2), (board.queens, 1))
    promoted = [max(0, (kind & own).bit_count() - first) for kind, first in kinds]
    return (board.pawns & own).bit_count() + sum(promoted)
