"""Squares by their names, as tests write them."""

import chess


def squares_of(text: str) -> int:
    """The set of the squares named, joined by `&`; empty for no name."""
    return int(chess.SquareSet(chess.parse_square(name) for name in text.split("&") if name))
