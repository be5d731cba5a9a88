"""The daemon, a process of its own, is stopped while a part hangs: it ends, and says what is missing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.state.table import Terms
from jadoube.daemon.ending import CRASHED, UNFINISHED
from shared.board.daemon import order, unfinished_game, wait_for

WITH_A_CLOCK = Terms(control=parse_time_control("300"))
END_S = 1.0
PATIENCE_S = 20
CONFIG = """\
[lamps]
enabled = {lamps}
[faces]
enabled = false
[sound]
enabled = false
[archive]
directory = "games"
[control]
socket = "control"
[web]
enabled = {web}
address = "127.0.0.1"
port = 0
[online]
enabled = false
[power]
watch = false
off_command = ["touch", "{folder}/off"]
"""
#: A board on the twin's electronics, with something in it that hangs.
BOARD = """
import sys, threading
from pathlib import Path
from jadoube.config.settings import load_settings
from jadoube.daemon.loop import Daemon
from jadoube.daemon.service import serve
from jadoube.drivers.reeds.reopening import LateScanner
from jadoube_sim.twin import Twin

def hang(*_, **__):
    threading.Event().wait()

settings = load_settings(Path("board.toml"))
electronics = Twin(settings.pins).electronics
{hangs}
sys.exit(serve(settings, electronics, lambda line: print(line, flush=True), {end_s}))
"""
LAMPS = "electronics.spi = hang"
REEDS_THAT_CLOSE = "LateScanner.close = hang"
A_SCAN = """
def settle(_):
    print("scanning", flush=True)
    hang()
electronics.settle = settle
"""
AN_IMPORT = """
class Hangs:
    def find_spec(self, name, path=None, target=None):
        if name == "jadoube.formats.pgn":
            print("importing formats.pgn", flush=True)
            hang()
sys.meta_path.insert(0, Hangs())
"""
SWITCHED_OFF = """
async def scan(self):
    self.switched_off = True
Daemon.scan = scan
"""
CRASHES = """
async def scan(self):
    raise RuntimeError("out of sorts")
Daemon.scan = scan
"""


@contextmanager
def board(
    folder: Path, hangs: str = "", *, end_s: float = END_S, web: str = "false"
) -> Iterator["subprocess.Popen[str]"]:
    """A board that keeps its games in this folder."""
    (folder / "board.toml").write_text(
        CONFIG.format(folder=folder, web=web, lamps=f"{hangs == LAMPS}".lower()), encoding="utf-8"
    )
    command = [sys.executable, "-c", BOARD.format(hangs=hangs, end_s=end_s)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=folder) as process:
        try:
            wait_for(process, "scanning every")
            yield process
        finally:
            process.kill()


def ended(process: "subprocess.Popen[str]") -> tuple[int, list[str]]:
    """Its status and what it said; nothing was told as a fault."""
    said, errors = process.communicate(timeout=PATIENCE_S)
    assert errors == ""
    return process.returncode, said.splitlines()


def test_a_board_at_ease_ends_with_status_0(tmp_path: Path) -> None:
    """And says nothing of it."""
    with board(tmp_path, end_s=PATIENCE_S) as process:
        process.terminate()
        assert ended(process) == (0, [])


@contextmanager
def with_a_disk_that_hangs(folder: Path, end_s: float) -> Iterator["subprocess.Popen[str]"]:
    """A board whose journal has become a pipe that nobody reads: opening it to write does not come back."""
    journal = unfinished_game(folder, WITH_A_CLOCK)
    with board(folder, end_s=end_s) as process:
        wait_for(process, "is taken up again")
        order(process, folder, "")  # it takes orders: what came before is on its way to the disk
        pipe = journal.with_suffix(".pipe")
        os.mkfifo(pipe)
        pipe.replace(journal)  # at once: the board may write at any moment
        assert order(process, folder, "penalty black 60").startswith("ok")
        yield process


def test_a_disk_that_hangs_is_left_and_what_is_missing_is_said(tmp_path: Path) -> None:
    """Journal and PGN; the status says that something is missing."""
    with with_a_disk_that_hangs(tmp_path, END_S) as process:
        process.terminate()
        status, said = ended(process)
    assert status == UNFINISHED
    assert "games: not closed within 1 s, left as it is" in said
    assert any(line.endswith("bytes of games/000001.journal are not written") for line in said)
    assert "games/000001.pgn is not written as the game stands" in said


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    """Long before the time is up, with the same words of what is missing."""
    with with_a_disk_that_hangs(tmp_path, 600) as process:
        process.terminate()
        process.terminate()  # `timeout` sends each signal twice: that one is the first
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
        status, said = ended(process)
    assert status == UNFINISHED
    assert said[0] == "the shutdown is given up: what does not answer is left as it is"
    assert any(line.endswith("bytes of games/000001.journal are not written") for line in said)


@pytest.mark.parametrize(
    ("hangs", "name"), [(LAMPS, "lamps"), (REEDS_THAT_CLOSE, "reeds")], ids=["a frame", "closing"]
)
def test_a_part_that_hangs_is_named_and_left(tmp_path: Path, hangs: str, name: str) -> None:
    """The game is written all the same."""
    with board(tmp_path, hangs) as process:
        order(process, tmp_path, "")
        process.terminate()
        status, said = ended(process)
    assert (status, said) == (UNFINISHED, [f"{name}: not closed within 1 s, left as it is"])
    assert (tmp_path / "games" / "000001.journal").stat().st_size


def test_an_import_that_hangs_is_not_waited_for(tmp_path: Path) -> None:
    """Everything is written and dark: long before the time is up it ends, with status 0."""
    with board(tmp_path, AN_IMPORT, end_s=600, web="true") as process:
        wait_for(process, "importing formats.pgn")
        process.terminate()
        assert ended(process) == (0, [])


def test_a_scan_that_hangs_is_ended_by_the_guard(tmp_path: Path) -> None:
    """Nothing goes on in the loop, which cannot even hear the signal."""
    with board(tmp_path, A_SCAN) as process:
        wait_for(process, "scanning")
        process.terminate()
        status, said = ended(process)
    assert status == UNFINISHED
    assert said[0] == "the shutdown is given up: what does not answer is left as it is"


def test_a_board_that_was_switched_off_switches_its_machine_off_whatever_hangs(tmp_path: Path) -> None:
    """The command runs once the time is up."""
    with board(tmp_path, SWITCHED_OFF + REEDS_THAT_CLOSE) as process:
        assert ended(process)[0] == UNFINISHED
    assert (tmp_path / "off").exists()


def test_a_crash_ends_too_whatever_hangs(tmp_path: Path) -> None:
    """With its traceback, and with a status upon which systemd starts it anew."""
    with board(tmp_path, CRASHES + REEDS_THAT_CLOSE) as process:
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == CRASHED
    assert "RuntimeError: out of sorts" in errors
