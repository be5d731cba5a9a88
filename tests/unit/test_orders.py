"""Orders in words: each has one spelling, and nonsense is refused in one line."""

import re

import pytest
from hypothesis import given

from drawn_orders import ORDERS
from jadoube.core.orders import Order, order_text, parse_order


@given(ORDERS)
def test_an_order_is_read_back_from_its_text(order: Order) -> None:
    """What is journalled is the order that was given."""
    assert parse_order(order_text(order)) == order
    assert parse_order(f"  {order_text(order).replace(' ', '   ')} ") == order


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "'nothing' found, expected one of: resign, draw offer, "),
        ("surrender white", "'surrender' found, expected one of: resign, "),
        ("draw", "'draw' found, expected one of: resign, "),
        ("resign", "'resign' found, expected resign white"),
        ("resign grey", "'grey' found, expected white or black"),
        ("resign white now", "'resign white now' found, expected resign white"),
        ("draw claim", "'draw claim' found, expected draw claim white [MOVE]"),
        ("draw claim white \udcff", "'\\udcff' found, expected a move such as Nf3"),
        ("draw claim white \x1b[2J", r"'\x1b[2J' found, expected a move such as Nf3"),
        ("draw claim white " + 200 * "N", "NNN' found, expected a move such as Nf3"),
        ("time white sixty", "'sixty' found, expected a whole number from -86399 to 86399"),
        ("time white +-60", "'+-60' found, expected a whole number"),
        ("time white 99999999999", "'99999999999' found, expected a whole number"),
        ("counter 0", "'0' found, expected a whole number from 1 to 9999"),
        ("counter -1", "'-1' found, expected a whole number from 1 to 9999"),
        ("penalty white 0", "'0' found, expected a whole number from 1 to 86399"),
        ("restore \u0663", "found, expected a whole number from 0 to 19998"),
        ("result 2-0", "'2-0' found, expected one of: 1-0, 0-1, 1/2-1/2, *"),
    ],
)
def test_nonsense_is_refused(text: str, expected: str) -> None:
    """In one line that says what was found and what was expected."""
    with pytest.raises(ValueError, match=re.escape(expected)):
        parse_order(text)
