"""The shelf: static files, read once and kept in memory.

It decides their names and how they are cached: a browser revalidates a file at each use, so a page never
mixes two versions. A name can only reach a file that was there at the start.
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
"""The file types that are served, with their MIME types."""


class _File(NamedTuple):
    body: bytes
    type: str
    etag: str


class Shelf:
    """The files of a folder by name, and generated files besides."""

    def __init__(self, folder: Path, made: Mapping[str, bytes] | None = None) -> None:
        found = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in TYPES}
        self._files = {name: _file(name, body) for name, body in (found | dict(made or {})).items()}

    def size(self) -> int:
        """Return the total bytes of all files."""
        return sum(len(file.body) for file in self._files.values())

    async def take(self, request: web.Request) -> web.Response:
        """Answer with the file that the path names."""
        return self.give(request, request.match_info["name"])

    def give(self, request: web.Request, name: str) -> web.Response:
        """Answer with a file, or with 304 if the browser has it already. 404 if there is none."""
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
