"""Calls for a ply: a capture nobody saw whole, and plies that were only shown."""

import chess

from jadoube.core.reading import calls, press_prices, tracker
from jadoube.core.reading.doubts import doubts
from shared.hands.settled_squares import game, settled_from

TAKES = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"


def test_a_victim_never_seen_is_read_only_when_a_ply_is_called_for() -> None:
    """Both captures are readings then, each the other's doubt."""
    reading = settled_from(TAKES, "e4")
    called = calls.consider_unseen(reading)
    assert {each.line.san for each in called.hypotheses} == {"", "exd5", "exf5"}
    assert game(called) == ""
    pressed = press_prices.complete(called, chess.WHITE, 0)
    assert game(pressed) in ("exd5", "exf5")
    assert len(doubts(pressed).get(1, ())) == 1


def test_a_victim_that_was_glimpsed_is_the_likely_one() -> None:
    """A victim that opened for less than the debounce time is likelier than one that never opened."""
    reading = tracker.glimpse(settled_from(TAKES, "e4"), chess.BB_F5)
    assert game(calls.consider_unseen(reading)) == "exf5"


def test_a_line_was_shown_where_presses_are_rarely_forgotten() -> None:
    """Four plies without a press led back: they were shown, unless one ply in ten has no press."""
    shown = settled_from(chess.STARTING_FEN, "e2 e4 e7 e5 b1 a3 d8 f6 a3 b1 f6 d8 g1 f3")
    after = tracker.call_for_ply(shown, chess.WHITE, 2, rested=False)
    assert (game(after), after.known.unpressed) == ("e4 e5 Nf3", 0)
    often = shown._replace(known=shown.known._replace(unpressed=0b10))
    after = tracker.call_for_ply(often, chess.WHITE, 2, rested=False)
    assert (game(after), after.known.unpressed) == ("e4 e5 Na3 Qf6 Nb1 Qd8 Nf3", 0b1111010)
    assert after.known.up_to(4).unpressed == 0b11010


def test_what_a_person_stands_by_was_not_shown() -> None:
    """Somebody has confirmed the last of the four plies: they were played."""
    played = settled_from(chess.STARTING_FEN, "e2 e4 e7 e5 b1 a3 d8 f6 a3 b1 f6 d8 g1 f3")
    after = tracker.call_for_ply(played, chess.WHITE, 2, rested=False, asserted=6)
    assert game(after) == "e4 e5 Na3 Qf6 Nb1 Qd8 Nf3"
