"""What a reed has done without use: how it is counted, and how it fades."""

import random

import chess
import pytest

from jadoube.core.reading.reed_record import ReedRecord
from jadoube.core.squares import Occupancy

BOTH = chess.BB_A1 | chess.BB_E4
MOST = 15


def counted(times: int, squares: Occupancy = chess.BB_E4) -> ReedRecord:
    """The record after these squares have changed so often."""
    record = ReedRecord()
    for _ in range(times):
        record = record.count_changes(squares)
    return record


def test_changes_are_counted_up_to_the_most() -> None:
    """The count stays at the most, and does not begin anew."""
    assert [counted(times).count(chess.BB_E4) for times in range(20)] == [min(n, MOST) for n in range(20)]


def test_each_square_has_its_own_count() -> None:
    """What one reed does says nothing of another."""
    record = counted(5, BOTH).count_changes(chess.BB_A1)
    assert [record.count(square) for square in (chess.BB_A1, chess.BB_E4, chess.BB_H8)] == [6, 5, 0]


def test_a_use_keeps_a_quarter() -> None:
    """A reed that works as a ply needs is suspected less; the others are as before."""
    for times in range(MOST + 1):
        record = counted(times, BOTH).agree(chess.BB_E4)
        assert (record.count(chess.BB_E4), record.count(chess.BB_A1)) == (times // 4, times)


@pytest.mark.parametrize("seed", range(20))
def test_it_counts_as_sixty_four_numbers_would(seed: int) -> None:
    """Whatever changes and whatever is used: the sets of bits say what one number for each square says."""
    rng = random.Random(seed)
    record, numbers = ReedRecord(), [0] * 64
    for _ in range(200):
        squares, uses = rng.getrandbits(64), rng.random() < 1 / 8
        record = record.agree(squares) if uses else record.count_changes(squares)
        for square in chess.scan_forward(squares):
            numbers[square] = numbers[square] // 4 if uses else min(numbers[square] + 1, MOST)
        assert [record.count(1 << square) for square in range(64)] == numbers
        assert record.more_than_once == sum(1 << square for square in range(64) if numbers[square] > 1)
