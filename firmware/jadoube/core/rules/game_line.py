"""Positions and the games that lead to them.

A `Line` is a game so far: a start, and the moves played from it. It knows what each legal move would do to
the occupancy, and nothing of what the board shows. Lines share their beginnings, and the same moves from
the same start are the same object, so that two explanations of the board can be compared by identity.

A line never changes; what it works out once it keeps, and that cannot be seen from outside.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

import chess

from jadoube.core.squares import Occupancy

PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
"""In the order in which `plus` steps through them."""

MOST_FLIPPED = 4
"""Squares that a ply flips at the most: castling does."""


Key = tuple[int, ...]
"""A position as far as repetition goes: pieces, side to move, castling rights, a legal capture en passant."""


class Line:
    """A game so far.

    `board` is the position (not to be changed), `move` the last move, `before` the line without it (both
    None at the start), `ply` the number of moves since the start, `occupancy` the squares that have a piece.
    """

    __slots__ = (
        "_after",
        "_changes",
        "_key",
        "_san",
        "before",
        "board",
        "move",
        "occupancy",
        "ply",
    )

    def __init__(
        self, board: chess.Board, before: Self | None = None, move: chess.Move | None = None
    ) -> None:
        self.board = board
        self.before = before
        self.move = move
        self.ply: int = before.ply + 1 if before else 0
        self.occupancy: Occupancy = board.occupied
        self._after: dict[chess.Move, Line] = {}
        self._changes: dict[Occupancy, Mapping[Occupancy, tuple[chess.Move, ...]]] = {}
        self._san: str | None = None
        self._key: Key | None = None

    @property
    def side_to_move(self) -> chess.Color:
        """Whose turn it is."""
        return self.board.turn

    @property
    def mover(self) -> chess.Color:
        """Who made the last move (at the start: who would have)."""
        return not self.board.turn

    @property
    def san(self) -> str:
        """The last move in standard algebraic notation; empty at the start."""
        if self._san is None:
            self._san = _san(self.before.board, self.move) if self.before and self.move else ""
        return self._san

    @property
    def key(self) -> "Key":
        """What two positions share that are the same for a repetition (FIDE 9.2.3)."""
        if self._key is None:
            self._key = _key(self.board)
        return self._key

    def after(self, move: chess.Move) -> "Line":
        """The line with one legal move more."""
        line = self._after.get(move)
        if line is None:
            board = self.board.copy(stack=False)
            board.push(move)
            board.clear_stack()
            line = self._after[move] = Line(board, self, move)
        return line

    def changes(self) -> Mapping[Occupancy, tuple[chess.Move, ...]]:
        """Every legal ply by the squares whose occupancy it flips.

        Only captures share a change: the same piece leaves, whoever it takes. A promotion stands here once,
        as a queen, because no reed can tell the pieces apart.
        """
        return self._changes_of(self.occupancy)

    def _changes_of(self, pieces: Occupancy) -> Mapping[Occupancy, tuple[chess.Move, ...]]:
        """The changes by the plies of these pieces alone."""
        found = self._changes.get(pieces)
        if found is None:
            changes: dict[Occupancy, tuple[chess.Move, ...]] = {}
            for move in distinct_moves(self.board.generate_legal_moves(pieces)):
                change = flipped_squares(self.board, move)
                changes[change] = (*changes.get(change, ()), move)
            found = self._changes[pieces] = changes
        return found

    def plies_flipping(
        self, change: Occupancy, targets: Occupancy, unknown: Occupancy = 0
    ) -> Sequence[chess.Move]:
        """The legal plies that flip just these squares, but for unknown ones, and end on one of the targets.

        Only the pieces that may have left are asked; the order is that in which all of them would answer.
        """
        pieces = self._may_flip(change, unknown)
        if not pieces:
            return ()
        ends = targets & (unknown | (change & ~self.occupancy or self.board.occupied_co[not self.board.turn]))
        if not ends:
            return ()
        plies = self._changes_of(pieces)
        flipped = [each for each in plies if each & ~unknown == change] if unknown else [change]
        found = [move for each in flipped for move in plies.get(each, ())]
        return [move for move in found if chess.BB_SQUARES[move.to_square] & ends]

    def changes_over(self, change: Occupancy) -> Iterator[tuple[Occupancy, tuple[chess.Move, ...]]]:
        """Those of the changes that flip these squares at least; again only the pieces are asked that may."""
        left = change & self.board.occupied_co[self.board.turn]
        if left & self.board.rooks:  # castling
            left |= self.board.kings
        plies = self._changes_of(left or self.occupancy)
        return (each for each in plies.items() if not change & ~each[0])

    def _may_flip(self, change: Occupancy, unknown: Occupancy) -> Occupancy:
        """Where the piece left that may have flipped so many squares, and filled so many of them."""
        flipped, filled = change.bit_count(), (change & ~self.occupancy).bit_count()
        own = self.board.occupied_co[self.board.turn]
        if unknown:
            return (change | unknown) & own if flipped <= MOST_FLIPPED else 0
        match flipped, filled:
            case (1, 0) | (2, 1):
                return change & own
            case (3, 1):  # en passant
                return change & own & self.board.pawns
            case (4, 2):  # castling
                return change & own & self.board.kings
        return 0

    def promoting_to(self, piece: chess.PieceType) -> "Line":
        """The same game, but for the piece that the last move's pawn became."""
        if not (self.before and self.move and self.move.promotion):
            raise ValueError(f"ply {self.ply} is no promotion")
        return self.before.after(chess.Move(self.move.from_square, self.move.to_square, piece))

    def back_to(self, ply: int) -> "Line":
        """The line as it was when it had `ply` moves; itself when it has no more."""
        line = self
        while line.ply > ply and line.before:
            line = line.before
        return line

    def plies(self) -> list["Line"]:
        """The lines after each of its moves, the first move's first."""
        played = []
        line: Line | None = self
        while line and line.before:
            played.append(line)
            line = line.before
        return played[::-1]


def play_each_move(board: chess.Board) -> Iterator[chess.Move]:
    """Play each legal move on the board in turn, and take it back when the next is asked for."""
    for move in list(board.legal_moves):
        board.push(move)
        yield move
        board.pop()


def numbered_san(line: Line) -> str:
    """The last move of a game with its number, `12. exd5` or `12... exd5`; empty at the start."""
    board = line.board
    number = f"{board.fullmove_number}." if board.turn == chess.BLACK else f"{board.fullmove_number - 1}..."
    return f"{number} {line.san}" if line.ply else ""


def begin(fen: str = chess.STARTING_FEN) -> Line:
    """A game that starts from this FEN; a ValueError says what is wrong with it."""
    return Line(chess.Board(fen))


def parting_ply(one: Line, other: Line) -> int:
    """The first ply at which two games differ; one of them may be over before it."""
    while one is not other:
        if one.ply >= other.ply and one.before:
            one = one.before
        elif other.before:
            other = other.before
        else:
            break
    return one.ply + 1


def have_same_move(ply: int, one: Line, other: Line) -> bool:
    """Whether two games have the same move at a ply, whatever came before it; or neither has come so far."""
    moves = [line.back_to(ply).move if line.ply >= ply else None for line in (one, other)]
    return moves[0] == moves[1]


def distinct_moves(moves: Iterable[chess.Move]) -> Iterator[chess.Move]:
    """The moves that reeds can tell apart: a promotion counts once, as a queen."""
    return (move for move in moves if move.promotion in (None, chess.QUEEN))


def flipped_squares(board: chess.Board, move: chess.Move) -> Occupancy:
    """The squares whose occupancy a legal move changes."""
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if source & board.kings and board.is_castling(move):
        return castling_flips(move)
    if move.to_square == board.ep_square and board.is_en_passant(move):
        return source | target | chess.BB_SQUARES[en_passant_victim(move)]
    return source if board.occupied & target else source | target


def castling_flips(move: chess.Move) -> Occupancy:
    """The squares whose occupancy castling changes, by the king's move."""
    king = chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]
    rank = chess.square_rank(move.from_square)
    kingside = move.to_square > move.from_square
    rook_from, rook_to = (7, 5) if kingside else (0, 3)
    rook = chess.BB_SQUARES[chess.square(rook_from, rank)] | chess.BB_SQUARES[chess.square(rook_to, rank)]
    return king | rook


def _key(board: chess.Board) -> Key:
    en_passant = board.ep_square if board.has_legal_en_passant() else None
    return (
        board.turn,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.clean_castling_rights(),
        -1 if en_passant is None else en_passant,
    )


def _san(board: chess.Board, move: chess.Move) -> str:
    """Name a move, on a copy: python-chess tries it out, and another thread may be reading the board."""
    return board.copy(stack=False).san(move)


def en_passant_victim(move: chess.Move) -> chess.Square:
    """Where the pawn stands that this en passant capture takes."""
    return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
