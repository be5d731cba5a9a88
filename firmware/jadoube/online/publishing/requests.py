"""The requests of the hall that wait for the board, and are carried out one after the other.

The law: who hears the broker waits for nothing. A request waits here instead, and one too many is dropped and
said. No order waits for a question, which may wait for the disk. It refuses to know what a request does, and
brokers.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, NoReturn

from jadoube.mqtt.connection import Told
from jadoube.mqtt.topics import Command
from jadoube.online.publishing.commands import QUESTIONS, Commands

WAITING_MOST: Final = 100
"""So many orders wait, and so many questions."""

Answer = Callable[[Command, tuple[str, bytes] | None], Awaitable[None]]
"""Takes a request that was carried out: its topic and payload of the answer; None: it has none."""


class _Asked(NamedTuple):
    """A request that waits."""

    command: Command
    told: Told
    since_ms: int
    """The instant at which it came."""


class Requests:
    """The requests to this board. `now_ms` reads a monotonic clock."""

    def __init__(self, commands: Commands, now_ms: Callable[[], int], say: Callable[[str], None]) -> None:
        self._commands = commands
        self._now_ms = now_ms
        self._say = say
        self._orders: asyncio.Queue[_Asked] = asyncio.Queue(WAITING_MOST)
        self._questions: asyncio.Queue[_Asked] = asyncio.Queue(WAITING_MOST)

    def take(self, command: Command, told: Told) -> None:
        """Let a request wait for its turn."""
        waiting = self._questions if command in QUESTIONS else self._orders
        try:
            waiting.put_nowait(_Asked(command, told, self._now_ms()))
        except asyncio.QueueFull:
            self._say(f"hall: {command}: {WAITING_MOST} requests wait, and this one is dropped")

    async def carry_out_orders(self, answer: Answer, may_go: asyncio.Event) -> NoReturn:
        """Carry out what changes something at the board, while `may_go` is set, until cancelled."""
        await self._serve(self._orders, answer, may_go)

    async def answer_questions(self, answer: Answer) -> NoReturn:
        """Answer what changes nothing, until cancelled."""
        always = asyncio.Event()
        always.set()
        await self._serve(self._questions, answer, always)

    async def _serve(self, waiting: asyncio.Queue[_Asked], answer: Answer, may_go: asyncio.Event) -> NoReturn:
        while True:
            command, told, since_ms = await waiting.get()
            await may_go.wait()
            await answer(command, await self._commands.carry_out(command, told, self._now_ms() - since_ms))
