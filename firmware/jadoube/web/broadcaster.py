"""The hub: brings each new message to all who look.

The law: the newest message wins, at most every 50 ms, and only while somebody looks; what came between is
never sent, and what nobody sees is never computed. Each message is encoded once, in a thread, and its bytes
go to all. Nobody waits for a spectator who is slow: each has room for one message, and who does not take it
in five seconds is dropped.

It refuses to know what a message says, and how it travels (`streams.py`).
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Final

from jadoube.web.access import Glance
from jadoube.web.faults import Faults
from jadoube.web.messages import Message, message

SPECTATORS_MOST: Final = 64

EACH_MOST: Final = 32
"""So many of one remote address: a club's guests may all come from one (NAT), and twenty of them cost the
players nothing (docs/benchmarks.md). Half of the seats are left for everybody else."""

EVERY_S: Final = 0.05
"""Eyes are satisfied by twenty pictures a second, and a page moves its clocks itself."""

Encode = Callable[[Glance], Message]
MadeMessage = tuple[Glance, Message]


class Spectator:
    """Somebody who looks, from an address: has room for the one message that is to be sent next."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._next: bytes | None = None
        self._news = asyncio.Event()
        self._over = False

    def offer(self, text: bytes) -> None:
        """Have this sent next, in place of what was to be."""
        self._next = text
        self._news.set()

    def wake(self) -> None:
        """Have `next` come back, with what there is."""
        self._news.set()

    def dismiss(self) -> None:
        """Say that nothing more will come."""
        self._over = True
        self._news.set()

    async def next(self) -> bytes | None:
        """Wait for the next message; nothing after `wake` without one, None when no more will come."""
        await self._news.wait()
        self._news.clear()
        text, self._next = self._next, None
        return None if self._over else text or b""


class Hub:
    """Looks while somebody else does. `glance` is called in the loop; `faults` is told what fails.

    `made` counts the messages.
    """

    def __init__(
        self,
        glance: Callable[[], Glance],
        executor: Executor,
        faults: Faults,
        encode: Encode = message,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._glance = glance
        self._executor = executor
        self._faults = faults
        self._encode = encode
        self._pause = pause
        self._spectators: set[Spectator] = set()
        self._looking: asyncio.Task[None] | None = None
        self._told: MadeMessage | None = None
        self._last: MadeMessage | None = None
        self._job: asyncio.Task[MadeMessage] | None = None
        self._closed = False
        self.made = 0

    def __len__(self) -> int:
        return len(self._spectators)

    @property
    def looked_at(self) -> bool:
        """Whether the board is looked at just now."""
        return self._looking is not None

    @property
    def full(self) -> bool:
        """Whether nobody more can look."""
        return self._closed or len(self._spectators) >= SPECTATORS_MOST

    def has_room(self, address: str) -> bool:
        """Whether one more of this address can look, if anybody can."""
        return sum(each.address == address for each in self._spectators) < EACH_MOST

    def join(self, address: str = "") -> Spectator:
        """Let somebody look, who has the first message at once; not if it is `full`."""
        spectator = Spectator(address)
        self._spectators.add(spectator)
        self._told = None  # the newcomer wants one that is new
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return spectator

    def leave(self, spectator: Spectator) -> None:
        """Somebody looks no more."""
        self._spectators.discard(spectator)

    async def newest(self) -> bytes:
        """Give the message of now, one that is no older than those that spectators have."""
        glance, last = self._glance(), self._last
        if last is None or _differs(last, glance) or glance.now_ms - last[0].now_ms >= EVERY_S * 1000:
            last = await self._made()
        return last[1].text

    def dismiss(self) -> None:
        """Send all away; they may come again."""
        for spectator in self._spectators:
            spectator.dismiss()

    def close(self) -> None:
        """Dismiss all; nobody joins any more."""
        self._closed = True
        for spectator in self._spectators:
            spectator.dismiss()

    async def _look(self) -> None:
        while self._spectators and not self._closed:
            await self._tell()
            await self._pause(EVERY_S)
        self._looking = None

    async def _tell(self) -> None:
        """Send a message if there is a new one to be made."""
        try:
            if self._told and not _differs(self._told, self._glance()):
                return
            self._told = await self._made()
        except Exception as problem:  # noqa: BLE001 - whatever a message stumbles over, the game goes on
            self._faults.tell(problem, f"page: {problem!r} on encoding; what it shows stays as it is")
            return
        for spectator in self._spectators:
            spectator.offer(self._told[1].text)

    async def _made(self) -> MadeMessage:
        """Encode a glance in the executor, one at a time; who comes meanwhile shares it."""
        if self._job is None or self._job.done():
            self._job = asyncio.create_task(self._encoded(self._glance()))
        return await asyncio.shield(self._job)

    async def _encoded(self, glance: Glance) -> MadeMessage:
        loop = asyncio.get_running_loop()
        self.made += 1
        self._last = glance, await loop.run_in_executor(self._executor, self._encode, glance)
        return self._last


def _differs(made: MadeMessage, glance: Glance) -> bool:
    """Whether what is shown may be another than that of which a message was made."""
    seen, message = made
    due = message.again_ms is not None and glance.now_ms >= message.again_ms
    return due or glance.table is not seen.table or (glance.wrong, glance.tags) != (seen.wrong, seen.tags)
