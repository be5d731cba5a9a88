"""Puts the server together: its routes, for the daemon and for the simulator."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from logging import NullHandler, getLogger
from pathlib import Path
from typing import Final

from aiohttp import web

from jadoube.glances.faults import Faults
from jadoube.web.access import Access
from jadoube.web.desk import Desk
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.gate import LONG_BODIES
from jadoube.web.handlers import manifest
from jadoube.web.handlers.api import BODY_MOST, Api
from jadoube.web.handlers.boards_page import BOARDS, BoardsPage
from jadoube.web.handlers.inviting import JOIN, Inviting
from jadoube.web.handlers.pieces import sprite
from jadoube.web.handlers.share import Sharing
from jadoube.web.handlers.static_files import Shelf
from jadoube.web.library.handlers import Library
from jadoube.web.responses import add_headers, error_middleware, guard_middleware, json_bytes
from jadoube.web.spectators.broadcaster import Hub
from jadoube.web.spectators.streams import Live

HERE: Final = Path(__file__).parent

NAME: Final = "J\u2019adoube"
"""What the pages are called, in every language."""


@dataclass(frozen=True, slots=True)
class Site:
    """The application and its parts; routes may be added to `app` until it runs."""

    app: web.Application
    hub: Hub
    shelf: Shelf
    sharing: Sharing
    inviting: Inviting


def build(
    access: Access,
    guard: Guard,
    executor: Executor,
    say: Callable[[str], None],
    *,
    home: str = "/",
    desk: Path | None = None,
) -> Site:
    """Put the server together; `home` is the companion page's path. Reads the files, but starts nothing.

    Deltas are worked out in the executor. `say` gets faults, one line each. `desk` is the library's socket;
    None: there is none.
    """
    getLogger("aiohttp").addHandler(NullHandler())  # the client is told what is wrong with its request
    faults = Faults(say, guard.now_ms)
    app = web.Application(
        middlewares=[guard_middleware(guard), error_middleware(faults)], client_max_size=BODY_MOST
    )
    hub = Hub(access, executor, faults)
    shelf = Shelf(HERE / "static", {"pieces.svg": sprite(), manifest.NAME: manifest.manifest(NAME, home)})
    app.on_response_prepare.append(add_headers)
    app.on_shutdown.append(lambda _: _close(hub))
    app.add_routes(_routes(Api(access, guard), Live(hub, guard.now_ms), shelf, home))
    sharing = Sharing(access)
    app.add_routes([web.get("/api/v1/share", sharing.give)])
    inviting = Inviting(guard, lambda: sharing.reached, home)
    app.add_routes(inviting.routes())
    library = Library(Desk(desk), guard, access, sharing)
    app[LONG_BODIES] = library.body_granted
    app.add_routes(library.routes())
    return Site(app, hub, shelf, sharing, inviting)


def _routes(api: Api, live: Live, shelf: Shelf, home: str) -> list[web.RouteDef]:
    described = (HERE / "openapi.json").read_bytes()

    async def description(_request: web.Request) -> web.Response:
        return json_bytes(described)

    async def page(request: web.Request) -> web.Response:
        return shelf.give(request, "index.html")

    async def library_page(request: web.Request) -> web.Response:
        return shelf.give(request, "games.html")

    return [
        web.get(home, page),
        web.get(JOIN, page),
        web.get("/games", library_page),
        web.get("/game/{id}", library_page),
        web.get(BOARDS, BoardsPage(shelf).give),
        web.get("/static/{name:.+}", shelf.take),
        web.get("/api/v1/view", api.view),
        web.get("/api/v1/socket", live.socket, allow_head=False),
        web.get("/api/v1/events", live.events, allow_head=False),
        web.get("/api/v1/game.pgn", api.pgn),
        web.get("/api/v1/openapi.json", description),
        web.get("/api/v1/control", api.control),
        web.post("/api/v1/orders", api.order),
    ]


async def _close(hub: Hub) -> None:
    hub.close()
