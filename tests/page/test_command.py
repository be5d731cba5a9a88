"""`jadoube sim` as somebody starts it: the line that says where the page is, the port, and how it ends."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from jadoube.formats.sensorlog import read_sensor_log
from jadoube.games.replay import replay
from jadoube.web.listener import listen
from jadoube_sim.cli import main
from jadoube_sim.page import run as page_run
from jadoube_sim.page.run import ADDRESS, Where
from shared.pages.visitor import visiting

SIM = [sys.executable, "-m", "jadoube_sim.cli", "--no-open"]


@contextmanager
def simulator(*arguments: str) -> Generator[tuple["subprocess.Popen[str]", str], None, None]:
    """The real command, and the address that it says."""
    with subprocess.Popen(
        [*SIM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            if "--time-control" in arguments:  # what it has understood is said first
                assert process.stdout.readline() == "5+3: each side has 5:00, and 3 s a move\n"
            line = process.stdout.readline()
            assert line.startswith("the board is at http://127.0.0.1:"), line
            yield process, line.split()[-1]
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_runs_until_it_is_told_to_end(number: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C, or SIGTERM: the PGN is printed, the record is written, nothing is complained of."""
    record = tmp_path / "out.log"

    async def play(home: str) -> None:
        async with visiting(home) as visitor:
            await visitor.play("e2e4", "e7e5")

    with simulator("--port", "0", "--time-control", "5+3", "--record", str(record)) as (process, home):
        asyncio.run(play(home))
        process.send_signal(number)
        printed, told = process.communicate(timeout=30)
    assert process.returncode == 0
    assert told == ""
    assert "1. e4 {" in printed
    assert '[TimeControl "300+3"]' in printed
    assert replay(read_sensor_log(record)).table.line.san == "e5"


def test_standard_output_has_the_games_only(tmp_path: Path) -> None:
    """What the process of the archive says, here of a damaged file, goes to standard error."""
    (tmp_path / "games-online").mkdir()
    (tmp_path / "games-online/archive.db").write_bytes(b"no database" * 1000)
    with simulator("--port", "0", "--games", str(tmp_path / "games")) as (process, home):
        assert answered(f"{home}api/v1/games/0123456789ab") == 404
        process.send_signal(signal.SIGTERM)
        printed, told = process.communicate(timeout=30)
    assert "it is set aside as archive.db.damaged-1" in told
    assert "archive.db" not in printed


def answered(address: str) -> int:
    """The status with which a page answers, once the process that it asks is up."""
    for _ in range(10_000):
        with closing(HTTPConnection(urlsplit(address).netloc, timeout=30)) as connection:
            connection.request("GET", urlsplit(address).path)
            if (status := connection.getresponse().status) != 503:
                return status
    return 503


def test_a_port_that_is_taken_is_refused_where_it_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit status 2."""
    with listen(ADDRESS, 0) as taken:
        port = taken.getsockname()[1]
        assert main(["--no-open", "--port", str(port)]) == 2
    told = capsys.readouterr().err
    assert told == f"--port {port}: address already in use, expected a port that is free; 0 is any\n"


def test_the_usual_port_may_be_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then another is used, and it is said."""
    with listen(ADDRESS, 0) as taken:
        monkeypatch.setattr(page_run, "PORT", taken.getsockname()[1])
        with page_run.door(None) as other:
            assert other.getsockname()[1] != taken.getsockname()[1]
    assert "is taken, another is used" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "has_tty", "opens", "opened"),
    [
        ("DISPLAY", True, True, True),
        ("WAYLAND_DISPLAY", True, True, True),
        ("DISPLAY", False, True, False),
        ("DISPLAY", True, False, False),
        ("HOME", True, True, False),
    ],
)
def test_a_browser_is_opened_on_a_desktop_only(
    variable: str,
    has_tty: bool,
    opens: bool,
    opened: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where somebody sits before one and has not said no."""
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, ":0")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: has_tty)
    asked: list[str] = []

    def browser(address: str) -> bool:
        asked.append(address)
        return True

    page_run.tell("http://127.0.0.1:1/", Where(opens=opens), browser)
    assert asked == (["http://127.0.0.1:1/"] if opened else [])
    assert capsys.readouterr().out == "the board is at http://127.0.0.1:1/\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--terminal", "--port", "1"], "--port: found without a page, expected neither --terminal"),
        (["--game", "2"], "--game: found without --play"),
        (["--games", ".", "--record", "x.log"], "--record: found beside --games"),
    ],
)
def test_what_does_not_go_together_is_refused(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit status 2."""
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(told)


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_is_a_number(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Anything else is refused with what was expected."""
    with pytest.raises(SystemExit, match="2"):
        main([f"--port={port}"])
    assert f"--port: {port!r} found, expected 0 to 65535" in capsys.readouterr().err


def test_without_aiohttp_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit status 2: the terminal needs none."""
    for name in [name for name in sys.modules if name.startswith(("jadoube_sim.page", "jadoube.web"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    assert main(["--no-open"]) == 2
    told = capsys.readouterr().err
    assert "aiohttp" in told
    assert "pip install 'jadoube[sim]', or --terminal" in told
    assert told.count("\n") == 1
