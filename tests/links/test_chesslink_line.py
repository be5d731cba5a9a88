"""ChessLink over a real pty, with a board that runs: byte by byte, in bursts, with a move of the program."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import chess
import pytest

from jadoube.core.state.others.opponent_question import told_move
from jadoube.links.chesslink.corners import corners_of
from jadoube.links.chesslink.framing import LAMPS, characters, message
from jadoube.links.process import over_pty, serve_links
from shared.board.served import until
from shared.board.split import Split, split_board

START = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73"
E4 = "srnbqkbnrpppppppp....................P...........PPPP.PPPRNBQKBNR73"


def lit(*names: str) -> bytes:
    """The lamps of these squares, as Graham lights them."""
    lamps = [0] * LAMPS
    for name in names:
        for corner in corners_of(chess.parse_square(name)):
            lamps[corner] = 0xFF
    return message("L38" + bytes(lamps).hex().upper())


class Program:
    """A program on a pty."""

    def __init__(self, path: Path, *, is_slow: bool) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._is_slow = is_slow
        self._heard = b""

    async def say(self, data: bytes) -> None:
        """Send bytes, each alone or all at once."""
        for each in [bytes((byte,)) for byte in data] if self._is_slow else [data]:
            os.write(self._handle, each)
            await asyncio.sleep(0)

    async def hears(self, text: str) -> None:
        """Wait for a message, whatever comes before it."""

        def heard() -> bool:
            with suppress(BlockingIOError):
                self._heard += os.read(self._handle, 4096)
            return text in characters(self._heard)

        await until(heard)
        self._heard = b""

    def close(self) -> None:
        """Go."""
        os.close(self._handle)


def on_line(folder: Path, protocol: str, act: Callable[[Split, Path], Awaitable[None]]) -> None:
    """Do this with a board that has a pty."""
    path = folder / "line"

    async def run() -> None:
        async with split_board(folder, starts_clock=False) as split:
            links = [over_pty(path, protocol)]
            serving = asyncio.create_task(serve_links(links, split.control, split.now_ms, print))
            try:
                await until(path.is_symlink)
                await act(split, path)
            finally:
                serving.cancel()
                await asyncio.wait({serving})

    asyncio.run(run())


@pytest.mark.parametrize("protocol", ["chesslink", "auto"])
@pytest.mark.parametrize("is_slow", [True, False], ids=["byte by byte", "in bursts"])
def test_a_session_of_graham(protocol: str, tmp_path: Path, *, is_slow: bool) -> None:
    """It searches, reads the position, sees a move, and answers with its own, which the board tells."""

    async def act(split: Split, path: Path) -> None:
        program = Program(path, is_slow=is_slow)
        for asks, answers in (
            ("W0000", "w000077"),
            ("V", "v010473"),
            ("W011E", "w011E02"),
            ("W0203", "w020376"),
            ("S", START),
            ("X", "x78"),
        ):
            await program.say(message(asks))
            await program.hears(answers)
        await split.play("e4")
        await program.hears(E4)
        await program.say(lit("e7", "e5"))
        await program.hears("l6C")
        await until(lambda: told_move(split.desk.table) is not None)
        told = told_move(split.desk.table)
        assert told is not None
        assert told.move == chess.Move.from_uci("e7e5")
        program.close()

    on_line(tmp_path, protocol, act)


def test_a_port_serves_one_protocol_after_the_other(tmp_path: Path) -> None:
    """Each opening is a session, and decides anew."""

    async def act(_split: Split, path: Path) -> None:
        for asks, answers in ((message("V"), b"v"), (b"\x42", b"\x86\x00\x43"), (message("S"), b"s")):
            async with asyncio.timeout(10):
                while not await answered(path, asks, answers):
                    pass

    on_line(tmp_path, "auto", act)


async def answered(path: Path, asks: bytes, answers: bytes) -> bool:
    """Open the line, ask, and go; whether this came: the session before may not have ended yet."""
    handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    heard = b""

    def came() -> bool:
        nonlocal heard
        with suppress(BlockingIOError):
            heard += os.read(handle, 4096)
        return answers in heard

    try:
        os.write(handle, asks)
        with suppress(TimeoutError):
            await until(came, within_s=0.2)
    finally:
        os.close(handle)
        for _ in range(10):
            await asyncio.sleep(0)  # the other end sees that it was closed
    return answers in heard
