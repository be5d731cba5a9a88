"""Those who are connected to a local socket now.

The law: there are not many at once, and one too many is hung up on. Whoever does not take his leave in time
is cut off. It refuses to know what is said.
"""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress


class Callers:
    """The callers of one socket: `most` at once, each with `patience_s` seconds to hang up."""

    def __init__(self, most: int, patience_s: float) -> None:
        self._most = most
        self._patience_s = patience_s
        self._now = 0

    @property
    def has_room(self) -> bool:
        """Whether there are not too many; a talk goes on only then."""
        return self._now <= self._most

    async def serve(self, writer: asyncio.StreamWriter, talk: Awaitable[None]) -> None:
        """Talk with a caller, then hang up.

        Suppresses the cancellation at a stop, which asyncio would log as a fault.
        """
        self._now += 1
        closed = False
        try:
            with suppress(OSError, TimeoutError, asyncio.CancelledError):
                await talk
                writer.close()
                async with asyncio.timeout(self._patience_s):
                    await writer.wait_closed()
                closed = True
        finally:
            self._now -= 1
            if not closed:  # do not wait for who does not read; asyncio fails on one that is closed
                writer.transport.abort()
