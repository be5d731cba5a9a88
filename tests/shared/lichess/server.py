"""A server with the paths of Lichess' broadcasts, over real sockets and TLS.

The shell of the model (`round.py`): paths, form fields, status codes and JSON as in the published
description of the API (lichess-org/api, doc/specs, tags "Broadcasts"). Troubles are chosen by the test:
`trouble` says what becomes of each request.
"""

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, Protocol

import trustme
from aiohttp import web
from yarl import URL

from shared.lichess.round import Chapter, LichessRound

CREATED_MS: Final = 1_763_866_266_769
BASE: Final = "https://lichess.org"
BODY_MOST: Final = 4 << 20
TOO_MANY: Final = {"error": "Too many requests. Try again later."}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Tour:
    """A broadcast with its rounds."""

    tour_id: str
    name: str
    rounds: list[LichessRound] = field(default_factory=list)
    writeable: bool = True


@dataclass
class LichessServer:
    """The server's state, and what it has seen."""

    tours: list[Tour] = field(default_factory=list)
    tokens: dict[str, frozenset[str]] = field(default_factory=dict)
    """The scopes of each token."""
    trouble: Callable[[web.Request], Awaitable[web.StreamResponse | None]] | None = None
    """What becomes of a request, instead of its answer; None for its answer."""
    seen: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of each request."""
    headers: list[dict[str, str]] = field(default_factory=list)
    pushed: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    limited: int = 0
    """So many of the next requests are too many."""
    _ids: Any = field(default_factory=lambda: count(1))

    def with_round(self, round_id: str = "RoUnD001", *, writeable: bool = True) -> LichessRound:
        """Add a broadcast with one round."""
        there = LichessRound(round_id)
        self.tours.append(Tour(f"tour{next(self._ids):04}", "Club evening", [there], writeable))
        return there

    def app(self) -> web.Application:
        """The application."""
        app = web.Application(middlewares=[self._guard], client_max_size=BODY_MOST)
        app.add_routes(
            [
                web.get("/api/account", self._account),
                web.get("/api/broadcast/my-rounds", self._my_rounds),
                web.post("/api/broadcast/round/{round}/push", self._push),
                web.get("/api/broadcast/round/{round}.pgn", self._pgn),
                web.get("/api/broadcast/{tour}/{slug}/{round}", self._round),
                web.get("/api/broadcast/{tour}", self._tour),
                web.post("/broadcast/new", self._new_tour),
                web.post("/broadcast/{tour}/new", self._new_round),
                web.post("/broadcast/round/{round}/edit", self._edit),
                web.post("/broadcast/round/{round}/reset", self._reset),
            ]
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self.seen.append((request.method, request.path))
        self.headers.append(dict(request.headers))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if self.limited:
                self.limited -= 1
                return web.json_response(TOO_MANY, status=429)
            instead = await self.trouble(request) if self.trouble else None
            return instead or await handler(request)
        except web.HTTPNotFound:
            return web.json_response({"error": "Not found."}, status=404)
        finally:
            self.at_once -= 1

    # What is allowed

    def _allow(self, request: web.Request, scope: str | None) -> None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or token not in self.tokens:
            raise web.HTTPUnauthorized(text='{"error":"No such token"}', content_type="application/json")
        if scope and scope not in self.tokens[token]:
            said = json.dumps({"error": f"Missing scope: {scope}"})
            raise web.HTTPForbidden(text=said, content_type="application/json")

    def _found(self, request: web.Request) -> tuple[Tour, LichessRound]:
        for tour in self.tours:
            for each in tour.rounds:
                if each.round_id == request.match_info["round"]:
                    return tour, each
        raise web.HTTPNotFound

    def _writeable(self, request: web.Request) -> tuple[Tour, LichessRound]:
        self._allow(request, "study:write")
        tour, there = self._found(request)
        if not tour.writeable:
            raise web.HTTPNotFound  # lila shows no door where there is none to open
        return tour, there

    # What is asked

    async def _account(self, request: web.Request) -> web.Response:
        self._allow(request, None)
        return web.json_response({"id": "club", "username": "Club"})

    async def _my_rounds(self, request: web.Request) -> web.Response:
        self._allow(request, "study:read")
        most = int(request.query.get("nb", "20"))
        rounds = [self.of_round(tour, each) for tour in self.tours for each in tour.rounds]
        lines = "".join(f"{json.dumps(each)}\n" for each in rounds[:most])
        return web.Response(text=lines, content_type="application/x-ndjson")

    async def _push(self, request: web.Request) -> web.Response:
        _, there = self._writeable(request)
        text = (await request.read()).decode("utf-8", "replace")
        self.pushed.append(text)
        return web.json_response({"games": there.push(text)})

    async def _pgn(self, request: web.Request) -> web.Response:
        _, there = self._found(request)
        text = "".join(_pgn_of(chapter) for chapter in there.chapters)
        return web.Response(text=text, content_type="application/x-chess-pgn")

    async def _round(self, request: web.Request) -> web.Response:
        tour, there = self._found(request)
        games = [_preview(number, each) for number, each in enumerate(there.chapters, start=1)]
        return web.json_response({**self.of_round(tour, there), "games": games, "photos": {}})

    async def _tour(self, request: web.Request) -> web.Response:
        for tour in self.tours:
            if tour.tour_id == request.match_info["tour"]:
                return web.json_response(_tour_with_rounds(tour))
        raise web.HTTPNotFound

    async def _new_tour(self, request: web.Request) -> web.Response:
        self._allow(request, "study:write")
        name = str((await request.post()).get("name", ""))
        if not 3 <= len(name) <= 80:
            return web.json_response({"error": {"name": ["Minimum length is 3"]}}, status=400)
        tour = Tour(f"tour{next(self._ids):04}", name)
        self.tours.append(tour)
        return web.json_response(_tour_with_rounds(tour))

    async def _new_round(self, request: web.Request) -> web.Response:
        self._allow(request, "study:write")
        tour = next((each for each in self.tours if each.tour_id == request.match_info["tour"]), None)
        if tour is None:
            raise web.HTTPNotFound
        form = await request.post()
        name = str(form.get("name", ""))
        if not 3 <= len(name) <= 80:
            return web.json_response({"error": {"name": ["Minimum length is 3"]}}, status=400)
        sources = ("syncUrl", "syncUrls", "syncIds", "syncUsers")
        there = LichessRound(
            f"rnd{next(self._ids):05}", name, source_url=any(form.get(each) for each in sources)
        )
        tour.rounds.append(there)
        return web.json_response(self.of_round(tour, there))

    async def _edit(self, request: web.Request) -> web.Response:
        tour, there = self._writeable(request)
        form, patch = await request.post(), request.query.get("patch") == "true"
        if not patch or "name" in form:
            there.name = str(form.get("name", there.name))
        if not patch or "syncUrl" in form:
            there.source_url = bool(form.get("syncUrl"))
        if "status" in form:
            there.started, there.finished = form["status"] != "new", form["status"] == "finished"
        return web.json_response({**self.of_round(tour, there), "games": [], "photos": {}})

    async def _reset(self, request: web.Request) -> web.Response:
        _, there = self._writeable(request)
        there.reset()
        return web.json_response({"ok": True})

    def of_round(self, tour: Tour, there: LichessRound) -> dict[str, Any]:
        """A round with its tour, as it stands in several answers."""
        return {
            "round": _round_info(tour, there),
            "tour": _tour_info(tour),
            "study": {
                "writeable": tour.writeable,
                "features": {"chat": True, "computer": True, "explorer": True},
            },
        }


def _slug(name: str) -> str:
    return "-".join(name.lower().split())


def _tour_info(tour: Tour) -> dict[str, Any]:
    url = f"{BASE}/broadcast/{_slug(tour.name)}/{tour.tour_id}"
    info = {"id": tour.tour_id, "name": tour.name, "slug": _slug(tour.name), "info": {}, "url": url}
    return {**info, "createdAt": CREATED_MS, "dates": [CREATED_MS]}


def _round_info(tour: Tour, there: LichessRound) -> dict[str, Any]:
    slug = _slug(there.name)
    info = {
        "id": there.round_id,
        "name": there.name,
        "slug": slug,
        "createdAt": CREATED_MS,
        "rated": False,
        "url": f"{BASE}/broadcast/{_slug(tour.name)}/{slug}/{there.round_id}",
    }
    if there.started and not there.finished:
        info["ongoing"] = True
    if there.finished:
        info |= {"finished": True, "finishedAt": CREATED_MS}
    return info


def _tour_with_rounds(tour: Tour) -> dict[str, Any]:
    rounds = [_round_info(tour, each) for each in tour.rounds]
    return {"tour": _tour_info(tour), "rounds": rounds, "photos": {}}


def _preview(number: int, chapter: Chapter) -> dict[str, Any]:
    players = []
    for side in ("White", "Black"):
        player: dict[str, Any] = {"name": chapter.tags.get(side, "?")}
        if rating := chapter.tags.get(f"{side}Elo"):
            player["rating"] = int(rating)
        players.append(player)
    result = chapter.result.replace("1/2-1/2", "½-½")
    game: dict[str, Any] = {
        "id": f"chap{number:04}",
        "name": chapter.name,
        "fen": chapter.board().fen(),
        "players": players,
        "status": result,
    }
    if chapter.plies:
        game["lastMove"] = chapter.plies[-1]
    return game


def _pgn_of(chapter: Chapter) -> str:
    import chess

    tags = "".join(f'[{name} "{value}"]\n' for name, value in chapter.tags.items())
    board = chess.Board(chapter.fen)
    moves = board.variation_san([chess.Move.from_uci(uci) for uci in chapter.plies]) if chapter.plies else ""
    return f"{tags}\n{moves} {chapter.result}\n\n"


class Served(Protocol):
    """A server of this house: this one, or that of the games (`play_server.py`)."""

    def app(self) -> web.Application:
        """Return the application."""


@dataclass(frozen=True)
class Serving:
    """A server that listens."""

    url: str
    trusting: ssl.SSLContext
    """Trusts the server's certificate."""


@asynccontextmanager
async def serving(server: Served, name: str = "localhost") -> AsyncIterator[Serving]:
    """Serve over TLS at a free port; the certificate is for `name`."""
    authority = trustme.CA()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(tls)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    runner = web.AppRunner(server.app(), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
    await site.start()
    try:
        port = runner.addresses[0][1]
        yield Serving(str(URL.build(scheme="https", host="localhost", port=port)).rstrip("/"), trusting)
    finally:
        await runner.cleanup()
        await asyncio.sleep(0)
