"""The game to take home: a code to scan, its PGN, and what Lichess takes of it.

The law: nothing is sent anywhere. The answer has the addresses, and the visitor's own browser opens them when
he taps. A code is drawn once for each state of the game, outside the loop, whoever asks how often.

It refuses to know what is shared (`formats/shared_game.py`).
"""

import asyncio
from ipaddress import ip_address
from typing import Final

from aiohttp import web

from jadoube.formats.shared_game import IMPORT, Share, game_id, share
from jadoube.glances.messages import encode_json
from jadoube.web.access import Access
from jadoube.web.responses import json_bytes

QUIET: Final = 4
"""Modules of white around a code (ISO/IEC 18004, 9.1)."""

SMALL: Final = 400
"""A code of up to so many bytes corrects 15 % of errors (M), a longer one 7 % (L), so that its modules stay
large enough for a phone."""


class Sharing:
    """The handler. `reached` is HOST:PORT at which others find the page, for who asks on this machine."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self.reached: str | None = None
        self._drawing = asyncio.Lock()
        self._last: tuple[tuple[str, str | None], bytes] | None = None

    async def give(self, request: web.Request) -> web.Response:
        """Return what is shared of the game of now."""
        return await self.share(request, await self._access.pgn())

    async def share(self, request: web.Request, pgn: str) -> web.Response:
        """Return what is shared of this game."""
        asked = (pgn, self._page(request.host, pgn))
        async with self._drawing:
            if self._last is None or self._last[0] != asked:
                self._last = asked, await asyncio.to_thread(_answer, *asked)
            return json_bytes(self._last[1])

    def _page(self, host: str, pgn: str) -> str | None:
        """The address of the game's page, by the name under which the visitor has found the board."""
        reached = self.reached if is_here(host) else host
        known = game_id(pgn)
        return f"http://{reached}/game/{known}" if reached and known else reached and f"http://{reached}/"


def is_here(host: str) -> bool:
    """Whether a visitor asks from this machine: then others do not find the board by that name."""
    name = host.rpartition(":")[0].strip("[]") if host.rpartition(":")[2].isdecimal() else host.strip("[]")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _answer(pgn: str, page: str | None) -> bytes:
    """The answer, as JSON."""
    shared = share(pgn, page)
    return encode_json(
        {
            "kind": shared.kind,
            "text": shared.text,
            "qr_svg": code_svg(shared.text) if shared.text else None,
            "lichess": _lichess(shared),
            "notes": shared.notes,
        }
    )


def _lichess(shared: Share) -> dict[str, str | None]:
    return {"open": shared.opens, "import": IMPORT if shared.pgn else None, "pgn": shared.pgn}


def code_lines(text: str) -> list[tuple[bool, ...]]:
    """Make a QR code: for each row of modules, the quiet zone's too, which of them are dark."""
    import segno  # noqa: PLC0415 - 40 ms that most visitors do not need

    level = "m" if len(text.encode()) <= SMALL else "l"
    code = segno.make(text, error=level, micro=False)
    return [tuple(bool(dark) for dark in row) for row in code.matrix_iter(border=QUIET)]


def code_svg(text: str) -> str:
    """Draw a QR code, black on white: on dark pages and on paper alike."""
    lines = code_lines(text)
    side = len(lines)
    path = "".join(
        f"M{column} {row}h1v1h-1z"
        for row, modules in enumerate(lines)
        for column, dark in enumerate(modules)
        if dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'
    )
