"""What a face says for a moment."""

import chess
import pytest

from jadoube.core.display.seven_segment import segments
from jadoube.core.messages.announcing import added_text
from jadoube.core.messages.effects import (
    ArbiterActed,
    BadReed,
    ClaimRefused,
    ClockStarted,
    DrawOffered,
    Effect,
    Fault,
    IllegalPress,
    OfferEnded,
    PenaltyRemoved,
    PressIgnored,
    PromotionOffered,
)
from jadoube.core.messages.events import Ordered, Scanned
from jadoube.core.messages.orders import ChangeTime, Penalise
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.state.announced.notices import HIDES_MS, LASTS_MS, Moment, Sides, moments

SCAN = Scanned(0)
SIDES = Sides(mover=chess.WHITE, running=chess.BLACK)


def shown(*effects: Effect, before: tuple[Moment, ...] = ()) -> dict[chess.Color, str]:
    """What each side's face says after these effects."""
    return {moment.side: moment.text for moment in moments(before, SCAN, effects, SIDES, 1000)}


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (120, "+2:00"),
        (5, "+0:05"),
        (599, "+9:59"),
        (600, "+ 10"),
        (3600, "+ 60"),
        (-30, "-0:30"),
        (10**6, "+999"),
    ],
)
def test_time_that_is_given(seconds: int, text: str) -> None:
    """With its sign, in minutes and seconds as long as they fit."""
    assert added_text(seconds) == text
    assert segments(text)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (IllegalPress(chess.WHITE, 1, 120), {chess.BLACK: "+2:00"}),
        (IllegalPress(chess.WHITE, 2, 0), {}),
        (PenaltyRemoved(chess.WHITE, 120), {chess.BLACK: "-2:00"}),
        (PenaltyRemoved(chess.WHITE, 0), {}),
        (ClaimRefused(chess.BLACK, 60), {chess.WHITE: "+1:00"}),
        (ClaimRefused(chess.BLACK, 0), {}),
        (DrawOffered(chess.WHITE), {chess.BLACK: "drAU"}),
        (PromotionOffered(7, chess.QUEEN), {chess.WHITE: "Pr-"}),
        (BadReed(chess.H8, Fault.STUCK_OPEN), {chess.WHITE: "r-H8"}),
        (ArbiterActed(sentence(Phrase.RESULT_IS, result="1-0")), {}),
    ],
)
def test_what_is_said(effect: Effect, said: dict[chess.Color, str]) -> None:
    """A bad reed is told only where it hides no running time."""
    assert shown(effect) == said


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (ChangeTime(chess.BLACK, -30), {chess.BLACK: "-0:30"}),
        (Penalise(chess.BLACK, 90), {chess.WHITE: "+1:30"}),
    ],
)
def test_what_the_arbiter_gives(order: ChangeTime | Penalise, said: dict[chess.Color, str]) -> None:
    """It is shown on the face of the side that gets it; a refused order shows nothing."""
    done = moments((), Ordered(order), (ArbiterActed(sentence(Phrase.MORE_TIME)),), SIDES, 1000)
    assert {moment.side: moment.text for moment in done} == said
    assert moments((), Ordered(order), (), SIDES, 1000) == ()


def test_the_first_of_several_is_shown() -> None:
    """A wrong claim is an offer too: the time that was given comes first."""
    assert shown(ClaimRefused(chess.WHITE, 120), DrawOffered(chess.WHITE)) == {chess.BLACK: "+2:00"}


def test_a_newer_moment_takes_the_place_of_an_older() -> None:
    """On its own face; the other's stays."""
    before = (Moment(chess.WHITE, "+1:00", 500), Moment(chess.BLACK, "+2:00", 500))
    after = moments(before, SCAN, (DrawOffered(chess.WHITE),), SIDES, 1000)
    assert set(after) == {before[0], Moment(chess.BLACK, "drAU", 1000)}


def test_an_offer_that_is_ended_is_shown_no_more() -> None:
    """A declined offer is hidden at once."""
    assert shown(OfferEnded(chess.WHITE), before=(Moment(chess.BLACK, "drAU", 500),)) == {}


def test_a_pause_that_is_over_is_shown_no_more() -> None:
    """Who pressed in it sees his time again as soon as a clock runs."""
    assert shown(PressIgnored(chess.WHITE)) == {chess.WHITE: "PAUS"}
    before = (Moment(chess.WHITE, "PAUS", 500),)
    assert shown(ClockStarted(chess.WHITE), before=before) == {}


def test_a_moment_is_shorter_on_a_running_clock() -> None:
    """It hides the time no longer than it must."""
    moment = Moment(chess.WHITE, "+1:00", 500)
    assert (moment.until_ms(running=True), moment.until_ms(running=False)) == (500 + HIDES_MS, 500 + LASTS_MS)
    assert HIDES_MS < LASTS_MS
