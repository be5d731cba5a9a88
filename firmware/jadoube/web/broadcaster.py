"""The hub: sends each new message to all spectators.

The law: a message is computed at most every 50 ms, and only while a spectator is connected. The newest one
wins; states between two messages are never sent. Each message is encoded once, in a thread, and all
spectators get the same bytes. A slow spectator delays nobody: each has a queue of one message, and a client
that does not read for 5 s is disconnected.

It refuses to know what a message says, and how it is sent (`streams.py`).
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
"""Spectators from one remote address. A club's guests may share one (NAT), and twenty of them cost the
players nothing (docs/benchmarks.md). Half of the places are left for other addresses."""

EVERY_S: Final = 0.05
"""Twenty frames a second are enough for the eye, and a page counts its clocks itself."""

Encode = Callable[[Glance], Message]
MadeMessage = tuple[Glance, Message]


class Spectator:
    """A client that watches, with a queue of one message."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._next: bytes | None = None
        self._news = asyncio.Event()
        self._over = False

    def offer(self, text: bytes) -> None:
        """Queue this message in place of the one that waits."""
        self._next = text
        self._news.set()

    def wake(self) -> None:
        """Let `next` return at once, even without a message."""
        self._news.set()

    def dismiss(self) -> None:
        """End the stream: `next` returns None."""
        self._over = True
        self._news.set()

    async def next(self) -> bytes | None:
        """Wait for the next message; empty after `wake` without one, None at the end."""
        await self._news.wait()
        self._news.clear()
        text, self._next = self._next, None
        return None if self._over else text or b""


class Hub:
    """Reads the board while there are spectators. `glance` is called in the loop; `faults` gets the errors.

    `made` counts the encoded messages.
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
        """Whether the hub is reading the board for spectators."""
        return self._looking is not None

    @property
    def full(self) -> bool:
        """Whether no more spectator may join."""
        return self._closed or len(self._spectators) >= SPECTATORS_MOST

    def has_room(self, address: str) -> bool:
        """Whether this address has fewer than `EACH_MOST` spectators."""
        return sum(each.address == address for each in self._spectators) < EACH_MOST

    def join(self, address: str = "") -> Spectator:
        """Add a spectator, who gets a first message at once. Check `full` before."""
        spectator = Spectator(address)
        self._spectators.add(spectator)
        self._told = None  # the new spectator needs a message
        if self._looking is None:
            self._looking = asyncio.create_task(self._look())
        return spectator

    def leave(self, spectator: Spectator) -> None:
        """Remove a spectator."""
        self._spectators.discard(spectator)

    async def newest(self) -> bytes:
        """Return the current message, at least as new as the spectators' last one."""
        glance, last = self._glance(), self._last
        if last is None or _differs(last, glance) or glance.now_ms - last[0].now_ms >= EVERY_S * 1000:
            last = await self._made()
        return last[1].text

    def dismiss(self) -> None:
        """Disconnect all spectators; they may join again."""
        for spectator in self._spectators:
            spectator.dismiss()

    def close(self) -> None:
        """Disconnect all spectators for good: the hub stays `full`."""
        self._closed = True
        for spectator in self._spectators:
            spectator.dismiss()

    async def _look(self) -> None:
        while self._spectators and not self._closed:
            await self._tell()
            await self._pause(EVERY_S)
        self._looking = None

    async def _tell(self) -> None:
        """Make and queue a message if the board has changed."""
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
