"""The prior: how implausible a ply or a game is as chess, for cases that the reeds cannot decide.

Players recapture, take free pieces, and seldom lose a queen for a pawn. That tells which capture nobody saw.
And it tells where pieces stand: whoever seems to leave a free piece alone, ply after ply, sees another board
than this reading does (`given_away`). The prior only orders readings: it drops one only where more are
alive than are kept, and it never ends a doubt.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import chess

from jadoube.core.reading.weights import MOST_IMPLAUSIBLE
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.piece_attacks import attacks_from
from jadoube.core.squares import Occupancy, squares

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
"""In pawns, as in every primer. A king takes part in an exchange and is never given up."""

A_PIECE = 3.0
"""In pawns: a player gladly gains so much, and does not lose so much on purpose."""

CAPPED: Final = 4.0
"""In pawns: no exchange counts for more, in `oddness` and in `given_away`."""

SAVED, THREATENED = 0.5, 0.3
"""In pawns, for `oddness`: for each pawn that the piece saves by leaving, and for each that it could win by
its next move."""

TO_CENTRE, FORWARD, CHECKS, CASTLED, KING_MOVED = 0.14, 0.07, 1.2, 3.0, 0.5
"""In pawns, for `oddness`: each square nearer to the centre; each rank forward; a check; castling; another
move of the king. These seven are rounded from a fit to 14,450 choices in one collection of games. In two
others the true move is the least odd of 56 % of 2,814 choices of a square (before this fit 49 %), and of 74 %
of 2,185 choices of the piece that goes to a square (69 %)."""

A_GAMBIT = 1
"""In pawns: so little is often given for time, and tells nothing (`given_away`)."""

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
    """How odd a legal move is that nobody could see, in the scale of `implausibility`; it may be negative.

    It is less odd to win a piece, to save one, to threaten one, to check, to castle, and to go forward and
    towards the centre.
    """
    source, target = move.from_square, move.to_square
    piece = move.promotion or board.piece_type_at(source) or chess.PAWN
    left = board.occupied & ~chess.BB_SQUARES[source]
    attacked = attacks_from(target, piece, board.turn, left) & board.occupied_co[not board.turn]
    good = max(-CAPPED, min(CAPPED, exchange(board, move)))
    good += TO_CENTRE * (CENTRED[target] - CENTRED[source]) + CHECKS * bool(attacked & board.kings)
    ranks = (target >> 3) - (source >> 3)
    good += FORWARD * (ranks if board.turn else -ranks)
    good += THREATENED * min(CAPPED, _most_won(board, attacked & ~board.kings, left, VALUES[piece]))
    if piece == chess.KING:
        good += CASTLED if board.is_castling(move) else -KING_MOVED
    else:
        saved = _recapture_gain(board, source, not board.turn, board.occupied, VALUES[piece])
        good += SAVED * min(CAPPED, saved)
    return -good * MOST_IMPLAUSIBLE / 2 / A_PIECE


def _most_won(board: chess.Board, victims: Occupancy, left: Occupancy, stands: int) -> int:
    """The most that a piece of this value wins, in pawns, by capturing one of these; 0 if it gains nothing.

    The other squares that are occupied then are those `left`.
    """
    most = 0
    for square in squares(victims):
        taken = VALUES[board.piece_type_at(square) or chess.PAWN]
        most = max(most, taken - _recapture_gain(board, square, not board.turn, left, stands))
    return most


def more_given_away(line: Line, other: Line, since: int = 0) -> float:
    """How much more was given away in this game than in the other one, as far as both go, in pawns.

    It counts after the ply `since`.
    """
    plies = min(line.ply, other.ply)
    if since >= plies or line is other:
        return 0.0
    more = given_away(line.back_to(plies)) - given_away(other.back_to(plies))
    return more - more_given_away(line.back_to(since), other.back_to(since)) if since else more


def given_away(line: Line) -> float:
    """What both players have given away in this game, in pawns: at each ply at most `CAPPED`.

    It is what the best capture would have gained, less what the ply gained or lost on its square, if that is
    more than `A_GAMBIT`. The piece of a promotion is told, and says nothing here.
    """
    new = list[Line]()
    while line.given_away is None and line.before:
        new.append(line)
        line = line.before
    total = line.given_away or 0.0
    for each in reversed(new):
        if each.before and each.move:
            total += _given_away(each.before.board, each.move)
        each.given_away = total
    return total


def _given_away(board: chess.Board, move: chess.Move) -> float:
    most = max([0, *(exchange(board, each) for each in board.generate_legal_captures())])
    queened = chess.Move(move.from_square, move.to_square, chess.QUEEN if move.promotion else None)
    lost = min(CAPPED, most - exchange(board, queened))
    return lost if lost > A_GAMBIT else 0.0


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
