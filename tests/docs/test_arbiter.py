"""docs/arbiter.md fits on two pages, names every order of an arbiter, and no order that is none."""

import re
from pathlib import Path

import pytest

from jadoube.core.messages import orders
from jadoube.core.messages.events import parse_ordered
from jadoube.core.messages.roles import Role
from jadoube.core.permissions.roles import role_refusal
from jadoube.core.rules.rule_sets import RULE_SETS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "arbiter.md").read_text(encoding="utf-8")

WORDS_MOST = 1100
"""What fits on two A4 pages with its tables, in letters of 11 points: printed from Chromium with 1,039."""

NO_ORDERS = {
    *RULE_SETS,
    *("jadoube order by arbiter", 'game.illegal_verdict = "board"'),
    *("plus", "minus", "back", "ok"),  # keys
    *("no", "ILL-", "PAUS", "LinE", "rEEd", "diSC"),  # faces
    *("?", "white", "black"),
    *("moves", "period", "restore"),  # verbs of orders whose forms stand in the table
}
NAMED = [each for each in dict.fromkeys(re.findall(r"`([^`]+)`", TEXT)) if each not in NO_ORDERS]

THE_ARBITERS = (
    *(orders.Pause, orders.Play, orders.SetTime, orders.ChangeTime, orders.SetMoves, orders.SetPeriod),
    *(orders.SetCounter, orders.Decide, orders.Penalise, orders.Pardon, orders.Restore, orders.Stands),
    *(orders.TakeBack, orders.Declare, orders.Reopen, orders.Undo, orders.WriteText),
)


def test_it_fits_on_two_pages() -> None:
    """It is short enough to be printed on one sheet."""
    assert 0 < len([word for word in TEXT.split() if re.search(r"\w", word)]) <= WORDS_MOST


@pytest.mark.parametrize("text", NAMED)
def test_an_order_can_be_given_as_it_is_written(text: str) -> None:
    """Each order that is named is one, and the arbiter may give it."""
    assert role_refusal(parse_ordered(text).order, Role.ARBITER) is None


@pytest.mark.parametrize("word", sorted(NO_ORDERS))
def test_what_is_no_order_is_named(word: str) -> None:
    """The list of what is no order has nothing that the page does not have."""
    assert f"`{word}`" in TEXT


def test_no_order_of_an_arbiter_is_left_out() -> None:
    """Each kind of order with which an arbiter corrects something is named."""
    named = {type(parse_ordered(text).order) for text in NAMED}
    assert set(THE_ARBITERS) <= named


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", TEXT))))
def test_every_link_leads_somewhere(link: str) -> None:
    """What is linked is there."""
    assert (ROOT / "docs" / link).is_file()
