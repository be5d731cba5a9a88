"""What every protocol of a link is made of: a pure translator between the board and a program.

A `Link` is an immutable value. Bytes from the program and views of the board go in; a new value, bytes for
the program and wishes come out. It reads no clock and opens nothing: instants are those of the views. So a
session can be replayed from a transcript, and each protocol is tried without a port.

It refuses to know transports (serial ports, sockets) and how a wish becomes an order (`session.py`).
"""

from typing import NamedTuple, Protocol, Self

import chess

from jadoube.core.pages.link_view import LinkView
from jadoube.core.squares import Occupancy


class Light(NamedTuple):
    """The program lights these squares (a 64-bit set, a1 = bit 0), and no others."""

    squares: Occupancy


class Write(NamedTuple):
    """The program writes on the clock; an empty text takes back what it wrote."""

    text: str
    beeps: bool = False


class RunClocks(NamedTuple):
    """The program sets both clocks, and starts one of them or none."""

    white_ms: int
    black_ms: int
    running: chess.Color | None


class Play(NamedTuple):
    """The program makes this move as the game's ply of this number: a hand is to make it on the board."""

    ply: int
    move: str
    """In UCI notation."""


class SetUp(NamedTuple):
    """The program wants the game to begin with this position; what the program sees counts from there."""

    fen: str


Wish = Light | Write | RunClocks | Play | SetUp
"""What a program wants of the board."""


class Said(NamedTuple):
    """What comes of a message or a view."""

    to_program: tuple[bytes, ...] = ()
    """The messages in order; each is written whole."""
    wishes: tuple[Wish, ...] = ()


class Link(Protocol):
    """One protocol, and how far a session in it is. An immutable value."""

    def hear(self, data: bytes, view: LinkView) -> tuple[Self, Said]:
        """Take in bytes as they came: a part of a message, or several. What is no message is dropped."""

    def show(self, view: LinkView) -> tuple[Self, Said]:
        """Show the board: it has changed, or `due_ms` has come."""

    def due_ms(self) -> int | None:
        """When `show` is wanted although nothing has changed, in ms of the views; None: not at all."""
