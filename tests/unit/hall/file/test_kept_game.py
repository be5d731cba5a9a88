"""Which of several games is that of a pairing."""

import pytest

from jadoube.hall.file.kept_game import KeptRow, game_of_pairing

LATER = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3"
FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def _row(game_id: str, plies: int, board: str = "b1", **others: object) -> KeptRow:
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
        ([_row("1", 20), _row("2", 1)], "2"),
        # nobody has entered a result, and somebody plays for fun
        ([_row("1", 80), _row("2", 1)], "1"),
        ([_row("1", 21), _row("2", 20, result="1-0")], "1"),
        ([_row("1", 21), _row("2", 21)], "2"),
        ([_row("1", 80), _row("2", 9, start=FEN), _row("3", 10, start=FEN)], "13"),
        # a board that was set up again plays no other game yet
        ([_row("1", 5), _row("2", 0)], "1"),
        # after the result somebody plays on
        ([_row("1", 5, result="1-0"), _row("2", 30)], "1"),
        # nobody came: his flag fell, and the other one plays for fun; one that was only set up gives way
        ([_row("1", 0, over=True, result="0-1"), _row("2", 30, result="1-0")], "1"),
        ([_row("1", 0, over=True), _row("2", 3)], "2"),
        # it ended at the other board, in the position that was entered there
        ([_row("1", 5, left=5), _row("2", 0, "b2", start=FEN, over=True, result="1/2-1/2")], "12"),
        ([_row("1", 5, left=5), _row("2", 0, "b2", start=FEN)], "1"),
        # nobody has entered the position there
        ([_row("1", 5, left=5), _row("2", 0, "b2", over=True, result="1-0")], "12"),
        ([_row("1", 5, left=5), _row("2", 0, "b2", over=True)], "1"),
        ([_row("1", 5, left=5), _row("2", 0, over=True, result="1-0")], "1"),
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
        # after the result somebody goes on from a position
        ([_row("1", 5, result="0-1"), _row("2", 1, start=FEN)], "1"),
        ([_row("1", 5, result="0-1"), _row("2", 1, "b2", start=FEN)], "1"),
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


LEFT = _row("1", 9, result="0-1", over=True)._replace(left=5)


@pytest.mark.parametrize(
    ("others", "counts", "plies", "result"),
    [
        ([], "1", 5, "*"),
        ([_row("2", 1, "b2", start=FEN)], "12", 6, "*"),
        ([_row("2", 4, "b2", result="1-0")], "1", 5, "*"),
        ([_row("2", 5, "b2", result="1-0")], "2", 5, "1-0"),
        ([_row("0", 0, "b2")], "1", 5, "*"),
        ([_row("0", 7, "b2", result="1-0")], "0", 7, "1-0"),
    ],
)
def test_what_a_board_says_after_it_was_taken_away_does_not_count(
    others: list[KeptRow], counts: str, plies: int, result: str
) -> None:
    """Its game counts as it was then: neither its further plies nor its result."""
    found = game_of_pairing([LEFT, *others])
    assert "".join(row.game_id for row in found.rows) == counts
    assert (found.plies, found.result) == (plies, result)
    assert found.is_other(LEFT) == ("1" not in counts)


def test_a_board_that_was_taken_away_before_the_first_ply_plays_nothing() -> None:
    """Whatever is played there afterwards, and however long."""
    left = _row("1", 30, result="0-1")._replace(left=0)
    for rows in ([_row("2", 0, "b2")], [_row("2", 20, "b2", result="1-0")]):
        assert [each.game_id for each in game_of_pairing([left, *rows]).rows] == ["2"]
