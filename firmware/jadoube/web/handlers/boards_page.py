"""The page of several boards: which boards it may ask is in its own address.

    /boards?at=192.168.1.21:8064&at=board2.local:8064

The law: the browser lets this page connect to the boards that its address names, and to nothing else. What is
no host is left out; the page says so. A board that is named may refuse (`neighbours.py`).
"""

import re
from typing import Final

from aiohttp import web

from jadoube.web.handlers.static_files import Shelf
from jadoube.web.responses import POLICY, content_policy

BOARDS: Final = "/boards"

MOST: Final = 48
"""Boards of one page, a socket each. A board has room for 56 spectators of one address: some are left."""

_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?")


class BoardsPage:
    """The handler. `shelf` has the page."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def give(self, request: web.Request) -> web.Response:
        """Answer with the page, and with the boards that it may ask."""
        named = [host for host in request.query.getall("at", ()) if _HOST.fullmatch(host)]
        answer = self._shelf.give(request, "boards.html")
        answer.headers[POLICY] = content_policy(
            *(f"{scheme}://{host}" for host in named[:MOST] for scheme in ("ws", "http"))
        )
        return answer
