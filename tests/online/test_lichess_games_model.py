"""The model of games does what lila's sources say; the server's messages fit the API description."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import chess
import pytest

from shared.lichess.games import NO_CLOCK_MS, Seat, ServedGame
from shared.lichess.play_server import PlayServer
from shared.lichess.server import serving
from shared.messages.json_schema import faults

SCHEMAS = json.loads((Path(__file__).parent / "lichess_schemas.json").read_text("utf-8"))
EVENTS = {
    "gameFull": "GameFullEvent",
    "gameState": "GameStateEvent",
    "opponentGone": "OpponentGoneEvent",
    "chatLine": "ChatLineEvent",
    "gameStart": "GameStartEvent",
    "gameFinish": "GameFinishEvent",
}
WHITE, BLACK = chess.WHITE, chess.BLACK


class Clock:
    """A clock that a test sets."""

    now_ms = 0

    def __call__(self) -> int:
        """Return the instant."""
        return self.now_ms


@pytest.fixture
def clock() -> Clock:
    """The server's clock."""
    return Clock()


@pytest.fixture
def game(clock: Clock) -> ServedGame:
    """A game of a minute, with two seconds more for each ply."""
    return ServedGame("AbCdEfGh", Seat("Ada"), Seat("Bert"), clock, 60_000, 2000)


def play(game: ServedGame, *moves: str) -> None:
    """Make these plies."""
    for uci in moves:
        assert game.move(game.board.turn, uci) is None


def test_clocks_run_from_the_third_ply(game: ServedGame, clock: Clock) -> None:
    """The increment is given for a ply; whoever has no time left loses."""
    clock.now_ms = 30_000
    play(game, "e2e4", "e7e5")
    assert game.times_ms() == {WHITE: 60_000, BLACK: 60_000}
    clock.now_ms = 40_000
    play(game, "g1f3")
    assert game.times_ms() == {WHITE: 52_000, BLACK: 60_000}
    clock.now_ms = 100_000
    assert game.move(BLACK, "b8c6") is not None
    assert (game.status, game.winner) == ("outoftime", WHITE)


def test_a_game_without_clock(clock: Clock) -> None:
    """It says the largest number."""
    game = ServedGame("AbCdEfGh", Seat("Ada"), Seat(ai_level=1), clock, None)
    assert game.state()["wtime"] == NO_CLOCK_MS
    assert "clock" not in game.full()


@pytest.mark.parametrize(("rook", "told"), [(True, "e1h1"), (False, "e1g1")])
def test_castling_either_way(game: ServedGame, rook: bool, told: str) -> None:
    """Both are taken, one is told."""
    game.rook_castling = rook
    play(game, "e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1h1", "e8g8")
    assert game.moves()[6] == told


@pytest.mark.parametrize(("asker", "left"), [(WHITE, 2), (BLACK, 1)])
def test_a_takeback_gives_the_asker_his_turn(game: ServedGame, asker: chess.Color, left: int) -> None:
    """One ply, or two; another ply ends the question."""
    play(game, "e2e4", "e7e5", "g1f3")
    game.takeback(asker, yes=True)
    assert len(game.board.move_stack) == 3
    game.takeback(not asker, yes=True)
    assert len(game.board.move_stack) == left
    game.takeback(asker, yes=True)
    play(game, next(iter(game.board.legal_moves)).uci())
    assert not game.asks


def test_draw_offers(game: ServedGame) -> None:
    """Too early, or again, is passed over; a ply of the other side declines."""
    assert game.draw(WHITE, yes=True) is None
    assert not game.offers
    play(game, "e2e4", "e7e5")
    game.draw(WHITE, yes=True)
    assert game.state()["wdraw"] is True
    play(game, "g1f3")
    assert game.offers == {WHITE}
    play(game, "b8c6")
    assert not game.offers
    game.draw(WHITE, yes=True)
    assert not game.offers
    game.draw(BLACK, yes=True)
    game.draw(WHITE, yes=True)
    assert game.status == "draw"


def test_aborting_and_resigning(game: ServedGame) -> None:
    """Before both have moved resigning aborts, afterwards nothing does."""
    play(game, "e2e4", "e7e5")
    assert game.abort(WHITE) is not None
    assert game.resign(WHITE) is None
    assert game.state()["winner"] == "black"
    other = ServedGame("AbCdEfGh", Seat("Ada"), Seat("Bert"), lambda: 0)
    assert other.resign(WHITE) is None
    assert other.status == "aborted"


def test_only_who_has_left_is_claimed_from(game: ServedGame) -> None:
    """Victory, or a draw."""
    assert game.claim(WHITE, victory=True) is not None
    game.leaves(BLACK)
    assert game.claim(WHITE, victory=True) is None
    assert (game.status, game.winner) == ("timeout", WHITE)


async def lines_of(response: aiohttp.ClientResponse, number: int) -> list[dict[str, Any]]:
    """So many messages of a stream."""
    found: list[dict[str, Any]] = []
    while len(found) < number:
        line = (await response.content.readline()).strip()
        found += [json.loads(line)] if line else []
    return found


def asked(act: Callable[[PlayServer, aiohttp.ClientSession], Awaitable[None]]) -> None:
    """Ask a server."""

    async def whole() -> None:
        server = PlayServer(tokens={"good": frozenset({"board:play"})})
        async with (
            serving(server) as there,
            aiohttp.ClientSession(
                there.url,
                connector=aiohttp.TCPConnector(ssl=there.trusting, limit=0),
                headers={"Authorization": "Bearer good"},
            ) as session,
        ):
            await act(server, session)

    asyncio.run(whole())


def test_the_streams_messages_fit_the_published_description() -> None:
    """Of a game with all that they may have; the game's stream ends with it."""

    async def act(server: PlayServer, session: aiohttp.ClientSession) -> None:
        async with session.get("/api/stream/event") as events:
            game = server.begin()
            async with session.get(f"/api/board/game/stream/{game.game_id}") as stream:
                found = await lines_of(stream, 1)
                play(game, "e2e4", "e7e5")
                game.draw(BLACK, yes=True)
                game.takeback(BLACK, yes=True)
                game.leaves(BLACK)
                game.chat("Bert", "bye")
                game.resign(BLACK)
                found += await lines_of(stream, 7)
                assert await stream.content.read() == b""
            async with session.get(f"/api/board/game/{game.game_id}/chat") as chat:
                assert faults(await chat.json(), SCHEMAS["PlayerGameChat"], SCHEMAS) == []
            found += await lines_of(events, 2)
        assert {each["type"] for each in found} == set(EVENTS)
        wrong = [fault for each in found for fault in faults(each, SCHEMAS[EVENTS[each["type"]]], SCHEMAS)]
        assert wrong == []

    asked(act)


def test_a_second_stream_ends_the_first() -> None:
    """Of events, and of the same game."""

    async def act(server: PlayServer, session: aiohttp.ClientSession) -> None:
        game = server.begin()
        of_game = f"/api/board/game/stream/{game.game_id}"
        for path, first in (("/api/stream/event", "gameStart"), (of_game, "gameFull")):
            async with session.get(path) as one, session.get(path) as other:
                assert [each["type"] for each in await lines_of(one, 1)] == [first]
                assert [each["type"] for each in await lines_of(other, 1)] == [first]
                assert (await one.content.read()).strip() == b""

    asked(act)


@pytest.mark.parametrize(
    ("path", "form", "status", "schema"),
    [
        ("/api/board/game/Game0001/move/e2e4", {}, 200, "Ok"),
        ("/api/board/game/Game0001/move/e2e5", {}, 400, "Error"),
        ("/api/board/game/nowhere1/move/e2e4", {}, 404, "Error"),
        ("/api/board/game/Game0001/draw/yes", {}, 200, "Ok"),
        ("/api/board/game/Game0001/claim-victory", {}, 400, "Error"),
        ("/api/board/seek", {"time": "5", "increment": "3"}, 400, "Error"),
        ("/api/challenge/nobody", {"clock.limit": "180", "clock.increment": "0"}, 400, "Error"),
        ("/api/challenge/nowhere1/accept", {}, 404, "Error"),
    ],
)
def test_answers_fit_the_published_description(
    path: str, form: dict[str, str], status: int, schema: str
) -> None:
    """Taken, refused, not found."""

    async def act(server: PlayServer, session: aiohttp.ClientSession) -> None:
        server.begin()
        async with session.post(path, data=form) as answer:
            assert answer.status == status
            assert faults(await answer.json(), SCHEMAS[schema], SCHEMAS) == []

    asked(act)
