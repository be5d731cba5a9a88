"""Squares that settle one after the other, as gestures in words, for a tracker."""

from jadoube.core.reading import tracker
from jadoube.core.reading.beam import Tracker
from named_squares import squares_of


def settle_each(reading: Tracker, gesture: str) -> Tracker:
    """The tracker after squares have settled one after the other; each flips.

    `.` is a rest; before each lift a ply is called for, as the stages do.
    """
    for word in gesture.split():
        if word == ".":
            reading = tracker.rest(reading)
            continue
        reading = tracker.take_in_change(reading, squares_of(word))
    return reading
