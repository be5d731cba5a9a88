"""The model of a round does what lila's sources say; the server's answers fit the API description."""

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from shared.lichess.pgn import UnreadableError, read_game, split_games
from shared.lichess.round import UPSTREAM, LichessRound
from shared.lichess.server import LichessServer, serving
from shared.messages.json_schema import faults

SCHEMAS = json.loads((Path(__file__).parent / "lichess_schemas.json").read_text("utf-8"))


def pgn(moves: str = "1. e4", result: str = "*", **tags: str) -> str:
    """A game; tags beside those that every game has here."""
    known = {"Event": "Club", "Site": "Hall", "Round": "1.1", "White": "Ada", "Black": "Bert"}
    lines = [f'[{name} "{value}"]' for name, value in {**known, "Result": result, **tags}.items()]
    return "\n".join((*lines, "", f"{moves} {result}", "", ""))


@pytest.fixture
def there() -> LichessRound:
    """An empty round."""
    return LichessRound("RoUnD001")


def test_an_equal_game_id_decides(there: LichessRound) -> None:
    """Names, event and round may change; the tags become the new ones."""
    there.push(pgn(GameId="a"))
    there.push(pgn(GameId="a", Event="Other", White="Cleo", Round="2.2"))
    assert len(there.chapters) == 1
    assert there.board("a").tags["White"] == "Cleo"


def test_a_different_game_id_decides_nothing(there: LichessRound) -> None:
    """Equal event, site, round, board and names: the same game, and it gets the new id."""
    there.push(pgn(GameId="a"))
    there.push(pgn("1. d4", GameId="b"))
    assert [each.tags["GameId"] for each in there.chapters] == ["b"]
    assert there.chapters[0].side_lines == 1


@pytest.mark.parametrize(("site", "boards"), [("Hall", 1), ("Hall, game b", 2)])
def test_games_that_begin_alike_are_one_unless_the_site_differs(
    there: LichessRound, site: str, boards: int
) -> None:
    """Two boards of a club, other names and board numbers, both 1. e4 e5: the trap, and the way round it."""
    there.push(pgn("1. e4 e5", GameId="a"))
    there.push(pgn("1. e4 e5", GameId="b", Round="1.2", White="Cleo", Black="Dan", Site=site))
    assert len(there.chapters) == boards


def test_fide_ids_stand_for_names_if_all_are_known(there: LichessRound) -> None:
    """0 is not known."""
    there.push(pgn(WhiteFideId="1", BlackFideId="2"))
    there.push(pgn("1. d4", White="Else", WhiteFideId="1", BlackFideId="2"))
    assert len(there.chapters) == 1
    there.push(pgn("1. c4", White="Someone", WhiteFideId="0", BlackFideId="2"))
    assert len(there.chapters) == 2


def test_nothing_is_removed_and_the_newest_line_is_the_main_one(there: LichessRound) -> None:
    """A shorter game keeps its plies; a revised ply leaves a side line."""
    there.push(pgn("1. e4 e5 2. Nf3", GameId="a"))
    there.push(pgn("1. e4", GameId="a"))
    assert there.board("a").plies == ["e2e4", "e7e5", "g1f3"]
    there.push(pgn("1. e4 c5", GameId="a"))
    assert there.board("a").plies == ["e2e4", "c7c5"]
    assert there.board("a").side_lines == 1


def test_a_clock_that_is_shown_stays_unless_a_trusted_one_comes(there: LichessRound) -> None:
    """Those of the tags are trusted, where the ply has none of its own."""
    there.push(pgn("1. e4 { [%clk 0:10:00] }", GameId="a"))
    there.push(pgn("1. e4 { [%clk 0:09:00] }", GameId="a"))
    node = there.board("a").root.mainline()[0]
    assert node.clock == 60_000
    there.push(pgn("1. e4", GameId="a", WhiteClock="00:08:00"))
    assert there.board("a").root.mainline()[0].clock == 48_000


def test_results(there: LichessRound) -> None:
    """The newest wins, also `*`; a mate wins over `*`; when all are over the round is, until one is not."""
    there.push(pgn(result="1-0", GameId="a"))
    assert there.finished
    there.push(pgn(GameId="a"))
    assert not there.finished
    assert there.board("a").result == "*"
    there.push(pgn("1. f3 e5 2. g4 Qh4#", GameId="m", Site="x"))
    assert there.board("m").result == "0-1"


def test_an_illegal_ply_spoils_its_game_alone(there: LichessRound) -> None:
    """Its result, too; but a king that goes to the centre last of all is forgiven."""
    bad, good, king = (
        pgn("1. e4 e4", "1-0", GameId="a"),
        pgn(GameId="b", Site="x"),
        pgn("1. e4 Kd5", GameId="c", Site="y"),
    )
    answers = there.push(bad + good + king)
    assert ["error" in answer for answer in answers] == [True, False, False]
    assert answers[0]["tags"]["GameId"] == "a"
    assert [each.tags["GameId"] for each in there.chapters] == ["b", "c"]
    assert there.board("c").plies == ["e2e4"]
    (garbage,) = there.push(pgn("1. hello", GameId="d"))
    assert garbage["tags"] == {}


def test_games_are_split_at_an_empty_line_before_a_bracket() -> None:
    """Also within tags, and before a comment that begins with one; more than a hundred are dropped."""
    assert len(split_games(pgn() + pgn())) == 2
    assert len(split_games('[White "A"]\n\n[Black "B"]\n\n1. e4 *')) == 2
    assert len(split_games(pgn() * 120)) == 100


def test_a_hundred_boards_are_the_most(there: LichessRound) -> None:
    """One more does not appear."""
    for number in range(101):
        there.push(pgn(GameId=f"g{number}", Site=f"s{number}"))
    assert len(there.chapters) == 100


def test_which_tags_are_kept() -> None:
    """No date, no unknown ones; a name of one letter is none; a position begins the game."""
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    game = read_game(pgn("1. e4", White="A", Black="?", Date="2026.11.23", RuleSet="club", FEN=fen))
    assert set(game.tags) == {"Event", "Site", "Round", "Result", "FEN"}
    assert game.fen == fen
    with pytest.raises(UnreadableError, match="FEN"):
        read_game(pgn(FEN="nothing"))


def test_players_are_guessed_by_name_unless_the_id_is_0(there: LichessRound) -> None:
    """A club player with a famous name becomes a stranger; with 0 he does not."""
    there.fide_players = {"Ada": "17"}
    there.push(pgn(GameId="a"))
    there.push(pgn(GameId="b", WhiteFideId="0", Site="x"))
    assert [each.tags.get("WhiteFideId") for each in there.chapters] == ["17", "0"]


def test_a_push_with_all_games_orders_them(there: LichessRound) -> None:
    """Otherwise they stand as they came."""
    first, second = pgn(GameId="a", Site="x"), pgn("1. d4", GameId="b", Site="y")
    there.push(second)
    there.push(first)
    assert [each.tags["GameId"] for each in there.chapters] == ["b", "a"]
    there.push(first + second)
    assert [each.tags["GameId"] for each in there.chapters] == ["a", "b"]


def test_a_round_with_a_source_takes_nothing(there: LichessRound) -> None:
    """It says so with status 200."""
    there.source_url = True
    assert there.push(pgn()) == [{"tags": {}, "error": UPSTREAM}]
    assert there.chapters == []


ASKS: list[tuple[str, str, dict[str, str] | str | None, int, str]] = [
    ("POST", "/broadcast/new", {"name": "Club evening"}, 200, "BroadcastWithRounds"),
    ("POST", "/broadcast/new", {"name": "x"}, 400, "Error"),
    ("POST", "/broadcast/tour0001/new", {"name": "Round 2", "delay": "900"}, 200, "BroadcastRoundNew"),
    ("POST", "/broadcast/nowhere/new", {"name": "Round 2"}, 404, "Error"),
    ("POST", "/api/broadcast/round/RoUnD001/push", pgn() + pgn("1. e4 e4"), 200, "BroadcastPgnPush"),
    ("POST", "/api/broadcast/round/nowhere1/push", pgn(), 404, "Error"),
    ("GET", "/api/broadcast/my-rounds", None, 200, "BroadcastMyRound"),
    ("GET", "/api/broadcast/-/-/RoUnD001", None, 200, "BroadcastRound"),
    ("GET", "/api/broadcast/tour0001", None, 200, "BroadcastWithRounds"),
    ("POST", "/broadcast/round/RoUnD001/edit?patch=true", {"status": "finished"}, 200, "BroadcastRound"),
    ("POST", "/broadcast/round/RoUnD001/reset", {}, 200, "Ok"),
]


def test_the_servers_answers_fit_the_published_description() -> None:
    """Path by path, with the statuses of each."""
    server = LichessServer(tokens={"good": frozenset({"study:read", "study:write"})})
    server.with_round()

    async def ask() -> list[tuple[int, str]]:
        async with (
            serving(server) as there,
            aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(ssl=there.trusting), headers={"Authorization": "Bearer good"}
            ) as session,
        ):
            found = []
            for method, path, body, _, _ in ASKS:
                async with session.request(method, f"{there.url}{path}", data=body) as answer:
                    found.append((answer.status, (await answer.text()).strip()))
            return found

    for (method, path, _, status, schema), (found, text) in zip(ASKS, asyncio.run(ask()), strict=True):
        lines = text.splitlines() if schema == "BroadcastMyRound" else [text]
        wrong = [each for line in lines for each in faults(json.loads(line), SCHEMAS[schema], SCHEMAS)]
        assert (found, wrong) == (status, []), f"{method} {path}"


@pytest.mark.parametrize(
    ("token", "path", "status", "said"),
    [
        ("none", "/api/broadcast/my-rounds", 401, "No such token"),
        ("plays", "/api/broadcast/my-rounds", 403, "Missing scope: study:read"),
    ],
)
def test_who_may_not_is_told(token: str, path: str, status: int, said: str) -> None:
    """A token that nobody knows, and one for something else."""
    server = LichessServer(tokens={"plays": frozenset({"board:play"})})

    async def ask() -> tuple[int, Any]:
        async with (
            serving(server) as there,
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=there.trusting)) as session,
            session.get(f"{there.url}{path}", headers={"Authorization": f"Bearer {token}"}) as answer,
        ):
            return answer.status, await answer.json()

    assert asyncio.run(ask()) == (status, {"error": said})
