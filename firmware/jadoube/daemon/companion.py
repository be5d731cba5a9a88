"""The companion: the page that the board serves, in the one event loop.

The law: the board comes first. If the page cannot be served, that is one log line; the board goes on without
the page and tries the address and port again. The page reaches the board only through the daemon's own
methods. It tells the board its address and PIN, as `Reachable`, and looks up the address again now and then,
as networks come and go.

This module imports aiohttp, so it is imported in a thread, after the first scan. It refuses to know HTTP.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from socket import socket
from typing import Final

from jadoube.config.settings import WebSettings
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.events import Page, Reachable
from jadoube.daemon.garbage import freeze_start
from jadoube.daemon.loop import Daemon
from jadoube.daemon.order_socket import make_order_handler
from jadoube.formats.pgn import write_pgn
from jadoube.web.access import Access, Glance
from jadoube.web.auth import Guard
from jadoube.web.listener import listen, own_names, reachable_address, serve
from jadoube.web.server import build

LOOKS_UP_S: Final = 15.0
"""Interval between two look-ups of the own address, and between two tries to listen at the configured one."""

Say = Callable[[str], None]
FindAddress = Callable[[socket], str | None]
Pause = Callable[[float], Awaitable[None]]


class Companion:
    """A board's page, served while `run` runs. Construct it in a thread, as it reads files.

    `glance` reads the board, `reached` returns the address at which others find it.
    """

    def __init__(
        self,
        asked: WebSettings,
        daemon: Daemon,
        glance: Callable[[], Glance],
        say: Say,
        reached: FindAddress = reachable_address,
        pause: Pause = asyncio.sleep,
    ) -> None:
        self._asked = asked
        self._daemon = daemon
        self._glance = glance
        self._say = say
        self._reached = reached
        self._pause = pause
        self._guard = Guard(own_names(asked.names), self._now_ms)
        self._thread = ThreadPoolExecutor(1, "page")  # its own: no part waits for the page
        self._site = build(Access(glance, make_order_handler(daemon), _pgn), self._guard, self._thread, say)

    async def run(self) -> None:
        """Serve the page and tell the board its address until cancelled; then close the connections."""
        listening = await self._listening()
        serving = await serve(self._site.app, listening, self._now_ms)
        freeze_start()
        try:
            await self._tell_address(listening)
        finally:
            await serving.close()
            self._thread.shutdown(wait=False, cancel_futures=True)

    async def _listening(self) -> socket:
        """Open the listening socket; log why it fails, and retry: a network may come later than the board."""
        told = ""
        while True:
            try:
                return listen(self._asked.address, self._asked.port)
            except OSError as problem:
                where = f"{self._asked.address}, port {self._asked.port}"
                words = f"page: {where}: {problem.strerror or problem}; the board serves none yet"
            if words != told:
                self._say(words)
            told = words
            await self._pause(LOOKS_UP_S)

    def _now_ms(self) -> int:
        return self._glance().now_ms

    async def _tell_address(self, listening: socket) -> None:
        told = ""
        while True:
            address = self._reached(listening)
            page = Page(address, self._guard.pin) if address else None
            if page != self._daemon.table.page:
                await self._daemon.tell(Reachable(page))
            words = f"http://{address}/, PIN in the board's menu" if address else "no network leads here"
            if words != told:
                self._say(f"page: {words}")
            told = words
            await self._pause(LOOKS_UP_S)


def _pgn(glance: Glance) -> str:
    return write_pgn(scoresheet(glance.table), dict(glance.tags))
