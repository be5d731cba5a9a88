"""The client: one request to Lichess over TLS, and what became of it.

The law: one request at a time. The token stands in the `Authorization` header and nowhere else;
certificates are verified; no redirect is followed, so the token reaches no other host. An answer is read up
to a limit of bytes and of time. A request that may have reached the other side is told apart from one that
has not (`answers.py`). It refuses to know what an answer means.
"""

import asyncio
import ssl
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

import aiohttp

from jadoube import __version__
from jadoube.online.lichess import words
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.secrets import Secret

LICHESS: Final = "https://lichess.org"

CONNECT_S: Final = 10.0
WHOLE_S: Final = 20.0
"""For a request from beginning to end: lila gives a push 10 s in its queue (RelayPush.scala 58a1b12a)."""

LONGEST_ANSWER: Final = 2 << 20
"""Bytes: the answer to a push of 100 games has about 50 kB, a list of 50 rounds with descriptions some 100
kB."""

ROUNDS_MOST: Final = 50

USER_AGENT: Final = f"jadoube/{__version__}"


class LichessClient:
    """Asks one server. `tls` is for tests: which certificates are trusted."""

    def __init__(self, base_url: str = LICHESS, tls: ssl.SSLContext | None = None) -> None:
        if urlsplit(base_url).scheme != "https":
            raise ValueError(f"{base_url} found, expected an address that begins with https://")
        self.base_url = base_url.rstrip("/")
        self._tls = tls
        self._turn = asyncio.Lock()
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close what is open."""
        if self._session:
            await self._session.close()
            self._session = None

    async def send(self, round_id: str, pgn: bytes, token: Secret) -> Answer:
        """Push games to a round."""
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        return await self._ask("POST", f"/api/broadcast/round/{round_id}/push", token, headers, pgn)

    async def my_rounds(self, token: Secret) -> Answer:
        """Ask for the rounds of the token's account, the newest first."""
        headers = {"Accept": "application/x-ndjson"}
        return await self._ask("GET", f"/api/broadcast/my-rounds?nb={ROUNDS_MOST}", token, headers, None)

    async def _ask(
        self, method: str, path: str, token: Secret, headers: dict[str, str], body: bytes | None
    ) -> Answer:
        headers = {**headers, "Authorization": f"Bearer {token.reveal()}"}
        async with self._turn:
            try:
                async with self._opened().request(
                    method, f"{self.base_url}{path}", headers=headers, data=body, allow_redirects=False
                ) as response:
                    return await _read(response)
            except aiohttp.ClientConnectorCertificateError:
                return NotSent(words.NOT_CERTIFIED)
            except aiohttp.ClientConnectorSSLError:
                return NotSent(words.NOT_CERTIFIED)
            except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
                return NotSent(words.NOT_REACHED)
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
                # no chain of causes, no text: what is told must not quote a request
                return Unknown(words.NO_ANSWER)

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=1, ssl=self._tls or True)
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=aiohttp.ClientTimeout(total=WHOLE_S, connect=CONNECT_S, sock_connect=CONNECT_S),
                headers={"User-Agent": USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=True,
                trust_env=False,
            )
        return self._session


async def _read(response: aiohttp.ClientResponse) -> Answer:
    body = bytearray()
    async for chunk in response.content.iter_chunked(64 << 10):
        body += chunk
        if len(body) > LONGEST_ANSWER:
            response.close()
            return Unknown(words.NOT_UNDERSTOOD)
    return Answered(response.status, bytes(body), _retry_after_s(response.headers.get("Retry-After", "")))


def _retry_after_s(text: str) -> float | None:
    """Seconds; a date is not read, as the board's own may be wrong."""
    return float(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
