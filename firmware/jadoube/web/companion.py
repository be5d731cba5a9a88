"""The companion at work: the page is served at its address, and the board hears where that is.

The law: if the page cannot be served, that is one log line, and the address and port are tried again. The
board is told the page's address and PIN, and the address is looked up again now and then, as networks come
and go. Who asks for the board while it is away is told so, and who looks on is disconnected, so that no page
shows what is no more.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import socket
from typing import Final, Protocol

from aiohttp import web
from aiohttp.typedefs import Handler

from jadoube.config.settings import WebSettings
from jadoube.core.messages.events import Page
from jadoube.local.pausing import Pause
from jadoube.web.access import Access
from jadoube.web.far_board import AWAY
from jadoube.web.guard.auth import Guard
from jadoube.web.handlers.live import LiveFiles
from jadoube.web.listener import listen, own_names, reachable_address, serve
from jadoube.web.responses import API
from jadoube.web.server import build

LOOKS_UP_S: Final = 15.0
"""Interval between two look-ups of the own address, and between two tries to listen at the configured one."""

OF_THE_BOARD: Final = frozenset(("view", "socket", "events", "game.pgn", "share", "orders"))
"""What the API has of the board itself, by the last part of its path."""

Say = Callable[[str], None]
FindAddress = Callable[[socket], str | None]


class Board(Access, Protocol):
    """A board that may be away."""

    lost: Callable[[], None]

    @property
    def is_there(self) -> bool:
        """Whether the board is reached."""

    def announce(self, page: Page | None) -> None:
        """Tell the board where browsers reach the page; None: nowhere."""


class Companion:
    """A board's page, served while `run` runs. `now_ms` returns the instant, for the PIN and the budgets.

    `reached` returns the address at which others find the page. `desk` is the library's socket.
    """

    def __init__(
        self,
        asked: WebSettings,
        board: Board,
        now_ms: Callable[[], int],
        say: Say,
        reached: FindAddress = reachable_address,
        pause: Pause = asyncio.sleep,
        desk: Path | None = None,
    ) -> None:
        self._asked = asked
        self._board = board
        self._now_ms = now_ms
        self._say = say
        self._reached = reached
        self._pause = pause
        self._guard = Guard(own_names(asked.names), now_ms)
        self._thread = ThreadPoolExecutor(1, "deltas")
        self._site = build(board, self._guard, self._thread, say, desk=desk)
        self._site.app.middlewares.append(self._with_board)
        board.lost = self._site.hub.dismiss

    def show_live(self, folder: Path | None) -> None:
        """Serve the live folder, too, if there is one; before `run`."""
        self._site.app.add_routes(LiveFiles(folder).routes())

    async def run(self) -> None:
        """Serve the page and tell the board its address until cancelled; then close the connections."""
        listening = await self._listening()
        serving = await serve(self._site.app, listening, self._now_ms)
        try:
            await self._tell_address(listening)
        finally:
            await serving.close()
            self._thread.shutdown(wait=False, cancel_futures=True)

    @web.middleware
    async def _with_board(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        name = request.path.rpartition("/")[2] if request.path.startswith(API) else ""
        if name in OF_THE_BOARD and not self._board.is_there:
            raise AWAY
        return await handler(request)

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

    async def _tell_address(self, listening: socket) -> None:
        told = ""
        while True:
            address = self._site.sharing.reached = self._reached(listening)
            self._board.announce(Page(address, self._guard.pin) if address else None)
            words = f"http://{address}/, PIN in the board's menu" if address else "no network leads here"
            if words != told:
                self._say(f"page: {words}")
            told = words
            await self._pause(LOOKS_UP_S)
