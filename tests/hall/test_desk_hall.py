"""`jadoube sim hall` as somebody starts it: broker, hall and boards are there; none is left."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from jadoube.config.problems import BadInput
from jadoube.config.settings import BrokerSettings
from jadoube.web.listener import listen
from jadoube_sim.cli import main
from jadoube_sim.hall import command
from jadoube_sim.hall.hall_process import HallPlan, hall_process
from jadoube_sim.hall.page_client import at_page

SIM = [sys.executable, "-m", "jadoube_sim.cli", "hall", "--port", "0", "--boards", "1"]
SAYS_BOARD = re.compile(r"board 1 is at (http://127\.0\.0\.1:\d+/)")
SAYS_WHERE = re.compile(r"the hall is at (http://127\.0\.0\.1:\d+/); its PIN is \d{6}; the broker is at")


def _begun_by(folder: Path) -> list[int]:
    """The processes whose temporary files are in this folder."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            words = (each / "cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in words:
            found.append(int(each.name))
    return found


def _started(folder: Path, stderr: int | None = None) -> subprocess.Popen[str]:
    """A hall on the desk that keeps its files in this folder; `stderr`: where it goes, as in Popen."""
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.Popen(SIM, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment)


def test_it_runs_until_ctrl_c_and_leaves_nothing(tmp_path: Path) -> None:
    """The page answers; after Ctrl-C no process is left, and no file but the user's runtime folder."""
    with _started(tmp_path) as process:
        try:
            assert process.stdout
            said = next(filter(None, map(SAYS_WHERE.search, process.stdout)))
            with urlopen(said[1]) as page:  # noqa: S310 - our own http URL
                assert page.status == 200
            assert len(_begun_by(tmp_path)) == 3
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
        finally:
            process.kill()
    assert _begun_by(tmp_path) == []
    assert [each.name for each in tmp_path.iterdir()] == [f"jadoube-{os.getuid()}"]


def test_a_board_tells_the_hall_where_its_page_is(tmp_path: Path) -> None:
    """Each has its own address there."""
    with _started(tmp_path) as process:
        try:
            assert process.stdout
            board = next(filter(None, map(SAYS_BOARD.search, process.stdout)))
            hall = next(filter(None, map(SAYS_WHERE.search, process.stdout)))
            assert asyncio.run(_shown_page(hall[1])) == board[1]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


async def _shown_page(url: str) -> str:
    """The address of the first board's page, as the hall's page has it."""
    async with asyncio.timeout(20), at_page(url) as page:
        async for message in page.messages():
            for name, part in message["parts"].items():
                if name.startswith("board/") and part and part.get("page"):
                    return str(part["page"])
    return ""


def test_a_hall_that_ends_is_one_line(tmp_path: Path) -> None:
    """Everything else ends with it."""
    with _started(tmp_path, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout
            assert process.stderr
            next(filter(None, map(SAYS_WHERE.search, process.stdout)))
            (hall,) = (
                each
                for each in _begun_by(tmp_path)
                if b"--config" in _words(each) and b"hall" in _words(each).split(b"\0")
            )
            os.kill(hall, signal.SIGKILL)
            said = process.stderr.read().splitlines()
            assert process.wait(20) == 2
            assert said[-1].endswith("it has ended with status -9, expected it to run on")
            assert not any("Traceback" in line for line in said)
        finally:
            process.kill()
    assert _begun_by(tmp_path) == []


def _words(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def test_bad_words_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Too many boards are refused with what is expected."""
    with pytest.raises(SystemExit):
        main(["hall", "--boards", "99"])
    assert "'99' found, expected 1 to 32" in capsys.readouterr().err


def test_without_a_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """If mosquitto is not installed, one line names its package."""
    monkeypatch.setattr("jadoube_sim.hall.broker.shutil.which", lambda *_, **__: None)
    with pytest.raises(BadInput, match="package mosquitto"):
        command.main(["--port", "0"])


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """One line says so, and nothing goes on without a page."""
    with closing(listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        plan = HallPlan(tmp_path, BrokerSettings(host="127.0.0.1", port=1, tls=False), port, print)

        async def run() -> None:
            async with hall_process(plan):
                pass

        with pytest.raises(BadInput, match=f"--port {port}: .*ddress already in use"):
            asyncio.run(run())
