"""Puts the hall's page together and serves it.

The law: who looks on needs nothing, who acts needs the hall's PIN. Hosts and origins are checked and clients
are limited as on a board's own page (`web/`). If the page cannot be served, that is one line, and it is tried
again: boards and broker do not wait for it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Final

from aiohttp import web

import jadoube.web
from jadoube.config.settings import HallSettings
from jadoube.glances.faults import Faults
from jadoube.hall.page.access import Arbiters, Boards
from jadoube.hall.page.acts import Acts
from jadoube.hall.page.broadcasts import Broadcasts
from jadoube.hall.page.log import Log
from jadoube.hall.page.looks import Looks
from jadoube.hall.page.pin import kept_pin
from jadoube.hall.page.show import Show
from jadoube.local.pausing import Pause
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.gate import LONG_BODIES
from jadoube.web.handlers.inviting import Inviting
from jadoube.web.handlers.pieces import sprite
from jadoube.web.handlers.static_files import Shelf
from jadoube.web.listener import listen, own_names, reachable_address, serve
from jadoube.web.responses import (
    POLICY,
    add_headers,
    content_policy,
    error_middleware,
    guard_middleware,
)
from jadoube.web.spectators.streams import Live

HERE: Final = Path(__file__).parent / "static"
KIT: Final = Path(jadoube.web.__file__).parent / "static"

BODY_MOST: Final = 32 << 10
"""Bytes of a request's body: the ids of all boards of a hall, and an order."""

LOOKS_UP_S: Final = 15.0
"""Between two tries to listen at the configured address."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Site:
    """The application, and what sends to its pages while `show.run` runs."""

    app: web.Application
    show: Show


def build(boards: Boards, arbiters: Arbiters, guard: Guard, say: Say) -> Site:
    """Put the server together. Reads the files, but starts nothing. `say` gets faults, one line each."""
    faults = Faults(say, guard.now_ms)
    app = web.Application(
        middlewares=[guard_middleware(guard), error_middleware(faults)], client_max_size=BODY_MOST
    )
    show = Show(boards, arbiters, guard.now_ms, faults)
    acts, inviting = Acts(boards, arbiters, show, guard), Inviting(guard, lambda: None, "/")
    app[LONG_BODIES] = acts.body_granted
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(lambda _: _close(show))
    app.add_routes(_files())
    app.add_routes(Looks(boards, arbiters).routes())
    app.add_routes(acts.routes())
    app.add_routes(Log(arbiters, guard).routes())
    app.add_routes(Broadcasts(arbiters, guard).routes())
    app.add_routes(
        [
            web.get("/api/v1/hall/socket", Live(show, guard.now_ms).socket, allow_head=False),
            web.post("/api/v1/unlock", inviting.unlock),
            web.delete("/api/v1/token", inviting.leave),
        ]
    )
    return Site(app, show)


async def serve_page(
    boards: Boards,
    arbiters: Arbiters,
    settings: HallSettings,
    now_ms: Callable[[], int],
    say: Say,
    pause: Pause = asyncio.sleep,
) -> None:
    """Serve the page until cancelled; then close the connections. `now_ms` is monotonic.

    OSError if the PIN cannot be kept.
    """
    guard = Guard(own_names(settings.names), now_ms, kept_pin(settings.directory))
    site = build(boards, arbiters, guard, say)
    listening = await _listening(settings, say, pause)
    say(f"page: http://{reachable_address(listening) or f'localhost:{listening.getsockname()[1]}'}/")
    serving = await serve(site.app, listening, now_ms)
    try:
        await site.show.run()
    finally:
        await serving.close()


async def _listening(settings: HallSettings, say: Say, pause: Pause) -> socket:
    told = ""
    while True:
        try:
            return listen(settings.address, settings.port)
        except OSError as problem:
            words = f"page: {settings.address}, port {settings.port}: {problem.strerror or problem}"
        if words != told:
            say(words)
        told = words
        await pause(LOOKS_UP_S)


def _files() -> list[web.RouteDef]:
    shelf, kit = Shelf(HERE), Shelf(KIT, {"pieces.svg": sprite()})

    async def page(request: web.Request) -> web.Response:
        answer = shelf.give(request, "hall.html")
        answer.headers[POLICY] = content_policy()
        return answer

    return [
        web.get("/", page),
        web.get("/hall/{name:.+}", shelf.take),
        web.get("/static/{name:.+}", kit.take),
    ]


async def _close(show: Show) -> None:
    show.close()
