"""Events: the inputs of the arbiter.

A `Scanned` is an input and also moves time: the core has no timers, it takes in the next scan. The instant of
an event is an argument beside it, never a field.
"""

from dataclasses import dataclass
from enum import IntFlag
from typing import NamedTuple

from jadoube.core.messages.orders import Order


class Page(NamedTuple):
    """The address of the board's page and its PIN; empty where not told."""

    address: str = ""
    pin: str = ""


class Button(IntFlag):
    """The seven momentary buttons: two clock levers and the five panel keys."""

    WHITE = 1
    BLACK = 2
    BACK = 4
    MINUS = 8
    PLAY = 16
    PLUS = 32
    OK = 64


LEVERS = Button.WHITE | Button.BLACK
PANEL = int(Button.BACK | Button.MINUS | Button.PLAY | Button.PLUS | Button.OK)

#: The buttons by their names in sensor logs, pin maps and texts, in the order of their bits.
BUTTONS: dict[str, Button] = {str(button.name).lower(): button for button in Button}


@dataclass(frozen=True, slots=True)
class Scanned:
    """One reading of everything on the board.

    `reeds` is the 64-bit set of closed reeds (a1 = bit 0, h8 = bit 63), raw, by physical square.
    `buttons` is the set of buttons held down, as bits of `Button`.
    `grounded` is the set of lines of the matrix that touch ground: bits 0 to 7 are the columns of the files
    a to h, bits 8 to 15 the rows of the ranks 1 to 8, bit 16 is the buttons' column (`signals/lines.py`).
    `powered` is the set of lines that are high although they are pulled down: a line that touches 3.3 V, and
    the rows that such a column feeds through its closed reeds.
    """

    reeds: int
    buttons: int = 0
    grounded: int = 0
    powered: int = 0


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
