"""Squares that settle one after the other, as gestures in words, for a tracker."""

from jadoube.core.reading import setting_up, tracker
from jadoube.core.reading.beam import Tracker
from jadoube.core.rules.game_line import begin
from shared.hands.named_squares import squares_of


def tracker_of(fen: str) -> Tracker:
    """The tracker of a board that shows this position."""
    line = begin(fen)
    return setting_up.begin(line, line.occupancy)


def settle(reading: Tracker, *words: str) -> Tracker:
    """The tracker after squares have settled one after the other; each flips. `&`: in one scan.

    Nothing calls for a ply.
    """
    for word in words:
        reading = tracker.settle(reading, squares_of(word))
    return reading


def settled_from(fen: str, gesture: str) -> Tracker:
    """The tracker of a position after squares have settled one after the other, as in `settle`."""
    return settle(tracker_of(fen), *gesture.split())


def settle_each(reading: Tracker, gesture: str) -> Tracker:
    """The tracker after squares have settled one after the other; each flips.

    `.` is a rest; before each lift a ply is called for, as the stages do.
    """
    for word in gesture.split():
        reading = tracker.rest(reading) if word == "." else tracker.take_in_change(reading, squares_of(word))
    return reading


def sans(reading: Tracker) -> list[str]:
    """The plies of the best reading."""
    return [line.san for line in reading.best.line.plies()]


def game(reading: Tracker) -> str:
    """The plies of the best reading, as one text."""
    return " ".join(sans(reading))
