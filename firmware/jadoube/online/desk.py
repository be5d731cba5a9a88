"""The desk: the Unix socket at which the page and the command line ask for what leaves the board.

The law: every question gets one answer, with its progress before it. No asker can hold up another: a line
has a longest length, only one long line is read at a time, whoever sends nothing or does not read is
disconnected, and there are not many at once. The socket's permissions let its owner and its group connect. It
refuses to know what a question does: that are its handlers.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.local.callers import Callers
from jadoube.local.desk_lines import (
    ALIVE_S,
    CALLERS_MOST,
    LONGEST_ASK,
    PATIENCE_S,
    Answer,
    DeskError,
    Done,
    Part,
    Progress,
    Question,
    Refused,
    answer_line,
    parts_of,
    read_question,
)
from jadoube.local.local_socket import open_socket
from jadoube.online.troubles import in_words, place_of

SHORT: Final = 64 << 10
"""Bytes of a line that anybody may send at any time; of the longer ones one is read at a time."""

LOOKS_S: Final = 0.5
"""How often progress is sent, if there is any."""

Told = Callable[[int, int], None]
"""Is told how far it is: done, of how many; for any thread."""

Handler = Callable[[Mapping[str, Any], Told], Awaitable[object]]
"""Carries a question out and returns its value, for JSON, or `Streamed`. DeskError if it refuses."""

Handlers = Mapping[str, Handler]
Say = Callable[[str], None]


class Streamed(NamedTuple):
    """A long text, which is made while it is sent."""

    texts: AsyncIterator[str]


async def open_desk(path: Path, handlers: Handlers, say: Say) -> asyncio.Server:
    """Listen at this path. OSError if no socket can be made there."""
    desk = Desk(handlers, say)
    return await asyncio.start_unix_server(desk.serve, sock=open_socket(path), limit=SHORT)


class Desk:
    """Those who are connected now."""

    def __init__(self, handlers: Handlers, say: Say) -> None:
        self._handlers = handlers
        self._say = say
        self._callers = Callers(CALLERS_MOST, PATIENCE_S)
        self._long = asyncio.Lock()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer line by line; one caller too many is hung up on."""
        await self._callers.serve(writer, self._talk(reader, writer))

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while self._callers.has_room and (line := await self._read_line(reader)):
            await self._answer(line, writer)

    async def _read_line(self, reader: asyncio.StreamReader) -> bytes:
        """Read a line; empty at the end, or if it is longer than any question."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await reader.readuntil()
        except asyncio.IncompleteReadError:
            return b""
        except asyncio.LimitOverrunError:
            async with self._long, asyncio.timeout(PATIENCE_S):
                return await _read_long(reader)

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter) -> None:
        try:
            question = read_question(line)
        except ValueError as problem:
            await _send(writer, Refused(worded(EdgePhrase.NO_QUESTION, problem=str(problem))))
            return
        if question.ask not in self._handlers:
            await _send(writer, Refused(NOT_HERE))
            return
        done = await self._carry_out(question, writer)
        if isinstance(done, Streamed):
            await _stream(done, writer)
        elif isinstance(done, Refused):
            await _send(writer, done)
        else:
            await _send(writer, Done(done))

    async def _carry_out(self, question: Question, writer: asyncio.StreamWriter) -> object:
        """Carry a question out, and tell how far it is meanwhile; return its value, or why it is refused."""
        so_far = Progress(0, 0)

        def told(done: int, of: int) -> None:
            nonlocal so_far
            so_far = Progress(done, of)

        doing = asyncio.ensure_future(self._handlers[question.ask](question.fields, told))
        sent, silent_s = so_far, 0.0
        try:
            while not (await asyncio.wait([doing], timeout=LOOKS_S))[0]:
                silent_s += LOOKS_S
                if so_far != sent or silent_s >= ALIVE_S:
                    sent, silent_s = so_far, 0.0
                    await _send(writer, sent)
            return doing.result()
        except DeskError as refusal:
            return Refused(refusal.words)
        except (BadInput, OSError, sqlite3.OperationalError) as problem:
            return Refused(in_words(problem))
        except Exception as problem:  # noqa: BLE001 - a fault in one answer must not end all others
            self._say(f"desk: {question.ask}: {place_of(problem)}")
            return Refused(FAULT)
        finally:
            doing.cancel()


NOT_HERE: Final = worded(EdgePhrase.NOT_HERE)
FAULT: Final = worded(EdgePhrase.A_FAULT)


async def _read_long(reader: asyncio.StreamReader) -> bytes:
    chunks, size = [], 0
    while chunk := await reader.read(SHORT):
        chunks.append(chunk)
        size += len(chunk)
        if chunk.endswith(b"\n"):
            return b"".join(chunks)
        if size > LONGEST_ASK:
            break
    return b""


async def _stream(streamed: Streamed, writer: asyncio.StreamWriter) -> None:
    try:
        async for text in streamed.texts:
            for part in parts_of(text):
                await _send(writer, part)
    except (BadInput, DeskError) as problem:
        words = problem.words if isinstance(problem, DeskError) else in_words(problem)
        await _send(writer, Refused(words))
    else:
        await _send(writer, Part(""))  # so that a text without a part is a text
        await _send(writer, Done(None))


async def _send(writer: asyncio.StreamWriter, answer: Answer) -> None:
    writer.write(answer_line(answer))
    async with asyncio.timeout(PATIENCE_S):
        await writer.drain()
