"""Events: the inputs of the arbiter.

A `Scanned` is an input and also moves time: the core has no timers, it takes in the next scan. The instant of
an event is an argument beside it, never a field.
"""

from dataclasses import dataclass
from typing import NamedTuple

from jadoube.core.messages.order_text import order_text, parse_order
from jadoube.core.messages.orders import Order
from jadoube.core.messages.roles import Role, role_text, split_role
from jadoube.core.messages.scans import BUTTONS, LEVERS, PANEL, Button, Scanned

__all__ = [
    "BUTTONS",
    "LEVERS",
    "PANEL",
    "Adjudicated",
    "Button",
    "Ended",
    "Event",
    "Ordered",
    "Page",
    "Reachable",
    "Restarted",
    "Scanned",
    "parse_ordered",
]  # all events, and so the scans


class Page(NamedTuple):
    """The address of the board's page and its PIN; empty where not told."""

    address: str = ""
    pin: str = ""


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program has started again; the journal holds an unfinished game."""


@dataclass(frozen=True, slots=True)
class Ended:
    """No more events follow: the log has ended, or the game is left. The reeds' state is final."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A person's order: something that no reed can show; and in whose name it is given."""

    order: Order
    role: Role = Role.OWNER
    who: str = ""
    """The name of the person who gives it, as `parse_name` returns it; empty: not told."""

    @property
    def text(self) -> str:
        """The one text, as in journals: the role, unless it is the owner unnamed, and the order."""
        return role_text(self.role, self.who) + order_text(self.order)


def parse_ordered(text: str) -> Ordered:
    """Read the one text of an order and its role; a ValueError says what was found and expected."""
    role, who, order = split_role(text)
    return Ordered(parse_order(order), role, who)


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The answer to an `Adjudication`: can the side mate from this position? None: undecided."""

    fen: str
    can_mate: bool | None


@dataclass(frozen=True, slots=True)
class Reachable:
    """A browser can reach the board at this address with this PIN; None: it cannot."""

    page: Page | None


Event = Scanned | Restarted | Ended | Ordered | Adjudicated | Reachable
