"""Bodies of requests for the library: JSON of exactly the expected names, and long texts.

The law: long texts are read one at a time, and up to their limit. What is not as expected is refused in one
line.
"""

import asyncio
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from jadoube.web.api import BODY_S
from jadoube.web.responses import Refused

TEXT_MOST: Final = 2 << 20
"""Bytes of a PGN or a pairing list: some 700 games, or the tournament of a big open."""

TEXT_S: Final = 120.0
"""Timeout for receiving it: 2 MB at 20 kB a second, as over a bad Wi-Fi (a guess)."""

_TOO_LONG: Final = Refused(
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "more than 2 MB found, send a part",
    "plus de 2 Mo, envoyez une partie",
)
_LATE: Final = Refused(HTTPStatus.REQUEST_TIMEOUT, "the body did not come", "le corps n'est pas venu")
_BUSY: Final = Refused(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "another file is being read, try again",
    "un autre fichier est en cours de lecture, réessayez",
    Retry_After="5",
)

Kinds = Mapping[str, tuple[type, ...]]


async def read_fields(request: web.Request, expected: Kinds) -> dict[str, Any]:
    """Read a JSON object with exactly these names and types; Refused if the body is another."""
    if request.content_type != "application/json":
        found = request.content_type
        raise Refused(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            f"{found} found, expected application/json",
            f"{found} reçu, attendu application/json",
        )
    try:
        async with asyncio.timeout(BODY_S):
            body = json.loads(await request.read())
    except (ValueError, RecursionError):
        body = None
    except TimeoutError:
        raise _LATE from None
    if isinstance(body, dict) and set(body) == set(expected):  # noqa: SIM102 - two questions
        if all(type(body[name]) in kinds for name, kinds in expected.items()):
            return body
    shape = ", ".join(f'"{name}": {_SHOWN[kinds[0]]}' for name, kinds in expected.items())
    raise Refused(
        HTTPStatus.BAD_REQUEST,
        f"expected {{{shape}}} and nothing else",
        f"attendu {{{shape}}}, rien d'autre",
    )


_SHOWN: Final[Mapping[type, str]] = {str: '"…"', int: "0"}


async def read_text(request: web.Request, others: asyncio.Lock) -> str:
    """Read a long text in UTF-8, or in Windows' western encoding; Refused if it is too long, or late.

    `others` is held meanwhile: who comes while it is held is sent away.
    """
    if (request.content_length or 0) > TEXT_MOST:
        raise _TOO_LONG
    if others.locked():
        raise _BUSY
    async with others:
        body = bytearray()
        try:
            async with asyncio.timeout(TEXT_S):
                async for part in request.content.iter_any():
                    body += part
                    if len(body) > TEXT_MOST:
                        raise _TOO_LONG
        except TimeoutError:
            raise _LATE from None
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")
