"""Games that begin alike are the same object as far as they are alike."""

from functools import lru_cache

import chess

from jadoube.core.rules.game_line import Line, begin

START = lru_cache(begin)
"""The same start is the same object, so that games which begin alike are the same so far."""


def played(fen: str, moves: str) -> Line:
    """The game with these moves."""
    line = START(fen)
    for move in moves.split():
        line = line.after(chess.Move.from_uci(move))
    return line
