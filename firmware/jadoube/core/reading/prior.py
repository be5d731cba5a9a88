"""The prior of a capture: how implausible it is as chess, for cases that the reeds cannot decide.

Players recapture, take free pieces, and seldom lose a queen for a pawn. The prior orders readings of equal
rank. It never outweighs what was seen, and never ends a doubt.
"""

from functools import lru_cache
from typing import Final

import chess

from jadoube.core.reading.weights import MOST_IMPLAUSIBLE
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy, squares

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
"""In pawns, as in every primer. A king takes part in an exchange and is never given up."""

A_PIECE = 3.0
"""In pawns: a player gladly gains so much, and does not lose so much on purpose."""

CAPPED: Final = 4.0
"""In pawns: no exchange counts for more, where moves that nobody could see are compared (`oddness`)."""

TO_CENTRE, KING_MOVED, CASTLED, SAVED = 0.03, 0.24, 2.5, 0.47
CAPTURED, CHECKED, THREATENED = 1.3, 1.8, 0.7
"""In pawns, for `oddness`: each half square nearer to the centre; a king's move; castling; each pawn that is
saved; a capture; a check; each piece threatened. They and `ODDS` are fitted by conditional logit to 1,809
plies within a line; of 603 others the likeliest of 4.3 moves was played in 65 of 100."""

ODDS: Final = 1.37
"""The logarithm of the odds between two such moves that differ by a pawn."""


def implausibility(board: chess.Board, move: chess.Move) -> float:
    """From 0 for a capture that wins a piece to `MOST_IMPLAUSIBLE` for one that loses a piece."""
    gain = exchange(board, move)
    half = MOST_IMPLAUSIBLE / 2
    return min(MOST_IMPLAUSIBLE, max(0.0, half - half * gain / A_PIECE))


KEPT: Final = 256
"""The size of the cache of priors: enough for the searches of one event and the next (a guess)."""


@lru_cache(maxsize=KEPT)
def prior_of(line: Line, move: chess.Move) -> float:
    """Give `excess_implausibility` of a move in the position of a line, from a cache."""
    return excess_implausibility(line.board, move)


def excess_implausibility(board: chess.Board, move: chess.Move) -> float:
    """How much more implausible a capture is than the likeliest capture by the same piece.

    Capturing itself costs nothing: the reeds show that the piece captured something.
    """
    captures = list(board.generate_legal_captures(chess.BB_SQUARES[move.from_square]))
    if len(captures) == 1:
        return 0.0
    return implausibility(board, move) - min(implausibility(board, each) for each in captures)


def oddness(board: chess.Board, move: chess.Move) -> float:
    """How odd a legal move is that nobody could see: minus the logarithm of its odds.

    It is less odd to win a piece, to save or to threaten one, to check, to castle, and to go to the centre.
    """
    source, target = move.from_square, move.to_square
    piece = board.piece_type_at(source) or chess.PAWN
    good = max(-CAPPED, min(CAPPED, exchange(board, move)))
    good += TO_CENTRE * (from_centre(source) - from_centre(target)) + CAPTURED * board.is_capture(move)
    after = board.copy(stack=False)
    after.push(move)
    good += CHECKED * after.is_check() + THREATENED * _threats(after, target)
    if piece == chess.KING:
        good += CASTLED if board.is_castling(move) else -KING_MOVED
    else:
        saved = _recapture_gain(board, source, not board.turn, board.occupied, VALUES[piece])
        good += SAVED * min(CAPPED, saved)
    return -good * ODDS


def _threats(after: chess.Board, stands: chess.Square) -> int:
    """How many pieces the piece that has come here threatens: they are worth more, or not defended."""
    value, side = VALUES[after.piece_type_at(stands) or chess.PAWN], after.turn
    attacked = after.attacks_mask(stands) & after.occupied_co[side] & ~after.kings
    return sum(
        VALUES[after.piece_type_at(each) or chess.PAWN] > value or not after.attackers_mask(side, each)
        for each in squares(attacked)
    )


def from_centre(square: chess.Square) -> int:
    """How far a square is from the centre of the board, in half squares, along files and ranks."""
    return abs(2 * chess.square_file(square) - 7) + abs(2 * chess.square_rank(square) - 7)


def exchange(board: chess.Board, move: chess.Move) -> int:
    """The static exchange value, in pawns: both sides recapture on the target square while it pays."""
    taken = board.piece_type_at(move.to_square) or (chess.PAWN if board.is_en_passant(move) else None)
    attacker = move.promotion or board.piece_type_at(move.from_square) or chess.PAWN
    promoted = VALUES[attacker] - 1 if move.promotion else 0
    left = board.occupied & ~chess.BB_SQUARES[move.from_square]
    return (
        (VALUES[taken] if taken else 0)
        + promoted
        - _recapture_gain(board, move.to_square, not board.turn, left, VALUES[attacker])
    )


def _recapture_gain(
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
    return max(0, stands - _recapture_gain(board, square, not side, left, value))


def _cheapest_attacker(
    board: chess.Board, square: chess.Square, side: chess.Color, occupied: Occupancy
) -> chess.Square | None:
    attackers = board.attackers_mask(side, square, occupied) & occupied
    for pieces in (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings):
        if attackers & pieces:
            return chess.msb(attackers & pieces)
    return None
