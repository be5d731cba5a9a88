"""Names the contacts that chatter: once in the log when each begins, once when it is believed again.

The law: a reed is named by the players' square. This module refuses to know how chatter is found
(`core/signals/chatter.py`), what it means for the reading (`Scanned.chattering`), and how pages and faces
tell it (`core/state/announced/health.py`).
"""

from collections.abc import Callable, Iterator

import chess

from jadoube.core.messages.scans import BUTTONS, LEVERS
from jadoube.core.squares import Occupancy, squares, turn_squares
from jadoube.core.state.announced.health import Chattering
from jadoube.core.state.table import Table
from jadoube.daemon.sampling.steady import NOTHING_HELD, Held


class Chatterers:
    """Remembers which contacts chatter; `said` gets the lines of the log."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.held = NOTHING_HELD
        self._say = say

    def take_in(self, held: Held, *, turned: bool) -> None:
        """Take in what chatters, and tell what has changed; `turned` is how the board lies."""
        if held != self.held:
            self._tell(held, turned=turned)
            self.held = held

    def trouble(self, table: Table) -> Chattering | None:
        """What the players are told of it, in their squares; None if nothing chatters."""
        if not (self.held.reeds or self.held.buttons):
            return None
        return Chattering(_players(self.held.reeds, turned=table.turned), self.held.buttons)

    def _tell(self, held: Held, *, turned: bool) -> None:
        before = self.held
        for name in _names(held.reeds & ~before.reeds, held.buttons & ~before.buttons, turned=turned):
            self._say(f"{name} chatters: it counts as it was at rest until it is quiet again")
        for name in _names(before.reeds & ~held.reeds, before.buttons & ~held.buttons, turned=turned):
            self._say(f"{name} is quiet again, and believed")


def _players(reeds: Occupancy, *, turned: bool) -> Occupancy:
    """The reeds by the players' squares."""
    return turn_squares(reeds) if turned else reeds


def _names(reeds: Occupancy, buttons: int, *, turned: bool) -> Iterator[str]:
    for square in squares(_players(reeds, turned=turned)):
        yield f"reed {chess.SQUARE_NAMES[square]}"
    for name, button in BUTTONS.items():
        if button & buttons:
            yield f"lever {name}" if button & LEVERS else f"key {name}"
