"""What everybody may ask of the hall: a board's whole game, a round, and its results and games as files."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from sqlite3 import Error as UnreadError
from typing import Final, TypeVar

from aiohttp import web

from jadoube.core.language.render import refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.hall.page.access import Arbiters, Boards
from jadoube.hall.page.sheets import Sheets
from jadoube.hall.page.show import round_row
from jadoube.hall.rounds.played.results_file import results_table
from jadoube.hall.troubles import unread_words
from jadoube.web.responses import Refused, json_answer

_T = TypeVar("_T")

_NOTHING_HERE: Final = Refused(HTTPStatus.NOT_FOUND, worded(EdgePhrase.NOTHING_HERE))


class Looks:
    """The handlers."""

    def __init__(self, boards: Boards, arbiters: Arbiters) -> None:
        self._boards = boards
        self._arbiters = arbiters
        self._sheets = Sheets()
        self._reader = ThreadPoolExecutor(1, "sheets")
        """Everybody may ask: one thread reads one game at a time, also if who has asked hangs up."""

    def routes(self) -> list[web.RouteDef]:
        """Return the paths of the API."""
        return [
            web.get("/api/v1/hall/boards/{id}", self.board),
            web.get("/api/v1/hall/round.pgn", self.pgn),
            web.get("/api/v1/hall/results.csv", self.results),
            web.get("/api/v1/hall/round", self.round),
        ]

    async def board(self, request: web.Request) -> web.Response:
        """Return the game of a board."""
        board = self._boards.board(request.match_info["id"])
        if board is None or board.game is None:
            raise _NOTHING_HERE
        loop = asyncio.get_running_loop()
        return json_answer(await loop.run_in_executor(self._reader, self._sheets.of, board.game))

    async def pgn(self, request: web.Request) -> web.Response:
        """Return the games of a round as a file; `round` names it, else it is the one that is played."""
        games = _of_round(request, self._arbiters.round_pgn)
        return _file(games, "application/x-chess-pgn", "round.pgn")

    async def results(self, request: web.Request) -> web.Response:
        """Return a round's results as a file; which one as for its games."""
        return _file(results_table(_of_round(request, self._arbiters.round)), "text/csv", "results.csv")

    async def round(self, request: web.Request) -> web.Response:
        """Return a round as the page shows it; which one as for its games."""
        found = _of_round(request, self._arbiters.round)
        rows = [round_row(found, each) for each in found.boards]
        return json_answer({"event": found.event, "round": found.round, "boards": rows})


def _of_round(request: web.Request, asked: Callable[[str], _T]) -> _T:
    """What there is of the round that is asked for; Refused if there is none, or it cannot be read now."""
    try:
        return asked(request.query.get("round", ""))
    except ValueError as problem:
        raise Refused(HTTPStatus.NOT_FOUND, refusal_words(problem)) from problem
    except UnreadError as problem:
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, unread_words(problem)) from problem


def _file(text: str, kind: str, name: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    body = text.encode("utf-8", "replace")
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)
