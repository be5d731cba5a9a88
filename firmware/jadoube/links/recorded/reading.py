"""What a recorded stream has: its messages, what is none, and the positions of the board."""

from itertools import pairwise
from typing import NamedTuple


class Message(NamedTuple):
    """One message of a board or of a program."""

    kind: str
    begins: int
    """The offset of its first byte in the stream; in a text of lines, the line."""
    pieces: str = ""
    """The 64 letters that stand on the board then, a1 first; empty: the message says nothing new of them."""


class Stray(NamedTuple):
    """Bytes that are no message."""

    begins: int
    length: int


class Reading(NamedTuple):
    """A stream, read."""

    protocol: str
    messages: list[Message]
    strays: list[Stray]

    @property
    def stray_bytes(self) -> int:
        """How many bytes are no message."""
        return sum(stray.length for stray in self.strays)


def strays_between(length: int, messages: list[tuple[int, int]]) -> list[Stray]:
    """What of a stream of this length lies in none of these messages, given as beginning and end."""
    bounds = [(0, 0), *messages, (length, length)]
    gaps = [(before[1], after[0] - before[1]) for before, after in pairwise(bounds)]
    return [Stray(*gap) for gap in gaps if gap[1] > 0]
