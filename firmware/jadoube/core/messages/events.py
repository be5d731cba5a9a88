"""What the board tells the arbiter.

A `Scanned` is both an input and the passing of time: the core is never told that a timer ran out, it is
shown the next scan. An event comes with its instant as an argument beside it, never inside it.
"""

from dataclasses import dataclass
from enum import IntFlag
from typing import NamedTuple

from jadoube.core.messages.orders import Order


class Page(NamedTuple):
    """Where a browser finds the board, and what it is asked for there; empty as far as it is not told."""

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

#: The buttons by the names that sensor logs, pin maps and people use, in the order of their bits.
BUTTONS: dict[str, Button] = {str(button.name).lower(): button for button in Button}


@dataclass(frozen=True, slots=True)
class Scanned:
    """One reading of everything on the board.

    `reeds` is the 64-bit set of closed reeds (a1 = bit 0, h8 = bit 63), raw, by physical square.
    `buttons` is the set of buttons held down, as bits of `Button`.
    """

    reeds: int
    buttons: int = 0


@dataclass(frozen=True, slots=True)
class Restarted:
    """The program begins again over a game that its journal left unfinished."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more will come: a log's last line, or the game is left. What the reeds show now is final."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Somebody says in words what no reed can see."""

    order: Order


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The answer to the question whether a side can mate from a position; None: undecided."""

    fen: str
    can_mate: bool | None


@dataclass(frozen=True, slots=True)
class Reachable:
    """A browser finds the board at this address, and is asked for this PIN; None: no browser finds it."""

    page: Page | None


Event = Scanned | Restarted | Ended | Ordered | Adjudicated | Reachable
