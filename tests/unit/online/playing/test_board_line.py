"""The line to the board: its messages, orders in the opponent's name, and a board that is away."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jadoube.glances.board_lines import AWAY
from jadoube.online.playing.board_line import BoardLine
from shared.board.served import until
from shared.board.split import Split, on_split_board

JOIN = "join lichess:AbCdEfGh black pgn:600+5"


def test_a_game_is_joined_and_shown(tmp_path: Path) -> None:
    """The order is the opponent's; the message has the game, whole."""

    async def act(split: Split) -> None:
        heard: list[Mapping[str, Any] | None] = []
        line = BoardLine(split.control, heard.append)
        watching = asyncio.create_task(line.run())
        await until(lambda: bool(heard))
        assert heard[-1] is not None
        assert heard[-1]["server"] is None
        assert await line.order(JOIN) is None
        await split.desk.run_to(split.desk.pace.now_ms() + 100)
        await until(lambda: bool(heard[-1] and heard[-1]["server"]))
        shown = heard[-1]["server"] if heard[-1] else None
        assert shown == {
            "game": "lichess:AbCdEfGh",
            "opponent": "black",
            "plies": [],
            "told": "",
            "wish": "nothing",
            "asks_back": False,
            "cut_off": None,
            "left": False,
        }
        watching.cancel()
        await asyncio.wait({watching})

    on_split_board(tmp_path, act)


def test_a_refusal_is_told(tmp_path: Path) -> None:
    """With the board's reason; what the opponent may not order is refused, too."""

    async def act(split: Split) -> None:
        line = BoardLine(split.control, lambda _: None)
        assert await line.order("told 1 e2e4") == "no side is played from elsewhere"
        assert "opponent" in (await line.order("result 1-0") or "")

    on_split_board(tmp_path, act)


def test_a_board_that_is_away_is_waited_for(tmp_path: Path) -> None:
    """An order says so, and who heeds it is told once for each try."""

    async def run() -> None:
        heard: list[Mapping[str, Any] | None] = []
        tries = 0

        async def pause(_seconds: float) -> None:
            nonlocal tries
            tries += 1
            if tries == 3:
                raise asyncio.CancelledError

        line = BoardLine(tmp_path / "control", heard.append, pause)
        assert await line.order("here") == AWAY
        await asyncio.gather(line.run(), return_exceptions=True)
        assert heard == [None] * 3

    asyncio.run(run())
