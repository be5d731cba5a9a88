"""Irregular plies: when they are considered, what they cost, and when they are shown."""

import chess
import pytest

from jadoube.core.reading import calls, press_prices, tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import doubts
from jadoube.core.reading.explanations import rare_plies
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.squares import squares
from shared.hands.settled_squares import sans, settle, tracker_of

PINNED = "k3r3/8/8/8/8/3p4/4N3/4K2R w - - 0 1"
"""White's knight on e2 is pinned by the rook on e8; it attacks d4, f4, c3, g3, c1 and g1."""
TAKES = "k3r3/8/8/8/5p2/8/4N3/4K3 w - - 0 1"
"""The same; the knight attacks the pawn on f4."""


def lift(seen: Tracker, word: str) -> Tracker:
    """A piece is lifted; that calls for the ply before."""
    square = chess.BB_SQUARES[chess.parse_square(word)]
    return tracker.settle(calls.consider_unseen(seen, square), square)


def test_a_capture_that_leaves_the_king_in_check_is_hidden_until_it_is_proved() -> None:
    """After the press the game without it is shown; two later plies, one of each side, prove it."""
    seen = settle(tracker_of(TAKES), "f4", "e2", "f4")
    seen = press_prices.complete(calls.consider_unseen(seen), chess.WHITE, 0)
    assert (sans(seen), seen.best.fits, seen.first.line.san) == ([], False, "Ne2xf4")
    seen = settle(lift(seen, "a8"), "b8")
    assert sans(seen) == []
    seen = settle(seen, "e1", "f2")
    assert (sans(seen), seen.best.fits) == (["Ne2xf4", "Kb8+", "Kf2"], True)
    assert not any(doubts(seen).values())


def test_a_ply_through_a_bad_reed_hides_no_irregular_one() -> None:
    """A legal ply that was seen does, while the board shows it: then none is sought in its place."""
    seen = settle(tracker_of(PINNED), "h1", "f4")
    legal = seen.best.line.after(chess.Move.from_uci("h1h2"))
    blaming = Hypothesis(legal, change=chess.BB_F4, bad=chess.BB_H2)
    found = rare_plies.plies_against_laws(seen, (*seen.hypotheses, blaming))
    assert [each.line.san for each in found] == ["Rh1-f4"]
    shown = blaming._replace(change=0, bad=0, cost=seen.best.rank)
    assert not rare_plies.plies_against_laws(seen, (*seen.hypotheses, shown))


def test_a_ply_that_no_piece_can_make_is_read_once_two_plies_follow() -> None:
    """A rook goes from h1 to f4, nobody objects, and play goes on."""
    seen = settle(tracker_of(PINNED), "h1", "f4")
    seen = settle(lift(seen, "a8"), "b8")
    assert sans(seen) == []
    assert sans(settle(lift(seen, "e1"), "f2")) == ["Rh1-f4", "Kb8", "Kf2"]


def test_an_illegal_try_that_is_put_right_leaves_nothing() -> None:
    """It is pressed, taken back, and the legal ply after it is read without a doubt."""
    seen = settle(tracker_of(TAKES), "f4", "e2", "f4")
    seen = press_prices.complete(calls.consider_unseen(seen), chess.WHITE, 0)
    seen = settle(seen, "f4", "e2", "f4")
    assert (sans(seen), seen.best.fits) == ([], True)
    seen = settle(seen, "e1", "d2")
    assert (sans(seen), doubts(seen)) == (["Kd2"], {})


def test_no_irregular_ply_is_considered_while_a_legal_one_fits() -> None:
    """A king's step that is legal leaves no other reading with an irregular ply."""
    seen = calls.consider_unseen(settle(tracker_of(TAKES), "e1", "d2"))
    assert sans(seen) == ["Kd2"]
    assert not any(each.unproved for each in seen.hypotheses)


def test_a_ply_taken_back_after_an_irregular_one_leaves_that_standing() -> None:
    """Once it was shown it is a ply of the game: the plies after it can be taken back alone."""
    seen = settle(tracker_of(TAKES), "f4", "e2", "f4")
    seen = settle(calls.consider_unseen(seen), "a8", "b8", "e1", "f2")
    seen = tracker.rest(settle(seen, "f2", "e1"))
    assert (sans(seen), seen.best.fits) == (["Ne2xf4", "Kb8+"], True)


@pytest.mark.parametrize("castles", ["r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "4k3/8/8/8/8/8/8/4KR1R b - - 0 1"])
def test_no_king_is_ever_taken(castles: str) -> None:
    """Of a position in which the side to move could take a king, no reading takes it."""
    board = chess.Board(castles)
    king = chess.BB_SQUARES[board.king(not board.turn) or 0]
    seen = tracker_of(castles)
    for square in squares(board.occupied):
        seen = calls.consider_unseen(tracker.settle(seen, chess.BB_SQUARES[square]))
        taken = (each.line for each in seen.hypotheses if each.line.before)
        assert all(line.board.kings.bit_count() == 2 for line in taken)
    assert king


def test_the_dearer_price_is_for_what_no_piece_can_do() -> None:
    """An overlooked check is cheaper than an unseen victim; another law broken is dearer than a dead reed."""
    assert weights.OVERLOOKED < weights.UNSEEN < weights.DEAD < weights.AGAINST_LAWS <= weights.DROPPED
