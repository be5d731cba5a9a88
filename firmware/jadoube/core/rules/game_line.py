"""Games and their positions.

A `Line` is a game so far: a start position and the moves played from it. It knows which squares each legal
move would flip. It knows nothing of what the board shows. Lines share their beginnings: the same moves from
the same start are the same object, so two explanations of the board are compared by identity.

A line is immutable from outside, but for what others cache in it: `likelihood` (`reading/prior/surprise.py`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

import chess

from jadoube.core.rules import placement
from jadoube.core.squares import Occupancy

PROMOTIONS = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)
"""In the order in which the key `plus` steps through them."""

MOST_FLIPPED = 4
"""The most squares that a ply flips; castling flips them."""


Key = tuple[int, ...]
"""A position for repetition: pieces, side to move, castling rights, a legal capture en passant."""


class Line:
    """A game so far.

    `board` is the position (do not change it), `move` the last move, `before` the line without it (both None
    at the start), `ply` the number of moves since the start, `occupancy` the set of occupied squares (64
    bits, a1 = bit 0), `opponents` those of the side not to move. That side is the `mover`: it made the last
    move, if there is one. `irregular_ply` is the last irregular ply of the game (`standing`); 0 if none is.
    `likelihood` keeps what `reading/prior/surprise.py` has found out about the last ply; None: nothing yet.
    """

    __slots__ = (
        "_after",
        "_changes",
        "_checkers",
        "_fen",
        "_key",
        "_san",
        "_standing",
        "before",
        "board",
        "irregular_ply",
        "likelihood",
        "move",
        "mover",
        "occupancy",
        "opponents",
        "ply",
        "side_to_move",
    )

    def __init__(
        self,
        board: chess.Board,
        before: Self | None = None,
        move: chess.Move | None = None,
        *,
        irregular: bool = False,
    ) -> None:
        self.board = board
        self.before = before
        self.move = move
        self.likelihood: float | None = None
        self.ply: int = before.ply + 1 if before else 0
        self.irregular_ply: int = self.ply if irregular else before.irregular_ply if before else 0
        self.side_to_move: chess.Color = board.turn
        self.mover: chess.Color = not board.turn
        self.occupancy: Occupancy = board.occupied
        self.opponents: Occupancy = board.occupied_co[self.mover]
        self._after: dict[chess.Move, Line] = {}
        self._standing: dict[tuple[str, chess.Move | None], Line] | None = None
        self._changes: dict[tuple[Occupancy, Occupancy], Mapping[Occupancy, tuple[chess.Move, ...]]] = {}
        self._checkers: Occupancy | None = None
        self._san: str | None = None
        self._fen: str | None = None
        self._key: Key | None = None

    @property
    def irregular(self) -> bool:
        """Whether the last ply is irregular: the position after it came about by no legal move."""
        return self.irregular_ply == self.ply > 0

    @property
    def san(self) -> str:
        """The last move in standard algebraic notation; empty at the start.

        An irregular ply has none: it is `Ng1-g4` in long notation, or `--` if no move is known.
        """
        if self._san is None:
            if self.before is None:
                self._san = ""
            elif self.irregular:
                self._san = long_notation(self.before.board, self.move) if self.move else "--"
            else:
                self._san = _san(self.before.board, self.move) if self.move else ""
        return self._san

    @property
    def fen(self) -> str:
        """The position as a FEN."""
        if self._fen is None:
            self._fen = placement.fen(self.board)
        return self._fen

    @property
    def checkers(self) -> Occupancy:
        """The squares of the pieces that give check to the side to move."""
        if self._checkers is None:
            self._checkers = self.board.checkers_mask()
        return self._checkers

    @property
    def key(self) -> "Key":
        """The repetition key: equal for two positions that count as the same (FIDE 9.2.3)."""
        if self._key is None:
            self._key = _key(self.board)
        return self._key

    def after(self, move: chess.Move) -> "Line":
        """The line after one more legal move; always the same object for the same move."""
        line = self._after.get(move)
        if line is None:
            board = self.board.copy(stack=False)
            board.push(move)
            board.clear_stack()
            line = self._after[move] = Line(board, self, move)
        return line

    def standing(self, board: chess.Board, move: chess.Move | None = None) -> "Line":
        """The line after an irregular ply that leaves this position; the same object for the same arguments.

        `board` says who is to move. `move` is the ply's move if one piece was moved (`moved_anyhow` gives
        the position after it); None if the position was only said to be the game's.
        """
        if self._standing is None:
            self._standing = {}
        key = (placement.fen(board), move)
        line = self._standing.get(key)
        if line is None:
            alone = board.copy(stack=False)
            line = self._standing[key] = Line(alone, self, move, irregular=True)
        return line

    def changes(self) -> Mapping[Occupancy, tuple[chess.Move, ...]]:
        """The legal plies, by the set of squares whose occupancy they flip.

        Only captures share a change: the capturing piece leaves its square, whatever it takes. A promotion
        is listed once, as a queen, because reeds cannot tell pieces apart.
        """
        return self._changes_of(self.occupancy)

    def legal_moves(
        self, sources: Occupancy = chess.BB_ALL, targets: Occupancy = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """The legal moves from these squares to these.

        After an irregular ply a king may be left to be taken; none is.
        """
        return self.board.generate_legal_moves(sources, targets & ~(self.opponents & self.board.kings))

    def _changes_of(
        self, pieces: Occupancy, ends: Occupancy = chess.BB_ALL
    ) -> Mapping[Occupancy, tuple[chess.Move, ...]]:
        """The same as `changes`, for plies of these pieces only, and at least for all that end on `ends`."""
        found = self._changes.get((pieces, ends))
        if found is None:
            changes: dict[Occupancy, tuple[chess.Move, ...]] = {}
            targets = ends | self.board.rooks  # python-chess names the end of castling by its rook
            for move in distinct_moves(self.legal_moves(pieces, targets)):
                change = flipped_squares(self.board, move)
                changes[change] = (*changes.get(change, ()), move)
            found = self._changes[pieces, ends] = changes
        return found

    def plies_flipping(
        self, change: Occupancy, targets: Occupancy, unknown: Occupancy = 0
    ) -> Sequence[chess.Move]:
        """The legal plies that flip exactly these squares and end on one of the targets.

        Castling ends on two squares: the king's and the rook's.

        The `unknown` squares may flip or not. Only pieces that may have left are tried, to squares that they
        may have reached; the order of the plies is the same as if all were tried.
        """
        pieces = self._may_flip(change, unknown)
        if not pieces:
            return ()
        reached = unknown | (change & ~self.occupancy or self.opponents)
        ends = targets & reached
        if not ends:
            return ()
        plies = self._changes_of(pieces, reached)
        flipped = [each for each in plies if each & ~unknown == change] if unknown else [change]
        found = [(move, each & ~self.occupancy) for each in flipped for move in plies.get(each, ())]
        return [move for move, filled in found if (filled | chess.BB_SQUARES[move.to_square]) & ends]

    def changes_over(self, change: Occupancy) -> Iterator[tuple[Occupancy, tuple[chess.Move, ...]]]:
        """The items of `changes` that flip at least these squares; only pieces that may are tried."""
        left = change & self.board.occupied_co[self.board.turn]
        if left & self.board.rooks:  # castling
            left |= self.board.kings
        plies = self._changes_of(left or self.occupancy)
        return (each for each in plies.items() if not change & ~each[0])

    def _may_flip(self, change: Occupancy, unknown: Occupancy) -> Occupancy:
        """The possible sources of a ply that flips these squares, by how many flip and how many fill."""
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
        """The same game with another promotion piece in its last move; ValueError if that is no promotion."""
        if not (self.before and self.move and self.move.promotion):
            raise ValueError(f"ply {self.ply} is no promotion")
        return self.before.after(chess.Move(self.move.from_square, self.move.to_square, piece))

    def back_to(self, ply: int) -> "Line":
        """The line after its first `ply` moves; the line itself if it has no more."""
        line = self
        while line.ply > ply and line.before:
            line = line.before
        return line

    def goes_on_from(self, earlier: "Line") -> bool:
        """Whether this game begins with that one; also if it is that one."""
        return self.back_to(earlier.ply) is earlier

    def plies(self) -> list["Line"]:
        """The lines after each of its moves, in order."""
        played = []
        line: Line | None = self
        while line and line.before:
            played.append(line)
            line = line.before
        return played[::-1]


def play_each_move(board: chess.Board) -> Iterator[chess.Move]:
    """Push each legal move on the board in turn; each is popped before the next is pushed."""
    for move in list(board.legal_moves):
        board.push(move)
        yield move
        board.pop()


def board_after(fen: str, moves: Iterable[str]) -> chess.Board:
    """The position after these moves in UCI notation, with the moves: an engine counts repetitions by them.

    ValueError if one of them is not legal.
    """
    board = chess.Board(fen)
    for move in moves:
        board.push(board.parse_uci(move))
    return board


def positions_after(fen: str, moves: Iterable[chess.Move]) -> Iterator[chess.Board]:
    """Yield the position after each of these legal moves from a FEN.

    It is the same board each time: read it before the next one is asked for.
    """
    board = chess.Board(fen)
    for move in moves:
        board.push(move)
        board.clear_stack()
        yield board


def numbered_san(line: Line) -> str:
    """The last move of a game with its number, `12. exd5` or `12... exd5`; empty at the start."""
    return f"{number_text(*move_number(line, line.ply))} {line.san}" if line.ply else ""


def move_number(line: Line, ply: int) -> tuple[int, chess.Color]:
    """The number of the move that is this ply of a game, and the side that makes it.

    `ply` is at least 1. It may lie behind the end of the game; then both sides move in turn from there.
    """
    at = line.back_to(ply)
    if at.ply == ply and at.before:
        return at.before.board.fullmove_number, at.mover
    passed = ply - at.ply - 1 + (at.board.turn == chess.BLACK)
    return at.board.fullmove_number + passed // 2, passed % 2 == 0


def number_text(number: int, side: chess.Color) -> str:
    """A move's number as it stands before the move: `12.` for White's, `12...` for Black's."""
    return f"{number}." if side == chess.WHITE else f"{number}..."


def moves_of(line: Line, side: chess.Color) -> int:
    """How many moves a side has made in a game, by the move numbers of its positions."""
    start, board = line.back_to(0).board, line.board
    moves = board.fullmove_number - start.fullmove_number
    if side == chess.WHITE:
        moves += (board.turn == chess.BLACK) - (start.turn == chess.BLACK)
    return moves


def differing_squares(before: chess.Board, after: chess.Board) -> Occupancy:
    """The squares on which two positions have another piece."""
    return (
        before.occupied_co[chess.WHITE] ^ after.occupied_co[chess.WHITE]
        | before.pawns ^ after.pawns
        | before.knights ^ after.knights
        | before.bishops ^ after.bishops
        | before.rooks ^ after.rooks
        | before.queens ^ after.queens
        | before.kings ^ after.kings
    )


def moved_anyhow(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a piece of either side has moved, whatever the laws say; the other side is to move.

    What stands on the target is taken. A pawn on the last rank becomes the move's promotion piece, or a
    queen. Castling rights of pieces that are no longer at home are gone. ValueError if no piece stands on
    the source, or a king on the target.
    """
    piece, taken = board.piece_at(move.from_square), board.piece_type_at(move.to_square)
    if piece is None or taken == chess.KING:
        expected = "expected a piece on its source, no king on its target"
        raise ValueError(f"{move.uci()} in {board.fen()}: {expected}")
    kind, is_pawn = piece.piece_type, piece.piece_type == chess.PAWN
    if is_pawn and chess.BB_SQUARES[move.to_square] & chess.BB_BACKRANKS:
        kind = move.promotion or chess.QUEEN
    after = board.copy(stack=False)
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, chess.Piece(kind, piece.color))
    return to_move(after, board, not piece.color, anew=is_pawn or taken is not None)


def to_move(after: chess.Board, before: chess.Board, side: chess.Color, *, anew: bool) -> chess.Board:
    """Complete a position set by hand, in place: who is to move, counters, castling rights, no en passant.

    `before` is the position from which it came; `anew`: the count of moves for a draw begins again. Returns
    `after`.
    """
    after.turn = side
    after.ep_square = None
    after.halfmove_clock = 0 if anew else before.halfmove_clock + 1
    after.fullmove_number = before.fullmove_number + (before.turn == chess.BLACK and side == chess.WHITE)
    after.castling_rights = after.clean_castling_rights()
    return after


def begin(fen: str = chess.STARTING_FEN) -> Line:
    """Begin a game from this FEN; ValueError if the FEN is wrong."""
    return Line(chess.Board(fen))


def parting_ply(one: Line, other: Line) -> int:
    """The first ply at which two games differ; one of them may be shorter."""
    while one is not other:
        if one.ply >= other.ply and one.before:
            one = one.before
        elif other.before:
            other = other.before
        else:
            break
    return one.ply + 1


def last_ply_of(line: Line, side: chess.Color) -> int:
    """The last ply that this side has made; 0 if it has made none."""
    while line.mover != side and line.before:
        line = line.before
    return line.ply if line.mover == side else 0


def have_same_move(ply: int, one: Line, other: Line) -> bool:
    """Whether two games have the same move at a ply, whatever came before; True if both are shorter.

    An irregular ply is the same only if it leaves the same position.
    """
    return _made_at(ply, one) == _made_at(ply, other)


def _made_at(ply: int, line: Line) -> tuple[chess.Move | None, str] | None:
    if line.ply < ply:
        return None
    at = line.back_to(ply)
    return at.move, at.fen if at.irregular else ""


def distinct_moves(moves: Iterable[chess.Move]) -> Iterator[chess.Move]:
    """Filter the moves that reeds can tell apart: a promotion counts once, as a queen."""
    return (move for move in moves if move.promotion in (None, chess.QUEEN))


def ends_of(move: chess.Move | None) -> Occupancy:
    """The squares where a move begins and ends; none without a move."""
    return 0 if move is None else chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square]


def flipped_squares(board: chess.Board, move: chess.Move) -> Occupancy:
    """The squares whose occupancy a legal move flips."""
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if source & board.kings and board.is_castling(move):
        return castling_flips(move)
    if move.to_square == board.ep_square and board.is_en_passant(move):
        return source | target | chess.BB_SQUARES[en_passant_victim(move)]
    return source if board.occupied & target else source | target


def castling_flips(move: chess.Move) -> Occupancy:
    """The four squares that castling flips; `move` is the king's move."""
    rank = chess.square_rank(move.from_square)
    kingside = move.to_square > move.from_square
    rook_from, rook_to = (7, 5) if kingside else (0, 3)
    rook = chess.BB_SQUARES[chess.square(rook_from, rank)] | chess.BB_SQUARES[chess.square(rook_to, rank)]
    return ends_of(move) | rook


def may_become_castling(line: Line) -> bool:
    """Whether the last ply is a rook's, to where castling would have brought it: the king may follow."""
    move, before = line.move, line.before
    if move is None or before is None or not before.board.rooks >> move.from_square & 1:
        return False
    return any(
        before.board.is_castling(each) and _rook_goes(each) == (move.from_square, move.to_square)
        for each in before.legal_moves(before.board.kings)
    )


def _rook_goes(castling: chess.Move) -> tuple[chess.Square, chess.Square]:
    """From where to where castling, as the king's move, brings the rook."""
    rank, kingside = chess.square_rank(castling.from_square), castling.to_square > castling.from_square
    return chess.square(7 if kingside else 0, rank), chess.square(5 if kingside else 3, rank)


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
    """The SAN of a move, from a copy: python-chess plays the move, and another thread may read the board."""
    return board.copy(stack=False).san(move)


def long_notation(board: chess.Board, move: chess.Move) -> str:
    """A move as piece, source and target: `Ng1-g4`, `e4xd6`, `e7-e8=Q`."""
    kind = board.piece_type_at(move.from_square) or chess.PAWN
    letter = "" if kind == chess.PAWN else chess.piece_symbol(kind).upper()
    source, target = chess.SQUARE_NAMES[move.from_square], chess.SQUARE_NAMES[move.to_square]
    joined = "x" if board.occupied & chess.BB_SQUARES[move.to_square] else "-"
    promoted = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return f"{letter}{source}{joined}{target}{promoted}"


def en_passant_victim(move: chess.Move) -> chess.Square:
    """The square of the pawn that this en passant capture takes."""
    return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
