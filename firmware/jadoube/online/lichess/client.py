"""The client: one request to Lichess over TLS, and what became of it; and streams, which stay open.

The law: one request at a time; a stream is held open beside the requests, and is dead after `SILENCE_S`
without a byte. The token stands in the `Authorization` header and nowhere else;
certificates are verified; no redirect is followed, so the token reaches no other host. An answer is read up
to a limit of bytes and of time. A request that may have reached the other side is told apart from one that
has not (`answers.py`). It refuses to know what an answer means.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Mapping
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

SILENCE_S: Final = 20.0
"""Lichess sends an empty line every 7 s through a stream (API description, 2.0.165)."""

LONGEST_LINE: Final = 1 << 20
"""Bytes of a line of a stream; a game of 600 plies has 4 kB."""

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
        self._streams: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close what is open."""
        for each in (self._session, self._streams):
            if each:
                await each.close()
        self._session = self._streams = None

    async def send(self, round_id: str, pgn: bytes, token: Secret) -> Answer:
        """Push games to a round."""
        headers = {"Content-Type": "text/plain; charset=utf-8"}
        return await self.ask("POST", f"/api/broadcast/round/{round_id}/push", token, headers, pgn)

    async def my_rounds(self, token: Secret) -> Answer:
        """Ask for the rounds of the token's account, the newest first."""
        headers = {"Accept": "application/x-ndjson"}
        return await self.ask("GET", f"/api/broadcast/my-rounds?nb={ROUNDS_MOST}", token, headers, None)

    async def ask(
        self,
        method: str,
        path: str,
        token: Secret,
        headers: Mapping[str, str] | None = None,
        body: bytes | Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request when those before it have ended; a mapping as `body` is a form."""
        async with self._turn:
            return await _outcome(self._exchange(method, path, token, headers or {}, body))

    async def _exchange(
        self,
        method: str,
        path: str,
        token: Secret,
        headers: Mapping[str, str],
        body: bytes | Mapping[str, str] | None,
    ) -> Answer:
        headers = {**headers, **_authorised(token)}
        async with self._opened().request(
            method, f"{self.base_url}{path}", headers=headers, data=body, allow_redirects=False
        ) as response:
            return await _read(response)

    async def listen(
        self,
        method: str,
        path: str,
        token: Secret,
        hear: Callable[[bytes], None],
        form: Mapping[str, str] | None = None,
    ) -> Answer:
        """Hold a stream open beside the requests: `hear` gets its lines, nothing once when it opens.

        A keep-alive is an empty line, too. Return how it ended: an answer without body if the other side
        closed it, a refusal, or that it was not reached or fell silent.
        """
        return await _outcome(self._follow(method, path, token, hear, form))

    async def _follow(
        self,
        method: str,
        path: str,
        token: Secret,
        hear: Callable[[bytes], None],
        form: Mapping[str, str] | None,
    ) -> Answer:
        headers = {"Accept": "application/x-ndjson", **_authorised(token)}
        if self._streams is None:
            self._streams = self._new_session(0, aiohttp.ClientTimeout(None, None, SILENCE_S, CONNECT_S))
        async with self._streams.request(
            method, f"{self.base_url}{path}", headers=headers, data=form, allow_redirects=False
        ) as response:
            if response.status != 200:
                return await _read(response)
            hear(b"")
            rest = b""
            async for chunk in response.content.iter_any():
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    hear(line.strip())
                if len(rest) > LONGEST_LINE:
                    response.close()
                    return Unknown(words.NOT_UNDERSTOOD)
            if rest.strip():
                hear(rest.strip())
            return Answered(200, b"")

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=WHOLE_S, connect=CONNECT_S, sock_connect=CONNECT_S)
            self._session = self._new_session(1, timeout)
        return self._session

    def _new_session(self, connections: int, timeout: aiohttp.ClientTimeout) -> aiohttp.ClientSession:
        """A session of so many connections at once, 0 for any number."""
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=connections, ssl=self._tls or True),
            timeout=timeout,
            headers={"User-Agent": USER_AGENT},
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=True,
            trust_env=False,
        )


def _authorised(token: Secret) -> dict[str, str]:
    return {"Authorization": f"Bearer {token.reveal()}"}


async def _outcome(exchange: Awaitable[Answer]) -> Answer:
    """What became of it."""
    try:
        return await exchange
    except aiohttp.ClientConnectorCertificateError:
        return NotSent(words.NOT_CERTIFIED)
    except aiohttp.ClientConnectorSSLError:
        return NotSent(words.NOT_CERTIFIED)
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError):
        return NotSent(words.NOT_REACHED)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
        # no chain of causes, no text: what is told must not quote a request
        return Unknown(words.NO_ANSWER)


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
