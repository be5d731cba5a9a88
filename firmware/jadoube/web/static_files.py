"""The shelf: files that are served as they are, read once and kept in memory.

Decides what each is called and how it is cached: a browser asks each time whether it is still the same,
so that a page is never of two versions. No name leads anywhere but to a file that was there at the beginning.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import web

TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
"""What may lie on a shelf, and what a browser is told that it is."""


class _File(NamedTuple):
    body: bytes
    type: str
    etag: str


class Shelf:
    """The files of a folder by their names, and what is made by ourselves beside them."""

    def __init__(self, folder: Path, made: Mapping[str, bytes] | None = None) -> None:
        found = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
        self._files = {name: _file(name, body) for name, body in (found | dict(made or {})).items()}

    def size(self) -> int:
        """Give the bytes of all files together."""
        return sum(len(file.body) for file in self._files.values())

    async def take(self, request: web.Request) -> web.Response:
        """Answer with the file that the path names."""
        return self.give(request, request.match_info["name"])

    def give(self, request: web.Request, name: str) -> web.Response:
        """Answer with a file; a browser that has it already is told so."""
        file = self._files.get(name)
        if file is None:
            raise web.HTTPNotFound
        headers = {"ETag": f'"{file.etag}"', "Cache-Control": "no-cache"}
        if any(each.value in (file.etag, "*") for each in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        charset = None if file.type == "image/png" else "utf-8"
        return web.Response(body=file.body, content_type=file.type, charset=charset, headers=headers)


def _file(name: str, body: bytes) -> _File:
    return _File(body, TYPES[Path(name).suffix], sha256(body).hexdigest()[:16])
