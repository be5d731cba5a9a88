"""`jadoube sim --lan`: what a network reaches, what only this machine does, and what is said of it."""

import asyncio
import json
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from jadoube.web.listener import listen
from jadoube_sim.cli import main
from jadoube_sim.page.lan import NOWHERE, OPENS, addresses, blocks, tell_lan
from shared.board.simulator import Simulator, simulator
from shared.pages.read_codes import read_code

PIXELS = 4


def pictured(lines: list[str], file: Path) -> Path:
    """The code as it stands on a terminal, black on white, as a picture."""
    rows = [row for line in lines for row in ([c in "▀█" for c in line], [c in "▄█" for c in line])]
    side = len(rows[0])
    body = b"".join(b"".join(bytes([0 if dark else 255]) * PIXELS for dark in row) * PIXELS for row in rows)
    file.write_bytes(b"P5 %d %d 255\n" % (side * PIXELS, len(rows) * PIXELS) + body)
    return file


def here_in_the_network() -> str:
    """This machine's address in its network; without one the test is skipped."""
    with listen("0.0.0.0", 0) as listening:  # noqa: S104 - nobody is answered
        found = addresses(listening)
    if not found:
        pytest.skip("this machine is in no network")
    return found[0].rpartition(":")[0]


def told(running: Simulator) -> tuple[str, list[str], str]:
    """What the simulator says behind its first line: an address, a code, and what that opens."""
    lines = iter(running.out)
    address = next(lines).split()[-1]
    last = OPENS.splitlines()[-1]
    said = []
    for line in lines:
        said.append(line.rstrip("\n"))
        if said[-1] == last:
            break
    count = len(OPENS.splitlines())
    return address, said[:-count], "\n".join(said[-count:])


async def asked(method: str, url: str, **more: Any) -> tuple[int, str]:
    """The status and the body, or where it leads."""
    async with (
        aiohttp.ClientSession() as client,
        client.request(method, url, allow_redirects=False, **more) as answer,
    ):
        return answer.status, answer.headers.get("Location") or await answer.text()


def test_a_phone_finds_the_board_and_not_the_desk(tmp_path: Path) -> None:
    """By the address that is said and drawn; the desk answers its own machine alone, other names nobody."""
    host = here_in_the_network()
    with simulator("--lan") as running:
        address, code, opens = told(running)
        assert address == f"http://{host}:{running.port}/"
        assert read_code(pictured(code, tmp_path / "code.pgm")) == address
        assert opens == OPENS
        asyncio.run(_visit(address.rstrip("/"), running.url))


async def _visit(lan: str, here: str) -> None:
    assert await asked("GET", f"{lan}/") == (302, "/companion")
    for path in ("/companion", "/join", "/api/v1/view", "/api/v1/game.pgn"):
        assert (await asked("GET", f"{lan}{path}"))[0] == 200, path
    for method, path in (
        ("GET", "/sim/log"),
        ("GET", "/sim/socket"),
        ("GET", "/sim/static/page.js"),
        ("POST", "/sim/codes"),
    ):
        assert (await asked(method, f"{lan}{path}", json={"role": "owner"}))[0] == 403, path
    assert (await asked("GET", f"{here}/"))[0] == (await asked("GET", f"{here}/sim/log"))[0] == 200
    for name, value in (("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", here)):
        assert (await asked("GET", f"{lan}/api/v1/game.pgn", headers={name: value}))[0] == 403
    status, shown = await asked("POST", f"{here}/sim/codes", json={"role": "black"})
    invited = json.loads(shown)
    assert (status, invited["here_only"]) == (200, False)
    assert invited["address"].startswith(f"{lan}/join#")
    code = invited["address"].partition("#")[2]
    joined = json.loads((await asked("POST", f"{lan}/api/v1/join", json={"code": code}))[1])
    token = {"Authorization": f"Bearer {joined['token']}"}
    orders = f"{lan}/api/v1/orders"
    assert (await asked("POST", orders, json={"order": "wrong"}, headers=token))[0] == 200
    assert (await asked("POST", orders, json={"order": "by white wrong"}, headers=token))[0] == 403
    assert (await asked("POST", orders, json={"order": "wrong"}))[0] == 401


def test_without_it_nobody_in_the_network_reaches_the_board() -> None:
    """The port is this machine's alone; what the desk shows to phones is said to be so."""
    host = here_in_the_network()

    async def visit(running: Simulator) -> None:
        with pytest.raises(aiohttp.ClientConnectionError):
            await asked("GET", f"http://{host}:{running.port}/")
        _, shown = await asked("POST", f"{running.url}/sim/codes", json={"role": "white"})
        assert json.loads(shown)["here_only"]

    with simulator() as running:
        asyncio.run(visit(running))


def test_it_needs_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit status 2."""
    assert main(["--terminal", "--lan"]) == 2
    expected = "--lan: found without a page, expected neither --terminal, --play nor --selftest\n"
    assert capsys.readouterr().err == expected


def test_where_there_is_no_network_it_is_said() -> None:
    """And no code is drawn."""
    out = StringIO()
    tell_lan([], out)
    assert out.getvalue() == f"{NOWHERE}\n"


def test_on_a_terminal_the_code_is_black_on_white_whatever_its_colours(tmp_path: Path) -> None:
    """Each line sets its colours, and takes them back; where no block can be written it is left out."""

    class Terminal(StringIO):
        """A terminal that holds all letters, or ASCII alone."""

        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    class Plain(Terminal):
        """One that holds ASCII alone."""

        encoding = "ascii"

    full, plain = Terminal(), Plain()
    for out in (full, plain):
        tell_lan(["192.0.2.7:8064", "198.51.100.7:8064"], out)
    lines = [line for line in full.getvalue().splitlines() if line.startswith("\033[30;107m")]
    assert all(line.endswith("\033[0m") for line in lines)
    bare = [line.removeprefix("\033[30;107m").removesuffix("\033[0m") for line in lines]
    assert bare == list(blocks("http://192.0.2.7:8064/"))
    assert read_code(pictured(bare, tmp_path / "code.pgm")) == "http://192.0.2.7:8064/"
    assert "http://192.0.2.7:8064/ or http://198.51.100.7:8064/" in plain.getvalue()
    assert plain.getvalue().isascii()
