"""How attractive a move is: players recapture, take free pieces, and seldom lose a queen for a pawn.

That tells which capture nobody saw.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.reading.prior.exchange import VALUES, exchange, recapture_gain
from jadoube.core.reading.weights import MOST_IMPLAUSIBLE
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy, squares

A_PIECE = 3.0
"""In pawns: a player gladly gains so much, and does not lose so much on purpose."""

CAPPED: Final = 4.0
"""In pawns: no exchange counts for more, in `attraction`."""

GAINS, LOSES, CAPTURES = 0.9, 1.35, 1.3
"""For `attraction`: for each pawn that the exchange wins, for each that it loses, and for any capture."""

SAVES, THREATENS, CHECKS = 0.8, 0.35, 1.4
"""For each pawn that the piece saves by leaving, for each that it could win next, and for a check."""

TO_CENTRE, FORWARD, CASTLES, KING_MOVES = 0.15, 0.1, 2.5, -0.25
"""For each square nearer to the centre, for each rank forward, for castling, and for a king's other moves.

These ten are natural logarithms, rounded from a fit by maximum likelihood to 5,200 plies of 627 games. In 80
others a ply costs 2.52 on average, and 3.32 if all legal moves are equally likely (`jadoube bench likelihood`
measures both)."""

ONE_ODD: Final = 3.8
"""In natural logarithms: one of `oddness`, in whose scale a lost piece is as odd as for `implausibility`."""

CENTRED: Final = tuple(
    7 - abs(2 * chess.square_file(square) - 7) // 2 - abs(2 * chess.square_rank(square) - 7) // 2
    for square in chess.SQUARES
)
"""How near each square is to the centre, in squares along files and ranks: 1 in a corner, 7 in the centre."""


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
    """How odd a legal move is that nobody could see, in the scale of `implausibility`; it may be negative."""
    return -attraction(board, move) / ONE_ODD


def attraction(board: chess.Board, move: chess.Move) -> float:
    """How much likelier a move is than a dull one in the same position, as a natural logarithm.

    It is likelier to win a piece, to save one, to threaten one, to check, to castle, and to go forward and
    towards the centre.
    """
    return attraction_of_leaving(board, move.from_square) + attraction_of_arriving(board, move)


def attraction_of_leaving(board: chess.Board, source: chess.Square) -> float:
    """How much likelier a move is because its piece leaves this square, where it would be lost."""
    piece = board.piece_type_at(source) or chess.PAWN
    if piece == chess.KING:
        return 0.0
    return SAVES * min(CAPPED, recapture_gain(board, source, not board.turn, board.occupied, VALUES[piece]))


def attraction_of_arriving(board: chess.Board, move: chess.Move) -> float:
    """How much likelier a move is because of where its piece goes."""
    source, target, opponents = move.from_square, move.to_square, board.occupied_co[not board.turn]
    piece = move.promotion or board.piece_type_at(source) or chess.PAWN
    if piece == chess.KING and board.is_castling(move):
        return CASTLES
    left = board.occupied & ~chess.BB_SQUARES[source]
    won, ranks = exchange(board, move), (target >> 3) - (source >> 3)
    good = TO_CENTRE * (CENTRED[target] - CENTRED[source]) + FORWARD * (ranks if board.turn else -ranks)
    good += min(CAPPED, won) * GAINS if won > 0 else max(-CAPPED, won) * LOSES
    if chess.BB_SQUARES[target] & opponents or board.is_en_passant(move):
        good += CAPTURES
    if attacked := attacks_from(target, piece, board.turn, left) & opponents:
        good += CHECKS if attacked & board.kings else 0.0
        good += THREATENS * min(CAPPED, _most_won(board, attacked & ~board.kings, left, VALUES[piece]))
    return good + KING_MOVES if piece == chess.KING else good


def _most_won(board: chess.Board, victims: Occupancy, left: Occupancy, stands: int) -> int:
    """The most that a piece of this value wins, in pawns, by capturing one of these; 0 if it gains nothing.

    The other squares that are occupied then are those `left`.
    """
    most = 0
    for square in squares(victims):
        taken = VALUES[board.piece_type_at(square) or chess.PAWN]
        most = max(most, taken - recapture_gain(board, square, not board.turn, left, stands))
    return most
