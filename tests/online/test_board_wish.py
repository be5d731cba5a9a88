"""What follows from a wish at the board and from how the player stands: one step, for any two of them."""

from itertools import product

import pytest

from jadoube.core.messages.opponents import Unfound
from jadoube.online.lichess.play import words
from jadoube.online.playing.board_wish import (
    COMES_MS,
    Begin,
    BoardWish,
    End,
    Fail,
    Standing,
    Step,
    TakeUp,
    next_step,
    reason,
    wish_in,
)

SOMEBODY = BoardWish("somebody", 0, 15, 10)
COMPUTER = BoardWish("computer", 3, 15, 10)
IDLE = Standing(
    wish=None,
    taken_up=False,
    looks_for=None,
    searches=False,
    plays=False,
    trouble=None,
    network=True,
    since_ms=0,
    now_ms=0,
)
LOOKING = IDLE._replace(wish=SOMEBODY, taken_up=True, looks_for=SOMEBODY, searches=True)


@pytest.mark.parametrize(
    ("now", "step"),
    [
        (IDLE, None),
        (IDLE._replace(wish=SOMEBODY), Begin(SOMEBODY)),
        (IDLE._replace(wish=SOMEBODY, taken_up=True), Begin(SOMEBODY)),  # after a restart: again
        (IDLE._replace(wish=COMPUTER, taken_up=True), Fail(Unfound.LOST)),  # its game may have begun
        (LOOKING, None),
        (LOOKING._replace(taken_up=False), TakeUp()),
        (LOOKING._replace(wish=None), End()),
        (LOOKING._replace(wish=COMPUTER), End()),
        (LOOKING._replace(network=False), Fail(Unfound.NO_NETWORK)),
        (LOOKING._replace(searches=False, trouble=words.SEARCH_LOST), Fail(Unfound.LOST)),
        (LOOKING._replace(searches=False, trouble=words.NOT_ACCEPTED), Fail(Unfound.DECLINED)),
        (LOOKING._replace(searches=False, now_ms=COMES_MS - 1), None),
        (LOOKING._replace(searches=False, now_ms=COMES_MS), Fail(Unfound.LOST)),
        (LOOKING._replace(searches=False, plays=True, now_ms=COMES_MS), None),  # the pieces are put up
        (IDLE._replace(wish=SOMEBODY, plays=True), None),
    ],
)
def test_what_is_to_be_done(now: Standing, step: Step | None) -> None:
    """Each state has one step, and no memory is needed for it."""
    assert next_step(now) == step


def test_every_state_leads_to_rest() -> None:
    """Whatever is wished and known, the steps end: each makes the state one in which less is to be done."""
    for wish, looks_for, taken_up, searches, trouble in product(
        (None, SOMEBODY, COMPUTER),
        (None, SOMEBODY, COMPUTER),
        (False, True),
        (False, True),
        (None, words.SEARCH_LOST),
    ):
        now = IDLE._replace(
            wish=wish, looks_for=looks_for, taken_up=taken_up, searches=searches, trouble=trouble
        )
        steps = 0
        while (step := next_step(now)) is not None:
            now = _after(now, step)
            steps += 1
            assert steps < 5
        assert now.looks_for == now.wish


def _after(now: Standing, step: Step) -> Standing:
    """What becomes of a step where all goes well."""
    match step:
        case Begin(wish):
            return now._replace(looks_for=wish, taken_up=True, searches=True, trouble=None)
        case TakeUp():
            return now._replace(taken_up=True)
        case End():
            return now._replace(looks_for=None, searches=False, taken_up=False)
        case Fail():
            return now._replace(wish=None, searches=False)


def test_a_message_says_what_is_wished() -> None:
    """One of an earlier version wishes nothing."""
    seek = {"whom": "computer", "level": 3, "minutes": 15, "increment": 10, "taken_up": True}
    assert wish_in({"seek": seek}) == (COMPUTER, True)
    assert wish_in({"seek": None}) == wish_in({}) == (None, False)


def test_each_trouble_has_the_boards_word() -> None:
    """What is not known is a refusal, of which the page has the words."""
    assert reason(words.WRONG_SCOPE) is Unfound.UNCONNECTED
    assert reason(words.SILENT) is Unfound.NO_NETWORK
    assert reason(words.NO_REMATCH) is Unfound.NO_GAME
    assert reason(words.PLAYING) is Unfound.PLAYING
    assert reason(words.refused("Too many games")) is Unfound.REFUSED
