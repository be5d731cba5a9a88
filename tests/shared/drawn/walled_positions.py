"""Positions drawn by lot in which pawns hold each other, with few pieces behind them and between."""

import random

import chess

WALLS = (
    "8/8/8/p1p1p1p1/P1P1P1P1/8/8/8",
    "8/8/8/1p1p1p1p/1P1P1P1P/8/8/8",
    "8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8",
    "8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/8",
    "8/8/8/p1p3p1/P1Pp1pPp/3P1P1P/8/8",
    "8/1p5p/pPp1p1pP/P1PpPpP1/3P1P2/8/8/8",
    "8/p1p3p1/P1P1p1Pp/4P2P/8/8/8/8",
    "8/8/8/p1p1p1p1/8/8/P1P1P1P1/8",
)

OFFICERS = (chess.BISHOP, chess.BISHOP, chess.KNIGHT, chess.ROOK)


def walled(seed: int) -> chess.Board:
    """Draw a legal position: a wall of pawns, of which one may be missing, kings, and up to two officers."""
    rng = random.Random(seed)
    while True:
        board = chess.Board(None)
        board.set_board_fen(rng.choice(WALLS))
        if rng.random() < 0.2:
            board.remove_piece_at(rng.choice(list(chess.SquareSet(board.occupied))))
        kinds = [chess.KING, chess.KING, *rng.choices(OFFICERS, k=rng.randint(0, 2))]
        sides = [*chess.COLORS, *rng.choices(chess.COLORS, k=2)]
        for piece in map(chess.Piece, kinds, sides):
            board.set_piece_at(rng.choice(list(chess.SquareSet(~board.occupied))), piece)
        board.turn = rng.choice(chess.COLORS)
        if board.is_valid():
            return board
