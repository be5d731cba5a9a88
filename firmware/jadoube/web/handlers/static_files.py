"""The shelf: static files, read once and kept in memory.

It decides their names and how they are cached: a browser revalidates a file at each use, so a page never
mixes two versions. A name can only reach a file that was there at the start. Text is sent compressed to who
accepts it; it was compressed once, at the start.
"""

import gzip
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
    """A file as it is, and compressed if that is shorter."""

    body: bytes
    gzipped: bytes | None
    type: str
    etag: str


class Shelf:
    """The files below a folder by name, such as `kit/dom.js`, and generated files besides."""

    def __init__(self, folder: Path, made: Mapping[str, bytes] | None = None) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.suffix in TYPES)
        found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
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
        zipped = file.gzipped if "gzip" in request.headers.get("Accept-Encoding", "").lower() else None
        etag = f"{file.etag}-gzip" if zipped else file.etag
        headers = {"ETag": f'"{etag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if any(each.value in (etag, "*") for each in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        if zipped:
            headers["Content-Encoding"] = "gzip"
        charset = None if file.type == "image/png" else "utf-8"
        return web.Response(
            body=zipped or file.body, content_type=file.type, charset=charset, headers=headers
        )


def packed(body: bytes) -> bytes:
    """Return a body as it is sent to who accepts gzip: compressed, if that is shorter (RFC 9110, 8.4.1.3)."""
    return min(gzip.compress(body, mtime=0), body, key=len)


def _file(name: str, body: bytes) -> _File:
    zipped = packed(body)
    etag = sha256(body).hexdigest()[:16]
    return _File(body, zipped if len(zipped) < len(body) else None, TYPES[Path(name).suffix], etag)
