"""Events: the inputs of the arbiter.

A `Scanned` is an input and also moves time: the core has no timers, it takes in the next scan. The instant of
an event is an argument beside it, never a field.
"""

from dataclasses import dataclass
from typing import NamedTuple

from jadoube.core.messages.orders import Order
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
    """A person's order: something that no reed can show."""

    order: Order


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
