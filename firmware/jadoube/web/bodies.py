"""Bodies of requests: one JSON object of exactly the expected names.

The law: what is not as expected is refused in one line that says what was. Long texts are the library's
(`library/bodies.py`).
"""

import asyncio
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.web.responses import Refused

BODY_S: Final = 10.0
"""Timeout for receiving a request body."""

LATE: Final = Refused(HTTPStatus.REQUEST_TIMEOUT, worded(EdgePhrase.BODY_LATE))

Kinds = Mapping[str, tuple[type, ...]]


async def read_fields(request: web.Request, expected: Kinds) -> dict[str, Any]:
    """Read a JSON object with exactly these names and types; Refused if the body is another."""
    if request.content_type != "application/json":
        found = request.content_type
        raise Refused(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            worded(EdgePhrase.BODY_OF_ANOTHER_TYPE, found=found),
        )
    try:
        async with asyncio.timeout(BODY_S):
            body = json.loads(await request.read())
    except (ValueError, RecursionError):
        body = None
    except TimeoutError:
        raise LATE from None
    if isinstance(body, dict) and set(body) == set(expected):  # noqa: SIM102 - two questions
        if all(type(body[name]) in kinds for name, kinds in expected.items()):
            return body
    shape = ", ".join(f'"{name}": {_SHOWN[kinds[0]]}' for name, kinds in expected.items())
    raise Refused(
        HTTPStatus.BAD_REQUEST,
        worded(EdgePhrase.BODY_OF_ANOTHER_SHAPE, shape=f"{{{shape}}}"),
    )


_SHOWN: Final[Mapping[type, str]] = {str: '"…"', int: "0", list: '["…"]', dict: "{…}", bool: "true"}
