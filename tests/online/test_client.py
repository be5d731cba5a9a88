"""The client against a server over real sockets and TLS: what it sends, and what becomes of it."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable

import pytest
from aiohttp import web

from jadoube import __version__
from jadoube.local.desk_lines import Words
from jadoube.online.lichess import client as module
from jadoube.online.lichess import words
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.lichess.client import LichessClient
from jadoube.online.secrets import Secret
from shared.lichess.server import LichessServer, Serving, serving

TOKEN = Secret("lip_5ecretOfTheClub42")
PGN = b'[White "Ada"]\n[Black "Bert"]\n[GameId "0123456789ab"]\n[Result "*"]\n\n1. e4 *\n\n'
ROUND = "RoUnD001"

Trouble = Callable[[web.Request], Awaitable[web.StreamResponse | None]]


@pytest.fixture
def server() -> LichessServer:
    """A server with a round that the token may write to."""
    server = LichessServer(tokens={TOKEN.reveal(): frozenset({"study:read", "study:write"})})
    server.with_round(ROUND)
    return server


def asked(server: LichessServer, name: str = "localhost", *, trusts: bool = True) -> Answer:
    """Push once."""

    async def push() -> Answer:
        async with (
            serving(server, name) as there,
            LichessClient(there.url, there.trusting if trusts else None) as client,
        ):
            return await client.send(ROUND, PGN, TOKEN)

    return asyncio.run(push())


def test_a_push_arrives(server: LichessServer) -> None:
    """With the token in its header and nowhere else."""
    answer = asked(server)
    assert isinstance(answer, Answered)
    assert answer.status == 200
    assert b'"moves": 1' in answer.body
    assert server.tours[0].rounds[0].board("0123456789ab").plies == ["e2e4"]
    (headers,) = server.headers
    assert headers["Authorization"] == f"Bearer {TOKEN.reveal()}"
    assert headers["User-Agent"] == f"jadoube/{__version__}"
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert [name for name, value in headers.items() if TOKEN.reveal() in value] == ["Authorization"]
    assert server.seen == [("POST", f"/api/broadcast/round/{ROUND}/push")]


def test_a_stranger_with_another_certificate_gets_nothing(server: LichessServer) -> None:
    """Neither the token nor a game: who signed it is not known here."""
    assert asked(server, trusts=False) == NotSent(words.NOT_CERTIFIED)
    assert server.seen == []


def test_a_certificate_for_another_name_is_refused(server: LichessServer) -> None:
    """Although its authority is trusted."""
    assert asked(server, "elsewhere.example") == NotSent(words.NOT_CERTIFIED)
    assert server.seen == []


def test_nobody_there() -> None:
    """The request has not left: no doubt about it."""

    async def push() -> Answer:
        async with LichessClient("https://localhost:1") as client:
            return await client.send(ROUND, PGN, TOKEN)

    assert asyncio.run(push()) == NotSent(words.NOT_REACHED)


def test_without_tls_it_is_not_even_made() -> None:
    """The token would go over the network for all to read."""
    with pytest.raises(ValueError, match="expected an address that begins with https://"):
        LichessClient("http://lichess.org")


def test_no_redirect_is_followed(server: LichessServer) -> None:
    """The token goes to one host alone."""

    async def elsewhere(request: web.Request) -> web.StreamResponse | None:
        if "elsewhere" in request.path:
            return None
        raise web.HTTPTemporaryRedirect("/elsewhere")

    server.trouble = elsewhere
    answer = asked(server)
    assert isinstance(answer, Answered)
    assert answer.status == 307
    assert len(server.seen) == 1


async def cut(request: web.Request) -> web.StreamResponse | None:
    """Cut the connection after the request."""
    await request.read()
    assert request.transport
    request.transport.close()
    return None


async def cut_in_the_middle(request: web.Request) -> web.StreamResponse | None:
    """Promise more bytes than come."""
    response = web.StreamResponse(headers={"Content-Length": "1000"})
    await response.prepare(request)
    await response.write(b'{"games": [')
    assert request.transport
    request.transport.close()
    return response


async def endless(request: web.Request) -> web.StreamResponse | None:
    """Never stop."""
    response = web.StreamResponse()
    await response.prepare(request)
    with_no_end = b" " * 65536
    while request.transport and not request.transport.is_closing():
        try:
            await response.write(with_no_end)
        except ConnectionError:
            break
    return response


async def slow(request: web.Request) -> web.StreamResponse | None:
    """A byte now and then, for ever."""
    response = web.StreamResponse()
    await response.prepare(request)
    while request.transport and not request.transport.is_closing():
        try:
            await response.write(b" ")
        except ConnectionError:
            break
        await asyncio.sleep(0.01)
    return response


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        (cut, words.NO_ANSWER),
        (cut_in_the_middle, words.NO_ANSWER),
        (endless, words.NOT_UNDERSTOOD),
        (slow, words.NO_ANSWER),
    ],
)
def test_what_has_no_whole_answer_may_have_happened(
    server: LichessServer, trouble: Trouble, why: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut before or in the answer, an endless one, one that takes too long: all may have been carried out."""
    monkeypatch.setattr(module, "WHOLE_S", 2.0 if trouble is not slow else 0.3)
    server.trouble = trouble
    assert asked(server) == Unknown(why)


async def gateway(_request: web.Request) -> web.StreamResponse | None:
    """What stands before Lichess when Lichess does not answer."""
    return web.Response(status=502, text="<html>Bad gateway</html>", content_type="text/html")


async def later(_request: web.Request) -> web.StreamResponse | None:
    """Too many, with a number of seconds."""
    return web.json_response({"error": "Too many requests"}, status=429, headers={"Retry-After": "75"})


async def on_a_day(_request: web.Request) -> web.StreamResponse | None:
    """Too many, with a date."""
    return web.Response(status=429, headers={"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"})


@pytest.mark.parametrize(
    ("trouble", "status", "retry_s"), [(gateway, 502, None), (later, 429, 75.0), (on_a_day, 429, None)]
)
def test_answers_come_as_they_are(
    server: LichessServer, trouble: Trouble, status: int, retry_s: float | None
) -> None:
    """What they mean is decided elsewhere."""
    server.trouble = trouble
    answer = asked(server)
    assert isinstance(answer, Answered)
    assert (answer.status, answer.retry_after_s) == (status, retry_s)


def test_one_request_at_a_time(server: LichessServer) -> None:
    """Also if several ask at once."""

    async def push() -> None:
        async with serving(server) as there, LichessClient(there.url, there.trusting) as client:
            pushes = [client.send(ROUND, PGN, TOKEN) for _ in range(3)]
            await asyncio.gather(*pushes, client.my_rounds(TOKEN))

    asyncio.run(push())
    assert len(server.seen) == 4
    assert server.most_at_once == 1


def test_the_token_is_in_no_log(server: LichessServer, caplog: pytest.LogCaptureFixture) -> None:
    """However much is logged, and whatever fails."""
    caplog.set_level(logging.DEBUG)
    for trouble in (None, cut, gateway):
        server.trouble = trouble
        answer = asked(server)
        assert TOKEN.reveal() not in repr(answer)
    assert asked(server, trusts=False)
    assert caplog.records
    assert TOKEN.reveal() not in caplog.text


def test_a_context_of_ours_verifies() -> None:
    """Without one for tests, the system's certificates and the name count: aiohttp's default."""

    async def verifies() -> bool:
        async with LichessClient() as client:
            connector = client._opened().connector
            return getattr(connector, "_ssl", None) is True

    assert asyncio.run(verifies())
    assert ssl.create_default_context().verify_mode == ssl.CERT_REQUIRED
    assert Serving("", ssl.create_default_context()).trusting.check_hostname
