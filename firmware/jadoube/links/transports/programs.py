"""What a transport and the one who hears a program owe each other.

The law: a transport says when a program is there, gives its bytes as they come, and says once that it has
gone. What is written is sent in order, or the program is dropped; nobody waits for it.
"""

from collections.abc import Callable
from typing import Final, Protocol

RETRY_S: Final = 1.0
"""The pause before a place that is not there, or is taken, is tried again."""

DOES_NOT_READ: Final = "the program does not read what it is sent; it is dropped"

Say = Callable[[str], None]


class Line(Protocol):
    """The way to one program."""

    def write(self, data: bytes) -> None:
        """Send these bytes after all before them; once the program has gone, nothing happens."""

    def drop(self, why: str) -> None:
        """Hang up, and say why; an empty text says nothing."""


class Listener(Protocol):
    """Who hears one program."""

    def hear(self, data: bytes) -> None:
        """Take bytes in as they came."""

    def end(self) -> None:
        """The program has gone; called once."""


Welcome = Callable[[Line], Listener]
"""Called when a program is there; returns who hears it."""


def once(say: Say) -> Say:
    """Return what says each of a link's lines the first time only: what is tried again fails again."""
    said: set[str] = set()

    def tell(line: str) -> None:
        if line not in said and len(said) < _MOST_LINES:
            said.add(line)
            say(line)

    return tell


_MOST_LINES: Final = 100
