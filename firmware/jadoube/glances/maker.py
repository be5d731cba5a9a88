"""The maker of messages: looks at the board while somebody watches, and encodes what it sees.

The law: a message is made at most every 50 ms, and only while somebody watches or asks. Each is encoded once,
in a thread, and all watchers get the same bytes. What nobody was shown is never made. Who only heeds the
board gets a first message, and then those of a board that has to do with a server: that plays there, or looks
for somebody; and the one after them.

It refuses to know what a message says, and who watches.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Final

from jadoube.core.pages.server_view import has_to_do_with_server
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Glance
from jadoube.glances.messages import Message, message
from jadoube.local.pausing import Pause

EVERY_S: Final = 0.05
"""Twenty frames a second are enough for the eye, and a page counts its clocks itself."""

Told = Callable[[bytes], None]
"""Takes a message at once; called in the loop."""

Encode = Callable[[Glance], Message]
MadeMessage = tuple[Glance, Message]


class Maker:
    """Makes the messages of a board. `glance` is called in the loop; `faults` gets the errors.

    `made` counts the messages.
    """

    def __init__(
        self,
        glance: Callable[[], Glance],
        executor: Executor,
        faults: Faults,
        encode: Encode = message,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._glance = glance
        self._executor = executor
        self.faults = faults
        self._encode = encode
        self._pause = pause
        self._watchers: dict[Told, None] = {}
        self._heeding: dict[Told, bool] = {}  # whether the last one told had to do with a server
        self._looking: asyncio.Task[None] | None = None
        self._told: MadeMessage | None = None
        self._last: MadeMessage | None = None
        self._job: asyncio.Task[MadeMessage] | None = None
        self.made = 0

    @property
    def looks(self) -> bool:
        """Whether it is looking at the board for its watchers."""
        return self._looking is not None

    def watch(self, told: Told) -> None:
        """Tell this watcher each new message. All get one soon, even if nothing has changed."""
        self._watchers[told] = None
        self._told = None
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

    def heed(self, told: Told) -> None:
        """Tell this one each new message that has to do with a server, and one soon, whatever it says."""
        self._heeding[told] = True
        self._told = None
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())

    def leave(self, told: Told) -> None:
        """Tell this one nothing more."""
        self._watchers.pop(told, None)
        self._heeding.pop(told, None)

    async def newest(self) -> bytes:
        """Return the current message, at least as new as the watchers' last one."""
        glance, last = self._glance(), self._last
        if last is None or _differs(last, glance) or glance.now_ms - last[0].now_ms >= EVERY_S * 1000:
            last = await self._made()
        return last[1].text

    async def _look(self) -> None:
        while self._watchers or self._heeding:
            await self._tell()
            await self._pause(EVERY_S)
        self._looking = None

    async def _tell(self) -> None:
        """Make a message and tell it if the board has changed."""
        try:
            now = self._glance()
            if self._told and not _differs(self._told, now):
                return
            if not self._watchers and not self._is_heeded(now):
                return
            self._told = await self._made()
        except Exception as problem:  # noqa: BLE001 - whatever a message stumbles over, the game goes on
            self.faults.tell(problem, f"page: {problem!r} on encoding; what it shows stays as it is")
            return
        glance, message = self._told
        heeding = list(self._heeding) if self._is_heeded(glance) else []
        for told in dict.fromkeys((*self._watchers, *heeding)):
            told(message.text)
        self._heeding = dict.fromkeys(self._heeding, has_to_do_with_server(glance.table))

    def _is_heeded(self, glance: Glance) -> bool:
        """Whether a message of this glance is for those who heed the board."""
        return any(self._heeding.values()) or (bool(self._heeding) and has_to_do_with_server(glance.table))

    async def _made(self) -> MadeMessage:
        """Encode a glance in the executor, one at a time; callers in the meantime share it."""
        if self._job is None or self._job.done():
            self._job = asyncio.create_task(self._encoded(self._glance()))
        return await asyncio.shield(self._job)

    async def _encoded(self, glance: Glance) -> MadeMessage:
        loop = asyncio.get_running_loop()
        self.made += 1
        self._last = glance, await loop.run_in_executor(self._executor, self._encode, glance)
        return self._last


def _differs(made: MadeMessage, glance: Glance) -> bool:
    """Whether the view may have changed since this message was made."""
    seen, message = made
    due = message.again_ms is not None and glance.now_ms >= message.again_ms
    return due or glance.table is not seen.table or (glance.wrong, glance.tags) != (seen.wrong, seen.tags)
