"""The end: a last ply that nobody called for, and pieces that are put away."""

import chess
import pytest

from jadoube.core.reading import calls, game_end, tracker, weights
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import MOST_NAMED, doubts
from jadoube.core.reading.hypotheses import Hypothesis
from jadoube.core.rules.game_line import begin
from shared.hands.named_squares import squares_of
from shared.hands.settled_squares import game, settled_from

TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"
EXCHANGED = "4r1k1/1p2r3/p1n2p2/2Rp3p/3P2pP/P7/1P3PP1/3R1KN1 b - - 0 1"


def test_at_the_end_no_piece_of_the_side_to_move_stays_in_the_air() -> None:
    """The pawn's victim was not seen, but the pawn is gone for good: it captured, or a reed is dead."""
    ended = game_end.end(settled_from(TAKES, "e4"))
    assert game(ended) in ("exd5", "exf5")
    assert {game(ended), *doubts(ended).get(1, ())} == {"exd5", "exf5", "e5"}


def test_a_doubt_names_the_best_readings_and_at_most_four() -> None:
    """The knight has left c3 for good: it took unseen, or a reed is dead. The two captures rank best."""
    ended = game_end.end(settled_from("4k3/8/8/1p1p4/8/2N5/8/4K3 w - - 0 1", "c3"))
    named = doubts(ended)[1]
    assert {game(ended), named[0]} == {"Nxb5", "Nxd5"}
    assert len({each.line.back_to(1).san for each in ended.hypotheses if each.line.ply}) > 1 + MOST_NAMED
    assert len(named) == MOST_NAMED


def test_at_the_end_bad_chess_explains_more_than_no_ply() -> None:
    """The queen captured a pawn and was lost: she left her square and landed nowhere."""
    ended = game_end.end(settled_from("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1"))
    assert game(ended) == "Qxd6"


def test_a_reading_is_frozen_at_when_the_board_last_fitted() -> None:
    """Pieces taken off the board later were no captures."""
    fitted = settled_from(TAKES, "d5 e4 d5")
    swept = fitted
    for square in ("e8", "d5", "f5", "e1"):
        swept = tracker.settle(swept, squares_of(square))
    frozen = game_end.freeze(swept)
    assert [each.line for each in frozen.hypotheses] == [each.line for each in fitted.hypotheses]
    assert (game(frozen), frozen.occupancy) == ("exd5", 0)


def test_a_reading_that_is_frozen_at_has_lost_every_piece_that_never_came_down() -> None:
    """A knight captured unseen, and the rook after it: no reading keeps one of them in the air for free."""
    reading = tracker.glimpse(settled_from(EXCHANGED, "c6"), chess.BB_D4)
    for square in ("d5", "d5"):
        reading = tracker.settle(reading, squares_of(square))
    reading = tracker.settle(calls.consider_unseen(reading, chess.BB_C5), chess.BB_C5)
    assert (game(reading), reading.best.fits) == ("Nxd4", False)
    frozen = game_end.freeze(tracker.settle(tracker.rest(reading), chess.BB_G4))
    assert game(frozen) == "Nxd4 Rxd5"


HANDS_OFF = {
    "a capture that nobody saw whole": (TAKES, "e4", True, "exf5"),
    "a piece that was just lifted": (TAKES, "e4", False, ""),
    "a king that is laid down": ("4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1", "e8", True, ""),
    "pieces put away one after the other": (TAKES, "e4 e1", True, ""),
    "a piece set down where it may not go": (TAKES, "e4 c5", True, ""),
}


@pytest.mark.parametrize(("fen", "gesture", "rested", "read"), HANDS_OFF.values(), ids=HANDS_OFF)
def test_an_early_end_asks_for_a_ply_that_no_hand_is_making(
    fen: str, gesture: str, rested: bool, read: str
) -> None:
    """One piece is missing since the board rested: it captured. Otherwise no ply is made up."""
    reading = settled_from(fen, gesture)
    laid_down = reading.best.line.board.kings & reading.best.line.board.occupied_co[chess.BLACK]
    ended = game_end.end_early(reading, rested=rested, laid_down=laid_down)
    assert game(ended) == read


def test_what_rested_before_the_pieces_are_put_away_was_a_ply() -> None:
    """The capture rested with its victim unseen; what is taken off after it changes nothing."""
    rested = tracker.rest(settled_from(TAKES, "e4"))
    swept = tracker.settle(rested, squares_of("e1"))
    ended = game_end.end_early(swept, rested=False)
    assert (game(ended), doubts(ended)) == ("exf5", {1: ("exd5",)})


def test_the_end_takes_back_no_plies_that_brought_a_position_back() -> None:
    """A pair of plies that one scan saw was guessed, or four were taken back: the end confirms neither."""
    start = begin("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    line = start
    for uci in ("e1d1", "e8d8", "d1e1", "d8e8"):
        line = line.after(chess.Move.from_uci(uci))
    readings = (Hypothesis(line, cost=6.0, guessed=0b11000), Hypothesis(start, cost=6.5))
    before = Tracker(readings, start.occupancy, ready=True, stood=readings)
    assert game_end.end(before).best.line is line


def test_between_guesses_that_are_level_the_better_chess_is_shown() -> None:
    """The knight is worth more than the pawn, defended or not; the other capture stays a doubt."""
    for victims, read, other in (("p1n", "exf5", "exd5"), ("n1p", "exd5", "exf5")):
        fen = f"4k3/8/4p3/3{victims}2/4P3/8/8/4K3 w - - 0 1"
        reading = game_end.end(settled_from(fen, "e4"))
        assert (game(reading), doubts(reading).get(1, ())[0]) == (read, other)
        assert reading.best.rank == reading.hypotheses[1].rank


def test_what_was_seen_stands_before_what_is_better_chess() -> None:
    """The pawn was seen to be captured, so an undefended queen does not matter."""
    reading = settled_from("4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1", "e4 d5 d5")
    assert (game(game_end.end(reading)), reading.best.prior) == ("exd5", 0.0)


def test_where_the_best_reading_is_a_guess_every_rival_is_a_doubt() -> None:
    """With a guess every rival alive is a doubt; with a seen ply only a close one."""
    reading = game_end.end(settled_from(TAKES, "e4"))
    best, other = (each for each in reading.hypotheses if each.line.ply and not each.bad)
    far = other._replace(cost=best.cost + weights.DOUBTFUL + 1)
    doubted = reading._replace(hypotheses=(best, far))
    assert doubts(doubted).get(1, ()) == (far.line.san,)
    sure = doubted._replace(hypotheses=(best._replace(guessed=0), far))
    assert doubts(sure).get(1, ()) == ()
