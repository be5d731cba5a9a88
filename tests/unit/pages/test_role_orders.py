"""The orders of a role: what a page may show it, and which role may speak for which."""

from dataclasses import fields

import pytest
from hypothesis import given

from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import PEOPLE, Role
from jadoube.core.messages.settings import SETTINGS
from jadoube.core.pages.available_orders import Can
from jadoube.core.pages.role_orders import role_orders
from jadoube.core.permissions.roles import covers, role_refusal
from shared.drawn.orders import ORDERS

KEYS = {"new_game", "take_back", "undo", "pause", "play", "hint", "promote", "alternative", "stands"}


def told(role: Role) -> dict[str, object]:
    """What a role may order, by name, without what it may not."""
    can = role_orders(role)
    return {each.name: value for each in fields(Can) if (value := getattr(can, each.name))}


@pytest.mark.parametrize(("role", "side"), [(Role.WHITE, "white"), (Role.BLACK, "black")])
def test_a_player_has_his_own_side_and_what_the_keys_do(role: Role, side: str) -> None:
    """No other side, no setting, nothing of the arbiter's."""
    own: dict[str, object] = dict.fromkeys(("resign", "offer", "accept", "decline", "claim"), (side,))
    assert told(role) == own | dict.fromkeys(KEYS, True)


def test_the_arbiter_has_no_players_word_but_claims() -> None:
    """And the settings of a game's terms, verdicts, and games that go on."""
    assert told(Role.ARBITER) == {
        "claim": ("white", "black"),
        **dict.fromkeys((*KEYS, "verdict", "reopen"), True),
        "settings": tuple(name for name, setting in SETTINGS.items() if setting.arbiter),
    }


def test_the_owner_has_all() -> None:
    """Every name of `can`, and every setting."""
    assert told(Role.OWNER).keys() == {each.name for each in fields(Can)}
    assert role_orders(Role.OWNER).settings == tuple(SETTINGS)


@given(ORDERS)
def test_who_covers_a_role_may_give_its_orders(order: Order) -> None:
    """So a code that he hands on gives nobody more than he has."""
    for role in PEOPLE:
        for other in PEOPLE:
            if covers(role, other) and role_refusal(order, other) is None:
                assert role_refusal(order, role) is None


def test_only_the_owner_covers_others() -> None:
    """Each of the others may order something that no other may."""
    for role in PEOPLE:
        covered = [other for other in PEOPLE if covers(role, other)]
        assert covered == (list(PEOPLE) if role is Role.OWNER else [role])
