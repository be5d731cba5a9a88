"""A tidy hand on the virtual board: lifts, places and presses as a person does, with their times.

It decides how a move is made with two hands' worth of contacts. It refuses to look at the board.
"""

import time
from typing import Final

import chess

from virtual_board import touch

LEVER: Final = {chess.WHITE: "white", chess.BLACK: "black"}


def press(button: str, held_s: float = 0.06) -> float:
    """Press a button and let go; return the instant of the press."""
    at = time.monotonic()
    touch(button, closed=True)
    time.sleep(held_s)
    touch(button, closed=False)
    return at


class Hand:
    """Makes moves: a piece is `air_s` in the air, `rest_s` passes after it was placed."""

    def __init__(self, air_s: float = 0.09, rest_s: float = 0.05) -> None:
        self.air_s = air_s
        self._rest_s = rest_s
        self.captures = 0

    def lift(self, square: chess.Square) -> None:
        """Take the piece off a square."""
        touch(chess.square_name(square), closed=False)
        time.sleep(self.air_s)

    def place(self, square: chess.Square) -> None:
        """Set a piece down."""
        touch(chess.square_name(square), closed=True)
        time.sleep(self._rest_s)

    def make(self, board: chess.Board, move: chess.Move) -> None:
        """Make a move; every second capture takes the victim first, every other one lifts the mover first."""
        if board.is_castling(move):
            self._castle(board, move)
            return
        if board.is_capture(move):
            victim = move.to_square ^ 8 if board.is_en_passant(move) else move.to_square
            self.captures += 1
            lifted = [victim, move.from_square]
            for square in lifted if self.captures % 2 else reversed(lifted):
                self.lift(square)
        else:
            self.lift(move.from_square)
        self.place(move.to_square)

    def _castle(self, board: chess.Board, move: chess.Move) -> None:
        first = move.from_square & 56
        rook, goal = (first + 7, first + 5) if board.is_kingside_castling(move) else (first, first + 3)
        self.lift(move.from_square)
        self.place(move.to_square)
        self.lift(rook)
        self.place(goal)
