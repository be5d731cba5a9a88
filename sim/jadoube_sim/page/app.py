"""The simulator's page and the companion's, served together from one bench.

The law: the desk is for the browser on this machine, whoever else may reach the board: others who ask for it
are led to the companion. What is the board's (the companion,
its API) is there only while the board has power; what is the bench's always is. It decides which path leads
where, and no more.
"""

import asyncio
from concurrent.futures import Executor
from http import HTTPStatus
from pathlib import Path
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.events import Ordered, Page, Reachable
from jadoube.core.messages.lamps import LOOKS, Lamp
from jadoube.core.pages.page_view import LAMP_NAMES
from jadoube.daemon.pace import MonotonicPace
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import format_sensor_log
from jadoube.glances.faults import Faults
from jadoube.glances.glance import Answer, Glance
from jadoube.glances.maker import Maker
from jadoube.glances.near_board import NearBoard
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.peer import is_from_here
from jadoube.web.handlers import manifest
from jadoube.web.handlers.static_files import Shelf
from jadoube.web.listener import own_names
from jadoube.web.responses import API, Refused
from jadoube.web.server import NAME, Site, build
from jadoube_sim.page.sockets import Sockets
from jadoube_sim.page.workbench import Bench

HERE: Final = Path(__file__).parent

_OF_THE_BOARD: Final = ("view", "socket", "events", "game.pgn", "orders", "unlock", "codes", "join")

_HOME: Final = "/companion"

_THE_DESKS: Final = "/sim/"
"""What its pieces, faults and power are reached by."""


class App:
    """All that is served of a bench.

    `address` is what the board says of itself in its menu, `desk` the library's socket.
    """

    def __init__(self, bench: Bench, executor: Executor, address: str, desk: Path | None = None) -> None:
        self._bench = bench
        self._executor = executor
        self._address = address
        self._seen: Glance | None = None
        self.now_ms = MonotonicPace(1).now_ms
        self._guard = Guard(own_names(), self.now_ms)
        maker = Maker(self._glance, executor, Faults(bench.say, self.now_ms))
        board = NearBoard(maker, self._glance, self._obey, _pgn, executor)
        self.site: Site = build(board, self._guard, executor, bench.say, home=_HOME, desk=desk)
        self._sockets = Sockets(bench)
        self._shelf = Shelf(HERE / "static", {manifest.NAME: manifest.manifest(f"{NAME} sim", "/")})
        app = self.site.app
        app.middlewares.append(_desk_here)
        app.middlewares.append(self._with_power)
        app.on_shutdown.append(lambda _: self._sockets.close())
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/sim/static/{name}", self._shelf.take),
                web.get("/sim/socket", self._sockets.take, allow_head=False),
                web.get("/sim/log", self._log),
                web.get("/sim/lamps", _lamps),
                web.post("/sim/codes", self.site.inviting.invite_freely),
            ]
        )

    @property
    def page(self) -> Page:
        """Where browsers reach the board, and its PIN."""
        return Page(self._address, self._guard.pin)

    def power_changed(self) -> None:
        """The board has got its power, or lost it: then who looked at it is sent away, and may come again."""
        desk = self._bench.desk
        if desk is None:
            self.site.hub.dismiss()
        else:
            desk.daemon.feed(Reachable(self.page), desk.pace.now_ms())
            self._glance()  # for the moment in which one game follows another

    async def _obey(self, ordered: Ordered) -> Answer:
        return self._bench.obey(ordered)

    def _glance(self) -> Glance:
        """How the board stands, or stood when it had power: while one life follows another there is none."""
        desk = self._bench.desk
        if desk:
            wrong = desk.daemon.troubled.wrong
            self._seen = Glance(desk.table, desk.pace.now_ms(), wrong, self._bench.tags)
        if self._seen is None:
            raise _no_power()
        return self._seen

    @web.middleware
    async def _with_power(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        name = request.path.rpartition("/")[2] if request.path.startswith(API) else ""
        desk = self._bench.desk
        if not self._bench.has_power and name in _OF_THE_BOARD:
            raise _no_power()
        if desk and desk.daemon.switched_off and name == "orders":
            raise _switched_off()
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        return self._shelf.give(request, "index.html")

    async def _log(self, _request: web.Request) -> web.Response:
        log = self._bench.log()
        text = await asyncio.get_running_loop().run_in_executor(self._executor, format_sensor_log, log)
        return web.Response(
            text=text,
            content_type="text/plain",
            headers={"Content-Disposition": 'attachment; filename="board.log"', "Cache-Control": "no-store"},
        )


@web.middleware
async def _desk_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let this machine alone have the desk; another is led to the board's own page, or refused."""
    if not is_from_here(request):
        if request.path == "/":
            return web.Response(status=HTTPStatus.FOUND, headers={"Location": _HOME})
        if request.path.startswith(_THE_DESKS):
            raise NOT_THE_DESK
    return await handler(request)


NOT_THE_DESK: Final = Refused(HTTPStatus.FORBIDDEN, worded(EdgePhrase.NOT_THE_DESK))


async def _lamps(_request: web.Request) -> web.Response:
    """Return the colour of each lamp, as it stands on the wire, by its name on pages: for the legend."""
    colours = {
        LAMP_NAMES[lamp]: "#{:02x}{:02x}{:02x}".format(*look.colour)
        for lamp, look in LOOKS.items()
        if lamp is not Lamp.DARK
    }
    return web.json_response(colours)


def _no_power() -> Refused:
    return Refused(
        HTTPStatus.SERVICE_UNAVAILABLE,
        worded(EdgePhrase.NO_POWER),
        Retry_After="1",
    )


def _switched_off() -> Refused:
    return Refused(HTTPStatus.CONFLICT, worded(EdgePhrase.IS_SWITCHED_OFF))


def _pgn(glance: Glance) -> str:
    return write_pgn(scoresheet(glance.table), dict(glance.tags))
