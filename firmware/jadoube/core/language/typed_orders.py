"""Parses orders that a person types: a time control is in minutes.

It refuses to know what an order does. `messages/order_text.py` has the form that
journals and transcripts hold.
"""

from jadoube.core.clock.time_control import time_control_text
from jadoube.core.language.control_read import read_control
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.order_text import CONTROL, parse_order
from jadoube.core.messages.orders import Choose, Order
from jadoube.core.messages.roles import split_role


def read_ordered(text: str) -> Ordered:
    """Parse an order that a person types, with its role before it; ValueError says what was expected."""
    role, who, order = split_role(text)
    return Ordered(read_order(order), role, who)


def read_order(text: str) -> Order:
    """Parse an order that a person types, without a role; ValueError says what was expected."""
    verb, *rest = text.split(maxsplit=1)[:2] or [""]
    if verb != CONTROL:
        return parse_order(text)
    if not rest:
        raise Misread(verb, Expected.AS_HERE, looks="control 3+2")
    return Choose(CONTROL, time_control_text(read_control(rest[0])))
