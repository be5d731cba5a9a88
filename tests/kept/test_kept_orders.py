"""Orders that people and programs send, and those that journals hold, mean for ever what they meant."""

from typing import get_args

import pytest

from jadoube.core.language.typed_orders import read_order, read_ordered
from jadoube.core.messages.events import parse_ordered
from jadoube.core.messages.order_text import order_text, parse_order
from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import PEOPLE, Role
from shared.disk.kept_corpus import orders


@pytest.mark.parametrize(("typed", "text"), orders("typed.txt"))
def test_a_kept_order_is_understood(typed: str, text: str) -> None:
    """As it was typed, and as journals have it."""
    assert order_text(read_order(typed)) == text
    assert parse_order(text) == read_order(typed)


@pytest.mark.parametrize(("journalled", "text"), orders("journalled.txt"))
def test_a_journalled_order_is_understood(journalled: str, text: str) -> None:
    """Also in the spelling of earlier versions."""
    assert order_text(parse_order(journalled)) == text


@pytest.mark.parametrize(("typed", "text"), orders("given.txt"))
def test_who_gave_a_kept_order_is_understood(typed: str, text: str) -> None:
    """In whose name, and the person's name if it is told."""
    assert read_ordered(typed).text == text
    assert parse_ordered(text) == read_ordered(typed)


def test_every_role_is_kept() -> None:
    """Whoever adds a role keeps it; people of each role have a name, too."""
    kept = [read_ordered(typed) for typed, _ in orders("given.txt")]
    assert {each.role for each in kept} == set(Role)
    assert {each.role for each in kept if each.who} == set(PEOPLE)


def test_every_order_is_kept() -> None:
    """Whoever adds an order keeps it."""
    assert {type(read_order(typed)) for typed, _ in orders("typed.txt")} == set(get_args(Order))
