"""Plies of which the reeds show nothing: when they are considered, and how they are doubted."""

import chess

from jadoube.core.reading import blind_squares, tracker
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import MOST_NAMED, doubts
from jadoube.core.reading.weights import MOST_ALIVE
from jadoube.core.rules.game_line import begin
from settled_squares import settle_each

ROOKS = "4k3/7p/8/8/8/8/7P/R3K2R w - - 0 1"


def blind(fen: str, hidden: int) -> Tracker:
    """The tracker of a position of which these squares cannot be read."""
    start = begin(fen)
    return blind_squares.hide(tracker.begin(start, start.occupancy), hidden)


def game(reading: Tracker) -> str:
    """The best reading's moves."""
    return " ".join(line.san for line in reading.best.line.plies())


def test_a_press_tells_of_a_ply_within_blind_squares() -> None:
    """White presses while rank 1 is blind: he moved a piece on it, and at most four others are named."""
    reading = tracker.consider_hidden(blind(ROOKS, chess.BB_RANK_1), chess.WHITE)
    pressed = tracker.complete(reading, chess.WHITE, 0)
    assert pressed.best.line.ply == 1
    assert len(doubts(pressed)[1]) == MOST_NAMED


def test_no_ply_is_hidden_on_a_board_that_is_read() -> None:
    """On a sound board a press makes no ply."""
    start = begin(ROOKS)
    reading = tracker.begin(start, start.occupancy)
    assert tracker.consider_hidden(reading, chess.WHITE) is reading


def test_the_second_ply_in_a_row_tells_of_a_hidden_one() -> None:
    """Without levers: Black moves twice in a row, so White has moved on the blind rank in between."""
    reading = settle_each(blind(ROOKS.replace("7P", "8"), chess.BB_RANK_1), "h7 h6")
    assert (reading.best.line.ply, reading.best.fits) == (2, True)


def test_later_play_decides_between_hidden_plies() -> None:
    """A rook that comes from the blind rank to c4 has been moved to c1 before; nothing else was legal."""
    reading = tracker.consider_hidden(blind(ROOKS, chess.BB_RANK_1), chess.WHITE)
    reading = settle_each(tracker.complete(reading, chess.WHITE, 0), "h7 h6 c4")
    assert game(reading) in {"Rc1 h6 Rc4", "Rac1 h6 Rc4"}


def test_every_guess_in_a_row_keeps_its_rivals() -> None:
    """White moves four times on the blind rank: there are more combinations than are kept."""
    reading = blind(ROOKS.replace("7p", "p6p"), chess.BB_RANK_1)
    for number, reply in enumerate(("h7 h6", "a7 a6", "h6 h5", "a6 a5")):
        pressed = tracker.complete(tracker.consider_hidden(reading, chess.WHITE), chess.WHITE, 2 * number)
        reading = tracker.complete(settle_each(pressed, reply), chess.BLACK, 2 * number + 1)
    assert len(reading.hypotheses) == MOST_ALIVE
    named = {ply: len(others) for ply, others in doubts(reading).items()}
    assert named == dict.fromkeys((1, 3, 5, 7), MOST_NAMED)
