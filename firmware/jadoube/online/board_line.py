"""The line to the board: what a game of a server looks like there, and orders in the opponent's name.

The law: it watches only while somebody plays over a server, so a board without one makes no messages for it.
A board that is not there is waited for. Each order gets the board's answer; one that does not come counts as
refused, and is given again by whoever compares the board with the server. It refuses to know servers.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from jadoube.glances.lines import MESSAGE, OBEYED, VIEW, Wish, glance_socket

RETRY_S: Final = 1.0
"""The pause before a board that was not reached is tried again."""

ANSWERS_S: Final = 5.0
"""Timeout of an order."""

LONGEST_LINE: Final = 16 << 20
"""Maximum bytes of a message; a game of 305 plies has under 200 kB."""

AWAY: Final = "the board does not answer"

Heard = Callable[[Mapping[str, Any] | None], None]
"""Takes the board's newest message; None: the board is away."""

Pause = Callable[[float], Awaitable[None]]


class BoardLine:
    """The board with this control socket; `heard` gets its messages while `run` runs."""

    def __init__(self, control: Path, heard: Heard, pause: Pause = asyncio.sleep) -> None:
        self._control = control
        self._heard = heard
        self._pause = pause

    async def run(self) -> None:
        """Watch the board until cancelled."""
        while True:
            try:
                await self._watch()
            except (OSError, ValueError):
                self._heard(None)
            await self._pause(RETRY_S)

    async def look(self) -> Mapping[str, Any] | None:
        """Return the board's message of now; None if it is away."""
        try:
            async with asyncio.timeout(ANSWERS_S):
                line = await _answered(glance_socket(self._control), f"{VIEW} 1")
                found = json.loads(line.removeprefix(f"{VIEW} 1 ".encode()))
                return found if isinstance(found, dict) else None
        except (OSError, TimeoutError, ValueError):
            return None

    async def _watch(self) -> None:
        """Hear messages until the board hangs up; OSError or ValueError then."""
        stream, writer = await asyncio.open_unix_connection(glance_socket(self._control), limit=LONGEST_LINE)
        try:
            writer.write(f"{Wish.WATCH}\n".encode())
            await writer.drain()
            while line := await stream.readline():
                word, _, text = line.partition(b" ")
                if word.decode("ascii", "replace") != MESSAGE:
                    raise ValueError(f"{word[:20]!r} found, expected {MESSAGE}")
                self._heard(json.loads(text))
            raise ConnectionResetError("it has hung up")
        finally:
            writer.transport.abort()

    async def order(self, text: str) -> str | None:
        """Give an order in the opponent's name; return why it is refused, None if it was carried out."""
        try:
            async with asyncio.timeout(ANSWERS_S):
                line = await _answered(self._control, f"by opponent {text}")
        except (OSError, TimeoutError, ValueError):
            return AWAY
        verdict, _, why = line.decode("utf-8", "replace").strip().partition(" ")
        return None if verdict == OBEYED else why or AWAY


async def _answered(socket: Path, line: str) -> bytes:
    """Send a line to a socket of the board, and return the line that answers it."""
    stream, writer = await asyncio.open_unix_connection(socket, limit=LONGEST_LINE)
    try:
        writer.write(f"{line}\n".encode())
        return await stream.readline()
    finally:
        writer.transport.abort()
