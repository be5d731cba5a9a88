"""Alternatives: which readings a player may choose, what a choice settles, and takebacks by a player."""

import chess

from jadoube.core.reading import alternatives, calls, press_prices, tracker
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import doubts
from shared.hands.settled_squares import game, settle, tracker_of

VICTIMS = "4k3/8/8/1p1p4/8/2N5/8/4K3 w - - 0 1"
TWICE = "4kB1r/8/8/1p1p4/8/2N5/7P/4K3 w - - 0 1"


def seen(fen: str, *gestures: str) -> Tracker:
    """The tracker after gestures, each followed by its side's press; squares settle one by one."""
    reading = tracker_of(fen)
    first = reading.best.line.side_to_move
    for number, gesture in enumerate(gestures):
        reading = settle(reading, *gesture.split())
        side = first if number % 2 == 0 else not first
        reading = press_prices.complete(calls.consider_unseen(reading), side, number)
    return reading


def games(reading: Tracker) -> list[str]:
    """The games that a player may choose, in order."""
    lines = (each.line for each in alternatives.alternatives(reading))
    return [" ".join(each.san for each in line.plies()) for line in lines]


def test_alternatives_explain_the_board() -> None:
    """The capture of the other victim is an alternative; no capture at all is none: a piece is missing."""
    reading = seen(VICTIMS, "c3")
    assert (game(reading), games(reading)) == ("Nxd5", ["Nxb5"])


def test_a_clear_game_has_no_alternative() -> None:
    """There is no alternative if every piece was seen to move."""
    reading = seen(chess.STARTING_FEN, "e2 e4", "e7 e5")
    assert alternatives.alternatives(reading) == ()
    assert alternatives.next_reading(reading, None) is None


def test_a_board_that_does_not_fit_has_no_alternative() -> None:
    """There is no alternative while a piece is in the air."""
    reading = tracker.settle(seen(VICTIMS, "c3"), chess.BB_E8)
    assert alternatives.alternatives(reading) == ()


def test_each_way_of_parting_is_offered_once() -> None:
    """Two doubts make four games, but each doubt is offered once, in its likeliest game."""
    reading = seen(TWICE, "c3", "h8")
    assert game(reading) == "Nxd5 Rxf8"
    assert sorted(games(reading)) == ["Nxb5 Rxf8", "Nxd5 Rxh2"]


def test_what_is_taken_is_the_best_and_its_doubt_is_gone() -> None:
    """The other capture and the game without one are dropped; later evidence does not bring them back."""
    reading = seen(VICTIMS, "c3")
    line = alternatives.alternatives(reading)[0].line
    after = alternatives.take_reading(reading, line)
    assert [each.line for each in after.hypotheses] == [line]
    assert (after.best.fits, doubts(after).get(1, ())) == (True, ())
    assert game(calls.consider_unseen(after, chess.BB_E8)) == "Nxb5"


def test_taking_one_leaves_the_doubt_about_another_ply() -> None:
    """A choice settles one ply only."""
    reading = seen(TWICE, "c3", "h8")
    line = next(each.line for each in alternatives.alternatives(reading) if each.line.san == "Rxh2")
    after = alternatives.take_reading(reading, line)
    assert (game(after), doubts(after).get(2, ()), doubts(after).get(1, ())) == ("Nxd5 Rxh2", (), ("Nxb5",))


def test_taking_the_best_settles_every_doubt_that_was_offered() -> None:
    """After a full circle the player has seen every alternative; taking the best settles all of them."""
    reading = seen(TWICE, "c3", "h8")
    after = alternatives.take_reading(reading, reading.best.line)
    assert after.best.line is reading.best.line
    assert alternatives.alternatives(after) == ()


def test_it_is_level_only_where_another_piece_stands_elsewhere() -> None:
    """Two possible victims leave two positions; a clear ply leaves one."""
    assert [line.san for line in alternatives.level_alternatives(seen(VICTIMS, "c3"))] == ["Nxb5"]
    assert alternatives.level_alternatives(seen(chess.STARTING_FEN, "e2 e4")) == ()


def test_a_ply_taken_back_is_expected_to_be_put_back() -> None:
    """No move is read until the board shows the position before the ply."""
    before = alternatives.take_back_to(seen(chess.STARTING_FEN, "e2 e4", "e7 e5"), 1)
    assert (game(before), before.ready, before.best.change) == ("e4", False, chess.BB_E5 | chess.BB_E7)
    lifted = tracker.settle(before, chess.BB_E5)
    assert (game(lifted), lifted.ready) == ("e4", False)
    back = tracker.settle(lifted, chess.BB_E7)
    assert (game(back), back.ready, back.best.fits) == ("e4", True, True)


def test_a_ply_taken_back_keeps_the_doubts_before_it() -> None:
    """The rivals go back to the same ply as the best reading."""
    before = alternatives.take_back_to(seen(VICTIMS, "c3", "e8 d7"), 1)
    assert (game(before), doubts(before).get(1, ())) == ("Nxd5", ("Nxb5",))
    back = tracker.settle(tracker.settle(before, chess.BB_D7), chess.BB_E8)
    assert (game(back), doubts(back).get(1, ())) == ("Nxd5", ("Nxb5",))


def test_a_ply_in_doubt_is_taken_back_in_every_reading() -> None:
    """The knight goes back to its square in every reading, whichever capture it was."""
    before = alternatives.take_back_to(seen(VICTIMS, "c3"), 0)
    assert [each.line.ply for each in before.hypotheses] == [0]
