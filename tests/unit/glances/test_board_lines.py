"""The way to the board: how its end is told to whoever reads it."""

import asyncio
import socket
from pathlib import Path

import pytest

from jadoube.glances.board_lines import BoardLines
from jadoube.glances.lines import glance_socket


async def _read(lines: BoardLines) -> None:
    async for _ in lines:
        pass


async def _talk(lines: BoardLines) -> None:
    for _ in range(9):
        await lines.say("view 2")


@pytest.mark.parametrize("reads", [True, False], ids=["at-rest", "with-something-on-its-way"])
def test_a_board_that_ends_has_hung_up(tmp_path: Path, *, reads: bool) -> None:
    """The same line, whether what was said to it has been read or not: then the connection is reset."""
    control = tmp_path / "control"

    async def run() -> None:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(glance_socket(control)))
            listening.listen()
            async with BoardLines(control) as lines:
                board, _ = listening.accept()
                await lines.say("view 1")
                if reads:
                    board.recv(100)
                board.close()
                for act in (_read, _talk):
                    with pytest.raises(ConnectionResetError) as ended:
                        await act(lines)
                    assert str(ended.value) == "it has hung up"

    asyncio.run(run())
