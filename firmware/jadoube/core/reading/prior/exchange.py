"""What an exchange wins: both sides recapture on one square while it pays.

This file refuses to know what a gain says of a move (`attraction.py`).
"""

from typing import Final

import chess

from jadoube.core.squares import Occupancy

VALUES: Final = {
    chess.PAWN: 1,
    chess.KNIGHT: 3,
    chess.BISHOP: 3,
    chess.ROOK: 5,
    chess.QUEEN: 9,
    chess.KING: 100,
}
"""In pawns, as in every primer. A king takes part in an exchange and is never given up."""


def exchange(board: chess.Board, move: chess.Move) -> int:
    """The static exchange value, in pawns: both sides recapture on the target square while it pays."""
    taken = board.piece_type_at(move.to_square) or (chess.PAWN if board.is_en_passant(move) else None)
    attacker = move.promotion or board.piece_type_at(move.from_square) or chess.PAWN
    promoted = VALUES[attacker] - 1 if move.promotion else 0
    left = board.occupied & ~chess.BB_SQUARES[move.from_square]
    return (
        (VALUES[taken] if taken else 0)
        + promoted
        - recapture_gain(board, move.to_square, not board.turn, left, VALUES[attacker])
    )


def recapture_gain(
    board: chess.Board, square: chess.Square, side: chess.Color, occupied: Occupancy, stands: int
) -> int:
    """What this side wins by capturing on a square with its cheapest piece; 0 if it does not capture.

    `stands` is the value of the piece there.
    """
    cheapest = _cheapest_attacker(board, square, side, occupied)
    if cheapest is None:
        return 0
    value = VALUES[board.piece_type_at(cheapest) or chess.PAWN]
    left = occupied & ~chess.BB_SQUARES[cheapest]
    return max(0, stands - recapture_gain(board, square, not side, left, value))


def _cheapest_attacker(
    board: chess.Board, square: chess.Square, side: chess.Color, occupied: Occupancy
) -> chess.Square | None:
    attackers = board.attackers_mask(side, square, occupied) & occupied
    for pieces in (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings):
        if attackers & pieces:
            return chess.msb(attackers & pieces)
    return None
