"""Fields are counted from a8, row by row."""

import chess

from jadoube.links.dgt.codes import BOARD_START, board_dump, field_changes, field_of, square_of
from shared.links.shown_views import letters

START = "08090A0C0B0A0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"


def test_the_start_position() -> None:
    """As every program expects it."""
    assert letters(chess.Board()) == BOARD_START
    assert board_dump(BOARD_START) == bytes.fromhex(START)


def test_fields() -> None:
    """a8 is 0, h8 is 7, a1 is 56, h1 is 63; others are none."""
    assert [field_of(each) for each in (chess.A8, chess.H8, chess.A1, chess.H1)] == [0, 7, 56, 63]
    assert [square_of(field_of(each)) for each in chess.SQUARES] == list(chess.SQUARES)
    assert (square_of(64), square_of(-1)) == (None, None)


def test_what_became_empty_comes_first() -> None:
    """So no program sees the same piece twice."""
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    after = chess.Board("4k3/8/8/8/8/8/8/R4RK1 b - - 0 1")
    assert field_changes(letters(board), letters(after)) == ((60, 0), (63, 0), (61, 2), (62, 5))
