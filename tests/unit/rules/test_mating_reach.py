"""The reach of pieces, and which kings can never be mated."""

import chess
import pytest

from jadoube.core.rules.mating_nets import is_shut_out
from jadoube.core.rules.mating_reach import find_reaches

ALL = chess.SquareSet(chess.BB_ALL)


def _reach(placed: str, square: str) -> chess.SquareSet:
    """The reach of the piece on a square, in a position of only these pieces."""
    found = find_reaches(chess.Board(f"{placed} w - - 0 1"))
    return chess.SquareSet(next(each.squares for each in found if each.square == chess.parse_square(square)))


def _squares(names: str) -> chess.SquareSet:
    return chess.SquareSet(chess.parse_square(name) for name in names.split())


WALL = "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8"
RANKS_1_TO_3 = chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_3)

REACHES = {
    "a king on an empty board goes everywhere": ("8/8/4k3/8/8/8/8/R3K3", "e1", ALL),
    "a bishop keeps to its colour": ("4k3/8/8/8/8/8/8/2B1K3", "c1", chess.SquareSet(chess.BB_DARK_SQUARES)),
    "a pawn may become a piece that goes everywhere": ("4k3/8/8/8/8/8/P7/4K3", "a2", ALL),
    "a pawn before a pawn is stuck": (WALL, "c4", _squares("c4")),
    "a king goes nowhere that stuck pawns guard": (WALL, "e3", RANKS_1_TO_3),
    "pawns that face each other meet, and do not pass": (
        "7k/4p1pP/6P1/8/8/1p6/pP2P3/K7",
        "e2",
        _squares("e2 e3 e4 e5 e6"),
    ),
    "a bishop behind its own stuck pawns stays there": (
        "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/4B3/8",
        "e2",
        RANKS_1_TO_3 & chess.SquareSet(chess.BB_LIGHT_SQUARES),
    ),
}


@pytest.mark.parametrize(("placed", "square", "squares"), REACHES.values(), ids=REACHES)
def test_reach(placed: str, square: str, squares: chess.SquareSet) -> None:
    """Each piece reaches exactly the squares that the rules of reach leave it."""
    assert _reach(placed, square) == squares


SHUT_OUT = {
    "behind a wall": (f"{WALL} w - - 0 1", True),
    "a wall pushed shut some time ago": ("8/8/4k2p/p1p1p1pP/P1P1P1P1/4K3/8/8 w - - 0 1", True),
    "a wall that can be taken en passant": ("8/8/4k2p/p1p1p1pP/P1P1P1P1/4K3/8/8 w - g6 0 1", False),
    "a knight that mates with a pawn's help": ("8/8/8/8/8/1k6/p1N5/K7 b - - 0 1", False),
    "a bishop alone": ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", False),
}


@pytest.mark.parametrize(("fen", "shut_out"), SHUT_OUT.values(), ids=SHUT_OUT)
def test_shut_out(fen: str, shut_out: bool) -> None:
    """White is shut out where its king and pieces can provably never come near enough."""
    assert is_shut_out(chess.Board(fen), chess.WHITE) is shut_out
