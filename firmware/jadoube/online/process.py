"""The process of what leaves the board: one event loop, which looks at its files and answers at the desk.

The law: it holds nothing of the game: if it is killed, the game goes on, and another finds all it needs on
the disk. It ends with SIGTERM or SIGINT, as a child also with its standard input. That the archive, the disk
or the network is away never ends it; it is said once, and tried again. What is heavy is imported when it is
first needed: most of the day it only looks.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from jadoube.config.settings import Settings
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import Words
from jadoube.local.runtime_folder import lock_file
from jadoube.local.until_stopped import until_stopped
from jadoube.online.desk import open_desk
from jadoube.online.game_state import GameState
from jadoube.online.intake.looking import Looking
from jadoube.online.office import Office, Tells
from jadoube.online.troubles import Troubles, in_words

LOOK_S: Final = 1.0
"""How often it looks. Lichess wants the newest state once in three seconds at most."""

ALONE_S: Final = 1.0
"""How often the lock is tried that another process holds."""

Say = Callable[[str], None]


def run_online(settings: Settings, tells: Tells, say: Say, *, ends_with_input: bool = False) -> None:
    """Keep the archive and send games until stopped."""
    asyncio.run(_run(settings, tells, say, ends_with_input=ends_with_input))


async def _run(settings: Settings, tells: Tells, say: Say, *, ends_with_input: bool) -> None:
    online = Online(settings, tells, say)
    try:
        await until_stopped(online.run(), ends_with_input=ends_with_input)
    finally:
        online.close()


class Online:
    """All that the process does, until cancelled."""

    def __init__(self, settings: Settings, tells: Tells, say: Say) -> None:
        self._settings = settings
        self._now_ms = tells.now_ms
        self._say = say
        self._troubles = Troubles(say)
        self._looking = Looking(settings, self._troubles)
        self._office = Office(settings, tells, say, self._troubles, self._forget_shown)
        self._eyes = ThreadPoolExecutor(1, "looks")
        self._offered: GameState | None = None
        self._lock: int | None = None

    async def run(self) -> None:
        """Answer at the desk, and look; first wait until no other process does for the same folder."""
        await self._alone()
        path = self._settings.online.socket
        desk: asyncio.Server | None = None
        try:
            desk = await open_desk(path, self._office.handlers(), self._say)
        except OSError as problem:
            said = in_words(problem)["en"]
            self._say(f"online: {path}: {said}; nobody can ask for the archive")
        try:
            async with asyncio.TaskGroup() as together:
                together.create_task(self._look())
                together.create_task(self._office.run())
        finally:
            if desk:
                desk.close()
                path.unlink(missing_ok=True)

    async def _alone(self) -> None:
        """Wait for the lock of the folder: two that send from one outbox would overtake each other."""
        folder = self._settings.online.directory
        while True:
            try:
                folder.mkdir(mode=0o750, parents=True, exist_ok=True)
                self._lock = lock_file(folder / "lock")
            except BlockingIOError:
                self._troubles.begin("online", in_use_by_another(folder))
            except OSError as problem:  # nothing can be written there, by nobody: who asks is told so
                self._say(f"online: {in_words(problem)['en']}")
                return
            else:
                self._troubles.end("online")
                return
            await asyncio.sleep(ALONE_S)

    def close(self) -> None:
        """Give the threads up: what they do is whole or not at all."""
        self._office.close()
        self._eyes.shutdown(wait=False, cancel_futures=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            seen = await loop.run_in_executor(self._eyes, self._looking.look, self._now_ms())
            if seen.running and seen.running != self._offered:
                self._office.offer([seen.running], running=True)
                self._offered = seen.running
            if seen.folder_changed and not self._office.is_filing:
                self._office.file(self._looking.folder, seen.running, self._take)
            await asyncio.sleep(LOOK_S)

    async def _forget_shown(self, name: str) -> None:
        await asyncio.get_running_loop().run_in_executor(self._eyes, self._looking.forget, name)

    def _take(self, states: Sequence[GameState]) -> None:
        """Take states of games that are over, and came while they were watched.

        Not of the running one: what was read of its file a while ago may be older than what was offered.
        """
        running = self._offered.game_id if self._offered else None
        others = [state for state in states if state.game_id != running]
        self._office.offer(others)
        for state in others:
            self._eyes.submit(self._looking.take, state, self._now_ms())


def in_use_by_another(folder: Path) -> Words:
    """What is said while another process does for the same folder."""
    return worded(EdgePhrase.IN_USE_BY_JADOUBE, folder=str(folder))
