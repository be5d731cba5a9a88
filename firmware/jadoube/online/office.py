"""The office: what the desk can be asked for, and who carries it out.

The law: it joins the questions with the archive, the broadcast, the pairings and the live folder. Each of
them is imported when it is first needed. It refuses to know sockets and sees no files of the board.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jadoube.config.settings import Settings
from jadoube.online.desk import Handlers, Told
from jadoube.online.filing import Filing, Take
from jadoube.online.game_state import GameState
from jadoube.online.troubles import Troubles
from jadoube.online.watch import GamesFolder

Say = Callable[[str], None]


class NoLibrary:
    """Files nothing: there is no archive yet."""

    def file(self, state: GameState, number: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Office:
    """Those who carry out what is asked."""

    def __init__(self, settings: Settings, now_ms: Callable[[], int], say: Say, troubles: Troubles) -> None:
        self._settings = settings
        self._now_ms = now_ms
        self._say = say
        self._troubles = troubles
        self._filing = Filing(NoLibrary(), troubles)
        self._tasks: set[asyncio.Task[None]] = set()

    def handlers(self) -> Handlers:
        """What can be asked, and who carries it out."""
        return {"status": self._status}

    async def run(self) -> None:
        """Do what is done without being asked, until cancelled."""
        await asyncio.Event().wait()

    def offer(self, states: Sequence[GameState]) -> None:
        """Take the newest states of games."""

    @property
    def is_filing(self) -> bool:
        """Whether the folder of games is being gone through."""
        return self._filing.is_busy

    def file(self, folder: GamesFolder, running: GameState | None, take: Take) -> None:
        """Go through the folder of games."""
        self._filing.is_busy = True
        task = asyncio.create_task(self._filing.file(folder, running, take))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Give up what is being done."""
        self._filing.close()

    async def _status(self, _fields: Mapping[str, Any], _told: Told) -> object:
        live = self._settings.live
        return {
            "live": {
                "enabled": live.enabled,
                "url_path": "/live/" if live.enabled else None,
                "delay_min": live.delay_min,
                "delay_plies": live.delay_plies,
                "problem": self._in_words("live"),
            },
        }

    def _in_words(self, kind: str) -> Mapping[str, str] | None:
        problem = self._troubles.of(kind)
        return dict.fromkeys(("en", "fr"), problem) if problem else None
