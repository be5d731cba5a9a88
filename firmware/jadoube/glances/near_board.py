"""The board in this process, as those who show it need it: its messages, its PGN, and what it does.

The law: a PGN is written in a thread, one at a time, and again only when the game or its tags have changed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Any

from jadoube.core.messages.events import Ordered
from jadoube.glances.glance import Answer, Glance
from jadoube.glances.link_maker import LinkMaker
from jadoube.glances.maker import Maker, Told

Obey = Callable[[Ordered], Awaitable[Answer]]
"""Carries out an order and returns what came of it. Raises Unable."""

WritePgn = Callable[[Glance], str]
"""Writes the game of a glance; called in a thread."""


class NearBoard:
    """A board in this process. `glance` and `obey` are called in the loop."""

    def __init__(
        self,
        maker: Maker,
        glance: Callable[[], Glance],
        obey: Obey,
        write_pgn: WritePgn,
        executor: Executor,
    ) -> None:
        self.maker = maker
        self.links = LinkMaker(glance, maker.faults)
        self._glance = glance
        self._obey = obey
        self._write_pgn = write_pgn
        self._executor = executor
        self._game: tuple[Glance, str] | None = None
        self._writing = asyncio.Lock()

    def watch(self, told: Told) -> None:
        """Tell each new message, the first one soon."""
        self.maker.watch(told)

    def heed(self, told: Told) -> None:
        """Tell each new message that has to do with a server, and one soon."""
        self.maker.heed(told)

    def link(self, told: Told) -> None:
        """Tell what a program on a link is shown, now and after each change."""
        self.links.link(told)

    def leave(self, told: Told) -> None:
        """Tell nothing more."""
        self.maker.leave(told)
        self.links.leave(told)

    async def view(self) -> bytes:
        """Return the message of now."""
        return await self.maker.newest()

    async def pgn(self) -> str:
        """Return the game of now as PGN."""
        async with self._writing:
            glance, last = self._glance(), self._game
            if last is None or glance.table is not last[0].table or glance.tags != last[0].tags:
                loop = asyncio.get_running_loop()
                text = await loop.run_in_executor(self._executor, self._write_pgn, glance)
                self._game = last = glance, text
            return last[1]

    async def players(self) -> list[dict[str, Any]]:
        """Return the players that the board remembers, the last used first."""
        return [player._asdict() for player in self._glance().table.comfort.players]

    async def obey(self, ordered: Ordered) -> Answer:
        """Carry out an order; return what came of it. Raises Unable."""
        return await self._obey(ordered)
