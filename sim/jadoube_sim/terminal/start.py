"""How a desk for the terminal is made, from what the command line asked for.

It decides nothing but what depends on one another: time that nobody waits for stands still until hands move,
and a folder of games is kept as `jadoube run` keeps it, so that a game that was left is taken up again.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import chess

from jadoube.config.settings import Settings
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.names import Names
from jadoube.core.state.table import Terms
from jadoube.daemon.service import GameKeeper, tags_of, terms_of_settings
from jadoube.games.game_files import GameFiles, Means
from jadoube.games.journal.fold import Folded
from jadoube_sim.desk import Beside, Desk, Ears
from jadoube_sim.hands import MANNERS
from jadoube_sim.linked import AskedLink
from jadoube_sim.terminal.session import Habits, Session
from jadoube_sim.virtual import VirtualPace


class Shelf:
    """The folder of games, if there is one. A context: leaving it waits for the disk, a few seconds."""

    def __init__(self, directory: Path | None, settings: Settings, say: Callable[[str], None]) -> None:
        self._disk = ThreadPoolExecutor(1)
        self._files = GameFiles(directory, self._disk, say, Means(watches=False)) if directory else None
        self._say = say
        self.keeper = GameKeeper(self._files, settings, trusted=True) if self._files else None

    def left(self) -> Folded | None:
        """Give the game that was left unfinished, if there is one."""
        left = self.keeper.resume() if self.keeper else None
        if left:
            self._say(f"an unfinished game is taken up again after {left.table.line.ply} plies")
        return left

    def beside(self) -> Beside:
        """Give who keeps the games; new games remember what was set by hand in earlier ones."""
        return Beside(self.keeper, first_table=self.keeper.first_table) if self.keeper else Beside()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._files:
            self._files.close()
        self._disk.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Start:
    """What a session begins with. `speed` None is as fast as it goes."""

    settings: Settings
    time_control: str = "-"
    start_fen: str = chess.STARTING_FEN
    manner: str = "tidy"
    presses: bool = False
    seed: int = 0
    speed: float | None = None
    directory: Path | None = None
    """Where the games are kept; None for nowhere."""
    links: tuple[AskedLink, ...] = ()
    """On which other programs see the board."""

    def shelf(self, ears: Ears) -> Shelf:
        """Open the folder of games."""
        return Shelf(self.directory, self.settings, ears.say)

    def desk(
        self,
        shelf: Shelf,
        ears: Ears,
        after_scan: Callable[[], None] | None = None,
        *,
        left: Folded | None = None,
        names: Names | None = None,
    ) -> Desk:
        """Make the desk, with a game that was left or a new one; with a speed time runs by itself.

        `names` are those of a new game, by default those of the settings.
        """
        begin_ms = left.last_ms if left else 0
        pace = VirtualPace(
            self.settings.board.scan_period_ms,
            speed=self.speed,
            begin_ms=begin_ms,
            until_ms=None if self.speed else begin_ms,
            after_scan=after_scan,
        )
        desk = Desk(
            self.settings,
            self.terms(),
            left=left,
            pace=pace,
            beside=replace(shelf.beside(), names=names),
            ears=ears,
        )
        if left:
            desk.daemon.resume(left.last_ms)
        elif shelf.keeper:
            shelf.keeper.begin(desk.table, 0)
        return desk

    def terms(self) -> Terms:
        """What is agreed before the game."""
        control = parse_time_control(self.time_control)
        return replace(terms_of_settings(self.settings), start_fen=self.start_fen, control=control)

    def session(self, desk: Desk) -> Session:
        """Sit down at the desk."""
        habits = Habits(
            MANNERS[self.manner], presses=self.presses, tags=tags_of(self.settings.game, trusted=True)
        )
        return Session(desk, habits, self.seed)
