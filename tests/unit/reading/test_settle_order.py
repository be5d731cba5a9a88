"""The settle order: in which order squares opened and closed, counted and not timed."""

import chess
import pytest

from jadoube.core.reading.reed_record import ReedRecord
from jadoube.core.reading.settle_order import NEVER, Choice, SettleOrder
from jadoube.core.rules.game_line import begin
from shared.hands.named_squares import squares_of


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


ALL_SIX = SettleOrder(record=ReedRecord(0, chess.BB_ALL, chess.BB_ALL, 0))
"""Every reed has changed six times without use; one ply that uses it leaves one."""


def excused(known: SettleOrder) -> set[str]:
    """The squares of which less is held against the reed than of the others."""
    return {name for name in chess.SQUARE_NAMES if known.record.count(squares_of(name)) == 1}


USES: dict[str, tuple[str, str, str]] = {
    "a step": (chess.STARTING_FEN, "g1f3", "g1&f3"),
    "a slide uses its way": (chess.STARTING_FEN, "e2e4", "e2&e3&e4"),
    "a capture uses its target": ("4k3/8/8/8/8/3p4/8/2B1KB2 w - - 0 1", "f1d3", "f1&e2&d3"),
    "castling uses the rook's squares": ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1&f1&g1&h1"),
    "en passant uses the victim's square": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5&d5&d6"),
}


@pytest.mark.parametrize(("fen", "uci", "used"), USES.values(), ids=USES)
def test_a_ply_speaks_for_the_reeds_that_it_uses(fen: str, uci: str, used: str) -> None:
    """It speaks for each square that it flips, where it lands and on its way, and for no other."""
    line = begin(fen).after(chess.Move.from_uci(uci))
    known = ALL_SIX.explain(line)
    assert excused(known) == {name for name in chess.SQUARE_NAMES if squares_of(name) & squares_of(used)}
    assert {known.record.count(1 << square) for square in range(64)} == {1, 6}
    assert ALL_SIX.explain(begin(fen)) == ALL_SIX


def test_squares_touched_for_a_takeback_are_excused() -> None:
    """Their changes are no lies; the other reeds are held to what they did."""
    known = ALL_SIX.excuse(squares_of("b1&c3"))
    assert excused(known) == {"b1", "c3"}
    assert known._replace(record=ALL_SIX.record) == ALL_SIX


def test_each_settling_counts_against_its_reeds_until_a_ply_uses_them() -> None:
    """Squares that have settled are alive from then on; a rest counts against nobody."""
    known = known_of("e2 e4 h7 h7").after(0, begin().occupancy)
    assert [known.record.count(squares_of(name)) for name in ("e2", "e4", "h7", "a1")] == [1, 1, 2, 0]
    assert known.alive == squares_of("e2&e4&h7")
    played = known.explain(begin().after(chess.Move.from_uci("e2e4")))
    assert [played.record.count(squares_of(name)) for name in ("e2", "e4", "h7")] == [0, 0, 2]


def test_the_squares_that_closed_last_have_landed() -> None:
    """Only those of the last settling."""
    assert [known_of(gesture).landed for gesture in ("e2", "e2 e4", "e2&e4", "e2 e4 d2")] == [
        0,
        chess.BB_E4,
        chess.BB_E4,
        0,
    ]


def test_what_is_known_of_plies_taken_back_is_forgotten() -> None:
    """The choice of a promotion and the ply that stays go with their ply, and not with a later one."""
    known = SettleOrder(choice=Choice(3, chess.ROOK), stays=5)
    assert known.up_to(5) == known
    assert known.up_to(3) == known._replace(stays=3)
    assert known.up_to(2) == SettleOrder(stays=2)
