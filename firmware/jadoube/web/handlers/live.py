"""The live folder over HTTP: the files of the round, for programs that poll an address.

The law: it gives what lies in the folder, which has its delay already, and only names that belong there. It
is open to all who reach the page, as watching is. `games.pgn` without a round is that of the newest one.
"""

import asyncio
import re
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final

from aiohttp import web

from jadoube.core.language.render import worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.web.responses import Refused

TYPES: Final = {".pgn": "application/x-chess-pgn", ".json": "application/json"}

CACHED: Final = "max-age=2, must-revalidate"
"""Who polls gets a newer state soon: the folder is brought up to date once a second."""

LARGEST: Final = 4 << 20
"""Maximum bytes of a file: a hundred boards with all their clocks have about 1 MB."""

_FILE: Final = re.compile(
    r"tournament\.json|round-[1-9][0-9]{0,3}/(index\.json|games\.pgn|game-[1-9][0-9]{0,3}\.pgn)"
)
_ROUND: Final = re.compile(r"round-([1-9][0-9]{0,3})")
_NEWEST: Final = "games.pgn"

OFF: Final = Refused(
    HTTPStatus.NOT_FOUND,
    worded(EdgePhrase.LIVE_IS_OFF),
)
NOTHING: Final = Refused(HTTPStatus.NOT_FOUND, worded(EdgePhrase.LIVE_NOTHING))
AWAY: Final = Refused(
    HTTPStatus.SERVICE_UNAVAILABLE,
    worded(EdgePhrase.LIVE_AWAY),
    Retry_After="5",
)


class LiveFiles:
    """The files of a live folder; None: there is none."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def routes(self) -> list[web.RouteDef]:
        """Return the paths."""
        return [web.get("/live/{file:.*}", self.take)]

    async def take(self, request: web.Request) -> web.Response:
        """Answer with a file, or with 304 if who asks has it already. 404 if there is none."""
        if self._folder is None:
            raise OFF
        name = request.match_info["file"]
        if name != _NEWEST and not _FILE.fullmatch(name):
            raise web.HTTPNotFound
        body = await asyncio.to_thread(_read, self._folder, name)
        etag = sha256(body).hexdigest()[:16]
        headers = {"ETag": f'"{etag}"', "Cache-Control": CACHED}
        if any(each.value in (etag, "*") for each in request.if_none_match or ()):
            return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
        kind = TYPES[Path(name).suffix]
        return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


def _read(folder: Path, name: str) -> bytes:
    """The bytes of a file; Refused if there is none, or it cannot be read."""
    try:
        path = folder / (f"round-{_newest(folder)}/{name}" if name == _NEWEST else name)
        with path.open("rb") as file:
            return file.read(LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        raise NOTHING from None
    except OSError:
        raise AWAY from None


def _newest(folder: Path) -> int:
    """The highest round that has games."""
    found = [int(match[1]) for path in folder.iterdir() if (match := _ROUND.fullmatch(path.name))]
    with_games = [number for number in found if (folder / f"round-{number}" / _NEWEST).is_file()]
    if not with_games:
        raise FileNotFoundError(_NEWEST)
    return max(with_games)
