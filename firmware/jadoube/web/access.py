"""The server's access to the board: how to read it, how to give orders, how to write its game.

It refuses to know who provides the access: the daemon on a Pi, or the simulator.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from jadoube.core.language.render import put_in_words
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.phrases import Part
from jadoube.core.state.health import Wrong
from jadoube.core.state.table import Table


class Glance(NamedTuple):
    """The state of the board at one instant: immutable values, which any thread may read."""

    table: Table
    now_ms: int
    wrong: tuple[Wrong, ...] = ()
    tags: Mapping[str, str] = {}
    """The PGN's tags: names and event."""


class Unable(ValueError):  # noqa: N818 - it names what happened, as its readers do
    """An order cannot be carried out now. `why` is the sentence; the string is English."""

    def __init__(self, why: Part) -> None:
        super().__init__(put_in_words(why))
        self.why = why


@dataclass(frozen=True, slots=True)
class Access:
    """The server's access to the board. `glance` and `obey` are called in the loop, `pgn` in a thread."""

    glance: Callable[[], Glance]
    obey: Callable[[Ordered], Awaitable[str]]
    """Carries out an order and returns the result as text. Raises Unable."""
    pgn: Callable[[Glance], str]
    """Returns the current game as PGN."""
