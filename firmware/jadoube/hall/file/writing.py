"""Writing: when the hall's file is opened, and what is new written to it.

The law: one thread writes, one batch after the other. What cannot be written is told as a trouble of the
hall, and tried again; until then nobody waits for it, so that a full disk stops no tournament. It refuses to
know what is kept.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.boards import HALL, Boards
from jadoube.hall.file.schema import Found, GoneError
from jadoube.hall.file.store import Store
from jadoube.hall.rounds.kept_text import read_rounds
from jadoube.hall.rounds.placed import ROUNDS
from jadoube.hall.troubles import Kind, Trouble, unread_words, worded_problem
from jadoube.local.desk_lines import Words
from jadoube.mqtt.payloads import Round
from jadoube.online.troubles import in_words

WRITE_S: Final = 0.5
"""How often what is new is written: a batch for all boards (a choice, for cards)."""

AGAIN_S: Final = 5.0
"""Between two tries to write where that failed."""

CHECKPOINT_MS: Final = 60_000
"""So often what is new is brought from the file's log into the file: a copy of it alone lacks no more."""

WRITTEN_WITHIN_S: Final = 2.0
"""So long at most is waited for a disk that does not answer: less than a lease needs to be renewed."""


class Writing:
    """Writes a store. `load` takes the rounds of the file once it is open; `say` gets lines for the log.

    With `goes_on` the hall ran before: its file is told if it is new.
    """

    def __init__(
        self,
        store: Store,
        boards: Boards,
        load: Callable[[Sequence[Round]], None],
        say: Callable[[str], None],
        every_s: float = WRITE_S,
        *,
        goes_on: bool = False,
    ) -> None:
        self._store, self._boards = store, boards
        self._goes_on = goes_on
        self._load, self._say = load, say
        self._every_s = every_s
        self._thread = ThreadPoolExecutor(1, "writes")
        self._turn = asyncio.Lock()
        self._fails = self._is_loaded = False
        self._has_log, self._checked_ms = False, boards.now_ms()
        self._asked = set[asyncio.Task[bool]]()

    async def open(self) -> bool:
        """Open the file, which a check may make long, and take what it has; return whether it is open."""
        store = self._store
        may_write = os.access(store.path.parent, os.W_OK)
        if self._is_loaded and not may_write:
            return False
        store.let_go()
        try:
            found = await self._take_in(store.find)
        except (sqlite3.Error, OSError) as problem:
            self._not_written(problem)
            if not may_write:
                await self._open_to_read()
            return False
        if store.aside:
            self._told_of_file(worded(EdgePhrase.HALL_FILE_DAMAGED, aside=store.aside))
        elif self._goes_on and found.is_empty:
            self._told_of_file(worded(EdgePhrase.HALL_FILE_NEW, file=str(store.path)))
        return True

    async def _open_to_read(self) -> None:
        """Take what a file has in a folder in which nothing may be written, if there is one."""
        with suppress(sqlite3.Error, OSError):
            await self._take_in(self._store.find_to_read)

    async def _take_in(self, find: Callable[[], Found]) -> Found:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._thread, find)
        rounds = await loop.run_in_executor(self._thread, read_rounds, found.kept.get(ROUNDS, ""))
        self._store.take_in(found)
        if not self._is_loaded:
            self._is_loaded = True
            self._load(rounds)
        return found

    def _told_of_file(self, said: Words) -> None:
        self._boards.happened(HALL, Kind.FILE, said)

    async def run(self) -> None:
        """Write what is new now and then, until cancelled."""
        while True:
            wrote = (self._store.is_open or await self.open()) and await self.write()
            self._look_at_reading()
            await self._checkpoint()
            await asyncio.sleep(self._every_s if wrote else AGAIN_S)

    def _look_at_reading(self) -> None:
        """Tell whether games cannot be read; who has asked for one has found that."""
        if problem := self._store.why_unread():
            self._boards.trouble(HALL, Trouble(Kind.UNREAD, unread_words(problem, self._store.path)))
        else:
            self._boards.end_trouble(HALL, Kind.UNREAD)

    async def _checkpoint(self) -> None:
        now_ms = self._boards.now_ms()
        if self._has_log and now_ms - self._checked_ms >= CHECKPOINT_MS:
            self._has_log, self._checked_ms = False, now_ms
            await asyncio.get_running_loop().run_in_executor(self._thread, self._store.checkpoint)

    async def written(self) -> None:
        """Wait until what is known now is written, or it is known that it cannot be."""
        if self._store.is_open and not self._fails:
            asked = asyncio.create_task(self.write())
            self._asked.add(asked)
            asked.add_done_callback(self._asked.discard)
            await asyncio.wait((asked,), timeout=WRITTEN_WITHIN_S)

    async def write(self) -> bool:
        """Write what is new; return whether that was possible."""
        async with self._turn:
            batch = self._store.begin()
            if batch.is_empty:
                return True
            try:
                said = await asyncio.get_running_loop().run_in_executor(
                    self._thread, self._store.write, batch
                )
            except (sqlite3.Error, OSError) as problem:
                self._store.give_back(batch)
                self._not_written(problem)
                return False
            except asyncio.CancelledError:
                self._store.give_back(batch)  # written twice is written once
                raise
            self._store.written(batch)
            self._has_log = True
        self._fails = False
        for line in said:
            self._say(line)
        self._boards.end_trouble(HALL, Kind.STORE)
        return True

    def finish(self) -> None:
        """Write what is new for the last time; what cannot be written is said."""
        self.leave()
        try:
            self._store.write(self._store.begin())
        except (sqlite3.Error, OSError) as problem:
            self._say(self._unwritten(problem)["en"])

    def leave(self) -> None:
        """Write nothing more; return when nothing is written any more."""
        self._thread.shutdown()

    def _not_written(self, problem: sqlite3.Error | OSError) -> None:
        self._fails = True
        self._boards.trouble(HALL, Trouble(Kind.STORE, self._unwritten(problem)))

    def _unwritten(self, problem: sqlite3.Error | OSError) -> Words:
        if isinstance(problem, GoneError):
            return worded(EdgePhrase.HALL_FILE_GONE, file=str(self._store.path))
        return worded_problem(EdgePhrase.HALL_NOT_WRITTEN, in_words(problem, self._store.path))
