"""One life of the board: from when its power comes on to when it goes, with the folder that outlives it.

The law: what a life knows when it begins is on the disk, and what is not there by a power cut is lost. It
knows the daemon's own files and how a desk is made; it knows no piece.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from jadoube.config.settings import Settings
from jadoube.core.messages.names import Names
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Terms
from jadoube.daemon.asked.adjudicator import BeginAnswer
from jadoube.daemon.asked.opponents import BeginMove
from jadoube.daemon.service import GameKeeper
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.journal.fold import Folded
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.virtual import VirtualPace


@dataclass(frozen=True, slots=True)
class Begin:
    """How a life begins: the reeds, the instant, how fast time runs, who listens and who answers."""

    closed: Occupancy
    at_ms: int
    speed: float
    ears: Ears
    after_scan: Callable[[], None]
    answering: BeginAnswer
    playing: BeginMove
    names: Names | None = None
    """Who plays in a new game; None: as the settings say."""


class Life:
    """A board with power, on these terms; or with the game that was left in the folder, if it `resumes`."""

    def __init__(
        self, settings: Settings, terms: Terms, directory: Path, say: Callable[[str], None], *, resumes: bool
    ) -> None:
        self._settings = settings
        self._terms = terms
        self._disk = ThreadPoolExecutor(1)
        self._files = GameFiles(directory, self._disk, say, Means(watches=False))
        self._keeper = GameKeeper(self._files, settings, trusted=True)
        self.left: Folded | None = self._keeper.resume() if resumes else None
        self.desk: Desk | None = None

    def tags(self) -> dict[str, str]:
        """The PGN's tags of the game."""
        return self._keeper.tags(self.desk.table) if self.desk else {}

    def begin(self, begin: Begin) -> "asyncio.Task[None]":
        """Let the board run; gives the task in which it does."""
        period_ms = self._settings.board.scan_period_ms
        pace = VirtualPace(period_ms, speed=begin.speed, begin_ms=begin.at_ms, after_scan=begin.after_scan)
        desk = Desk(
            self._settings,
            self._terms,
            closed=begin.closed,
            left=self.left,
            pace=pace,
            beside=Beside(self._keeper, begin.answering, begin.playing, names=begin.names),
            ears=begin.ears,
        )
        if self.left:
            desk.daemon.resume(self.left.last_ms)
        else:
            self._keeper.begin(desk.table, begin.at_ms)
        self.desk = desk
        return desk.begin()

    async def leave(self) -> None:
        """End it in order: the board goes dark, and what waits is written."""
        if self.desk:
            await self.desk.leave()
        self._files.close()
        self._disk.shutdown(wait=False, cancel_futures=True)

    async def cut(self) -> None:
        """Cut the power."""
        if self.desk:
            await self.desk.cut()
        self._files.abandon()
        self._disk.shutdown(wait=False, cancel_futures=True)
