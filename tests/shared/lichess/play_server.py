"""A server with the paths of Lichess' Board API, over real sockets and TLS.

The shell of the model (`games.py`): paths, forms, status codes and streams as in the published
description (lichess-org/api, doc/specs, tags "Board" and "Challenges"). It serves one account, the board's.
What goes wrong is chosen by the test: `losses`, `silent`, `down`, `cut`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, Final

import chess
from aiohttp import web

from shared.lichess.games import Seat, ServedGame
from shared.lichess.server import TOO_MANY, Handler

QUEUE_MOST: Final = 32
"""Messages that wait for a slow reader; the oldest is dropped (lila, GameStateStream 774695a6)."""

OK: Final = {"ok": True}


class Stream:
    """What one open stream is still to say."""

    def __init__(self) -> None:
        self._lines: list[dict[str, Any]] = []
        self._news = asyncio.Event()
        self.closed = False

    def say(self, said: dict[str, Any]) -> None:
        """Say this, once the reader takes it."""
        self._lines = [*self._lines, said][-QUEUE_MOST:]
        self._news.set()

    def close(self) -> None:
        """Say what is left, then end."""
        self.closed = True
        self._news.set()

    async def lines(self, keep_alive_s: float) -> AsyncIterator[bytes]:
        """What is said, and an empty line where nothing is said for so long."""
        while self._lines or not self.closed:
            if self._lines:
                yield json.dumps(self._lines.pop(0)).encode() + b"\n"
                continue
            self._news.clear()
            try:
                async with asyncio.timeout(keep_alive_s):
                    await self._news.wait()
            except TimeoutError:
                yield b"\n"


@dataclass
class PlayServer:
    """The server's state, and what it has seen. `now_ms` is its clock."""

    name: str = "Ada"
    tokens: dict[str, frozenset[str]] = field(default_factory=dict)
    now_ms: Callable[[], int] = lambda: 0
    keep_alive_s: float = 7.0
    rook_castling: bool = True
    losses: list[str] = field(default_factory=list)
    """What becomes of the next commands: `request`, `answer` (carried out, then cut), `429`, `502`, `ok`."""
    silent: bool = False
    """Streams stay open, and say nothing at all."""
    down: bool = False
    """Whoever comes is cut off."""
    seen: list[tuple[str, str]] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    chats: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    """Requests at once, streams not among them."""
    games: dict[str, ServedGame] = field(default_factory=dict)
    sides: dict[str, chess.Color] = field(default_factory=dict)
    challenges: dict[str, dict[str, Any]] = field(default_factory=dict)
    compat: bool = True
    _ids: Any = field(default_factory=lambda: count(1))
    _events: Stream | None = None
    _of_games: dict[str, Stream] = field(default_factory=dict)
    _held: dict[str, Stream] = field(default_factory=dict)
    _connections: set[asyncio.Transport] = field(default_factory=set)

    def app(self) -> web.Application:
        """The application."""
        app = web.Application(middlewares=[self._guard])
        game = "/api/board/game/{game}"
        app.add_routes(
            [
                web.get("/api/stream/event", self._stream_events),
                web.get("/api/board/game/stream/{game}", self._stream_game),
                web.post("/api/board/seek", self._seek),
                web.post("/api/challenge/ai", self._challenge_ai),
                web.post("/api/challenge/{id}/{how:accept|decline|cancel}", self._answer),
                web.post("/api/challenge/{user}", self._challenge),
                web.post(f"{game}/move/{{uci}}", self._move),
                web.post(f"{game}/chat", self._chat),
                web.get(f"{game}/chat", self._read_chat),
                web.post(f"{game}/{{what:draw|takeback}}/{{how:yes|no}}", self._do),
                web.post(f"{game}/{{what:resign|abort|claim-victory|claim-draw}}", self._do),
            ]
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if self.down:
            return _cut(request)
        self.seen.append((request.method, request.path))
        self.headers.append(dict(request.headers))
        streams = "stream" in request.path or request.path == "/api/board/seek"
        self.at_once += not streams
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            self._allow(request)
            self.forms.append({name: str(value) for name, value in (await request.post()).items()})
            loss = self.losses.pop(0) if self.losses and request.method == "POST" else "ok"
            if loss == "request":
                return _cut(request)
            if loss in {"429", "502"}:
                return web.json_response(TOO_MANY, status=int(loss))
            answer = await handler(request)
            return _cut(request) if loss == "answer" else answer
        except web.HTTPNotFound:
            return web.json_response({"error": "Not found."}, status=404)
        finally:
            self.at_once -= not streams

    def _allow(self, request: web.Request) -> None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind != "Bearer" or token not in self.tokens:
            raise web.HTTPUnauthorized(text='{"error":"No such token"}', content_type="application/json")
        if "board:play" not in self.tokens[token]:
            said = '{"error":"Missing scope: board:play"}'
            raise web.HTTPForbidden(text=said, content_type="application/json")

    # What a test does

    def begin(self, side: chess.Color = chess.WHITE, other: Seat | None = None, **more: Any) -> ServedGame:
        """A game of the account begins; it has this side."""
        seats = {side: Seat(self.name), not side: other or Seat("Bert", 1600, "FM")}
        game_id = f"Game{next(self._ids):04}"
        game = ServedGame(game_id, seats[chess.WHITE], seats[chess.BLACK], self.now_ms, **more)
        game.rook_castling = self.rook_castling
        self.games[game_id], self.sides[game_id] = game, side
        game.tell.append(partial(self._tell, game_id))
        game.ended.append(self._finished)
        self._event({"type": "gameStart", "game": self._info(game)})
        self.end_held("accepted")
        return game

    def challenged(self, challenger: str = "Cleo", control: dict[str, Any] | None = None) -> str:
        """Somebody challenges the account."""
        clock = {"type": "clock", "limit": 600, "increment": 5, "show": "10+5"}
        challenge_id = f"Chal{next(self._ids):04}"
        said = {
            "id": challenge_id,
            "status": "created",
            "challenger": {"id": challenger.lower(), "name": challenger, "rating": 1700, "title": None},
            "destUser": {"id": self.name.lower(), "name": self.name},
            "variant": {"key": "standard", "name": "Standard"},
            "rated": False,
            "speed": "rapid",
            "timeControl": control or clock,
            "color": "random",
            "direction": "in",
        }
        self.challenges[challenge_id] = said
        self._event({"type": "challenge", "challenge": said, "compat": {"bot": False, "board": True}})
        return challenge_id

    def odd_event(self, text: str) -> None:
        """The stream of events says this."""
        self._event(json.loads(text))

    def withdrawn(self, challenge_id: str) -> None:
        """The challenger thinks better of it."""
        said = self.challenges.pop(challenge_id)
        self._event({"type": "challengeCanceled", "challenge": said})

    def end_held(self, done: str) -> None:
        """An open seek or challenge ends."""
        for path, stream in self._held.items():
            if path != "/api/board/seek":
                stream.say({"done": done})
            stream.close()

    @property
    def held(self) -> list[str]:
        """The paths of open seeks and challenges."""
        return list(self._held)

    @property
    def present(self) -> list[str]:
        """The games whose streams are open."""
        return list(self._of_games)

    def cut(self) -> None:
        """Cut every stream that is open."""
        for transport in list(self._connections):
            transport.abort()

    # Streams

    def _event(self, said: dict[str, Any]) -> None:
        if self._events:
            self._events.say(said)

    def _tell(self, game_id: str, said: dict[str, Any]) -> None:
        if game_id in self._of_games:
            self._of_games[game_id].say(said)

    def _finished(self, game: ServedGame) -> None:
        self._event({"type": "gameFinish", "game": self._info(game)})
        if game.game_id in self._of_games:
            self._of_games[game.game_id].close()

    def _info(self, game: ServedGame) -> dict[str, Any]:
        return {
            **game.info(self.sides[game.game_id]),
            "compat": {"bot": False, "board": self.compat},
        }

    async def _stream(self, request: web.Request, stream: Stream) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        transport = request.transport
        assert isinstance(transport, asyncio.Transport)
        self._connections.add(transport)
        try:
            async for line in stream.lines(self.keep_alive_s):
                if not self.silent:
                    await response.write(line)
        except ConnectionError:
            transport.abort()
        finally:
            self._connections.discard(transport)
        return response

    async def _stream_events(self, request: web.Request) -> web.StreamResponse:
        if self._events:
            self._events.close()
        stream = self._events = Stream()
        for game in self.games.values():
            if not game.over:
                stream.say({"type": "gameStart", "game": self._info(game)})
        for said in self.challenges.values():
            stream.say({"type": "challenge", "challenge": said})
        try:
            return await self._stream(request, stream)
        finally:
            if self._events is stream:
                self._events = None

    async def _stream_game(self, request: web.Request) -> web.StreamResponse:
        game = self._game(request)
        if game.game_id in self._of_games:
            self._of_games[game.game_id].close()
        stream = self._of_games[game.game_id] = Stream()
        stream.say(game.full())
        if game.over:
            stream.close()
        try:
            return await self._stream(request, stream)
        finally:
            if self._of_games.get(game.game_id) is stream:
                del self._of_games[game.game_id]

    async def _hold(self, request: web.Request, *said: dict[str, Any]) -> web.StreamResponse:
        stream = self._held[request.path] = Stream()
        for each in said:
            stream.say(each)
        try:
            return await self._stream(request, stream)
        finally:
            self._held.pop(request.path, None)

    async def _seek(self, request: web.Request) -> web.StreamResponse:
        form = self.forms[-1]
        if 60 * float(form["time"]) + 40 * int(form["increment"]) < 480:
            return web.json_response({"error": {"global": ["Invalid time control"]}}, status=400)
        return await self._hold(request)

    async def _challenge(self, request: web.Request) -> web.StreamResponse:
        form = self.forms[-1]
        if int(form["clock.limit"]) + 40 * int(form["clock.increment"]) < 180:
            return web.json_response({"error": "Invalid time control"}, status=400)
        if request.match_info["user"] == "nobody":
            return web.json_response({"error": "No such user"}, status=400)
        return await self._hold(request, {"id": f"Chal{next(self._ids):04}", "status": "created"})

    # Requests

    def _game(self, request: web.Request) -> ServedGame:
        game = self.games.get(request.match_info["game"])
        if game is None:
            raise web.HTTPNotFound
        game.flag()
        return game

    async def _challenge_ai(self, _request: web.Request) -> web.Response:
        form = self.forms[-1]
        limit = form.get("clock.limit")
        more = {
            "initial_ms": 1000 * int(limit) if limit else None,
            "increment_ms": 1000 * int(form.get("clock.increment", "0")),
        }
        game = self.begin(form.get("color") != "black", Seat(ai_level=int(form["level"])), **more)
        self._computer(game)
        return web.json_response({"id": game.game_id, "fullId": f"{game.game_id}wxyz"}, status=201)

    def _computer(self, game: ServedGame) -> None:
        """The computer moves, if it is one and its turn."""
        turn = game.board.turn
        if game.seat(turn).ai_level is not None and not game.over:
            game.move(turn, min(game.board.legal_moves, key=chess.Move.uci).uci())

    async def _answer(self, request: web.Request) -> web.Response:
        if self.challenges.pop(request.match_info["id"], None) is None:
            raise web.HTTPNotFound
        if request.match_info["how"] == "accept":
            self.begin(chess.BLACK, Seat("Cleo", 1700))
        return web.json_response(OK)

    async def _move(self, request: web.Request) -> web.Response:
        game = self._game(request)
        refusal = game.move(self.sides[game.game_id], request.match_info["uci"])
        self._computer(game)
        return _ok_or(refusal)

    async def _chat(self, request: web.Request) -> web.Response:
        self.chats.append(self.forms[-1]["text"])
        self._game(request).chat(self.name, self.forms[-1]["text"])
        return web.json_response(OK)

    async def _read_chat(self, request: web.Request) -> web.Response:
        return web.json_response(self._game(request).chats)

    async def _do(self, request: web.Request) -> web.Response:
        game, what = self._game(request), request.match_info["what"]
        side, yes = self.sides[game.game_id], request.match_info.get("how") == "yes"
        deeds: dict[str, Callable[[], str | None]] = {
            "draw": lambda: game.draw(side, yes=yes),
            "takeback": lambda: game.takeback(side, yes=yes),
            "resign": lambda: game.resign(side),
            "abort": lambda: game.abort(side),
            "claim-victory": lambda: game.claim(side, victory=True),
            "claim-draw": lambda: game.claim(side, victory=False),
        }
        return _ok_or(deeds[what]())


def _ok_or(refusal: str | None) -> web.Response:
    return web.json_response({"error": refusal}, status=400) if refusal else web.json_response(OK)


def _cut(request: web.Request) -> web.StreamResponse:
    """Cut the connection instead of an answer."""
    with suppress(AttributeError):
        request.transport.abort()  # type: ignore[union-attr]
    return web.Response()
