"""`jadoube sim --link`: a program on the desk sees the simulated board over a pty or the network."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from jadoube.config.settings import default_settings
from jadoube.links import protocols
from jadoube_sim.cli import main
from jadoube_sim.desk import Desk
from jadoube_sim.hands import TidyHand
from jadoube_sim.linked import AskedLink, shown_to_links
from jadoube_sim.page.run import Where, run_page
from jadoube_sim.terminal.start import Start
from shared.board.served import until
from shared.links.programs import VIEW


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The links speak a protocol of letters."""
    monkeypatch.setattr(protocols, "BEGIN", dict.fromkeys(("auto", "dgt"), "shared.links.programs:letters"))


async def sees_the_board(path: Path) -> int:
    """Open a file as a program does, ask what stands, and give the file."""
    await until(path.is_symlink, within_s=30)
    handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    os.write(handle, b"?")
    await heard(handle, VIEW.pieces.encode())
    return handle


async def heard(handle: int, expected: bytes) -> None:
    """Wait until this was heard."""
    got = b""

    def all_is_here() -> bool:
        nonlocal got
        with suppress(BlockingIOError):
            got += os.read(handle, 4096)
        return expected in got

    await until(all_is_here)


def test_a_program_sees_the_board_of_the_page(tmp_path: Path) -> None:
    """Two programs at once, on two files; both go with the simulator."""
    places = [tmp_path / "first", tmp_path / "second"]
    links = (AskedLink(str(places[0])), AskedLink(str(places[1]), "dgt"))

    async def run() -> None:
        stop = asyncio.Event()
        running = asyncio.create_task(
            run_page(Start(default_settings(), speed=1.0, links=links), Where(port=0, opens=False), stop)
        )
        for path in places:
            os.close(await sees_the_board(path))
        stop.set()
        await running

    asyncio.run(run())
    assert not any(path.is_symlink() for path in places)


def _on_desk(links: tuple[AskedLink, ...], act: Callable[[Desk, list[str]], Awaitable[None]]) -> None:
    async def run() -> None:
        desk, said = Desk(default_settings()), list[str]()
        async with desk, shown_to_links(desk, links, said.append):
            await act(desk, said)

    asyncio.run(run())


def test_a_program_sees_the_board_of_the_terminal(tmp_path: Path) -> None:
    """Each ply that a hand makes."""
    path = tmp_path / "board"

    async def act(desk: Desk, said: list[str]) -> None:
        hand = TidyHand()
        desk.act(hand.edges)
        await desk.run_to(10)
        handle = await sees_the_board(path)
        desk.act(hand.ply(hand.board.parse_san("e4")))
        await desk.run_to(hand.now_us // 1000 + 500)
        await heard(handle, b"<1>")
        os.close(handle)
        assert said == []

    _on_desk((AskedLink(str(path)),), act)


@pytest.mark.parametrize(
    ("arguments", "refusal"),
    [
        (["--protocol", "dgt"], "'dgt' found without a --link before it, expected one"),
        (["--link", "board", "--protocol", "certabo"], '\'certabo\' found, expected "auto", "dgt"'),
        (["--link", "{folder}"], "--link: {folder} found, expected a place for a new file, or HOST:PORT"),
        (["--link", "{folder}/no/where"], "expected a place for a new file, or HOST:PORT"),
        (
            ["--link", "{folder}/new", "--protocol", "livechess"],
            "--link: {folder}/new found, expected HOST:PORT",
        ),
        (["--selftest", "--link", "{folder}/new"], "--link: found beside --selftest, expected one of them"),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], refusal: str
) -> None:
    """In one line."""
    words = [each.format(folder=tmp_path) for each in arguments]
    with suppress(SystemExit):
        assert main(["--terminal", *words]) == 2
    assert refusal.format(folder=tmp_path) in capsys.readouterr().err


def test_a_place_of_the_network_is_listened_at(tmp_path: Path) -> None:
    """HOST:PORT is no file."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def act(desk: Desk, _said: list[str]) -> None:
        await desk.run_to(10)
        async with asyncio.timeout(10):
            while True:
                with suppress(ConnectionError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                    break
                await asyncio.sleep(0.01)
        writer.write(b"?")
        assert await reader.readexactly(64) == VIEW.pieces.encode()
        writer.close()

    _on_desk((AskedLink(f"localhost:{port}"), AskedLink(str(tmp_path / "board"))), act)


def test_links_are_in_the_help() -> None:
    """With what may be spoken."""
    said = subprocess.run(
        [sys.executable, "-m", "jadoube_sim.cli", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert "--link PLACE" in said
    assert "livechess" in said
