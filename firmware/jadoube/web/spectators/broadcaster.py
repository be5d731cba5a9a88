"""The hub: passes each new message on to all spectators, whole or as what is new in it.

The law: the board is watched only while a spectator is connected. The newest message wins; what is new in it
is worked out once, in a thread, and only if somebody wants deltas. All spectators who are in step get the
same bytes. A slow spectator delays nobody: each has a queue of one message. One that missed some gets all
their deltas as one, or the whole message if that is shorter. A client that does not read for 5 s is
disconnected.

It refuses to know what a message says, who made it, and how it is sent (`streams.py`).
"""

import asyncio
from concurrent.futures import Executor
from typing import Final, Protocol

from jadoube.glances.faults import Faults
from jadoube.web.access import Access
from jadoube.web.spectators.deltas import Chain, Told

SPECTATORS_MOST: Final = 112
"""A hundred at a tournament's board, and some who come while others have not gone yet."""

EACH_MOST: Final = 56
"""Spectators from one remote address. A club's guests may share one (NAT). Half of the places are left for
other addresses."""


class Offered(Protocol):
    """A message that may be sent whole, or as what is new in it."""

    @property
    def number(self) -> int:
        """Its number; the next one has a higher one."""

    @property
    def full(self) -> bytes:
        """The whole message."""

    def since(self, number: int) -> bytes | None:
        """Return what is new since the message of this number; None: the whole message is to be sent."""


class Spectator:
    """A client that watches, with a queue of one message. With `deltas` it is told what is new."""

    def __init__(self, address: str = "", *, deltas: bool = False) -> None:
        self.address = address
        self.deltas = deltas
        self._seen = 0
        self._next: Offered | None = None
        self._news = asyncio.Event()
        self._over = False

    def offer(self, told: Offered) -> None:
        """Queue this message in place of the one that waits."""
        self._next = told
        self._news.set()

    def wake(self) -> None:
        """Let `next` return at once, even without a message."""
        self._news.set()

    def dismiss(self) -> None:
        """End the stream: `next` returns None."""
        self._over = True
        self._news.set()

    async def next(self) -> bytes | None:
        """Wait for the next message or delta; empty after `wake` without one, None at the end."""
        await self._news.wait()
        self._news.clear()
        told, self._next = self._next, None
        if self._over:
            return None
        if told is None:
            return b""
        patch = told.since(self._seen) if self.deltas and self._seen else None
        self._seen = told.number
        return told.full if patch is None else patch


class Seats:
    """Where spectators sit, as what sends to them needs it (`streams.py`); who makes messages is its kind."""

    def __init__(self) -> None:
        self._spectators: set[Spectator] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._spectators)

    @property
    def full(self) -> bool:
        """Whether no more spectator may join."""
        return self._closed or len(self._spectators) >= SPECTATORS_MOST

    def has_room(self, address: str) -> bool:
        """Whether this address has fewer than `EACH_MOST` spectators."""
        return sum(each.address == address for each in self._spectators) < EACH_MOST

    def join(self, address: str = "", *, deltas: bool = False) -> Spectator:
        """Add a spectator, who gets a whole message at once. Check `full` before."""
        spectator = Spectator(address, deltas=deltas)
        self._spectators.add(spectator)
        return spectator

    def leave(self, spectator: Spectator) -> None:
        """Remove a spectator."""
        self._spectators.discard(spectator)

    def dismiss(self) -> None:
        """Disconnect all spectators; they may join again."""
        for spectator in self._spectators:
            spectator.dismiss()

    def close(self) -> None:
        """Disconnect all spectators for good: there is no more room."""
        self._closed = True
        self.dismiss()

    def offer(self, told: Offered) -> None:
        """Offer all of them a message."""
        for spectator in self._spectators:
            spectator.offer(told)


class Hub(Seats):
    """Watches the board while there are spectators. `faults` gets the errors."""

    def __init__(self, access: Access, executor: Executor, faults: Faults) -> None:
        super().__init__()
        self._access = access
        self._executor = executor
        self._faults = faults
        self._chain = Chain()
        self._arrived: bytes | None = None
        self._passing: asyncio.Task[None] | None = None

    def join(self, address: str = "", *, deltas: bool = False) -> Spectator:
        """Add a spectator, who gets a whole message at once. Check `full` before."""
        spectator = super().join(address, deltas=deltas)
        self._access.watch(self._take)
        return spectator

    def leave(self, spectator: Spectator) -> None:
        """Remove a spectator."""
        super().leave(spectator)
        if not self._spectators:
            self._access.leave(self._take)

    def _take(self, text: bytes) -> None:
        """Pass this message on next, in place of the one that waits."""
        self._arrived = text
        if self._passing is None:
            self._passing = asyncio.create_task(self._pass_on())

    async def _pass_on(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (text := self._arrived) is not None:
                self._arrived = None
                deltas = any(each.deltas for each in self._spectators)
                told = await loop.run_in_executor(self._executor, self._follow, text, deltas)
                self.offer(told)
        except Exception as problem:  # noqa: BLE001 - whatever a message stumbles over, the page goes on
            self._faults.tell(problem, f"page: {problem!r} on a message; what it shows stays as it is")
        finally:
            self._passing = None

    def _follow(self, text: bytes, deltas: bool) -> Told:
        return self._chain.follow(text, deltas=deltas)
