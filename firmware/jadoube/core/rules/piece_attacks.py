"""Which squares a piece attacks, whether it stands on a board or is only thought to stand there.

This file knows no position: python-chess answers for the pieces that a board has.
"""

import chess

from jadoube.core.squares import Occupancy


def attacks_from(
    square: chess.Square, piece: chess.PieceType, side: chess.Color, occupied: Occupancy = 0
) -> Occupancy:
    """The squares that such a piece of this side attacks from a square, if these squares are occupied."""
    if piece == chess.PAWN:
        return chess.BB_PAWN_ATTACKS[side][square]
    if piece == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    if piece == chess.KING:
        return chess.BB_KING_ATTACKS[square]
    attacks = 0
    if piece != chess.ROOK:
        attacks |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    if piece != chess.BISHOP:
        attacks |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        attacks |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    return attacks
