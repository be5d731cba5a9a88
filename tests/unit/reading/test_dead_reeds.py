"""Dead reeds: when one is suspected, how a reading that holds one sees the board, and when it is wrong."""

import chess
import pytest

from jadoube.core.reading import tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.dead_reeds import MOST_DEAD, suspicion_price
from jadoube.core.reading.doubts import doubts
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import begin
from jadoube.core.signals.lines import lines_in
from named_squares import squares_of
from settled_squares import settle_each

ROOK = "4k3/4p3/8/8/8/8/8/R2n2K1 w - - 0 1"
PAWN = "4k3/4p3/8/8/8/4P3/8/4K3 w - - 0 1"
CASTLES = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def seen(fen: str, gesture: str, astray: int = 0) -> Tracker:
    """The tracker of a position after a gesture; `astray` are the squares that do not fit at the start."""
    start = begin(fen)
    return settle_each(tracker.begin(start, start.occupancy ^ astray), gesture)


def game(reading: Tracker) -> str:
    """The best reading's moves."""
    return " ".join(line.san for line in reading.best.line.plies())


def test_a_piece_in_the_air_is_no_dead_reed() -> None:
    """No reed is suspected at a rest, at a lift by the opponent, or at a press."""
    resting = seen(PAWN, "e3 .")
    lifted = seen(PAWN, "e3 e7")
    pressed = tracker.complete(tracker.consider_unseen(resting), chess.WHITE, 0)
    assert [game(each) for each in (resting, lifted, pressed)] == ["", "", ""]


def test_the_second_press_believes_in_a_dead_reed() -> None:
    """The board rested between the two presses, so no hand holds the missing piece."""
    pressed = tracker.complete(tracker.consider_unseen(seen(PAWN, "e3")), chess.WHITE, 0)
    asked = tracker.consider_unseen(tracker.rest(pressed), again=True)
    again = tracker.complete(asked, chess.WHITE, 0)
    assert (game(again), again.best.bad) == ("e4", squares_of("e4"))


def test_a_reply_says_where_the_piece_must_be() -> None:
    """A reed is suspected once Black has set his king down; from then on the reading ignores it."""
    reading = seen(PAWN, "e3 e8 d7 . e5 .")
    assert (game(reading), reading.best.fits) == ("e4 Kd7 e5", True)


def test_a_piece_from_a_reed_stuck_closed_is_one_too_many() -> None:
    """Only the pawn's target is seen."""
    reading = seen(PAWN, "e4 . e8 d7 .")
    assert (game(reading), reading.best.bad) == ("e4 Kd7", squares_of("e3"))


def test_a_pawn_may_take_in_passing_and_land_on_a_dead_reed() -> None:
    """The captured pawn was lifted for the capture, not for a reply."""
    reading = seen("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2 a4 . b4 a4 . e1 e2 .")
    assert (game(reading), reading.best.bad) == ("a4 bxa3 Ke2", squares_of("a3"))


def test_what_is_taken_on_a_dead_reed_is_never_seen_to_leave() -> None:
    """Three plies in a row end on the dead reed; only the lifts are seen."""
    reading = seen("2r1k3/8/8/8/8/8/1N6/2R1K1n1 w - - 0 1", "b2 c8 c1 g1 . f3 . e1 e2 .")
    assert (game(reading), reading.best.bad) == ("Nc4 Rxc4 Rxc4 Nf3+ Ke2", squares_of("c4"))


def test_castling_may_end_on_a_dead_reed() -> None:
    """Three of the four squares of castling are enough."""
    reading = seen(CASTLES, "e1 h1 f1 e8 d7 .")
    assert (game(reading), reading.best.bad) == ("O-O Kd7", squares_of("g1"))


def test_a_victim_put_back_may_be_a_capture_from_a_dead_reed() -> None:
    """It is read as a capture once the opponent goes on."""
    reading = seen(ROOK, "d1 d1 . e7 e6 . d1 d4 .")
    assert (game(reading), reading.best.bad) == ("Rxd1 e6 Rd4", squares_of("a1"))


def test_a_second_dead_reed_is_found_in_play() -> None:
    """A second dead reed is found, but never a third: then the board is unreadable."""
    reading = seen("4k3/8/p7/8/8/P7/8/4K3 w - - 0 1", "a3 . e8 e7 . e1 e2 . a6 . e2 e1 . e7 e8 .")
    assert (game(reading), reading.best.bad) == ("a4 Ke7 Ke2 a5 Ke1 Ke8", squares_of("a4&a5"))
    single = [each.bad for each in reading.hypotheses if not lines_in(each.bad)]
    assert all(bad.bit_count() <= MOST_DEAD for bad in single)


HIDES_A_STEP = "4k3/7p/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize("astray", ["h6", "h6&h7"], ids=["one reed is known", "both are known"])
def test_a_ply_whose_two_reeds_are_dead_shows_in_the_reply(astray: str) -> None:
    """White moves twice in a row, so Black has moved from one dead reed to the other in between."""
    reading = seen(HIDES_A_STEP, ". e1 d1 . d1 c1 . e8 e7 .", squares_of(astray))
    assert (game(reading), reading.best.bad) == ("Kd1 h6 Kc1 Ke7", squares_of("h6&h7"))


def test_a_press_asks_for_a_capture_from_a_dead_reed() -> None:
    """The victim is lifted and its square closes again; a press says that this was a ply."""
    pressed = tracker.consider_unseen(seen(ROOK, "d1 d1"))
    assert {each.line.san for each in pressed.hypotheses if each.bad} == {"Rxd1"}
    adjusted = tracker.consider_unseen(seen(ROOK, "a1 a1"))
    assert not any(each.bad for each in adjusted.hypotheses)


def test_a_reed_that_has_changed_is_suspected_less() -> None:
    """The rook may stand on a square whose reed has closed before, but that costs more."""
    reading = seen("4k3/4p3/8/8/8/8/8/R5K1 w - - 0 1", "a2 a2 a1 e7 e6 .")
    costs = {each.line.back_to(1).san: each.cost for each in reading.hypotheses if each.bad}
    assert costs["Ra2"] > costs["Ra3"]


def test_a_reed_that_has_lied_is_suspected_more() -> None:
    """Each change without use makes it cheaper to stop believing a reed, down to a least price."""
    prices = []
    for lies in (1, 2, 5, 20):
        known = SettleOrder(alive=squares_of("a2"))
        for _ in range(lies):
            known = known.after(squares_of("a2"), 0)
        prices.append(suspicion_price(known, squares_of("a2")))
    assert prices == sorted(prices, reverse=True)
    assert prices[0] == weights.UNRELIABLE - weights.CONTRADICTED
    assert prices[-1] == weights.UNRELIABLE_AT_LEAST


def test_a_ply_beside_which_a_reed_has_changed_is_read() -> None:
    """The pawn's reed opens by itself; the king's ply stands when Black replies, and e3 is not believed."""
    reading = seen(PAWN, "e3 e1 d1 e8 d8")
    assert (game(reading), reading.best.bad) == ("Kd1 Kd8", squares_of("e3"))


def test_a_reed_that_changes_as_a_ply_needs_is_believed_again() -> None:
    """Its pawn leaves e3, which shows a piece again by then, and the reed opens."""
    reading = seen(PAWN, "e3 e1 d1 e8 d8 e3 e3 e4")
    assert game(reading) == "Kd1 Kd8 e4"
    assert {each.bad for each in reading.hypotheses if each.line is reading.best.line} >= {0}


def test_a_reading_pays_for_a_reed_that_it_wrongly_took_for_dead() -> None:
    """The reading lives on, but pays, and trusts that square again."""
    wrong = seen(chess.STARTING_FEN, "e2 e4", astray=squares_of("b1"))
    right = tracker.settle(wrong, squares_of("b1"))
    assert (game(wrong), wrong.best.bad) == ("e4", squares_of("b1"))
    assert (game(right), right.best.bad, right.best.fits) == ("e4", 0, True)
    assert right.best.cost == wrong.best.cost + weights.NOT_DEAD


def test_a_game_begins_with_two_dead_reeds_at_most() -> None:
    """With more than two squares astray the pieces are not set up yet."""
    two, three = squares_of("a2&h2"), squares_of("a2&h2&h7")
    assert game(seen(chess.STARTING_FEN, "e2 e4", two)) == "e4"
    assert not seen(chess.STARTING_FEN, "e2 e4", three).ready


def test_a_victim_never_seen_is_likelier_than_a_dead_reed() -> None:
    """It is likelier by more than a doubt: victims are pushed out every day."""
    reading = seen("4k3/4p3/7p/8/8/8/8/2B3K1 w - - 0 1", "c1 e7 e6 .")
    assert game(reading) == "Bxh6 e6"
    assert doubts(reading).get(1, ()) == ()
    assert {each.line.back_to(1).san for each in reading.hypotheses if each.bad}
