"""Programs on links see a running board: from hands to bytes, over its real sockets."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from jadoube.config.settings import LinkSettings
from jadoube.links import protocols
from jadoube.links.process import Serve, configured, over_pty, serve_links
from jadoube.links.session import Host
from jadoube.links.transports.programs import Say
from shared.board.served import until
from shared.board.split import Split, split_board


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The links speak a protocol of letters."""
    monkeypatch.setattr(protocols, "BEGIN", dict.fromkeys(("auto", "dgt"), "shared.links.programs:letters"))


@asynccontextmanager
async def linked(split: Split, links: Sequence[Serve]) -> AsyncIterator[list[str]]:
    """Serve these links for a board; give what is said of them."""
    said: list[str] = []
    serving = asyncio.create_task(serve_links(links, split.control, split.now_ms, said.append))
    try:
        yield said
    finally:
        serving.cancel()
        await asyncio.wait({serving})


class Program:
    """A program that has opened a file."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self.heard = b""

    async def say(self, data: bytes) -> None:
        """Send bytes."""
        os.write(self._handle, data)

    async def hears(self, has: Callable[[bytes], bool]) -> None:
        """Wait until it has heard so much."""

        def heard() -> bool:
            with suppress(BlockingIOError):
                self.heard += os.read(self._handle, 4096)
            return has(self.heard)

        await until(heard)

    async def sees(self, pieces: bytes) -> None:
        """Ask until it is answered with these pieces: a view of a piece in the air may come before."""
        async with asyncio.timeout(30):
            while pieces not in self.heard:
                heard = len(self.heard)
                await self.say(b"?")
                await self.hears(lambda now: len(now) >= heard + 64)  # noqa: B023 - it is asked at once

    def close(self) -> None:
        """Go."""
        os.close(self._handle)


def test_two_programs_see_each_gesture_and_light_the_board(tmp_path: Path) -> None:
    """On two links at once; what one of them lit goes out with it."""
    first, second = tmp_path / "first", tmp_path / "second"

    async def run() -> None:
        async with (
            split_board(tmp_path, starts_clock=False) as split,
            linked(split, [over_pty(first, "auto"), over_pty(second, "dgt")]) as said,
        ):
            await until(lambda: first.is_symlink() and second.is_symlink())
            one, two = Program(first), Program(second)
            for program in (one, two):
                await program.say(b"?")
                await program.hears(lambda heard: heard.startswith(b"RNBQKBNR") and len(heard) == 64)
            await split.play("e4")
            for program in (one, two):
                await program.hears(lambda heard: b"<1>" in heard)
            await one.sees(b"RNBQKBNRPPPP.PPP............P..................." + b"pppppppprnbqkbnr")
            one.close()
            two.close()
            assert said == []

    asyncio.run(run())


def test_a_board_that_is_switched_off_is_waited_for(tmp_path: Path) -> None:
    """No link is there before the board has shown itself."""
    path = tmp_path / "line"

    async def run() -> None:
        said: list[str] = []
        serving = asyncio.create_task(
            serve_links([over_pty(path, "auto")], tmp_path / "control", lambda: 0, said.append)
        )
        await asyncio.sleep(0.05)
        assert not path.is_symlink()
        async with split_board(tmp_path, starts_clock=False):
            await until(path.is_symlink)
        serving.cancel()
        await asyncio.wait({serving})
        assert said == []

    asyncio.run(run())


def test_a_link_that_cannot_be_served_costs_no_other(tmp_path: Path) -> None:
    """Its reason is said once; the others are served."""
    taken, path = tmp_path / "taken", tmp_path / "line"
    taken.write_text("")

    async def faulty(_host: Host, _say: Say) -> None:
        raise RuntimeError("broken")

    async def run() -> None:
        async with (
            split_board(tmp_path, starts_clock=False) as split,
            linked(split, [over_pty(taken, "auto"), faulty, over_pty(path, "auto")]) as said,
        ):
            await until(path.is_symlink)
            program = Program(path)
            await program.say(b"x")
            await program.hears(lambda heard: heard == b"x")
            program.close()
            assert sorted(said) == [
                f"links: {taken}: File exists; nobody is served there",
                "links: a fault: RuntimeError('broken'); nobody is served there",
            ]

    asyncio.run(run())


def test_a_configured_place_is_waited_for(tmp_path: Path) -> None:
    """A serial line that is not there yet, and the network; both are said to be waited for or are there."""
    port = tmp_path / "ttyGS0"
    links = [
        configured(LinkSettings("auto", str(port)), lambda: 0),
        configured(LinkSettings("dgt", listen="localhost:0"), lambda: 0),
    ]

    async def run() -> None:
        async with split_board(tmp_path, starts_clock=False) as split, linked(split, links) as said:
            await until(lambda: bool(said))
            assert said == [f"links: {port}: No such file or directory; it is waited for"]

    asyncio.run(run())


def test_who_floods_or_does_not_read_costs_the_other_program_nothing(tmp_path: Path) -> None:
    """Nonsense without end on one link; on the other the next ply is seen as always."""
    loud, quiet = tmp_path / "loud", tmp_path / "quiet"

    async def run() -> None:
        async with (
            split_board(tmp_path, starts_clock=False) as split,
            linked(split, [over_pty(loud, "auto"), over_pty(quiet, "dgt")]),
        ):
            await until(lambda: loud.is_symlink() and quiet.is_symlink())
            flooding, program = Program(loud), Program(quiet)
            await program.say(b"?")
            await program.hears(lambda heard: len(heard) == 64)
            for _ in range(50):
                with suppress(BlockingIOError):
                    await flooding.say(b"?\x00\xffxL" * 800)  # each ? is answered, and nobody reads it
                await asyncio.sleep(0.001)
            await split.play("e4")
            await program.hears(lambda heard: b"<1>" in heard)
            flooding.close()
            again = Program(loud)
            await again.hears(lambda heard: heard.startswith(b""))
            again.close()
            program.close()

    asyncio.run(run())
