"""What a request may do: the role of its token, and in whose name it gives an order.

The law: an order without a name is signed with the role of its token. One with a name is taken if the token's
role covers it; so no client is more than its token. What a role may order is the core's to say (`roles.py`).
"""

from dataclasses import replace
from http import HTTPStatus
from typing import Final

from aiohttp import web

from jadoube.core.language.render import worded
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.events import Ordered
from jadoube.core.messages.roles import BY, Role
from jadoube.core.permissions.roles import covers
from jadoube.web.guard.auth import Guard
from jadoube.web.responses import Refused

BEARER: Final = "Bearer "

NO_TOKEN: Final = Refused(
    HTTPStatus.UNAUTHORIZED,
    worded(EdgePhrase.PIN_FIRST),
    WWW_Authenticate="Bearer",
)

ANOTHERS: Final = Refused(HTTPStatus.FORBIDDEN, worded(EdgePhrase.ANOTHERS_ROLE))


def token_of(request: web.Request) -> str:
    """Return the token of a request; empty if it has none."""
    said = request.headers.get("Authorization", "")
    return said.removeprefix(BEARER) if said.startswith(BEARER) else ""


def role_of(guard: Guard, request: web.Request) -> Role | None:
    """Return the role of a request's token; None if it has none that this guard gave."""
    return guard.role_of(token_of(request))


def expect_role(guard: Guard, request: web.Request, *among: Role) -> Role:
    """Return the role of a request's token. Refused without one, or if it is not among those named."""
    role = role_of(guard, request)
    if role is None:
        raise NO_TOKEN
    if among and role not in among:
        raise ANOTHERS
    return role


def read_signed(text: str, role: Role) -> Ordered:
    """Read an order of a client with this role; ValueError for no order, Refused for another's name."""
    ordered = read_ordered(text)
    if text.split(maxsplit=1)[:1] != [BY]:
        return replace(ordered, role=role)
    if not covers(role, ordered.role):
        raise ANOTHERS
    return ordered
