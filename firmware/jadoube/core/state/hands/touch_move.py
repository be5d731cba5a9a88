"""Touch-move: the pieces touched first in a gesture, and whether the ply fulfilled the obligation.

FIDE 4.3: a player must move the first own piece touched that can move, and take the first opponent's piece
touched that can be taken. Where the one cannot take the other, the piece touched first counts. 4.4.2: a
player who touches a rook and then the king may not castle with that rook. 7.5.1: what was touched for an
illegal move binds the move that replaces it. 9.5.3: a move that was announced with a wrong claim must be
made. The board shows a breach where the rule set says so. It never punishes one: it cannot hear a "j'adoube".

This file knows nothing of reeds: it is told which squares were lifted.
"""

from typing import NamedTuple

import chess

from jadoube.core.messages.effects import AnnouncedNotMade, Note, Noted
from jadoube.core.rules.game_line import Line, flipped_squares
from jadoube.core.rules.rule_sets import RuleSet
from jadoube.core.squares import Occupancy


class Touched(NamedTuple):
    """The pieces lifted first since the position of `line` stood on the board."""

    line: Line
    own: chess.Square | None = None
    """The first square from which a piece of the side to move was lifted."""
    theirs: chess.Square | None = None
    """The first square from which an opponent's piece was lifted."""
    theirs_first: bool = False
    """True if `theirs` came before `own`. Both in one scan: `own` counts as first (FIDE 4.3.3)."""
    earlier: "Touched | None" = None
    """The lifts in the position before: a rook set down beside its king is read as a ply for a moment."""
    announced: chess.Move | None = None
    """The move with which the side to move claimed a draw, wrongly."""


def take_in_lift(touched: Touched | None, line: Line, squares: Occupancy, *, stood: bool) -> Touched:
    """Record pieces lifted from these squares; `stood`: the position of `line` stood on the board before."""
    if touched is None or (stood and touched.line is not line):
        touched = Touched(line, earlier=touched)
    board = touched.line.board
    if touched.own is None and (own := squares & board.occupied_co[board.turn]):
        touched = touched._replace(own=_first_touched(own, touched.line))
    if touched.theirs is None and (theirs := squares & board.occupied_co[not board.turn]):
        touched = touched._replace(theirs=chess.lsb(theirs), theirs_first=touched.own is None)
    return touched


def touched_in(touched: Touched | None, line: Line) -> Touched | None:
    """The pieces lifted first while the position of `line` was the game's; None if none was."""
    while touched and touched.line is not line:
        touched = touched.earlier
    return touched


def announce(touched: Touched | None, line: Line, move: chess.Move) -> Touched:
    """Record a move that the side to move has announced in the position of `line`."""
    here = touched_in(touched, line)
    return (here or Touched(line, earlier=touched))._replace(announced=move)


Breach = Noted | AnnouncedNotMade
"""An obligation that a ply broke."""


def find_breach(touched: Touched | None, line: Line, rules: RuleSet) -> Breach | None:
    """The obligation that the last ply of a game broke; None if it broke none."""
    if line.before is None or line.move is None:
        return None
    touched = touched_in(touched, line.before)
    if touched is None:
        return None
    board, move, own = line.before.board, line.move, touched.own
    if own is not None and board.is_castling(move) and own in _castling_rook(board, move):
        return Noted(board.turn, Note.ROOK_FIRST, own) if rules.rook_first else None
    return _find_breach_of(touched, move) if rules.touch_move else None


def _find_breach_of(touched: Touched, move: chess.Move) -> Breach | None:
    """The obligation of the announced move or of the touched pieces that a move breaks."""
    board = touched.line.board
    if touched.announced and touched.announced != move:
        return AnnouncedNotMade(board.turn, board.san(touched.announced))
    own, theirs = _obligations(board, touched)
    if own is not None and own != move.from_square:
        return Noted(board.turn, Note.NOT_MOVED, own)
    if theirs is not None and not _takes(board, move, theirs):
        return Noted(board.turn, Note.NOT_TAKEN, theirs)
    return None


def _obligations(board: chess.Board, touched: Touched) -> tuple[chess.Square | None, chess.Square | None]:
    """The square to move from and the square to take on: both if the one can take the other.

    Otherwise the piece touched first that can be moved or taken.
    """
    own, theirs = touched.own, touched.theirs
    if own is not None and not _can_move(board, own):
        own = None
    if theirs is not None and not _can_be_taken(board, theirs):
        theirs = None
    if own is None or theirs is None or _can_be_taken(board, theirs, by=own):
        return own, theirs
    return (None, theirs) if touched.theirs_first else (own, None)


def _first_touched(own: Occupancy, line: Line) -> chess.Square:
    """One of the squares that opened in the same scan; their order is unknown, so the king counts first."""
    return chess.lsb(own & line.board.kings or own)


def _castling_rook(board: chess.Board, move: chess.Move) -> chess.SquareSet:
    return chess.SquareSet(flipped_squares(board, move) & board.rooks)


def _can_move(board: chess.Board, square: chess.Square) -> bool:
    return any(board.generate_legal_moves(chess.BB_SQUARES[square]))


def _can_be_taken(board: chess.Board, square: chess.Square, by: chess.Square | None = None) -> bool:
    pieces = chess.BB_ALL if by is None else chess.BB_SQUARES[by]
    return any(_takes(board, move, square) for move in board.generate_legal_captures(pieces))


def _takes(board: chess.Board, move: chess.Move, square: chess.Square) -> bool:
    """Whether a legal move takes what stands on this square."""
    if board.is_en_passant(move):
        return bool(
            flipped_squares(board, move) & board.occupied_co[not board.turn] & chess.BB_SQUARES[square]
        )
    return move.to_square == square and bool(board.occupied & chess.BB_SQUARES[square])
