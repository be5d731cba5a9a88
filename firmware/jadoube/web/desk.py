"""The desk as the page reaches it: asks the process that has the archive, and what leaves the board.

The law: each question has a connection of its own, which ends with its answer, or with the client who asked.
A desk that is away, silent, or answers nonsense is one refusal in words: the page and the game go on without
it. Progress is handed on as it comes.

It refuses to know what a question does, and what HTTP is asked for it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.desk_lines import (
    ANSWERS_S,
    LONGEST_ANSWER,
    Answer,
    Done,
    Part,
    Progress,
    question_line,
    read_answer,
)
from jadoube.local.desk_lines import Refused as RefusedAtDesk
from jadoube.web.responses import Refused

CLOSED: Final = Refused(
    HTTPStatus.SERVICE_UNAVAILABLE,
    worded(EdgePhrase.LIBRARY_AWAY),
    Retry_After="5",
)

ASKED_MOST: Final = 8
"""Questions at once: half of the desk's connections, so that the command line finds a free one."""

Told = Callable[[Progress], None]


class Desk:
    """The desk at this socket; None: there is none. `patience_s` is the timeout between two of its lines."""

    def __init__(self, socket: Path | None, patience_s: float = ANSWERS_S) -> None:
        self._socket = socket
        self._patience_s = patience_s
        self._seats = asyncio.Semaphore(ASKED_MOST)

    async def ask(self, ask: str, told: Told | None = None, **fields: object) -> Any:
        """Ask, and return the value. Refused if the desk refuses, or does not answer."""
        parts: list[str] = []
        async for answer in self.answers(ask, **fields):
            match answer:
                case Part(text):
                    parts.append(text)
                case Progress():
                    if told:
                        told(answer)
                case Done(value):
                    return "".join(parts) if parts else value
                case RefusedAtDesk(words):
                    raise Refused(HTTPStatus.CONFLICT, words)
        raise CLOSED

    async def answers(self, ask: str, **fields: object) -> AsyncIterator[Answer]:
        """Ask, and yield each line of the answer; the last one is its value, or why it was refused."""
        line = question_line(ask, **fields)
        async with self._seats:
            stream, writer = await self._reached()
            try:
                async with asyncio.timeout(self._patience_s):
                    writer.write(line)
                    await writer.drain()
                while True:
                    async with asyncio.timeout(self._patience_s):
                        answer = read_answer(await stream.readline())
                    yield answer
                    if isinstance(answer, Done | RefusedAtDesk):
                        return
            except (OSError, TimeoutError, ValueError):
                raise CLOSED from None
            finally:
                writer.transport.abort()

    async def _reached(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._socket is None:
            raise CLOSED
        try:
            async with asyncio.timeout(self._patience_s):
                return await asyncio.open_unix_connection(self._socket, limit=LONGEST_ANSWER)
        except (OSError, TimeoutError, ValueError):
            raise CLOSED from None
