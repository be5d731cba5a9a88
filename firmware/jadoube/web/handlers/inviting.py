"""Letting a phone in, by a code with a role, as an address and as a picture; and putting one out again.

The law: who has a token gives codes of the roles that his covers, and no others. The owner sees who has a
token, and ends the right of any of them; no answer has another's token. The code is in the fragment
of its address, which no browser sends: it reaches no log. Who only looks on needs no code, and anybody may
show where to look. A picture is drawn outside the loop, one at a time.

It refuses to know how codes are kept (`codes.py`).
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from math import ceil
from typing import Final

from aiohttp import web

from jadoube.core.language.render import refusal_words, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.expected import Expected, Misread
from jadoube.core.messages.roles import PEOPLE, Role
from jadoube.core.pages.role_orders import role_orders
from jadoube.core.permissions.roles import covers
from jadoube.glances.messages import make_plain
from jadoube.web.bodies import read_fields
from jadoube.web.guard.auth import Guard, Locked
from jadoube.web.guard.codes import LASTS_MS
from jadoube.web.guard.phones import kind_of
from jadoube.web.guard.rights import ANOTHERS, NO_TOKEN, expect_role, token_of
from jadoube.web.handlers.share import code_svg, is_here
from jadoube.web.responses import Refused, json_answer

JOIN: Final = "/join"
"""The page that reads the code behind it."""

SPECTATOR: Final = "spectator"
"""Who looks on: no role, as nothing is ordered."""

ROLES: Final = {role.name.lower(): role for role in PEOPLE}


class Inviting:
    """The handlers. `reached` returns HOST:PORT at which others find the page; `home` is its path."""

    def __init__(self, guard: Guard, reached: Callable[[], str | None], home: str) -> None:
        self._guard = guard
        self._reached = reached
        self._home = home
        self._drawing = asyncio.Lock()

    def routes(self) -> list[web.RouteDef]:
        """Return the paths of the API."""
        return [
            web.post("/api/v1/unlock", self.unlock),
            web.post("/api/v1/join", self.join),
            web.post("/api/v1/codes", self.invite),
            web.delete("/api/v1/token", self.leave),
            web.get("/api/v1/phones", self.phones),
            web.delete("/api/v1/phones/{number:[0-9]{1,9}}", self.end),
        ]

    async def unlock(self, request: web.Request) -> web.Response:
        """Return a token for the PIN."""
        pin = (await read_fields(request, {"pin": (str,)}))["pin"]
        token = _taken(self._guard.unlock(pin, _kind(request)), EdgePhrase.NOT_THE_PIN)
        return self._admitted(token)

    async def join(self, request: web.Request) -> web.Response:
        """Return a token for a join code."""
        code = (await read_fields(request, {"code": (str,)}))["code"]
        token = _taken(self._guard.join(code, _kind(request)), EdgePhrase.CODE_IS_VOID)
        return self._admitted(token)

    def _admitted(self, token: str) -> web.Response:
        """A token, its role, and what each role that it covers may order."""
        phone = self._guard.phone_of(token)
        if phone is None:
            raise NO_TOKEN
        role = phone.role
        covered = {name: make_plain(role_orders(each)) for name, each in ROLES.items() if covers(role, each)}
        told = {"token": token, "role": role.name.lower(), "number": phone.number, "roles": covered}
        return json_answer(told)

    async def leave(self, request: web.Request) -> web.Response:
        """Void the token of this request."""
        expect_role(self._guard, request)
        self._guard.leave(token_of(request))
        return json_answer({"done": True})

    async def phones(self, request: web.Request) -> web.Response:
        """Say which devices may act, for the owner."""
        expect_role(self._guard, request, Role.OWNER)
        own = self._guard.phone_of(token_of(request))
        now_ms = self._guard.now_ms()
        shown = [
            {
                "number": phone.number,
                "role": phone.role.name.lower(),
                "kind": phone.kind,
                "joined_s": (now_ms - phone.joined_ms) // 1000,
                "is_this": phone == own,
            }
            for phone in self._guard.phones()
        ]
        return json_answer({"phones": shown})

    async def end(self, request: web.Request) -> web.Response:
        """End the right of one device, for the owner."""
        expect_role(self._guard, request, Role.OWNER)
        if not self._guard.end(int(request.match_info["number"])):
            raise NO_SUCH_PHONE
        return json_answer({"done": True})

    async def invite(self, request: web.Request) -> web.Response:
        """Draw a code for a role that the token covers, and return it as an address and a picture."""
        name, role = await _asked_role(request)
        if role and not covers(expect_role(self._guard, request), role):
            raise ANOTHERS
        return await self._invitation(request, name, role)

    async def invite_freely(self, request: web.Request) -> web.Response:
        """Draw a code for any role: for who may order everything without a token."""
        return await self._invitation(request, *await _asked_role(request))

    async def _invitation(self, request: web.Request, name: str, role: Role | None) -> web.Response:
        """What is shown to who is let in: an address that his device finds, and its picture."""
        path = f"{JOIN}#{self._guard.invite(role)}" if role else self._home
        reached = self._reached() if is_here(request.host) else request.host
        address = f"http://{reached or request.host}{path}"
        async with self._drawing:
            drawn = await asyncio.to_thread(code_svg, address)
        shown = {
            "role": name,
            "address": address,
            "qr_svg": drawn,
            "here_only": reached is None or is_here(reached),
            "lasts_s": LASTS_MS // 1000 if role else None,
        }
        return json_answer(shown)


NO_SUCH_PHONE: Final = Refused(HTTPStatus.NOT_FOUND, worded(EdgePhrase.NO_SUCH_PHONE))


def _kind(request: web.Request) -> str:
    return kind_of(request.headers.get("User-Agent", ""))


async def _asked_role(request: web.Request) -> tuple[str, Role | None]:
    """The role that a request names, None for who looks on; Refused for another word."""
    name = str((await read_fields(request, {"role": (str,)}))["role"])
    if name != SPECTATOR and name not in ROLES:
        problem = Misread(name[:20], Expected.ONE_OF, choices=", ".join((SPECTATOR, *ROLES)))
        raise Refused(HTTPStatus.BAD_REQUEST, refusal_words(problem))
    return name, ROLES.get(name)


def _taken(token: str | Locked, wrong: EdgePhrase) -> str:
    """The token that a secret has given; Refused if it has given none."""
    match token:
        case Locked(waits_ms) if waits_ms:
            seconds = str(ceil(waits_ms / 1000))
            words = worded(EdgePhrase.WRONG_PINS, seconds=seconds)
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, words, Retry_After=seconds)
        case Locked():
            raise Refused(HTTPStatus.FORBIDDEN, worded(wrong))
    return token
