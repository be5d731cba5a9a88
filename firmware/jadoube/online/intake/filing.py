"""Filing: what is new in the folder of games goes to the archive, and to those who show it elsewhere.

The law: one thread has the archive, and does one thing at a time; so a rebuild and a new game never meet. A
game that cannot be filed is said once and keeps no other back. Whatever goes wrong is said once, too, and is
tried again after a while. It refuses to know what an archive is.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol, TypeVar

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.online.game_state import GameState
from jadoube.online.game_text import plies_of, read_parts
from jadoube.online.intake.watch import Changed, GamesFolder
from jadoube.online.troubles import Troubles, place_of

BATCH: Final = 50
"""States that are handed on at a time."""

AGAIN_S: Final = 30.0
"""After a trouble of the disk or of the archive; each try reads the same files again."""

_T = TypeVar("_T")

Say = Callable[[str], None]

Take = Callable[[Sequence[GameState]], None]
"""Takes states of games that are over. Called in the loop."""


class Library(Protocol):
    """Where games are filed. All of it is called in one thread."""

    def file(self, state: GameState, number: int) -> str | None:
        """File a game; return why it cannot be read, if so. BadInput if nothing can be filed now."""

    def close(self) -> None:
        """Close what is open."""


class Filing:
    """The thread that has the archive."""

    def __init__(self, library: Library, say: Say, troubles: Troubles) -> None:
        self._library = library
        self._say = say
        self._troubles = troubles
        self._thread = ThreadPoolExecutor(1, "archive")
        self.is_busy = False
        """Whether the folder is being gone through."""

    async def do(self, work: Callable[[], _T]) -> _T:
        """Do something with the archive, when what came before is done."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def file(self, folder: GamesFolder, running: GameState | None, take: Take) -> None:
        """File what is new in the folder of games; after a trouble, wait before the next try."""
        loop = asyncio.get_running_loop()

        def hand_on(states: Sequence[GameState]) -> None:
            loop.call_soon_threadsafe(take, states)

        self.is_busy = True
        try:
            await self._tried(lambda: self._go_through(folder, running, hand_on))
            if self._troubles.of("archive"):
                await asyncio.sleep(AGAIN_S)
        finally:
            self.is_busy = False

    async def _tried(self, work: Callable[[], None]) -> None:
        try:
            await self.do(work)
        except Exception as problem:  # noqa: BLE001 - a fault of ours; each second another one would follow
            self._troubles.begin("archive", worded(EdgePhrase.CANNOT_BE_USED, problem=place_of(problem)))

    def close(self) -> None:
        """Close the archive when what is being done is done; nobody waits for it."""
        self._thread.submit(self._library.close)
        self._thread.shutdown(wait=False)

    def _go_through(self, folder: GamesFolder, running: GameState | None, hand_on: Take) -> None:
        fresh: list[GameState] = []
        with self._troubles.noted("archive"):
            for changed in folder.changed(running):
                if plies_of(read_parts(changed.state.pgn)):
                    self._file(changed)
                if changed.fresh:
                    fresh.append(changed.state)
                if len(fresh) >= BATCH:
                    hand_on(fresh)
                    fresh = []
        if fresh:
            hand_on(fresh)

    def _file(self, changed: Changed) -> None:
        problem = self._library.file(changed.state, changed.number)
        if problem:
            self._say(f"archive: game {changed.number:06d}: {problem}")
