"""Lichess on the page: which round of Lichess a round of the hall is sent to, and how that stands.

The law: only who may act sees and says it. What is said here is what `jadoube hall lichess` says, in the same
file. Whether there is a token is told, and nothing of it: it is stored on the hall's computer alone, as the
page's connection can be read by others.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web

from jadoube.config.problems import BadInput
from jadoube.core.language.render import refusal_words
from jadoube.hall.page.access import Arbiters
from jadoube.hall.page.acts import MAY, arbiter_name, expect_event
from jadoube.hall.rounds.lichess_targets import Target
from jadoube.local.desk_lines import DeskError
from jadoube.online.troubles import in_words
from jadoube.web.bodies import read_fields
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.rights import expect_role
from jadoube.web.responses import Refused, json_answer

LICHESS: Final = "/api/v1/hall/lichess"


class Broadcasts:
    """The handlers."""

    def __init__(self, arbiters: Arbiters, guard: Guard) -> None:
        self._arbiters = arbiters
        self._guard = guard

    def routes(self) -> list[web.RouteDef]:
        """Return the paths of the API."""
        return [
            web.get(LICHESS, self.status),
            web.post(LICHESS, self.send),
            web.delete(LICHESS, self.stop),
        ]

    async def status(self, request: web.Request) -> web.Response:
        """Return how it stands."""
        expect_role(self._guard, request, *MAY)
        return json_answer(self._arbiters.lichess())

    async def send(self, request: web.Request) -> web.Response:
        """Have a round of the hall sent to a round of Lichess while it is played."""
        expect_role(self._guard, request, *MAY)
        texts = dict.fromkeys(("event", "round", "lichess", "by"), (str,))
        asked = await read_fields(request, {**texts, "minutes": (int,), "plies": (int,)})
        expect_event(self._arbiters, asked["event"])
        target = Target(asked["lichess"].strip(), asked["minutes"], asked["plies"], said_s=0)
        by = arbiter_name(asked["by"])
        return await self._done(lambda: self._arbiters.send_round(asked["round"], target, by))

    async def stop(self, request: web.Request) -> web.Response:
        """Have a round sent nowhere any more, without `round` all; `by` is the arbiter's name."""
        expect_role(self._guard, request, *MAY)
        by, name = arbiter_name(request.query.get("by", "")), request.query.get("round")
        if name is not None:
            return await self._done(lambda: self._arbiters.end_round(name, by))
        return await self._done(lambda: self._arbiters.send_no_round(by))

    async def _done(self, does: Callable[[], None]) -> web.Response:
        try:
            does()
        except DeskError as problem:
            raise Refused(HTTPStatus.CONFLICT, problem.words) from problem
        except (BadInput, OSError) as problem:
            raise Refused(HTTPStatus.CONFLICT, in_words(problem)) from problem
        except ValueError as problem:
            raise Refused(HTTPStatus.CONFLICT, refusal_words(problem)) from problem
        await self._arbiters.written()
        return json_answer(self._arbiters.lichess())
