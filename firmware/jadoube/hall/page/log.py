"""The arbiters' log on the page: who did what, when, to which boards, and what became of it.

The law: the rows are those of `jadoube hall export --acts`, the newest first, and so many at most. Only who
may act sees them: they have names, and what boards have refused.
"""

from typing import Any, Final

from aiohttp import web

from jadoube.hall.file.schema import Act
from jadoube.hall.page.access import Arbiters
from jadoube.hall.page.acts import MAY
from jadoube.web.guard.auth import Guard
from jadoube.web.guard.rights import expect_role
from jadoube.web.responses import json_answer

ACTS_MOST: Final = 200


class Log:
    """The handler."""

    def __init__(self, arbiters: Arbiters, guard: Guard) -> None:
        self._arbiters = arbiters
        self._guard = guard

    def routes(self) -> list[web.RouteDef]:
        """Return the paths of the API."""
        return [web.get("/api/v1/hall/acts", self.acts)]

    async def acts(self, request: web.Request) -> web.Response:
        """Return the last acts."""
        expect_role(self._guard, request, *MAY)
        last = self._arbiters.acts()[-ACTS_MOST:]
        return json_answer({"acts": [_shown(each) for each in reversed(last)]})


def _shown(act: Act) -> dict[str, Any]:
    return {
        "at_s": act.at_s,
        "who": act.who,
        "what": act.what,
        "boards": act.boards.split(),
        "answer": act.answer,
    }
