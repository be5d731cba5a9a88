"""Roles: who may give which order, what is said to the others, and how a role stands before an order."""

from dataclasses import replace

import chess
import pytest
from hypothesis import given

from jadoube.core.arbiter import step
from jadoube.core.language.render import put_in_words
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.events import Ordered, parse_ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import Order, Resign
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.roles import NAMED_LOOKS, Role
from jadoube.core.permissions.roles import role_refusal, roles_for
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from shared.drawn.orders import ORDERED, ORDERS


@given(ORDERS)
def test_the_owner_may_order_everything(order: Order) -> None:
    """Command line, socket and page send as the owner: what they could order before roles, they still can."""
    assert role_refusal(order, Role.OWNER) is None


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("resign white", "white opponent owner"),
        ("draw offer black", "black opponent owner"),
        ("draw accept white", "white opponent owner"),
        ("draw decline black", "black opponent owner"),
        ("draw claim black Nf6", "black arbiter owner"),
        ("time white +60", "arbiter owner"),
        ("penalty black 120", "arbiter owner"),
        ("counter 41", "arbiter owner"),
        ("restore 24", "arbiter owner"),
        ("result 1-0", "arbiter owner"),
        ("reopen", "arbiter owner"),
        ("time white 1:00:00", "arbiter owner"),
        ("moves white 3", "arbiter owner"),
        ("period white 2", "arbiter owner"),
        ("control pgn:180+2", "arbiter owner"),
        ("rules fide", "arbiter owner"),
        ("hints on", "owner"),
        ("opponent black", "arbiter owner"),
        *((text, "opponent owner") for text in ("shorten 2", "asks back no", "gone 30", "here", "cut off 3")),
        *((text, "opponent owner") for text in ("join lichess:A1 black -", "ended * aborted")),
        *((text, "opponent program owner") for text in ("told 2 e7e5", "clocks 1 2 none")),
        *((text, "program owner") for text in ("lights e2 e4", "program black")),
        ("writes Nf3", "program arbiter owner"),
        *((text, "opponent owner") for text in ("sought", "not found lost", "serves yes")),
        *((text, "white black arbiter owner") for text in ("seek somebody", "seek computer 3")),
        ("seek off", "white black arbiter owner opponent"),
        ("name white Menchik, Vera", "white black arbiter owner opponent"),
        ("hint", "white black arbiter owner"),
        ("advise 2 e7e5", "adviser owner"),
        ("assess 2 e7e5", "adviser owner"),
        ("teacher on", "owner"),
        ("brightness 4", "owner"),
        *((text, "white black arbiter owner") for text in ("pause", "play", "take back", "stands", "take")),
        *((text, "white black arbiter owner") for text in ("promote queen", "alternative", "new game")),
    ],
)
def test_who_may_give_an_order(text: str, roles: str) -> None:
    """A player for his side, the arbiter what is his, both what the panel's keys do, the owner all."""
    assert [role.name.lower() for role in roles_for(parse_order(text))] == roles.split()


def test_who_may_not_is_told_who_may() -> None:
    """In the language of the reader."""
    refused = role_refusal(Resign(chess.BLACK), Role.ARBITER)
    assert refused is not None
    assert [put_in_words(refused, language) for language in LANGUAGES] == [
        "the arbiter may not order this; who may: Black, the owner",
        "ordre refusé à : arbitre ; permis à : Noirs, propriétaire",
        "nicht erlaubt für: Schiedsrichter; erlaubt für: Schwarz, Besitzer",
    ]


@given(ORDERED)
def test_an_order_and_its_role_are_read_back_from_their_text(ordered: Ordered) -> None:
    """What is journalled is who said what; the owner's orders have the text that they always had."""
    assert parse_ordered(ordered.text) == ordered
    assert ordered.text.startswith("by ") == (ordered.role is not Role.OWNER or ordered.who != "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by", "'nothing' found, expected one of: white, black, arbiter, opponent, adviser, program, owner"),
        (
            "by referee pause",
            "'referee' found, expected one of: white, black, arbiter, opponent, adviser, program, owner",
        ),
        ("by white", "'nothing' found, expected one of: resign, draw offer, "),
        ("by white by black pause", "'by' found, expected one of: resign, draw offer, "),
        ('by program "Anna" pause', "'program' found, expected one of: white, black, arbiter, owner$"),
        *(
            (f'by arbiter "Anna{end}', f"'by arbiter \"Anna{end}' found, expected {NAMED_LOOKS}$")
            for end in ("", " pause", '"pause')
        ),
        ('by arbiter "A|B" pause', "'A|B' found, expected printable characters in one line"),
        (f'by arbiter "{"A" * 81}" pause', "'A+.*' found, expected 80 characters at most$"),
        ('by arbiter "Anna" "Berg" pause', "'\"Berg\"' found, expected one of: resign, draw offer, "),
    ],
)
def test_an_unknown_role_is_refused_in_one_line(text: str, expected: str) -> None:
    """Typed by a person, or found in a journal."""
    for read in (parse_ordered, read_ordered):
        with pytest.raises(ValueError, match=f"^{expected.replace('|', '[|]')}"):
            read(text)


def test_a_person_types_a_time_control_in_minutes_in_every_role() -> None:
    """The role changes nothing in how the order is read; `by owner` is what nobody needs to say."""
    assert read_ordered("by arbiter control 3+2") == parse_ordered("by arbiter control pgn:180+2")
    assert read_ordered("  by   owner   pause") == parse_ordered("pause")


@pytest.mark.parametrize(
    ("typed", "who", "text"),
    [
        ('by arbiter "Anna Berg" pause', "Anna Berg", 'by arbiter "Anna Berg" pause'),
        ('by  arbiter   "  Berg,  Anna "  pause', "Berg, Anna", 'by arbiter "Berg, Anna" pause'),
        ('by owner "Zoë" pause', "Zoë", 'by owner "Zoë" pause'),
        ('by white "N. N." resign white', "N. N.", 'by white "N. N." resign white'),
        *((f'by arbiter "{unknown}" pause', "", "by arbiter pause") for unknown in ("", " ", "-", "?")),
    ],
)
def test_an_order_bears_the_name_of_who_gave_it(typed: str, who: str, text: str) -> None:
    """Cleaned as every name is; what stands for the unknown is no name."""
    ordered = read_ordered(typed)
    assert (ordered.who, ordered.text) == (who, text)
    assert parse_ordered(text) == ordered


@given(ORDERED)
def test_a_name_changes_nothing_in_who_may(ordered: Ordered) -> None:
    """Roles decide; who gave an order is for the journal."""
    named = replace(ordered, who="Berg, Anna")
    assert (named.order, named.role) == (ordered.order, ordered.role)
    table, now_ms = new_table(Terms(), settled_contacts(chess.Board().occupied)), 1000
    assert step(table, named, now_ms) == step(table, ordered, now_ms)
