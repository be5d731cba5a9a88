"""Filing: what is new in the folder of games goes to the archive, and to those who show it elsewhere.

The law: one thread has the archive, and does one thing at a time; so a rebuild and a new game never meet. A
game that cannot be filed is said once and keeps no other back. It refuses to know what an archive is.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from jadoube.config.problems import BadInput
from jadoube.online.game_state import GameState
from jadoube.online.troubles import Troubles
from jadoube.online.watch import GamesFolder

BATCH: Final = 50
"""States that are handed on at a time."""

_T = TypeVar("_T")

Take = Callable[[Sequence[GameState]], None]
"""Takes states of games that are over. Called in the loop."""


class Library(Protocol):
    """Where games are filed. All of it is called in one thread."""

    def file(self, state: GameState, number: int) -> None:
        """File a game; BadInput if it cannot be read, OSError if it cannot be written."""

    def close(self) -> None:
        """Close what is open."""


class Filing:
    """The thread that has the archive."""

    def __init__(self, library: Library, troubles: Troubles) -> None:
        self._library = library
        self._troubles = troubles
        self._thread = ThreadPoolExecutor(1, "archive")
        self.is_busy = False
        """Whether the folder is being gone through."""

    async def do(self, work: Callable[[], _T]) -> _T:
        """Do something with the archive, when what came before is done."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def file(self, folder: GamesFolder, running: GameState | None, take: Take) -> None:
        """File what is new in the folder of games."""
        loop = asyncio.get_running_loop()

        def hand_on(states: Sequence[GameState]) -> None:
            loop.call_soon_threadsafe(take, states)

        self.is_busy = True
        try:
            await self.do(lambda: self._go_through(folder, running, hand_on))
        finally:
            self.is_busy = False

    def close(self) -> None:
        """Close the archive when what is being done is done; nobody waits for it."""
        self._thread.submit(self._library.close)
        self._thread.shutdown(wait=False)

    def _go_through(self, folder: GamesFolder, running: GameState | None, hand_on: Take) -> None:
        fresh: list[GameState] = []
        with self._troubles.noted("archive"):
            for changed in folder.changed(running):
                try:
                    self._library.file(changed.state, changed.number)
                except BadInput as problem:
                    self._troubles.begin(f"game {changed.number:06d}", str(problem))
                if changed.fresh:
                    fresh.append(changed.state)
                if len(fresh) >= BATCH:
                    hand_on(fresh)
                    fresh = []
        if fresh:
            hand_on(fresh)
