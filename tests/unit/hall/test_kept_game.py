"""Which of several games is that of a pairing."""

import pytest

from jadoube.hall.kept_game import KeptRow, game_of_pairing

LATER = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3"
FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def _row(game_id: str, plies: int, board: str = "b1", **others: str) -> KeptRow:
    first = int(game_id)
    return KeptRow(game_id, board, others.pop("machine", "m"), first, plies=plies, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "counts"),
    [
        ([], ""),
        ([_row("1", 5)], "1"),
        # begun wrongly
        ([_row("1", 5), _row("2", 1)], "2"),
        ([_row("1", 0), _row("2", 3)], "2"),
        # a board that was set up again plays no other game yet
        ([_row("1", 5), _row("2", 0)], "1"),
        # after the result somebody plays on
        ([_row("1", 5, result="1-0"), _row("2", 30)], "1"),
        # another board, and the moves made again
        ([_row("1", 5), _row("2", 3, "b2")], "1"),
        ([_row("1", 5), _row("2", 5, "b2")], "2"),
        ([_row("1", 5), _row("2", 9, machine="n")], "2"),
        # from the position
        ([_row("1", 5), _row("2", 1, "b2", start=FEN)], "12"),
        ([_row("1", 5), _row("2", 1, start=FEN), _row("3", 2, start=LATER)], "123"),
        # from the same position again
        ([_row("1", 5), _row("2", 1, start=FEN), _row("3", 2, start=FEN)], "13"),
        ([_row("1", 5), _row("2", 4, "b2", start=FEN), _row("3", 2, "b3", start=FEN)], "12"),
        ([_row("1", 5), _row("2", 4, "b2", start=FEN), _row("3", 8, "b3")], "12"),
        ([_row("1", 5), _row("2", 4, "b2", start=FEN), _row("3", 9, "b3")], "3"),
        # of a position with a handicap
        ([_row("1", 5, start=FEN), _row("2", 1, start=FEN)], "2"),
        ([_row("1", 5), _row("2", 1, "b2", start=FEN, result="0-1"), _row("3", 2, start=FEN)], "12"),
        # the board that was taken away says how it ended
        ([_row("1", 5, result="0-1"), _row("2", 1, "b2", start=FEN)], "12"),
        ([_row("1", 5, result="0-1"), _row("2", 1, start=FEN)], "1"),
        # the order in which they were first seen counts
        ([_row("2", 1, "b2", start=FEN), _row("1", 5)], "12"),
    ],
)
def test_the_game_of_a_pairing(rows: list[KeptRow], counts: str) -> None:
    """What counts, and that nothing is left out."""
    found = game_of_pairing(rows)
    assert "".join(row.game_id for row in found.rows) == counts
    assert {*found.rows, *found.others} == set(rows)
    assert found.plies == sum(row.plies for row in found.rows)
