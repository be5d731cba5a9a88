"""A look at the board's files, and what comes of it for the live folder. It runs in a thread of its own.

The law: it is called once a second and does little while nothing has changed. What goes wrong is noted by its
kind, and the next look tries again. It reads no clock.
"""

from typing import NamedTuple

from jadoube.config.settings import Settings, live_folder
from jadoube.local.runtime_folder import RuntimeFolder
from jadoube.online.game_state import GameState
from jadoube.online.intake.watch import GamesFolder, RunningGame
from jadoube.online.live.folder import LiveFolder
from jadoube.online.live.showing import LiveShow
from jadoube.online.outgoing.delay import Delay
from jadoube.online.troubles import Troubles


class Seen(NamedTuple):
    """What a look has seen."""

    running: GameState | None
    folder_changed: bool


class Looking:
    """The eyes of the process. `look` and `take` are called in one thread."""

    def __init__(self, settings: Settings, troubles: Troubles) -> None:
        games = settings.archive.directory
        self.folder = GamesFolder(games, settings.online.directory)
        self.live = LiveShow(live_folder(settings), delay_of(settings)) if settings.live.enabled else None
        self._running = RunningGame((settings.control.socket.parent, RuntimeFolder().path), games)
        self._settings = settings
        self._own = settings.online.directory
        self._troubles = troubles
        self._last: GameState | None = None

    def look(self, now_ms: int) -> Seen:
        """Look at the board's files; bring the live folder up to date."""
        with self._troubles.noted("online.directory"):
            self._own.mkdir(mode=0o750, parents=True, exist_ok=True)
        changed = False
        with self._troubles.noted("archive.directory"):
            running = self._running.look()
            if running and running != self._last:
                self.take(running, now_ms, running=True)
                self._last = running
            changed = self.folder.has_changed(self._last)
        if self.live:
            with self._troubles.noted("live"):
                self.live.show(now_ms)
        return Seen(self._last, changed)

    def forget(self, name: str) -> None:
        """Forget a person in the live folder; the running game keeps the name. OSError if that cannot be."""
        if self.live:
            self.live.forget(name)
        else:
            LiveFolder(live_folder(self._settings)).forget(name)

    def take(self, state: GameState, now_ms: int, *, running: bool = False) -> None:
        """Take a state for the live folder."""
        if self.live:
            with self._troubles.noted("live"):
                self.live.take(state, now_ms, running=running)


def delay_of(settings: Settings) -> Delay:
    """The delay of the live folder."""
    return Delay(settings.live.delay_min, settings.live.delay_plies)
