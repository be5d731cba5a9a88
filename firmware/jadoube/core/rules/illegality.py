"""Why a ply is illegal: one pure function of a game, a source square and a target square.

The law: `why_not` is None exactly when the legal-move generator has a ply from the source to the target.
Otherwise it is one reason, and the reason is true of the position. Where several reasons hold, it is the one
that an arbiter would say first, in this order:

    whose move it is    no piece stands there, it is not this side's turn, the piece stays where it is
    what is never done  a king is never captured
    how the piece goes  castling that earlier moves forbid; a pawn's ways, en passant; every other piece's way
    what is in its way  a piece between its squares, then its own side's piece on the target
    the king's safety   next to the other king, into attack; double check, check, a pin

So for a rook that moves like a bishop the reason is just that, and not also a pin. Castling has its own order
of the same kind: the rook is missing, the king or the rook has moved, a piece stands between them, out of
check, through an attacked square, onto an attacked square.

The game tells whether a king or a rook has moved, and when a pawn made its double step. Of the time before
the game's start only the FEN is known. A missing promotion piece is no reason. This file refuses to know what
the board shows, and how a reason is worded.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import chess

from jadoube.core.rules.game_line import Line, en_passant_victim
from jadoube.core.squares import Occupancy, squares


class Kind(StrEnum):
    """The kinds of reasons."""

    NO_PIECE = "no piece"
    NOT_YOUR_TURN = "not your turn"
    SAME_SQUARE = "same square"
    KING_NOT_CAPTURED = "king not captured"
    CASTLING_NO_ROOK = "castling, no rook"
    CASTLING_KING_MOVED = "castling, king moved"
    CASTLING_ROOK_MOVED = "castling, rook moved"
    CASTLING_LOST = "castling lost before the start"
    CASTLING_BETWEEN = "castling, a piece between"
    CASTLING_OUT_OF_CHECK = "castling out of check"
    CASTLING_THROUGH = "castling through an attacked square"
    CASTLING_INTO = "castling into check"
    PAWN_BACK = "pawn backwards"
    PAWN_TWO_SQUARES = "pawn two squares"
    PAWN_STRAIGHT = "pawn captures straight"
    PAWN_DIAGONAL = "pawn diagonally without a capture"
    EN_PASSANT_LATE = "en passant too late"
    EN_PASSANT_ONE_STEP = "en passant of a single step"
    EN_PASSANT_NOT_NOW = "en passant not now"
    WAY = "piece does not move so"
    BLOCKED = "blocked"
    OWN_PIECE = "own piece there"
    KINGS_MEET = "kings next to each other"
    KING_ATTACKED = "king into attack"
    DOUBLE_CHECK = "double check"
    IN_CHECK = "left in check"
    PINNED = "pinned"
    EN_PASSANT_UNCOVERS = "en passant uncovers the king"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a ply is illegal: the kind, the side and the piece that moved, and the squares that prove it."""

    kind: Kind
    side: chess.Color
    """The side of the moved piece; without a piece, the side to move."""
    piece: chess.PieceType | None
    source: chess.Square
    target: chess.Square
    because: Occupancy
    """The squares whose pieces, or whose emptiness, are the reason; the lamps show them. Never empty."""
    pieces: tuple[chess.PieceType | None, ...]
    """The piece on each of these squares, a1 first; None on an empty square."""
    through: chess.Square | None = None
    """The attacked square that a castling king may not cross; None for other kinds."""

    @property
    def men(self) -> tuple[tuple[chess.PieceType | None, chess.Square], ...]:
        """The pieces that are the reason, each with its square, a1 first."""
        return tuple(zip(self.pieces, squares(self.because), strict=True))


class _Try(NamedTuple):
    """An illegal ply as it was tried."""

    line: Line
    source: chess.Square
    target: chess.Square

    @property
    def board(self) -> chess.Board:
        return self.line.board

    @property
    def piece(self) -> chess.PieceType | None:
        return self.board.piece_type_at(self.source)

    @property
    def side(self) -> chess.Color:
        return self.board.turn

    @property
    def files(self) -> int:
        return chess.square_file(self.target) - chess.square_file(self.source)

    @property
    def ranks(self) -> int:
        """How many ranks forward it goes, from its own side's view."""
        ranks = chess.square_rank(self.target) - chess.square_rank(self.source)
        return ranks if self.side == chess.WHITE else -ranks

    @property
    def between(self) -> Occupancy:
        return chess.between(self.source, self.target)

    @property
    def takes(self) -> bool:
        return bool(self.board.occupied_co[not self.side] & chess.BB_SQUARES[self.target])

    @property
    def passed(self) -> chess.Square:
        """The square of the pawn that this pawn would capture en passant."""
        return en_passant_victim(chess.Move(self.source, self.target))

    def no(self, kind: Kind, because: Occupancy, through: chess.Square | None = None) -> Reason:
        """Build the reason of this kind."""
        color = self.board.color_at(self.source)
        side = self.side if color is None else color
        pieces = tuple(self.board.piece_type_at(square) for square in squares(because))
        return Reason(kind, side, self.piece, self.source, self.target, because, pieces, through)


def why_not(line: Line, source: chess.Square, target: chess.Square) -> Reason | None:
    """Give the reason why the side to move has no legal ply from source to target; None if it has one."""
    legal = line.board.generate_legal_moves(chess.BB_SQUARES[source])
    if any(move.to_square == target for move in legal):
        return None
    tried = _Try(line, source, target)
    if reason := next(filter(None, (rule(tried) for rule in _RULES)), None):
        return reason
    # The piece moves that way and its way is free: only its king's safety is left.
    return _find_attacked_king(tried) if tried.piece == chess.KING else _find_exposed_king(tried)


def _judge_turn(tried: _Try) -> Reason | None:
    source = chess.BB_SQUARES[tried.source]
    if tried.piece is None:
        return tried.no(Kind.NO_PIECE, source)
    if not source & tried.board.occupied_co[tried.side]:
        return tried.no(Kind.NOT_YOUR_TURN, source)
    return tried.no(Kind.SAME_SQUARE, source) if tried.source == tried.target else None


def _judge_king_capture(tried: _Try) -> Reason | None:
    target = chess.BB_SQUARES[tried.target]
    taken = target & tried.board.kings & tried.board.occupied_co[not tried.side]
    return tried.no(Kind.KING_NOT_CAPTURED, target) if taken else None


def _is_castling(tried: _Try) -> bool:
    """Whether this is a try at castling: the king goes two files from its start square, e1 or e8."""
    home = chess.E1 if tried.side == chess.WHITE else chess.E8
    return tried.piece == chess.KING and tried.source == home and (abs(tried.files), tried.ranks) == (2, 0)


def _judge_castling(tried: _Try) -> Reason | None:
    if not _is_castling(tried):
        return None
    return _judge_castling_right(tried, _rook_corner(tried)) or _judge_castling_now(
        tried, _rook_corner(tried)
    )


def _rook_corner(tried: _Try) -> chess.Square:
    """The corner square of the rook that would castle."""
    return chess.square(7 if tried.files > 0 else 0, chess.square_rank(tried.source))


def _judge_castling_right(tried: _Try, corner: chess.Square) -> Reason | None:
    """Judge the castling right: king or rook moved; before the game's start it may have been either."""
    board, king, rook = tried.board, chess.BB_SQUARES[tried.source], chess.BB_SQUARES[corner]
    if not rook & board.rooks & board.occupied_co[tried.side]:
        return tried.no(Kind.CASTLING_NO_ROOK, rook)
    if board.clean_castling_rights() & rook:
        return None
    plies = tried.line.plies()
    if any(line.mover == tried.side and _is_king_move(line) for line in plies):
        return tried.no(Kind.CASTLING_KING_MOVED, king)
    if any(_arrives_at(line, corner) for line in plies):
        return tried.no(Kind.CASTLING_ROOK_MOVED, rook)
    return tried.no(Kind.CASTLING_LOST, king | rook)


def _is_king_move(line: Line) -> bool:
    return bool(line.move and chess.BB_SQUARES[line.move.to_square] & line.board.kings)


def _judge_castling_now(tried: _Try, corner: chess.Square) -> Reason | None:
    """Judge what forbids castling now; on the king's last square the rook counts as already moved."""
    board, king, rook = tried.board, chess.BB_SQUARES[tried.source], chess.BB_SQUARES[corner]
    if between := chess.between(tried.source, corner) & board.occupied:
        return tried.no(Kind.CASTLING_BETWEEN, _nearest_piece(tried.source, between))
    if checkers := board.checkers_mask():
        return tried.no(Kind.CASTLING_OUT_OF_CHECK, checkers)
    crossed = next(squares(tried.between))
    if attackers := _attackers(tried, crossed, board.occupied ^ king):
        return tried.no(Kind.CASTLING_THROUGH, attackers, crossed)
    occupied = board.occupied ^ king ^ rook ^ chess.BB_SQUARES[crossed]
    attackers = _attackers(tried, tried.target, occupied)
    return tried.no(Kind.CASTLING_INTO, attackers) if attackers else None


def _judge_pawn(tried: _Try) -> Reason | None:
    """Judge a pawn: it goes forward one square, or two from its start, and captures diagonally."""
    if tried.piece != chess.PAWN:
        return None
    source = chess.BB_SQUARES[tried.source]
    if tried.ranks < 0:
        return tried.no(Kind.PAWN_BACK, source)
    if (abs(tried.files), tried.ranks) == (1, 1):
        return _judge_pawn_diagonal(tried)
    if tried.files or tried.ranks not in (1, 2):
        return tried.no(Kind.WAY, source)
    return _judge_pawn_straight(tried)


def _judge_pawn_straight(tried: _Try) -> Reason | None:
    second = chess.BB_RANK_2 if tried.side == chess.WHITE else chess.BB_RANK_7
    if tried.ranks > 1 and not second & chess.BB_SQUARES[tried.source]:
        return tried.no(Kind.PAWN_TWO_SQUARES, chess.BB_SQUARES[tried.source])
    if blocked := _judge_path(tried):
        return blocked
    return tried.no(Kind.PAWN_STRAIGHT, chess.BB_SQUARES[tried.target]) if tried.takes else None


def _judge_pawn_diagonal(tried: _Try) -> Reason | None:
    board, target = tried.board, chess.BB_SQUARES[tried.target]
    if target & board.occupied or board.ep_square == tried.target:
        return None
    passed = chess.BB_SQUARES[tried.passed] & board.pawns & board.occupied_co[not tried.side]
    fifth = chess.BB_RANK_5 if tried.side == chess.WHITE else chess.BB_RANK_4
    return (
        tried.no(_en_passant_fault(tried), passed) if passed & fifth else tried.no(Kind.PAWN_DIAGONAL, target)
    )


def _en_passant_fault(tried: _Try) -> Kind:
    """The kind of a wrong en passant capture, by how the other pawn reached its square."""
    plies = reversed(tried.line.plies())
    arrived = next(filter(None, (line.move for line in plies if _arrives_at(line, tried.passed))), None)
    if arrived:
        double = chess.square_distance(arrived.from_square, arrived.to_square) > 1
        return Kind.EN_PASSANT_LATE if double else Kind.EN_PASSANT_ONE_STEP
    double = tried.line.back_to(0).board.ep_square == tried.target
    return Kind.EN_PASSANT_LATE if double else Kind.EN_PASSANT_NOT_NOW


def _arrives_at(line: Line, square: chess.Square) -> bool:
    return line.move is not None and line.move.to_square == square


def _judge_piece_way(tried: _Try) -> Reason | None:
    """Judge how any other piece moves on an empty board; castling and pawns are judged before."""
    files, ranks = sorted((abs(tried.files), abs(tried.ranks)))
    straight, diagonal = files == 0, files == ranks
    ways = {
        chess.PAWN: True,
        chess.KNIGHT: (files, ranks) == (1, 2),
        chess.BISHOP: diagonal,
        chess.ROOK: straight,
        chess.QUEEN: straight or diagonal,
        chess.KING: ranks == 1,
    }
    goes = tried.piece is not None and ways[tried.piece]
    return None if goes else tried.no(Kind.WAY, chess.BB_SQUARES[tried.source])


def _judge_path(tried: _Try) -> Reason | None:
    between = tried.between & tried.board.occupied
    return tried.no(Kind.BLOCKED, _nearest_piece(tried.source, between)) if between else None


def _judge_own_piece(tried: _Try) -> Reason | None:
    own = chess.BB_SQUARES[tried.target] & tried.board.occupied_co[tried.side]
    return tried.no(Kind.OWN_PIECE, own) if own else None


def _find_attacked_king(tried: _Try) -> Reason:
    occupied = tried.board.occupied & ~chess.BB_SQUARES[tried.source]
    attackers = _attackers(tried, tried.target, occupied)
    king = attackers & tried.board.kings
    return tried.no(Kind.KINGS_MEET, king) if king else tried.no(Kind.KING_ATTACKED, attackers)


def _find_exposed_king(tried: _Try) -> Reason:
    """Find why the king would be in check; an existing check comes before a pin."""
    checkers, victim = tried.board.checkers_mask(), chess.BB_SQUARES[_victim(tried)]
    if checkers.bit_count() > 1:
        return tried.no(Kind.DOUBLE_CHECK, checkers)
    if still := checkers & _attackers_after(tried, victim):
        return tried.no(Kind.IN_CHECK, still)
    if pinning := _attackers_after(tried, chess.BB_SQUARES[tried.target]) & ~victim & ~checkers:
        return tried.no(Kind.PINNED, pinning)
    return tried.no(Kind.EN_PASSANT_UNCOVERS, _attackers_after(tried, victim))


def _victim(tried: _Try) -> chess.Square:
    """The square of the captured piece; the target if nothing is captured."""
    en_passant = tried.piece == chess.PAWN and tried.files and not tried.takes
    return tried.passed if en_passant else tried.target


def _attackers_after(tried: _Try, victim: Occupancy) -> Occupancy:
    """The squares of the pieces that attack the king after the move, with the victim gone."""
    king = tried.board.king(tried.side)
    occupied = tried.board.occupied & ~chess.BB_SQUARES[tried.source] & ~victim
    occupied |= chess.BB_SQUARES[tried.target]
    return 0 if king is None else _attackers(tried, king, occupied) & ~victim


def _attackers(tried: _Try, square: chess.Square, occupied: Occupancy) -> Occupancy:
    """The squares of the opponent's pieces that attack a square, given this occupancy."""
    attackers = tried.board.attackers_mask(not tried.side, square, occupied)
    return attackers & ~chess.BB_SQUARES[tried.target]


def _nearest_piece(source: chess.Square, occupied: Occupancy) -> Occupancy:
    nearest = min(squares(occupied), key=lambda square: chess.square_distance(source, square))
    return chess.BB_SQUARES[nearest]


_RULES = (
    _judge_turn,
    _judge_king_capture,
    _judge_castling,
    _judge_pawn,
    _judge_piece_way,
    _judge_path,
    _judge_own_piece,
)
