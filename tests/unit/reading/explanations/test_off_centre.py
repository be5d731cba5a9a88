"""Pieces off the centre of their squares: what such a reading pays, and when it believes the reed again."""

import chess
import pytest

from jadoube.core.reading import blind_squares, setting_up, tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.explanations.distrust import distrust_astray, passing_price, suspicion_price
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.squares import Occupancy
from shared.hands.named_squares import squares_of
from shared.hands.settled_squares import game, settle_each, tracker_of

ROOK = "4k3/4p3/8/8/8/8/4P3/R5K1 w - - 0 1"


def replied_to(alive: Occupancy = chess.BB_ALL) -> Tracker:
    """The tracker after White's rook was lifted and seen nowhere, White's press, and Black's reply."""
    lifted = settle_each(tracker_of(ROOK)._replace(known=SettleOrder(alive=alive)), "a1")
    return settle_each(press(lifted, chess.WHITE), "e7 e6")


def press(reading: Tracker, side: chess.Color) -> Tracker:
    """The tracker after a press of this side, for the first ply."""
    return tracker.call_for_ply(reading, side, 0, rested=True)


def reads(reading: Tracker, moves: str) -> Hypothesis:
    """The cheapest reading alive of these moves."""
    return next(each for each in reading.hypotheses if game(reading._replace(hypotheses=(each,))) == moves)


def test_a_piece_that_closes_no_reed_is_believed_at_once_when_it_is_put_right() -> None:
    """Nothing is paid for that, and the reed is as good as before."""
    seen = reads(replied_to(), "Ra4 e6")
    assert (seen.bad, seen.off_centre) == (chess.BB_A4, chess.BB_A4)
    after = settle_each(replied_to(), "a4")
    right = reads(after, "Ra4 e6")
    assert (right.bad, right.lying, right.off_centre) == (0, 0, 0)
    assert (right.cost, right.fits, after.best) == (seen.cost, True, right)


def test_it_costs_less_than_a_reed_that_sticks() -> None:
    """But it is paid once only: a second piece there that is not seen costs the rest, and the reed is bad."""
    lifted = settle_each(tracker_of(ROOK)._replace(known=SettleOrder(alive=chess.BB_ALL)), "a1")
    line = lifted.best.line.after(chess.Move.from_uci("a1a4"))
    assert passing_price(lifted.best, line, lifted.known, chess.BB_A4) == weights.OFF_CENTRE
    again = lifted.best._replace(left_off_centre=chess.BB_A4)
    assert passing_price(again, line, lifted.known, chess.BB_A4) == 0
    rest = suspicion_price(again, lifted.known, chess.BB_A4)
    assert rest == weights.UNRELIABLE_AT_LEAST
    assert weights.OFF_CENTRE + weights.LEFT_OFF_CENTRE + rest == pytest.approx(weights.UNRELIABLE, abs=0.5)


def test_a_piece_that_leaves_leaves_a_reed_that_is_believed() -> None:
    """The rook goes on from a4, where it was not seen: the empty square agrees."""
    there = reads(replied_to(), "Ra4 e6")
    assert there.bad == chess.BB_A4
    left = there.at(there.line.after(chess.Move.from_uci("a4h4")), there.cost)
    assert (left.bad, left.lying, left.off_centre, left.left_off_centre) == (0, 0, 0, chess.BB_A4)


def test_a_reed_that_never_changed_may_be_dead() -> None:
    """It costs as much as a dead one, and is not believed as its piece leaves. If it closes, it works.

    Not while pieces are being set up: another one may close it then.
    """
    there = reads(replied_to(alive=squares_of("a1")), "Ra4 e6")
    assert there.cost >= weights.DEAD
    left = there.at(there.line.after(chess.Move.from_uci("a4h4")), there.cost)
    assert left.bad == chess.BB_A4
    right = reads(settle_each(replied_to(alive=squares_of("a1")), "a4"), "Ra4 e6")
    assert (right.bad, right.cost) == (0, there.cost)
    strewn = settle_each(replied_to(alive=squares_of("a1")), "h5 a4")
    assert reads(strewn, "Ra4 e6").cost >= there.cost + weights.NOT_DEAD


@pytest.mark.parametrize("first", ["a4", "a5"])
def test_a_piece_between_two_squares_is_on_either(first: str) -> None:
    """Whichever closes first: both plies cost the same, and each names the other."""
    other = {"a4": "a5", "a5": "a4"}[first]
    seen = tracker_of(ROOK)._replace(known=SettleOrder(alive=chess.BB_ALL))
    seen = tracker.take_in_change(settle_each(seen, f"a1 {first}"), squares_of(other), soon=True)
    seen = press(tracker.rest(seen), chess.WHITE)
    ranks = [reads(seen, move).rank for move in ("Ra4", "Ra5")]
    assert ranks[0] == pytest.approx(ranks[1], abs=0.5)
    assert weights.BETWEEN <= min(ranks) < weights.BETWEEN + 0.5


def test_pieces_that_land_one_after_the_other_stand_between_no_squares() -> None:
    """A hand needs longer for two of them."""
    seen = tracker_of(ROOK)._replace(known=SettleOrder(alive=chess.BB_ALL))
    seen = press(tracker.rest(settle_each(seen, "a1 a4 a5")), chess.WHITE)
    assert all(each.rank > weights.OFF_CENTRE or not each.bad for each in seen.hypotheses)


def test_a_square_that_opened_again_was_not_closed_together() -> None:
    """What closed together is forgotten once one of the two changes."""
    known = (
        SettleOrder().after(chess.BB_A4, chess.BB_A4).after(chess.BB_A5, chess.BB_A4 | chess.BB_A5, soon=True)
    )
    assert known.together == chess.BB_A4 | chess.BB_A5
    assert known.after(chess.BB_A5, chess.BB_A4).together == chess.BB_A4


def test_a_reed_that_opens_in_between_does_not_part_them() -> None:
    """The other piece of the ply, or of the reply, may be lifted within that time."""
    known = SettleOrder(occupancy=chess.BB_A1).after(chess.BB_A4, chess.BB_A1 | chess.BB_A4)
    known = known.after(chess.BB_A1, chess.BB_A4, soon=True)
    assert (
        known.after(chess.BB_A5, chess.BB_A4 | chess.BB_A5, soon=True).together == chess.BB_A4 | chess.BB_A5
    )
    assert known.after(chess.BB_A5, chess.BB_A4 | chess.BB_A5).together == 0


def test_a_line_that_comes_off_hides_a_piece_off_its_centre() -> None:
    """What its reed shows then is the wire's doing; it is not believed before the wire is mended."""
    seen = blind_squares.hide(replied_to(), chess.BB_FILE_A)
    there = reads(seen, "Ra4 e6")
    left = there.at(there.line.after(chess.Move.from_uci("a4h4")), there.cost)
    assert (left.bad, left.off_centre, left.left_off_centre) == (chess.BB_FILE_A, 0, 0)
    assert left.cost == there.cost


def test_a_piece_is_put_right_while_the_board_waits() -> None:
    """After a takeback, say: what agrees then is believed."""
    waits = setting_up.expect(replied_to(), replied_to().occupancy | chess.BB_A4)
    there = reads(waits, "Ra4 e6")
    assert (there.bad, there.off_centre, there.fits) == (0, 0, True)


def test_a_piece_that_has_landed_and_is_gone_again_is_in_a_hand() -> None:
    """Its reed closed: that it opens later is no piece off its centre."""
    seen = settle_each(tracker_of(ROOK)._replace(known=SettleOrder(alive=chess.BB_ALL)), "a1 a4 . a4")
    gone = distrust_astray(seen.best, chess.BB_A4, seen.known)
    assert (gone.bad, gone.off_centre) == (chess.BB_A4, 0)
    assert gone.cost - seen.best.cost > weights.OFF_CENTRE
