"""Plies of which the reeds show nothing: when they are considered, and how they are doubted."""

import chess

from jadoube.core.reading import blind_squares, calls, press_prices, tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import MOST_NAMED, doubts
from shared.hands.settled_squares import game, settle_each, tracker_of

ROOKS = "4k3/7p/8/8/8/8/7P/R3K2R w - - 0 1"


def blind(fen: str, hidden: int) -> Tracker:
    """The tracker of a position of which these squares cannot be read."""
    return blind_squares.hide(tracker_of(fen), hidden)


def test_a_press_tells_of_a_ply_within_blind_squares() -> None:
    """White presses while rank 1 is blind: he moved a piece on it, and at most four others are named."""
    reading = calls.consider_hidden(blind(ROOKS, chess.BB_RANK_1), chess.WHITE)
    pressed = press_prices.complete(reading, chess.WHITE, 0)
    assert pressed.best.line.ply == 1
    assert len(doubts(pressed)[1]) == MOST_NAMED


def test_no_ply_is_hidden_on_a_board_that_is_read() -> None:
    """On a sound board a press makes no ply."""
    reading = tracker_of(ROOKS)
    assert calls.consider_hidden(reading, chess.WHITE) is reading


def test_the_second_ply_in_a_row_tells_of_a_hidden_one() -> None:
    """Without levers: Black moves twice in a row, so White has moved on the blind rank in between."""
    reading = settle_each(blind(ROOKS.replace("7P", "8"), chess.BB_RANK_1), "h7 h6")
    assert (reading.best.line.ply, reading.best.fits) == (2, True)


def test_later_play_decides_between_hidden_plies() -> None:
    """A rook that comes from the blind rank to c4 has been moved to c1 before; nothing else was legal."""
    reading = calls.consider_hidden(blind(ROOKS, chess.BB_RANK_1), chess.WHITE)
    reading = settle_each(press_prices.complete(reading, chess.WHITE, 0), "h7 h6 c4")
    assert game(reading) in {"Rc1 h6 Rc4", "Rac1 h6 Rc4"}


def test_a_capture_seen_whole_is_no_ply_into_a_blind_file() -> None:
    """The pawn was lifted and its square filled again: the rook took it, and did not go to a4 beside that."""
    reading = settle_each(blind("4k3/8/8/3p4/3R4/8/8/4K3 w - - 0 1", chess.BB_FILE_A), "d5 d4 d5 e8 e7 .")
    assert game(reading) == "Rxd5 Ke7"
    assert any("a4" in line.san for each in reading.hypotheses for line in each.line.plies())
    assert doubts(reading) == {}


def test_a_piece_that_stands_long_beside_a_blind_rank_has_been_played() -> None:
    """Black's pawn went to h6 after a ply that nobody saw; that Black looks at it there grows unlikely."""
    reading = settle_each(blind(ROOKS.replace("7P", "8"), chess.BB_RANK_1), "h7 h6")
    looks = next(each for each in reading.hypotheses if each.placed)
    after = tracker.linger(reading)
    assert after.best == reading.best
    assert [each.rank - looks.rank for each in after.hypotheses if each.line is looks.line] == [
        weights.LINGERED
    ]


def test_how_long_a_piece_stands_says_nothing_on_a_board_that_is_read() -> None:
    """There a piece may be looked at for as long as a hand likes."""
    reading = settle_each(tracker_of(ROOKS), "h7 h6")
    assert any(each.placed for each in reading.hypotheses)
    assert tracker.linger(reading) is reading
