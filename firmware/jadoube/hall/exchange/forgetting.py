"""Forgetting a board: deletes all that the broker has retained of it, and looks whether it is gone.

The law: a broker refuses in silence, so what counts is what it tells afterwards: each deletion comes back,
and nothing after it. It refuses to know who has asked for it.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from jadoube.config.problems import BadInput
from jadoube.mqtt import topics
from jadoube.mqtt.connection import UP, Broker, Connection, Told
from jadoube.mqtt.topics import state_topic
from jadoube.online.publishing.discovery import discovery_topic

BACK_S: Final = 5.0
"""So long a broker may take."""

SETTLES_S: Final = 1.0
"""A board that still publishes sees the deletion, and says all again, within it (a guess)."""

PLACE: Final = "jadoube hall forget"


async def forget(broker: Broker, hall: str, board: str) -> None:
    """Delete all that is retained of a board, and at Home Assistant. BadInput says what is there still."""
    await _Forgetting(broker, topics_of(hall, board)).run()


def topics_of(hall: str, board: str) -> tuple[str, ...]:
    """Return where something is retained of a board."""
    return (*(state_topic(hall, board, kind) for kind in topics.Kind), discovery_topic(board))


class _Forgetting:
    """Deletes what is retained at these topics."""

    def __init__(self, broker: Broker, wanted: Sequence[str]) -> None:
        self._wanted = wanted
        self._left = set(wanted)
        self._said: list[str] = []
        self._done = asyncio.Event()
        self._connection = Connection(broker._replace(session_s=0), wanted, None, self._tell)

    async def run(self) -> None:
        """Delete it. BadInput if that cannot be."""
        running = asyncio.create_task(self._connection.run(self._delete, self._heard))
        with suppress(TimeoutError):
            async with asyncio.timeout(BACK_S):
                await self._done.wait()
        if self._said[-1:] == [UP]:
            await asyncio.sleep(SETTLES_S)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        if not self._said or self._said[-1] != UP:
            found = self._said[-1] if self._said else "no answer"
            raise BadInput(PLACE, f"{found}, expected a broker that takes it")
        if self._left:
            left = ", ".join(each for each in self._wanted if each in self._left)
            expected = "expected a board that publishes no more, and a hall whose rights let it delete"
            raise BadInput(PLACE, f"{left} not deleted, {expected}")

    async def _delete(self) -> None:
        for topic in self._wanted:
            await self._connection.publish(topic, b"", retain=True)
        self._done.set()

    async def _heard(self, told: Told) -> None:
        keep = self._left.add if told.payload else self._left.discard
        keep(told.topic)

    def _tell(self, line: str) -> None:
        self._said.append(line)
        if line != UP:
            self._done.set()
