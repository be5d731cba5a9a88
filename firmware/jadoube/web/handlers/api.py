"""The HTTP handlers of the API: the view, the game, an order.

The law: a request body is one JSON object, at most 4 kB, with the one expected name. Anything else is refused
in one line that says what was expected. Without a token no order is carried out, and with one none that is
another role's.
"""

from http import HTTPStatus
from typing import Final

from aiohttp import web

from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import time_control_text
from jadoube.core.language.control_read import ControlError, read_control
from jadoube.core.language.control_words import control_meaning
from jadoube.core.language.render import in_each_language, refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.glances.glance import Unable
from jadoube.glances.lines import NOT_UNDERSTOOD
from jadoube.web.access import Access
from jadoube.web.bodies import read_fields
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.rights import expect_role, read_signed
from jadoube.web.responses import Refused, json_answer, json_bytes

BODY_MOST: Final = 4096


class Api:
    """The handlers of single requests; `spectators/streams.py` has those of streams."""

    def __init__(self, access: Access, guard: Guard) -> None:
        self._access = access
        self._guard = guard

    async def view(self, _request: web.Request) -> web.Response:
        """Return the current message."""
        return json_bytes(await self._access.view())

    async def pgn(self, _request: web.Request) -> web.Response:
        """Return the current game as PGN."""
        text = await self._access.pgn()
        headers = {"Content-Disposition": 'attachment; filename="game.pgn"', "Cache-Control": "no-store"}
        return web.Response(
            body=text.encode("utf-8", "replace"),
            content_type="application/x-chess-pgn",
            charset="utf-8",
            headers=headers,
        )

    async def control(self, request: web.Request) -> web.Response:
        """Explain a time control that somebody types; for a wrong text the answer says what is wrong."""
        text = request.query.get("text")
        if text is None:
            raise Refused(HTTPStatus.BAD_REQUEST, worded(EdgePhrase.EXPECTED_CONTROL))
        try:
            control = read_control(text)
        except ControlError as problem:
            return json_answer(
                {"control": None, "control_text": None, "means": in_each_language(problem.why)}
            )
        return json_answer(
            {
                "control": time_control_text(control),
                "control_text": control_text(control),
                "means": in_each_language(control_meaning(control)),
            }
        )

    async def order(self, request: web.Request) -> web.Response:
        """Carry out an order in the role of the request's token."""
        role = expect_role(self._guard, request)
        text = (await read_fields(request, {"order": (str,)}))["order"]
        try:
            order = read_signed(text, role)
        except ValueError as problem:
            raise Refused(HTTPStatus.BAD_REQUEST, refusal_words(problem), kind=NOT_UNDERSTOOD) from problem
        try:
            done = await self._access.obey(order)
        except Unable as problem:
            raise Refused(HTTPStatus.CONFLICT, problem.words, kind=problem.kind) from problem
        return json_answer({"done": done.words, "effects": done.effects})
