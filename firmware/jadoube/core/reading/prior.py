"""The prior: how likely a ply or a game is as chess, for cases that the reeds cannot decide.

Players recapture, take free pieces, and seldom lose a queen for a pawn. That tells which capture nobody saw.
And it tells where pieces stand: where a free piece is left alone ply after ply, or a king flees from nothing,
another board is seen than by this reading (`more_surprising`). The prior only orders readings: it drops one
only where more are alive than are kept, and it never ends a doubt.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.reading.weights import MOST_IMPLAUSIBLE
from jadoube.core.rules.game_line import Line, parting_ply
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy, squares

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
"""In pawns, as in every primer. A king takes part in an exchange and is never given up."""

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

EXPECTED, BESIDE_MORE = 1.5, 3.5
"""For `more_surprising`, as natural logarithms: a ply that costs up to 1.5 counts nothing (an average one
costs 2.5); where one of two games has more plies, one that costs up to 3.5. With 0 to 1 or 2 to 3.5 for the
first, fewer games are read; with 2.5 to 4.5 for the other as many (measured)."""

AVERAGE: Final = 2.5
"""What a ply costs on average, as a natural logarithm (measured, see above)."""

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
    return _leaves(board, move.from_square) + _goes(board, move)


def _leaves(board: chess.Board, source: chess.Square) -> float:
    """How much likelier a move is because its piece leaves this square, where it would be lost."""
    piece = board.piece_type_at(source) or chess.PAWN
    if piece == chess.KING:
        return 0.0
    return SAVES * min(CAPPED, _recapture_gain(board, source, not board.turn, board.occupied, VALUES[piece]))


def _goes(board: chess.Board, move: chess.Move) -> float:
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
        most = max(most, taken - _recapture_gain(board, square, not board.turn, left, stands))
    return most


def more_surprising(line: Line, other: Line, since: int = 0) -> float:
    """How much more surprising this game is as chess than the other one, as a natural logarithm.

    It counts the plies after the ply `since` from where they part. The last ply of a game that is longer by
    an odd number does not count, for the other one has no reply yet. Where one is longer beside that, average
    plies count nothing.
    """
    if (line.ply - other.ply) % 2:
        line, other = (each.back_to(min(each.ply, max(line.ply, other.ply) - 1)) for each in (line, other))
    common = max(since, parting_ply(line, other) - 1)
    if common >= min(line.ply, other.ply):
        return 0.0
    expected = EXPECTED if line.ply == other.ply else BESIDE_MORE
    return _surprise(line, common, expected) - _surprise(other, common, expected)


def _surprise(line: Line, since: int, expected: float) -> float:
    """How much the plies of a game after this one cost beyond what is expected of each.

    An irregular ply is an average one here: its price is in the rank.
    """
    more = 0.0
    while line.ply > since and line.before:
        if line.likelihood is None:
            made = None if line.irregular else line.move
            line.likelihood = likelihood(line.before, made) if made else -AVERAGE
        more += max(0.0, -expected - line.likelihood)
        line = line.before
    return more


def likelihood(before: Line, made: chess.Move) -> float:
    """How likely a legal ply is among all legal ones, as a natural logarithm.

    The piece of a promotion is told, and says nothing here. No ply captures a king that an irregular one
    has left in check.
    """
    return _likelihoods(before)[made.from_square, made.to_square]


@lru_cache(maxsize=KEPT)
def _likelihoods(line: Line) -> Mapping[tuple[chess.Square, chess.Square], float]:
    board = line.board
    moves = board.generate_legal_moves(to_mask=~(board.kings & line.opponents))
    alike = [each for each in moves if each.promotion in (None, chess.QUEEN)]
    leaves = {source: _leaves(board, source) for source in {each.from_square for each in alike}}
    goods = {
        (each.from_square, each.to_square): leaves[each.from_square] + _goes(board, each) for each in alike
    }
    among = math.log(sum(map(math.exp, goods.values())))
    return {ends: good - among for ends, good in goods.items()}


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
