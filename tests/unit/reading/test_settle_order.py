"""The settle order: in which order squares opened and closed, counted and not timed."""

import chess
import pytest

from jadoube.core.reading.settle_order import NEVER, Choice, SettleOrder
from jadoube.core.rules.game_line import begin
from named_squares import squares_of


def known_of(gesture: str) -> SettleOrder:
    """The settle order after squares of the start position settled one after the other (`&`: in one scan)."""
    known, occupancy = SettleOrder(), begin().occupancy
    for settled in map(squares_of, gesture.split()):
        occupancy ^= settled
        known = known.after(settled, occupancy)
    return known


def numbers(of_squares: tuple[int, ...]) -> dict[str, int]:
    """The squares that have a number, by name."""
    return {chess.square_name(square): number for square, number in enumerate(of_squares) if number}


ORDERS: dict[str, tuple[str, dict[str, int], dict[str, int]]] = {
    "nothing": ("", {}, {}),
    "a move": ("e2 e4", {"e2": 1}, {"e4": 2}),
    "a move in one scan": ("e2&e4", {"e2": 1}, {"e4": 1}),
    "two hands": ("e2&e7 e4&e5", {"e2": 1, "e7": 1}, {"e4": 2, "e5": 2}),
    "put back": ("d1 d1", {"d1": 1}, {"d1": 2}),
    "put back and lifted again": ("d1 d1 d1", {"d1": 3}, {"d1": 2}),
    "tried": ("e4 e4 e4", {"e4": 2}, {"e4": 3}),
}


@pytest.mark.parametrize(("gesture", "opened", "closed"), ORDERS.values(), ids=ORDERS)
def test_the_last_opening_and_closing_of_each_square_are_numbered(
    gesture: str, opened: dict[str, int], closed: dict[str, int]
) -> None:
    """Squares of one scan share a number, a later scan has a larger one, and 0 is never."""
    known = known_of(gesture)
    assert (numbers(known.opened), numbers(known.closed)) == (opened, closed)
    assert known.settlings == len(gesture.split())


def test_a_settling_of_no_square_is_counted() -> None:
    """A rest separates earlier settlings from later ones, and changes no square's number."""
    known = known_of("e2")
    rested = known.after(0, known.occupancy)
    assert rested == known._replace(settlings=2)
    assert numbers(rested.after(chess.BB_E4, begin().occupancy | chess.BB_E4).closed) == {"e4": 3}


def test_counting_keeps_the_choice_and_changes_no_earlier_knowledge() -> None:
    """It is a value: earlier copies do not change."""
    before = SettleOrder(choice=Choice(1, chess.ROOK))
    after = before.after(chess.BB_E2, begin().occupancy ^ chess.BB_E2)
    assert after.choice == Choice(1, chess.ROOK)
    assert before == SettleOrder(NEVER, NEVER, 0, Choice(1, chess.ROOK))


def test_a_ply_begins_when_its_piece_leaves_its_square() -> None:
    """The source counts, not the target; if it did not open, the ply began with the one before."""
    known, move = known_of("d1 d1 e2 e4"), chess.Move.from_uci("e2e4")
    assert known.begun(move, chess.BB_E2 | chess.BB_E4, before=1) == 3
    assert known.begun(move, chess.BB_E4, before=1) == 1
