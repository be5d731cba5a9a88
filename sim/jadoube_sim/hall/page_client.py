"""An arbiter at the hall's page, and who only looks on: over HTTP, as a browser does it.

The law: it does what the page's API promises, and knows nothing else of the hall.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp

API: Final = "/api/v1/hall"
PACE_S: Final = 1 / 35
"""The page takes 54 requests a second from one address, each on its connection (`web/guard/budget.py`)."""


class PageClient:
    """Somebody at the page with this address; with a token he may act."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url.rstrip("/")
        self._headers: dict[str, str] = {}

    async def unlock(self, pin: str) -> None:
        """Have the PIN taken."""
        told = await self._post("/api/v1/unlock", {"pin": pin})
        self._headers = {"Authorization": f"Bearer {told['token']}"}

    async def act(self, what: str, **fields: object) -> dict[str, Any]:
        """Do something that only an arbiter may: `seat`, `start`, `orders`, `round`, `assign`..."""
        return await self._post(f"{API}/{what}", fields)

    async def take_pairings(self, text: str, by: str, name: str = "pairings.csv") -> dict[str, Any]:
        """Load a pairing list."""
        headers = {**self._headers, "Content-Type": "text/plain; charset=utf-8"}
        async with self._session.post(
            f"{self._url}{API}/pairings", params={"name": name, "by": by}, data=text.encode(), headers=headers
        ) as answer:
            return await _read(answer)

    async def board(self, board: str) -> dict[str, Any]:
        """Return the game of a board, whole; it takes its time, as the page lets nobody ask too often."""
        await asyncio.sleep(PACE_S)
        async with self._session.get(f"{self._url}{API}/boards/{board}") as answer:
            return await _read(answer)

    async def text(self, name: str) -> str:
        """Return a file: `round.pgn` or `results.csv`."""
        async with self._session.get(f"{self._url}{API}/{name}") as answer:
            answer.raise_for_status()
            return await answer.text()

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Look on: all at first, then what is new."""
        async with self._session.ws_connect(f"{self._url}{API}/socket?deltas=1", max_msg_size=0) as live:
            async for message in live:
                yield json.loads(message.data)

    async def _post(self, path: str, fields: object) -> dict[str, Any]:
        async with self._session.post(self._url + path, json=fields, headers=self._headers) as answer:
            return await _read(answer)


async def _read(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """What was answered; RuntimeError with the words of a refusal."""
    told: dict[str, Any] = await answer.json()
    if not answer.ok:
        raise RuntimeError(f"{answer.url.path}: {answer.status} {told}")
    return told


@asynccontextmanager
async def at_page(url: str, pin: str = "") -> AsyncIterator[PageClient]:
    """Come to the page; with its PIN as an arbiter."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as session:
        client = PageClient(session, url)
        if pin:
            await client.unlock(pin)
        yield client
