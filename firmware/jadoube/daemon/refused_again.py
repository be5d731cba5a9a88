"""An opponent's order that was refused, and comes again.

The law: who compares the board with a server gives an order until it is obeyed. For as long as the reason
stays the same it is answered, and is no input: it changes nothing, and no journal grows by it. It refuses to
know what an order does.
"""

from collections.abc import Iterable

from jadoube.core.messages.effects import Effect, OrderRefused
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.roles import Role
from jadoube.core.permissions.refusal import refusal
from jadoube.core.state.table import Table


class RefusedAgain:
    """Remembers the opponent's last order if it was refused."""

    def __init__(self) -> None:
        self._last: tuple[Event, OrderRefused] | None = None

    def answer(self, table: Table, event: Event, now_ms: int) -> tuple[Effect, ...]:
        """The refusal of an order that was refused for the same reason just before; nothing for any other."""
        if self._last is None or self._last[0] != event or not isinstance(event, Ordered):
            return ()
        refused = self._last[1]
        return (refused,) if refusal(table, event.order, now_ms, event.role) == refused.why else ()

    def note(self, event: Event, effects: Iterable[Effect]) -> None:
        """Note what came of an event of another program."""
        if isinstance(event, Ordered) and event.role is Role.OPPONENT:
            refused = next((effect for effect in effects if isinstance(effect, OrderRefused)), None)
            self._last = (event, refused) if refused else None
