"""A network cable between a client and a broker of this machine, which can be pulled and plugged in again.

It can hold bytes for a while, too: connections stay, and nothing is lost.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

CHUNK = 1 << 16


@dataclass
class Cable:
    """Leads from its own port to another one of this machine, while it is plugged in."""

    to_port: int
    port: int = 0
    _server: asyncio.Server | None = None
    _ends: set[asyncio.StreamWriter] = field(default_factory=set)
    flows: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether bytes come through; cleared, they wait."""

    async def cut(self) -> None:
        """Pull it: connections end without a word, and nobody comes through."""
        if self._server:
            self._server.close()
            self._server = None
        for each in self._ends:
            each.transport.abort()
        self._ends.clear()
        await asyncio.sleep(0)

    async def plug(self) -> None:
        """Plug it in, for the first time or again."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        self.flows.set()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Lead a connection through."""
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to_port)
            self._ends |= {writer, far_writer}
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        writer.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self.flows.wait()
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


@asynccontextmanager
async def cable_to(port: int) -> AsyncIterator[Cable]:
    """A cable that is plugged in."""
    cable = Cable(port)
    await cable.plug()
    try:
        yield cable
    finally:
        await cable.cut()
