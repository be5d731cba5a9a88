"""The prior of a capture: how implausible it is as chess, for cases that the reeds cannot decide.

Players recapture, take free pieces, and seldom lose a queen for a pawn. The prior orders readings of equal
rank. It never outweighs what was seen, and never ends a doubt.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.reading.weights import MOST_IMPLAUSIBLE
from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
"""In pawns, as in every primer. A king takes part in an exchange and is never given up."""

A_PIECE = 3.0
"""In pawns: a player gladly gains so much, and does not lose so much on purpose."""

CAPPED: Final = 4.0
"""In pawns: no exchange counts for more, where moves that nobody could see are compared (`oddness`)."""

TO_CENTRE, CASTLED, KING_MOVED, PUSHED = 0.025, 3.0, 0.7, 0.3
"""In pawns, for `oddness`: each half square nearer to the centre; castling; another move of the king; a
pawn's move (fitted to 770 such moves of real games)."""

CHECKS: Final = 0.4
"""In pawns, for `oddness`: a check. A piece that may check goes there more often than elsewhere (761 moves of
260 real games: among the moves of one piece the true one is the least odd in 41 % instead of 35 %)."""


def implausibility(board: chess.Board, move: chess.Move) -> float:
    """From 0 for a capture that wins a piece to `MOST_IMPLAUSIBLE` for one that loses a piece."""
    gain = exchange(board, move)
    half = MOST_IMPLAUSIBLE / 2
    return min(MOST_IMPLAUSIBLE, max(0.0, half - half * gain / A_PIECE))


KEPT: Final = 256
"""The size of the cache of priors: enough for the searches of one event and the next (a guess)."""


def prior_of(line: Line, move: chess.Move) -> float:
    """How much more implausible a capture is than the likeliest capture by the same piece.

    Capturing itself costs nothing: the reeds show that the piece captured something.
    """
    return _priors_of_piece(line, move.from_square)[move]


@lru_cache(maxsize=KEPT)
def _priors_of_piece(line: Line, source: chess.Square) -> Mapping[chess.Move, float]:
    captures = list(line.board.generate_legal_captures(chess.BB_SQUARES[source]))
    if len(captures) == 1:
        return {captures[0]: 0.0}
    priors = [implausibility(line.board, move) for move in captures]
    return {move: prior - min(priors) for move, prior in zip(captures, priors, strict=True)}


def oddness(board: chess.Board, move: chess.Move) -> float:
    """How odd a legal move is that nobody could see, in the scale of `implausibility`; it may be negative.

    It is less odd to win a piece, to save one, to check, to castle, to push a pawn, and to go towards the
    centre.
    """
    source = move.from_square
    piece = board.piece_type_at(source) or chess.PAWN
    good = max(-CAPPED, min(CAPPED, exchange(board, move)))
    good += TO_CENTRE * (from_centre(source) - from_centre(move.to_square)) + CHECKS * board.gives_check(move)
    if piece == chess.KING:
        good += CASTLED if board.is_castling(move) else -KING_MOVED
    else:
        saved = _recapture_gain(board, source, not board.turn, board.occupied, VALUES[piece])
        good += min(CAPPED, saved) + PUSHED * (piece == chess.PAWN)
    return -good * MOST_IMPLAUSIBLE / 2 / A_PIECE


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
