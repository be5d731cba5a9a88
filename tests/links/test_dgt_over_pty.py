"""A program at a pty plays against hands at a running board, in DGT's protocol, from byte to lamp."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import chess

from jadoube.links.process import over_pty, serve_links
from shared.board.served import until
from shared.board.split import Split, split_board

LETTERS = ".PRNBKQprnbkq"


class Reader:
    """A program that opens a pty and applies what it reads blindly."""

    def __init__(self, path: Path) -> None:
        self.handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.buffer = b""
        self.messages: list[bytes] = []
        self.pieces = ["."] * 64

    def say(self, text: str, *, in_bursts: bool = True) -> None:
        """Send bytes, at once or one by one."""
        data = bytes.fromhex(text)
        for part in [data] if in_bursts else [bytes((each,)) for each in data]:
            os.write(self.handle, part)

    async def reads(self, has: Callable[[], bool]) -> None:
        """Wait until it has read so much."""

        def read() -> bool:
            with suppress(BlockingIOError):
                self.buffer += os.read(self.handle, 4096)
            while len(self.buffer) >= 3 and len(self.buffer) >= (
                size := self.buffer[1] << 7 | self.buffer[2]
            ):
                self.apply(self.buffer[:size])
                self.buffer = self.buffer[size:]
            return has()

        await until(read)

    def apply(self, message: bytes) -> None:
        """Take in a message."""
        self.messages.append(message)
        if message[0] == 0x86:
            self.pieces = [LETTERS[each] for each in message[3:]]
        if message[0] == 0x8E:
            self.pieces[message[3]] = LETTERS[message[4]]

    def has(self, board: chess.Board) -> bool:
        """Whether it has this position."""
        found = (board.piece_at(field ^ 0x38) for field in range(64))
        return self.pieces == [piece.symbol() if piece else "." for piece in found]


@asynccontextmanager
async def at_a_pty(folder: Path) -> AsyncIterator[tuple[Split, Reader]]:
    """A board, and a program at a pty of its own."""
    path = folder / "line"
    async with split_board(folder, starts_clock=False) as split:
        served = serve_links([over_pty(path, "dgt")], split.control, split.now_ms, split.said.append)
        serving = asyncio.create_task(served)
        await until(path.is_symlink)
        reader = Reader(path)
        try:
            yield split, reader
        finally:
            os.close(reader.handle)
            serving.cancel()
            await asyncio.wait({serving})


def test_a_move_on_the_clock_is_the_opponents(tmp_path: Path) -> None:
    """The hand moves, the program sees it and writes its move; the board tells it, and a hand makes it."""

    async def run() -> None:
        async with at_a_pty(tmp_path) as (split, program):
            program.say("40 4B 4D 42 2B 03 03 09 00", in_bursts=False)
            await program.reads(lambda: program.has(chess.Board()) and len(program.messages) == 3)
            await split.play("e4")
            await program.reads(lambda: program.has(split.hand.board))
            program.say("2B 0C 03 0C 20 20 20 20 20 20 63 35 03 00")
            await until(lambda: told(split) == "c7c5")
            await split.play("c5", "Nf3")
            await program.reads(lambda: program.has(split.hand.board))
            program.say("60 04 01 01 12 00")
            await until(lambda: told(split) == "b8c6")

    asyncio.run(run())


def told(split: Split) -> str:
    """The opponent's move that a hand is to make."""
    agreed = split.desk.table.seen.agreed
    line = agreed.told_line if agreed else None
    return line.move.uci() if line and line.move else ""


def test_a_program_that_comes_back_finds_the_board(tmp_path: Path) -> None:
    """It went in the middle of a command; the next one begins anew."""

    async def run() -> None:
        async with at_a_pty(tmp_path) as (split, program):
            program.say("4B 42")
            await program.reads(lambda: program.has(chess.Board()))
            program.say("2B 0C 03")
            os.close(program.handle)
            await split.play("e4")
            program.handle = os.open(tmp_path / "line", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            program.buffer = b""
            program.say("45 " * 20 + "46 4B 42")
            await program.reads(lambda: program.has(split.hand.board))

    asyncio.run(run())
