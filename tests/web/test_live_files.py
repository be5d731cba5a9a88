"""The live folder over HTTP: whole files, their types, 304, and nothing beside the folder."""

import asyncio
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from yarl import URL

from jadoube.glances.faults import Faults
from jadoube.online.game_state import GameState
from jadoube.online.live.folder import LiveFolder
from jadoube.web.handlers.live import LiveFiles
from jadoube.web.responses import error_middleware

PGN = '[Event "?"]\n[Round "{round}"]\n[White "Zoë"]\n[Result "*"]\n[GameId "{id}"]\n\n1. e4 *\n\n'


Answer = tuple[int, dict[str, str], str]


def asked(folder: Path | None, *paths: str, headers: dict[str, str] | None = None) -> list[Answer]:
    """What is answered to requests for these paths, as they are written."""

    async def ask() -> list[Answer]:
        app = web.Application(middlewares=[error_middleware(Faults(print, lambda: 0))])
        app.add_routes(LiveFiles(folder).routes())
        found: list[Answer] = []
        async with TestServer(app) as server, ClientSession() as session:
            for path in paths:
                url = URL(f"{server.make_url('/')}{path}", encoded=True)
                async with session.get(url, headers=headers) as answer:
                    found.append((answer.status, dict(answer.headers), await answer.text()))
        return found

    return asyncio.run(ask())


@pytest.fixture
def live(tmp_path: Path) -> Path:
    """A live folder with two rounds, and a secret beside it."""
    folder = LiveFolder(tmp_path / "live")
    for number in (2, 10):
        folder.show(GameState(f"g{number}", PGN.format(round=number, id=f"g{number}"), over=False))
    (tmp_path / "secrets.json").write_text("a token")
    (tmp_path / "live" / "round-2" / "notes.txt").write_text("not for all")
    return tmp_path / "live"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("tournament.json", "application/json"),
        ("round-2/index.json", "application/json"),
        ("round-2/game-1.pgn", "application/x-chess-pgn"),
        ("round-2/games.pgn", "application/x-chess-pgn"),
    ],
)
def test_each_file_is_given_whole_with_its_type(live: Path, path: str, kind: str) -> None:
    """In UTF-8, and to be asked for anew soon."""
    ((status, headers, text),) = asked(live, f"live/{path}")
    assert status == 200
    assert text == (live / path).read_text("utf-8")
    assert headers["Content-Type"] == f"{kind}; charset=utf-8"
    assert headers["Cache-Control"] == "max-age=2, must-revalidate"


def test_games_without_a_round_are_those_of_the_newest(live: Path) -> None:
    """By number, and not by the alphabet."""
    ((_, _, text),) = asked(live, "live/games.pgn")
    assert '[Round "10"]' in text


def test_who_has_it_already_is_told_so(live: Path) -> None:
    """Until it changes."""
    ((_, first, _),) = asked(live, "live/games.pgn")
    again = {"If-None-Match": first["Etag"]}
    assert [(status, text) for status, _, text in asked(live, "live/games.pgn", headers=again)] == [(304, "")]
    state = GameState("g10", PGN.format(round=10, id="g10").replace("e4 *", "e4 e5 *"), over=False)
    LiveFolder(live).show(state)
    ((status, headers, _),) = asked(live, "live/games.pgn", headers=again)
    assert status == 200
    assert headers["Etag"] != first["Etag"]


@pytest.mark.parametrize(
    "path",
    [
        "live/../secrets.json",
        "live/%2e%2e/secrets.json",
        "live/..%2fsecrets.json",
        "live/round-2/../../secrets.json",
        "live/round-2/%2e%2e%2f%2e%2e%2fsecrets.json",
        "live//etc/passwd",
        "live/%2fetc%2fpasswd",
        "live/round-2/notes.txt",
        "live/round-2/",
        "live/round-02/games.pgn",
        "live/round-2/game-1.pgn.tmp",
        "live/round-2/game-1.pgn%00",
        "live/round-%D9%A2/games.pgn",
        "live/",
    ],
)
def test_nothing_beside_the_folder_is_given(live: Path, path: str) -> None:
    """Whatever the path is written like."""
    ((status, _, text),) = asked(live, path)
    assert status == 404
    assert text == "there is nothing at this path\n"


def test_what_is_not_there_is_said(tmp_path: Path, live: Path) -> None:
    """A folder that is off, an empty one, a round to come."""
    off = asked(None, "live/games.pgn")
    empty = asked(tmp_path / "none", "live/games.pgn", "live/tournament.json")
    later = asked(live, "live/round-3/games.pgn")
    assert {status for status, _, _ in [*off, *empty, *later]} == {404}
    assert off[0][2] == "this board shows no live games: live.enabled is false\n"
    assert {text for _, _, text in [*empty, *later]} == {"nothing is shown there yet\n"}
