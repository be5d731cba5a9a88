"""The HTTP handlers of the library: games, players, pairings, and what is sent elsewhere.

The law: without the owner's token nothing is listed, changed or sent; one game by its address is open to all,
and the arbiter has the players and the pairing list, for the names. A token for another server is taken only
over a connection that nobody else can read, and no answer has it.

It refuses to know what the desk does with a question, and what its answers say.
"""

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web
from aiohttp.typedefs import Handler

from jadoube.core.language.render import refusal_words, worded
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.roles import Role
from jadoube.glances.glance import Unable
from jadoube.local.desk_lines import Done, Part, Progress, answer_line
from jadoube.local.desk_lines import Refused as RefusedAtDesk
from jadoube.web.access import Access
from jadoube.web.bodies import read_fields
from jadoube.web.desk import CLOSED, Desk
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.rights import expect_role, role_of
from jadoube.web.handlers.share import Sharing
from jadoube.web.library.bodies import TEXT_MOST, read_text
from jadoube.web.library.known import offered
from jadoube.web.library.peer import READABLE, is_sealed
from jadoube.web.library.replayed import main_line, replayed
from jadoube.web.responses import Refused, json_answer

GAMES_MOST: Final = 200
"""Games of one answer."""

_TEXT: Final = (str,)
_NAMERS: Final = (Role.ARBITER, Role.OWNER)
_LONG: Final = {("POST", "/api/v1/games"): (Role.OWNER,), ("POST", "/api/v1/pairings"): _NAMERS}
"""What takes a long text, and from whom."""

NO_GAME: Final = Refused(HTTPStatus.NOT_FOUND, worded(EdgePhrase.NO_GAME_HERE))

NOT_ANALYSED: Final = Refused(HTTPStatus.NOT_FOUND, worded(EdgePhrase.NOT_ANALYSED))

BOARD_FORGETS: Final = worded(EdgePhrase.BOARD_FORGETS)
NO_BOARD: Final = worded(EdgePhrase.BOARD_CANNOT_FORGET)


class Library:
    """The handlers, for the desk, the guard of the page, and the board."""

    def __init__(self, desk: Desk, guard: Guard, access: Access, sharing: Sharing) -> None:
        self._sharing = sharing
        self._access = access
        self._desk = desk
        self._guard = guard
        self._reading = asyncio.Lock()
        self._sending = asyncio.Lock()

    def routes(self) -> list[web.RouteDef]:
        """Return the paths of the API."""
        api, mine, names = "/api/v1", self._only(Role.OWNER), self._only(*_NAMERS)
        return [
            web.get(f"{api}/games", mine(self.games)),
            web.get(f"{api}/games.pgn", mine(self.export)),
            web.post(f"{api}/games", mine(self.take_in)),
            web.get(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}", self.game),
            web.get(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}.pgn", self.game_pgn),
            web.get(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}/share", self.share),
            web.delete(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}", mine(self.delete)),
            web.post(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}/correction", names(self.correct)),
            web.get(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}/analysis", self.analysis),
            web.post(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}/analysis", mine(self.analyse)),
            web.delete(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}/analysis", mine(self.analyse_stop)),
            web.get(f"{api}/games/{{id:[0-9A-Za-z_-]{{4,40}}}}/analysis.pgn", self.analysis_pgn),
            web.get(f"{api}/players", names(self.players)),
            web.post(f"{api}/players/forget", mine(self.forget)),
            web.get(f"{api}/pairings", names(self._plain("pairings"))),
            web.post(f"{api}/pairings", names(self.set_pairings)),
            web.delete(f"{api}/pairings", names(self._plain("pairings-clear"))),
            web.get(f"{api}/online", mine(self.status)),
            web.post(f"{api}/online/token", mine(self.token)),
            web.delete(f"{api}/online/token", mine(self._plain("token-forget"))),
            web.get(f"{api}/online/rounds", mine(self._plain("rounds"))),
            web.post(f"{api}/online/broadcast", mine(self.broadcast)),
            web.get(f"{api}/online/play", mine(self._plain("play"))),
            web.post(f"{api}/online/play", mine(self.play)),
        ]

    def body_granted(self, request: web.Request) -> int:
        """Return how many bytes of body a request may have beyond the budgets."""
        asked = (request.method, request.path)
        long = asked in _LONG and (request.content_length or 0) <= TEXT_MOST
        return TEXT_MOST if long and role_of(self._guard, request) in _LONG[asked] else 0

    async def games(self, request: web.Request) -> web.Response:
        """List games, the newest first; `before` is the id of the last one that was shown."""
        search, before = request.query.get("search", ""), request.query.get("before")
        value = await self._desk.ask("games", search=search, before=before, limit=_limit(request))
        return json_answer(value)

    async def game(self, request: web.Request) -> web.Response:
        """Return one game, each ply with its squares."""
        found = await self._found(request)
        async with self._reading:  # strangers may ask for games: one thread reads one at a time
            game = await asyncio.to_thread(replayed, str(found.pop("pgn", "")))
        return json_answer({**found, "game": game})

    async def game_pgn(self, request: web.Request) -> web.Response:
        """Return one game as a file."""
        found = await self._found(request)
        return _pgn(str(found.get("pgn", "")), f"{found.get('id', 'game')}.pgn")

    async def share(self, request: web.Request) -> web.Response:
        """Return what is shared of one game: a code, and what Lichess takes of it."""
        found = await self._found(request)
        async with self._reading:
            pgn = await asyncio.to_thread(main_line, str(found.get("pgn", "")))
        return await self._sharing.share(request, pgn)

    async def analysis(self, request: web.Request) -> web.Response:
        """Say how the analysis of a game stands, and what it has found."""
        return _standing(await self._found(request, "analysis"))

    async def analysis_pgn(self, request: web.Request) -> web.Response:
        """Return one game with its analysis as a file, once that is done."""
        found = await self._found(request, "analysis")
        if not found.get("pgn"):
            raise NOT_ANALYSED
        return _pgn(str(found["pgn"]), f"{found['id']}-analysed.pgn")

    async def analyse(self, request: web.Request) -> web.Response:
        """Begin the analysis of a game, or go on with it."""
        return _standing(await self._desk.ask("analyse", id=request.match_info["id"]))

    async def analyse_stop(self, request: web.Request) -> web.Response:
        """Stop the analysis of a game; what is done is kept."""
        return _standing(await self._desk.ask("analyse-stop", id=request.match_info["id"]))

    async def _found(self, request: web.Request, ask: str = "game") -> dict[str, Any]:
        try:
            found = await self._desk.ask(ask, id=request.match_info["id"])
        except Refused as refused:
            if refused.status is HTTPStatus.CONFLICT:
                raise NO_GAME from None
            raise
        if not isinstance(found, dict) or found.get("id") != request.match_info["id"]:
            raise NO_GAME  # the desk takes numbers and first letters of ids, too: those can be guessed
        return found

    async def export(self, request: web.Request) -> web.StreamResponse:
        """Send the games that a search finds as one PGN, as they come."""
        answers = self._desk.answers("export", search=request.query.get("search", ""))
        answer = web.StreamResponse(headers=_FILE | {"Content-Disposition": _named("games.pgn")})
        answer.content_type, answer.charset = PGN, "utf-8"
        async for said in answers:
            match said:
                case RefusedAtDesk(words) if not answer.prepared:
                    raise Refused(HTTPStatus.CONFLICT, words)
                case RefusedAtDesk():
                    raise CLOSED
                case Part(text):
                    await _sent(request, answer, text)
                case Done(str(text)):
                    await _sent(request, answer, text)
                case Done() | Progress():
                    pass
        await _sent(request, answer, "")
        await answer.write_eof()
        return answer

    async def take_in(self, request: web.Request) -> web.StreamResponse:
        """Import games; with `?progress=1` the answer is lines, as it goes on."""
        text = await read_text(request, self._sending)
        if request.query.get("progress") == "1":
            return await self._told(request, "import", pgn=text)
        return json_answer(await self._desk.ask("import", pgn=text))

    async def correct(self, request: web.Request) -> web.Response:
        """Correct plies of one game in the name of the token's role, or say what would become of it."""
        by = expect_role(self._guard, request, *_NAMERS)
        body = await read_fields(request, _CORRECTION)
        done = await self._desk.ask("correct", id=request.match_info["id"], by=by.value, **body)
        async with self._reading:
            game = await asyncio.to_thread(replayed, str(done.pop("pgn", "")))
        return json_answer({**done, "game": game})

    async def delete(self, request: web.Request) -> web.Response:
        """Delete one game."""
        return json_answer({"done": await self._desk.ask("delete", id=request.match_info["id"])})

    async def forget(self, request: web.Request) -> web.StreamResponse:
        """Forget a person: in all that the desk has, then on the board."""
        name = (await read_fields(request, {"name": _TEXT}))["name"]
        try:
            order = read_ordered(f"forget {name}")
        except ValueError as problem:
            raise Refused(HTTPStatus.BAD_REQUEST, refusal_words(problem)) from problem
        done = await self._desk.ask("forget", name=name)
        try:
            await self._access.obey(order)
        except (Unable, Refused):
            return json_answer({"done": done, "board": NO_BOARD})
        return json_answer({"done": done, "board": BOARD_FORGETS})

    async def players(self, request: web.Request) -> web.Response:
        """Return players whose names begin so: whom the board remembers, then those of the archive."""
        prefix = request.query.get("prefix", "")
        try:
            remembered = await self._access.players()
        except Refused:
            remembered = []  # it is away; the archive answers
        try:
            archived = await self._desk.ask("players", prefix=prefix)
        except Refused:
            if not remembered:
                raise
            archived = []
        return json_answer(offered(remembered, archived, prefix))

    async def set_pairings(self, request: web.Request) -> web.Response:
        """Read a pairing list, and keep it."""
        return json_answer(await self._desk.ask("pairings-set", text=await read_text(request, self._sending)))

    async def status(self, request: web.Request) -> web.Response:
        """Say how the broadcast stands, and whether this connection may bring a token."""
        value = await self._desk.ask("status")
        return json_answer({**value, "token_here": is_sealed(request)})

    async def token(self, request: web.Request) -> web.Response:
        """Take a token for the other server; the answer does not have it."""
        if not is_sealed(request):
            raise READABLE
        body = await read_fields(request, {"token": _TEXT})
        await self._desk.ask("token", token=body["token"])
        return json_answer({"done": True})

    async def broadcast(self, request: web.Request) -> web.Response:
        """Choose a round, delay and parts; a round of null stops."""
        body = await read_fields(request, _BROADCAST)
        return json_answer({"done": await self._desk.ask("broadcast", **body)})

    async def play(self, request: web.Request) -> web.Response:
        """Look for an opponent on a server, or speak with the one that is there; say how it stands."""
        body = await read_fields(request, _PLAY)
        return json_answer(await self._desk.ask("play-do", do=body["do"], given=body["with"]))

    def _plain(self, ask: str) -> Handler:
        async def handle(_request: web.Request) -> web.Response:
            value = await self._desk.ask(ask)
            return json_answer(value if isinstance(value, dict | list) else {"done": value})

        return handle

    def _only(self, *roles: Role) -> Callable[[Handler], Handler]:
        """Make handlers for who has a token of one of these roles."""

        def only(handler: Handler) -> Handler:
            async def guarded(request: web.Request) -> web.StreamResponse:
                expect_role(self._guard, request, *roles)
                return await handler(request)

            return guarded

        return only

    async def _told(self, request: web.Request, ask: str, **fields: object) -> web.StreamResponse:
        """Answer with the desk's own lines, as they come."""
        answer = web.StreamResponse(headers={"Cache-Control": "no-store"})
        answer.content_type = "application/x-ndjson"
        async for said in self._desk.answers(ask, **fields):
            if not answer.prepared:
                await answer.prepare(request)
            await answer.write(answer_line(said))
        await answer.write_eof()
        return answer


_BROADCAST: Final[Mapping[str, tuple[type, ...]]] = {
    "round": (str, type(None)),
    "delay_min": (int,),
    "delay_plies": (int,),
    "parts": (str,),
}

_CORRECTION: Final[Mapping[str, tuple[type, ...]]] = {"plies": (dict,), "save": (bool,)}

_PLAY: Final[Mapping[str, tuple[type, ...]]] = {"do": (str,), "with": (dict,)}

PGN: Final = "application/x-chess-pgn"
_FILE: Final = {"Cache-Control": "no-store"}


async def _sent(request: web.Request, answer: web.StreamResponse, text: str) -> None:
    if not answer.prepared:
        await answer.prepare(request)
    if text:
        await answer.write(text.encode("utf-8", "replace"))


def _named(name: str) -> str:
    return f'attachment; filename="{name}"'


def _pgn(text: str, name: str) -> web.Response:
    headers = _FILE | {"Content-Disposition": _named(name)}
    return web.Response(
        body=text.encode("utf-8", "replace"), content_type=PGN, charset="utf-8", headers=headers
    )


def _standing(found: Mapping[str, Any]) -> web.Response:
    """How an analysis stands; its PGN is a file of its own."""
    return json_answer({name: value for name, value in found.items() if name != "pgn"})


def _limit(request: web.Request) -> int | None:
    """How many games are wanted; Refused for what is no number from 1."""
    asked = request.query.get("limit")
    if asked is None:
        return None
    if asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= GAMES_MOST:
        return int(asked[:9])
    expected = f"?limit={GAMES_MOST}"
    raise Refused(
        HTTPStatus.BAD_REQUEST,
        worded(EdgePhrase.EXPECTED_AT_MOST, found=f"{asked[:20]!a}", expected=expected),
    )
