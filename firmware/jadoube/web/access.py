"""The server's access to the board: what it may see of it, and how it gives orders.

It refuses to know who provides the access: the daemon over its sockets (`far_board.py`), or the simulator in
its own process (`glances/near_board.py`).
"""

from typing import Any, Protocol

from jadoube.core.messages.events import Ordered
from jadoube.glances.glance import Answer
from jadoube.glances.maker import Told


class Access(Protocol):
    """The board as the server needs it. Each method may raise `Refused`, which is the client's answer."""

    def watch(self, told: Told) -> None:
        """Tell each new message from now on. One comes soon, even if nothing has changed."""

    def leave(self, told: Told) -> None:
        """Tell nothing more."""

    async def view(self) -> bytes:
        """Return the message of now."""

    async def pgn(self) -> str:
        """Return the game of now as PGN."""

    async def players(self) -> list[dict[str, Any]]:
        """Return the players that the board remembers, the last used first: for who has the PIN."""

    async def obey(self, ordered: Ordered) -> Answer:
        """Carry out an order; return what came of it. Raises Unable."""
