"""The control socket: a Unix socket that takes orders to a running board, one per line.

The law: every line gets one line as its answer: `ok` and what was done, or `refused` and the reason. After
the word `json` the answer is a JSON object with the same in each language, and as data. No client can
hold up the loop: a line is short, a client that sends nothing for a while is disconnected, and there are
not many at once. The socket's permissions let its owner and its group connect. It refuses to know what an
order does.
"""

import asyncio
import json
from pathlib import Path
from typing import Final

from jadoube.core.language.render import refusal_words
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.daemon.loop import Daemon
from jadoube.daemon.sockets.timed_text import Obey, TimedText
from jadoube.glances.glance import Answer, Unable, answer
from jadoube.glances.lines import EFFECTS, IN_EACH_LANGUAGE, KIND, NOT_UNDERSTOOD, OBEYED, REFUSED
from jadoube.local.callers import Callers
from jadoube.local.local_socket import open_socket
from jadoube.local.pausing import Pause

LONGEST_LINE = 1024
"""Maximum bytes of an order; a player's name and that of the person who gives it have under 700 together."""

CALLERS_MOST: Final = 16
"""Connections at once. The page has one, `jadoube order` one for each call; files that the daemon needs for
its games must never be used up by those who call."""

PATIENCE_S = 10
"""Timeout of a connection that sends nothing, or does not read its answer."""


def make_order_handler(daemon: Daemon) -> Obey:
    """Return a function that carries out orders on this board."""

    async def obey(ordered: Ordered) -> Answer:
        return answer(ordered.order, await daemon.obey(ordered), daemon.table)

    return obey


async def open_control(path: Path, obey: Obey, pause: Pause = asyncio.sleep) -> asyncio.Server:
    """Listen for orders at this path. OSError if no socket can be made there."""
    orders = _Orders(TimedText(obey, pause))
    return await asyncio.start_unix_server(orders.serve, sock=open_socket(path), limit=LONGEST_LINE)


class _Orders:
    """The orders of those who are connected now."""

    def __init__(self, texts: TimedText) -> None:
        self._obey = texts.obey
        self._callers = Callers(CALLERS_MOST, PATIENCE_S)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer line by line; one caller too many is hung up on."""
        await self._callers.serve(writer, self._talk(reader, writer))

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while self._callers.has_room and (line := await _read_line(reader)):
            if await _is_given_up(line, reader):
                break
            writer.write(f"{await self._answer(line)}\n".encode())
            async with asyncio.timeout(PATIENCE_S):
                await writer.drain()

    async def _answer(self, line: bytes) -> str:
        text = line.decode("utf-8", "replace")
        if text.startswith(IN_EACH_LANGUAGE):
            return json.dumps(await self._answer_in_each_language(text.removeprefix(IN_EACH_LANGUAGE)))
        try:
            return f"{OBEYED} {(await self._obey(text)).words[LANGUAGES[0]]}".rstrip()
        except ValueError as problem:
            return f"{REFUSED} {problem}"

    async def _answer_in_each_language(self, order: str) -> dict[str, object]:
        try:
            done = await self._obey(order)
        except Unable as problem:
            return {REFUSED: problem.words, KIND: problem.kind}
        except ValueError as problem:
            return {REFUSED: refusal_words(problem), KIND: NOT_UNDERSTOOD}
        return {OBEYED: done.words, EFFECTS: done.effects}


async def _is_given_up(line: bytes, reader: asyncio.StreamReader) -> bool:
    """Whether the page has hung up after this order: it has told its caller that the board does not answer.

    Others may close their sending end and still wait for the answer, as `nc` does.
    """
    await asyncio.sleep(0)  # so that an end that has come is seen
    return line.startswith(IN_EACH_LANGUAGE.encode()) and reader.at_eof()


async def _read_line(reader: asyncio.StreamReader) -> bytes:
    """Read a line; empty at the end, or if a line is longer than any order."""
    try:
        async with asyncio.timeout(PATIENCE_S):  # `wait_for` may lose a cancellation
            return await reader.readline()
    except ValueError:
        return b""
