"""The Board API: what is refused before it is sent, and how streams end."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from aiohttp import web

from jadoube.core.clock.lichess_speeds import CHALLENGE_LEAST_S, SEEK_LEAST_S, Speed
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.lichess import client as client_module
from jadoube.online.lichess import words as common
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown
from jadoube.online.lichess.client import LichessClient
from jadoube.online.lichess.play import words
from jadoube.online.lichess.play.board_api import BoardApi, Wish, checked
from jadoube.online.secrets import Secret
from shared.lichess.play_server import PlayServer
from shared.lichess.server import serving

TOKEN = Secret("lip_boardToken7")


@pytest.mark.parametrize(
    ("speed", "least_s", "why"),
    [
        (Speed(10, 0), SEEK_LEAST_S, None),
        (Speed(5, 5), SEEK_LEAST_S, None),
        (Speed(5, 3), SEEK_LEAST_S, words.TOO_FAST_SEEK),
        (Speed(5, 4), SEEK_LEAST_S, words.TOO_FAST_SEEK),
        (Speed(3, 0), CHALLENGE_LEAST_S, None),
        (Speed(2, 1), CHALLENGE_LEAST_S, words.TOO_FAST),
        (Speed(181, 0), CHALLENGE_LEAST_S, words.BAD_CONTROL),
        (Speed(5, 61), CHALLENGE_LEAST_S, words.BAD_CONTROL),
        (Speed(-1, 60), CHALLENGE_LEAST_S, words.BAD_CONTROL),
        (Speed(0, 20), SEEK_LEAST_S, words.NO_MAIN_TIME),
        (Speed(0, 10), CHALLENGE_LEAST_S, words.NO_MAIN_TIME),
    ],
)
def test_too_fast_games_are_refused_here(speed: Speed, least_s: int, why: Words | None) -> None:
    """In words, before Lichess does it in a code."""
    if why is None:
        assert checked(speed, least_s) == speed
    else:
        with pytest.raises(DeskError) as refused:
            checked(speed, least_s)
        assert refused.value.words == why


@pytest.mark.parametrize("name", ["", "a/b", "../account", "x" * 31, "ä"])
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    """As it becomes a part of a path."""

    async def ask() -> None:
        async with LichessClient() as client:
            api = BoardApi(client)
            with pytest.raises(DeskError):
                await api.challenge(TOKEN, name, Wish(Speed(10, 0)), lambda _: None)
            with pytest.raises(DeskError):
                await api.answer_challenge(TOKEN, f"{name}/", "accept")
            with pytest.raises(DeskError):
                await api.challenge_ai(TOKEN, 9, Wish(None))

    asyncio.run(ask())


class Endless:
    """A server whose streams are one long line."""

    def app(self) -> web.Application:
        """The application."""
        app = web.Application()
        app.add_routes([web.get("/api/stream/event", self.stream)])
        return app

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Begin a line, and go on."""
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(6):
            await response.write(b"x" * 65536)
        return response


def heard(server: PlayServer | Endless, hear: Callable[[bytes], None] = lambda _: None) -> Answer:
    """Hold the stream of events until it ends."""

    async def ask() -> Answer:
        async with serving(server) as there, LichessClient(there.url, there.trusting) as client:
            return await BoardApi(client).events(TOKEN, hear)

    return asyncio.run(ask())


def allowing() -> PlayServer:
    """A server that knows the token."""
    return PlayServer(tokens={TOKEN.reveal(): frozenset({"board:play"})})


def test_too_long_a_line_ends_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it fills the memory."""
    monkeypatch.setattr(client_module, "LONGEST_LINE", 200_000)
    assert heard(Endless()) == Unknown(common.NOT_UNDERSTOOD)


def test_a_stream_without_a_byte_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """After as long as `SILENCE_S`; a keep-alive would have been a byte."""
    monkeypatch.setattr(client_module, "SILENCE_S", 0.2)
    said: list[bytes] = []
    assert heard(allowing(), said.append) == Unknown(common.NO_ANSWER)
    assert said == [b""]


def test_who_may_not_is_told_at_the_opening(caplog: pytest.LogCaptureFixture) -> None:
    """And nothing is heard; the token is in no log."""
    caplog.set_level(logging.DEBUG)
    said: list[bytes] = []
    answer = heard(PlayServer(), said.append)
    assert isinstance(answer, Answered)
    assert (answer.status, said) == (401, [])
    assert TOKEN.reveal() not in caplog.text


def test_nobody_there() -> None:
    """The stream was not reached."""

    async def ask() -> Answer:
        async with LichessClient("https://localhost:1") as client:
            return await BoardApi(client).events(TOKEN, lambda _: None)

    assert asyncio.run(ask()) == NotSent(common.NOT_REACHED)
