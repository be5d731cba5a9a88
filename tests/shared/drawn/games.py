"""Legal games drawn by lot, in which what reads hardest comes up the most often."""

import random

import chess

from jadoube.core.rules.rule_sets import position_outcome

#: Between them they are close to every kind of ply, for both sides, and to every ending.
STARTS = (
    chess.STARTING_FEN,
    "r3k2r/p1pp1ppp/1pn2n2/4p3/4P3/1PN2N2/P1PP1PPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1pp1ppp/1pn2n2/4p3/4P3/1PN2N2/P1PP1PPP/R3K2R b KQkq - 0 1",
    "rnb1q3/P1P3P1/8/8/k6K/8/p1p3p1/RNB1Q3 w - - 0 1",
    "4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
    "7k/5K2/8/6P1/8/8/8/8 w - - 0 1",
    "8/8/8/3k4/3pB3/3K4/8/8 b - - 0 1",
)


def drawn_moves(
    start_fen: str, plies: int, seed: int, *, queens_only: bool = False
) -> tuple[chess.Move, ...]:
    """Draw the moves of a game, up to the one that ends it; `queens_only`: nothing else is promoted to.

    Short games shrink out of long ones, since the same seed begins in the same way.
    """
    rng = random.Random(seed)
    board = chess.Board(start_fen)
    while len(board.move_stack) < plies and (not board.move_stack or position_outcome(board) is None):
        moves = [
            each for each in board.legal_moves if not queens_only or each.promotion in (None, chess.QUEEN)
        ]
        board.push(rng.choices(moves, [_interest(board, move) for move in moves])[0])
    return tuple(board.move_stack)


def _interest(board: chess.Board, move: chess.Move) -> int:
    """How often to draw a move: what reads hardest the most often."""
    if board.is_en_passant(move) or board.is_castling(move):
        return 60
    if move.promotion:
        return 10
    return 8 if board.is_capture(move) else 2
