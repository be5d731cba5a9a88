"""The board in another process: its page sees it, orders it, and says when it is away."""

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from jadoube.config.settings import WebSettings
from jadoube.core.language.typed_orders import read_ordered
from jadoube.glances.glance import Unable
from jadoube.web.companion import Companion
from jadoube.web.far_board import FarBoard
from jadoube.web.responses import Refused
from shared.board.served import message_of, until
from shared.board.split import Split, far_board, on_split_board, split_board

LOOPBACK = WebSettings(address="127.0.0.1", port=0)


def test_what_is_watched_is_told(tmp_path: Path) -> None:
    """From the first message on, each change; nothing is made for who has left."""
    said: list[str] = []

    async def act(split: Split) -> None:
        told: list[bytes] = []
        async with far_board(split.control, said) as board:
            await board.reached.wait()
            board.watch(told.append)
            await until(lambda: bool(told))
            await split.play("e4")
            await until(lambda: b'"san":"e4"' in told[-1])
            board.leave(told.append)
            assert b'"san":"e4"' in await board.view()
            assert "1. e4" in await board.pgn()
            assert await board.players() == []

    on_split_board(tmp_path, act)
    assert said == []


def test_many_who_ask_at_once_share_an_answer(tmp_path: Path) -> None:
    """The board is asked once for all of them."""
    said: list[str] = []

    async def act(split: Split) -> None:
        async with far_board(split.control, said) as board:
            await board.reached.wait()
            answers = await asyncio.gather(*(board.view() for _ in range(50)))
            assert len({id(answer) for answer in answers}) == 1

    on_split_board(tmp_path, act)


def test_an_order_is_answered_in_each_language(tmp_path: Path) -> None:
    """What came of it, or why not; who asks after that sees what came of it."""
    said: list[str] = []

    async def act(split: Split) -> None:
        await split.play("e4")
        async with far_board(split.control, said) as board:
            await board.reached.wait()
            done = await board.obey(read_ordered("resign white"))
            assert "White resigns" in done.words["en"]
            assert "Blancs" in done.words["fr"]
            assert [each["kind"] for each in done.effects] == ["game-over"]
            assert b'"result":"0-1"' in await board.view()
            with pytest.raises(Unable) as refused:
                await board.obey(read_ordered("by white sound off"))
            assert "may not order this" in refused.value.words["en"]
            assert refused.value.words["fr"] != refused.value.words["en"]

    on_split_board(tmp_path, act)


def test_a_board_that_is_away_is_said_at_once(tmp_path: Path) -> None:
    """Whatever it is asked for; in the log once."""
    said: list[str] = []

    async def run() -> None:
        async with far_board(tmp_path / "control", said) as board:
            await until(lambda: bool(said))
            for asked in (board.view(), board.pgn(), board.obey(read_ordered("pause"))):
                with pytest.raises(Refused, match="the board does not answer"):
                    await asked

    asyncio.run(run())
    glances = tmp_path / "control.glance"
    assert said == [f"page: {glances}: No such file or directory; it waits for the board"]


def test_a_page_outlives_its_board(tmp_path: Path) -> None:
    """Who looks is sent away, who asks gets 503, and all is there again when the board is."""
    said: list[str] = []

    async def run() -> None:
        async with far_board(tmp_path / "control", said) as board:
            companion = Companion(LOOPBACK, board, lambda: 0, said.append)
            serving = asyncio.create_task(companion.run())
            async with split_board(tmp_path) as split:
                await until(lambda: split.desk.table.page is not None)
                page = split.desk.table.page
                assert page is not None
                home = f"http://{page.address}"
                async with aiohttp.ClientSession(home) as client:
                    live = await client.ws_connect("/api/v1/socket?deltas=1")
                    assert (await message_of(live))["phase"] == "setting up"
            async with aiohttp.ClientSession(home) as client:
                await until(lambda: not board.is_there)
                assert await _statuses(client) == [503] * 5
                async with split_board(tmp_path) as split:
                    await until(lambda: board.is_there)
                    assert await _statuses(client) == [200, 200, 426, 401, 200]
                    assert split.desk.table.page in (None, page)
            serving.cancel()
            await asyncio.wait({serving})

    asyncio.run(run())
    assert [line for line in said if "hung up" in line or "answers" in line] == [
        "page: the board answers",
        f"page: {tmp_path / 'control.glance'}: it has hung up; it waits for the board",
        "page: the board answers",
        f"page: {tmp_path / 'control.glance'}: it has hung up; it waits for the board",
    ]


async def _statuses(client: aiohttp.ClientSession) -> list[int]:
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "view", {}),
        ("GET", "game.pgn", {}),
        ("GET", "socket", {}),
        ("POST", "orders", {"json": {"order": "pause"}}),
        ("GET", "events", {}),
    ]
    found = []
    for method, name, more in asked:
        async with client.request(method, f"/api/v1/{name}", **more) as answer:
            found.append(answer.status)
    return found


def test_what_is_no_board_is_left(tmp_path: Path) -> None:
    """A program at the socket that says something else is said, and asked again later."""
    said: list[str] = []

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n")
        writer.close()

    async def run() -> None:
        async with await asyncio.start_unix_server(talk, tmp_path / "control.glance"):
            board = FarBoard(tmp_path / "control", said.append)
            running = asyncio.create_task(board.run())
            await until(lambda: bool(said))
            assert not board.is_there
            running.cancel()
            await asyncio.wait({running})

    asyncio.run(run())
    assert "'HTTP/1.1' found, expected message, link, view, pgn, players or refused" in said[0]
