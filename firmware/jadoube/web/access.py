"""What the server is handed of the board: how to look at it, how to act on it, how its game is written down.

It refuses to know who hands it over: the daemon on a Pi, the desk of the simulator.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from jadoube.core.language.render import put_in_words
from jadoube.core.messages.orders import Order
from jadoube.core.messages.phrases import Part
from jadoube.core.state.health import Wrong
from jadoube.core.state.table import Table


class Glance(NamedTuple):
    """How the board stands at one instant: values only, so that another thread may read it at its leisure."""

    table: Table
    now_ms: int
    wrong: tuple[Wrong, ...] = ()
    tags: Mapping[str, str] = {}
    """What the PGN's head says: names and event."""


class Unable(ValueError):  # noqa: N818 - it names what happened, as its readers do
    """An order cannot be carried out now, and why; in English where it is printed."""

    def __init__(self, why: Part) -> None:
        super().__init__(put_in_words(why))
        self.why = why


@dataclass(frozen=True, slots=True)
class Access:
    """The board as the server reaches it. The first two are called in the loop, the third in a thread."""

    glance: Callable[[], Glance]
    obey: Callable[[Order], str]
    """Carries an order out and says what came of it. Raises Unable."""
    pgn: Callable[[Glance], str]
    """Writes the game as it is now."""
