"""Flickering reeds: what counts as a flick, and when a reed stands out."""

import chess
import pytest

from jadoube.core.signals import flicker
from jadoube.core.signals.flicker import OFTEN, Flicks

D5 = chess.BB_D5
E4 = chess.BB_E4


def twitched(flicks: Flicks, squares: int, times: int, every_ms: int = 1000, lasts_ms: int = 60) -> Flicks:
    """These reeds settle in their other state and back, again and again."""
    for begins_ms in range(0, times * every_ms, every_ms):
        flicks = flicker.settle(flicks, squares, begins_ms)
        flicks = flicker.settle(flicks, squares, begins_ms + lasts_ms)
    return flicks


@pytest.mark.parametrize(("times", "flickers"), [(OFTEN - 1, 0), (OFTEN, D5)])
def test_a_reed_that_often_changes_back_at_once_flickers(times: int, flickers: int) -> None:
    """It takes eight flicks, whatever the time between them."""
    assert twitched(Flicks(), D5, times).flickering == flickers


def test_a_hand_is_slower() -> None:
    """A piece that is put back after a fifth of a second or more is no flick."""
    assert not twitched(Flicks(), D5, 3 * OFTEN, lasts_ms=flicker.UNDONE_WITHIN_MS).flickering


def test_two_reeds_that_flick_alike_are_hands() -> None:
    """Hands that slide pieces make many reeds flick."""
    assert not twitched(Flicks(), D5 | E4, 3 * OFTEN).flickering


def test_glitches_that_stand_alone_are_flicks() -> None:
    """The last glitch is not known to stand alone yet."""
    flicks = Flicks()
    for at_ms in range(0, 1000 * (OFTEN + 1), 1000):
        assert not flicks.flickering
        flicks = flicker.take_in_glitch(flicks, D5, at_ms)
    assert flicks.flickering == D5


def test_bounce_is_no_flick() -> None:
    """A reed that glitches before it settles has bounced."""
    flicks = Flicks()
    for at_ms in range(0, 100_000, 1000):
        flicks = flicker.settle(flicker.take_in_glitch(flicks, D5, at_ms), D5, at_ms + 5)
    assert not any(flicks.counts)


def test_what_is_known_of_a_reed_is_not_forgotten() -> None:
    """A reed stays marked when hands make other reeds flick later."""
    assert twitched(twitched(Flicks(), D5, OFTEN), E4, OFTEN).flickering == D5
