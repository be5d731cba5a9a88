"""Which piece stands on each square, as the tracked game and the board together say it.

Reeds know only that a square is occupied. What stands there is taken from the reading: where the board agrees
with its position, the position's piece; an empty square is empty, whatever should stand there. A piece that
stands where none should is one of those in the hand: the one that has a legal move there, else the one whose
square became empty.
"""

import chess

from jadoube.core.squares import Occupancy, squares
from jadoube.core.state.table import Table

NOTHING = "."
"""The letter of an empty square."""


def standing_pieces(table: Table) -> str:
    """Return 64 letters, a1 first: FEN letters, `.` where nothing stands."""
    best = table.best
    letters = _letters(best.line.board)
    for square in squares(best.missing):
        letters[square] = NOTHING
    hand = best.missing
    for square in squares(best.placed):
        source = _origin(best.line.board, hand, square)
        if source is not None:
            letters[square] = _letter(best.line.board, source)
            hand &= ~chess.BB_SQUARES[source]
    return "".join(letters)


def _origin(board: chess.Board, hand: Occupancy, square: chess.Square) -> chess.Square | None:
    """The square of the lifted piece that now stands on `square`; None if none was lifted."""
    legal = [move.from_square for move in board.generate_legal_moves(hand, chess.BB_SQUARES[square])]
    if legal:
        return legal[0]
    own = hand & board.occupied_co[board.turn]
    return next(iter(squares(own or hand)), None)


def _letters(board: chess.Board) -> list[str]:
    """The letters of a position, a1 first."""
    return [_letter(board, square) for square in chess.SQUARES]


def _letter(board: chess.Board, square: chess.Square) -> str:
    piece = board.piece_at(square)
    return piece.symbol() if piece else NOTHING
