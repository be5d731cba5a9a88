"""Bodies of requests for the library: long texts.

The law: they are read one at a time, and up to their limit.
"""

import asyncio
from http import HTTPStatus
from typing import Final

from aiohttp import web

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.formats.text_file import text_of
from jadoube.web.bodies import LATE
from jadoube.web.responses import Refused

TEXT_MOST: Final = 2 << 20
"""Bytes of a PGN or a pairing list: some 700 games, or the tournament of a big open."""

TEXT_S: Final = 120.0
"""Timeout for receiving it: 2 MB at 20 kB a second, as over a bad Wi-Fi (a guess)."""

_TOO_LONG: Final = Refused(
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    worded(EdgePhrase.FILE_TOO_LONG),
)
_BUSY: Final = Refused(
    HTTPStatus.SERVICE_UNAVAILABLE,
    worded(EdgePhrase.ANOTHER_FILE_IS_READ),
    Retry_After="5",
)


async def read_text(request: web.Request, others: asyncio.Lock) -> str:
    """Read a long text, of a file as it is; Refused if it is too long, or late.

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
            raise LATE from None
    return text_of(bytes(body))
