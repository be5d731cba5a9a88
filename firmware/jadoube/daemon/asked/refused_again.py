"""An opponent's orders that were refused, and come again.

The law: who compares the board with a server gives each order until it is obeyed, and several in turn. For as
long as the reason stays the same such an order is answered, and is no input: it changes nothing, and no
journal grows by it. What a server's clocks show is one order, whatever they show by now. It refuses to know
what an order does.
"""

from collections.abc import Iterable
from typing import Final

from jadoube.core.messages.effects import Effect, OrderRefused
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import SetClocks
from jadoube.core.messages.roles import Role
from jadoube.core.permissions.refusal import refusal
from jadoube.core.state.table import Table

REMEMBERED: Final = 16
"""So many refused orders are remembered, the newest: more than a game has to say at once (a choice)."""


class RefusedAgain:
    """Remembers which of the opponent's orders were refused, and why."""

    def __init__(self) -> None:
        self._refused: dict[object, OrderRefused] = {}

    def answer(self, table: Table, event: Event, now_ms: int) -> tuple[Effect, ...]:
        """The refusal of an order that was refused for the same reason before; nothing for any other."""
        refused = self._refused.get(_meaning(event))
        if refused is None or not isinstance(event, Ordered):
            return ()
        return (refused,) if refusal(table, event.order, now_ms, event.role) == refused.why else ()

    def note(self, event: Event, effects: Iterable[Effect]) -> None:
        """Note what came of an event of another program: it is forgotten if it was obeyed."""
        if not isinstance(event, Ordered) or event.role is not Role.OPPONENT:
            return
        self._refused.pop(_meaning(event), None)
        refused = next((effect for effect in effects if isinstance(effect, OrderRefused)), None)
        if refused:
            self._refused[_meaning(event)] = refused
        if len(self._refused) > REMEMBERED:
            del self._refused[next(iter(self._refused))]


def _meaning(event: Event) -> object:
    """The same for events that mean the same."""
    if isinstance(event, Ordered) and isinstance(event.order, SetClocks):
        return SetClocks, event.role, event.who
    return event
