"""Lamps at corners: which squares a program means, however it lights those that two squares share."""

from itertools import combinations

import chess
import pytest

from jadoube.core.squares import names
from jadoube.links.chesslink.corners import CORNERS, Frame, corners_of, read_frame
from jadoube.links.chesslink.framing import LAMPS

#: Which pattern a corner has that two squares share, in the order in which they are lit.
SHARED = {
    "both": lambda first, second: first | second,
    "the first": lambda first, second: first or second,
    "the last": lambda first, second: second or first,
}


def _frame(squares: list[str], shared: str, patterns: tuple[int, ...], slot: int = 0x20) -> Frame:
    lamps = [0] * LAMPS
    for name, pattern in zip(squares, patterns, strict=True):
        for corner in corners_of(chess.parse_square(name)):
            lamps[corner] = SHARED[shared](lamps[corner], pattern)
    return read_frame(slot, bytes(lamps))


def test_corners_are_counted_from_a8() -> None:
    """0 is the corner of a8, 8 that of a1, 72 that of h8, 80 that of h1."""
    assert [chess.SQUARE_NAMES[at] for at in (56, 0, 63, 7)] == ["a8", "a1", "h8", "h1"]
    assert [corner in CORNERS[at] for corner, at in ((0, 56), (8, 0), (72, 63), (80, 7))] == [True] * 4


@pytest.mark.parametrize("patterns", [(0xFF, 0xFF), (0x0F, 0xF0), (0xCC, 0x33)], ids=str)
@pytest.mark.parametrize("shared", SHARED)
def test_any_two_squares_are_those_two(shared: str, patterns: tuple[int, int]) -> None:
    """Side by side, with one between them, or anywhere: no third one is read, and none is lost."""
    for pair in combinations(chess.SQUARE_NAMES, 2):
        assert set(names(_frame(list(pair), shared, patterns).squares)) == set(pair)


@pytest.mark.parametrize(
    ("lit", "read"),
    [
        ("", ""),
        ("e4", "e4"),
        ("e1 f1 g1 h1", "e1 f1 g1 h1"),
        ("e1 g1", "e1 g1"),
        ("a1 b1 a2 b2", "a1 b1 a2 b2"),
        ("e4 e5 d5", "e4 d5 e5"),
        (" ".join(chess.SQUARE_NAMES), " ".join(chess.SQUARE_NAMES)),
    ],
)
def test_more_squares_stay_what_they_are(lit: str, read: str) -> None:
    """All that cannot be told apart is left in: castling, blocks, the whole board."""
    frame = _frame(lit.split(), "both", (0xFF,) * len(lit.split()))
    assert names(frame.squares) == tuple(read.split())


@pytest.mark.parametrize(
    ("line", "ends"), [("c1 d2 e3 f4", "c1 f4"), ("a1 a2 a3 a4", "a1 a4"), ("d2 e3", "d2 e3")]
)
def test_of_a_drawn_line_the_ends_are_the_move(line: str, ends: str) -> None:
    """BearChess may draw the way of a piece."""
    frame = _frame(line.split(), "both", (0xCC,) * len(line.split()))
    assert set(names(frame.ends)) == set(ends.split())


def test_squares_that_are_no_line_have_no_ends() -> None:
    """A gap, a corner, or squares anywhere."""
    for squares in ("a1 a2 a5", "a1 a2 b2 c2", "a1 c4 h8"):
        frame = _frame(squares.split(), "both", (0xFF,) * len(squares.split()))
        assert frame.ends == frame.squares


def test_what_a_program_only_thinks_of_is_told_by_its_patterns() -> None:
    """mchess: two patterns of one slot; BearChess: without a break. The same in other programs is a move."""
    move = ["e7", "e5"]
    assert _frame(move, "the last", (0x02, 0x01)).is_hint
    assert _frame(move, "the first", (0xFF, 0xFF), slot=0x22).is_hint
    assert not _frame(move, "the first", (0xCC, 0x33), slot=0x22).is_hint
    assert not _frame(move, "both", (0xFF, 0xFF), slot=0x38).is_hint
    assert not _frame(move, "both", (0x01, 0x01)).is_hint
