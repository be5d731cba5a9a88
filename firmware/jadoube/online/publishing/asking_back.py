"""Asks the hall whether a request holds yet, before it is carried out.

The law: bytes may wait in a cable, or in a process that stands, for longer than broker and board can know. So
the hall says how long the request holds yet, and this counts from when it has asked, which was earlier: the
request has not expired if no more has passed here. Each counts by his own clock, and nothing compares them.
Whoever gets no answer carries nothing out. It refuses to know what is asked for.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from jadoube.mqtt.connection import Away, Told
from jadoube.mqtt.payload_json import read_payload, write_payload
from jadoube.mqtt.payloads import Answer, Request

TOLD_S: Final = 3.0
"""So long the hall's word is waited for: less than an order holds, so that one of a hall that has gone does
not use up the time of the next one (a choice)."""

Publish = Callable[[str, bytes], Awaitable[None]]
"""Publishes a payload at a topic; `Away` if the broker does not take it."""


class AskingBack:
    """Asks who has made a request. `now_ms` reads a monotonic clock."""

    def __init__(self, publish: Publish, now_ms: Callable[[], int]) -> None:
        self._publish, self._now_ms = publish, now_ms
        self._waiting: dict[str, asyncio.Future[int]] = {}

    async def holds(self, request_id: str, topic: str) -> bool:
        """Ask at this topic; return whether the request holds now."""
        told: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = told
        asked_ms = self._now_ms()
        try:
            async with asyncio.timeout(TOLD_S):
                await self._publish(topic, write_payload(Answer(request_id, ok=False, asks=True)))
                left_ms = await told
                return self._now_ms() - asked_ms < left_ms  # now, and not before the wait: the way counts
        except (Away, TimeoutError):
            return False
        finally:
            self._waiting.pop(request_id, None)

    def hear(self, word: Told) -> None:
        """Take what the hall says; ValueError if it cannot be read.

        What nobody has asked is dropped, and what was retained: it may be of any instant.
        """
        if word.retained:
            return
        found = read_payload(Request, word.payload)
        told = self._waiting.get(found.id)
        if told and not told.done():
            told.set_result(found.holds_ms)
