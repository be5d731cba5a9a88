"""A text on the faces that stands for some seconds: `for 15 by arbiter writes Round 2` at the control socket.

The law: the board itself takes it back, in the name of who wrote it, so it ends whatever becomes of him. The
newest text counts: with it the seconds of an earlier one are over. It refuses to know sockets.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import Final

from jadoube.core.language.render import unfit
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.orders import WriteText
from jadoube.core.messages.roles import Role
from jadoube.glances.glance import Answer
from jadoube.glances.lines import FOR, SECONDS_MOST
from jadoube.local.pausing import Pause

Obey = Callable[[Ordered], Awaitable[Answer]]
"""Carries out an order and returns what came of it; ValueError with the reason if it cannot."""


_TIMED: Final = re.compile(rf"{FOR}(\S+)\s+(.+)")


class TimedText:
    """Has orders carried out, and takes a text back when its seconds are over."""

    def __init__(self, obey: Obey, pause: Pause = asyncio.sleep) -> None:
        self._obey, self._pause = obey, pause
        self._ending: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        """Held while a text is written or taken back: none takes back the one that follows it."""

    async def obey(self, text: str) -> Answer:
        """Carry out what this text orders; ValueError with the reason if it cannot be."""
        seconds, order = _read_seconds(text)
        ordered = read_ordered(order)
        if seconds and not isinstance(ordered.order, WriteText):
            raise unfit(EdgePhrase.FOUND_EXPECTED, found=order[:60], expected="writes TEXT")
        async with self._writing if isinstance(ordered.order, WriteText) else nullcontext():
            answer = await self._obey(ordered)
            self._note(ordered, seconds)
        return answer

    def _note(self, ordered: Ordered, seconds: int) -> None:
        match ordered.order:
            case WriteText(text) if text or ordered.role is not Role.PROGRAM:
                if self._ending:
                    self._ending.cancel()
                self._ending = asyncio.create_task(self._end(ordered, seconds)) if text and seconds else None

    async def _end(self, ordered: Ordered, seconds: int) -> None:
        await self._pause(seconds)
        async with self._writing:
            self._ending = None
            with suppress(ValueError):  # it cannot be taken back now: then nothing of it stands, either
                await self._obey(replace(ordered, order=WriteText("")))


def _read_seconds(text: str) -> tuple[int, str]:
    """Read for how long an order holds, and the order; 0: until another one comes."""
    found = _TIMED.fullmatch(text.strip())
    if found is None:
        return 0, text
    said, order = found.groups()
    if not (said.isascii() and said.isdigit() and 1 <= int(said) <= SECONDS_MOST):
        raise unfit(EdgePhrase.FOUND_EXPECTED, found=said[:60], expected=f"1 - {SECONDS_MOST}")
    return int(said), order
