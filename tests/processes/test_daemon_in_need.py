"""`jadoube run`, a process of its own, when it is stopped too soon, killed, or the disk has no room."""

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import Ordered
from jadoube.core.state.table import Terms
from jadoube.games.journal.text import read_journal
from shared.board.daemon import daemon, order, ordered_config, unfinished_game, wait_for

WITH_A_CLOCK = Terms(control=parse_time_control("300"))
STOPPED_WHILE = """
import os, runpy, signal, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["jadoube", "run"]
runpy.run_module("jadoube", run_name="__main__")
"""


@pytest.mark.parametrize("name", ["jadoube.cli", "argparse", "chess", "asyncio", "jadoube.daemon.service"])
def test_ctrl_c_is_quiet_from_the_first_import_on(name: str) -> None:
    """While this is imported: nothing is said, and the status is that of a program its user has stopped."""
    code = STOPPED_WHILE.format(name=name)
    stopped = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (130, "", "")


def test_a_game_outlives_any_number_of_kills(tmp_path: Path) -> None:
    """Killed on the spot, three times: each time the game is taken up with all that was journalled."""
    journal, file = unfinished_game(tmp_path, WITH_A_CLOCK), ordered_config(tmp_path)
    for minute in range(1, 4):
        with daemon(file) as process:
            assert "plies: 1" in wait_for(process, "is taken up again")
            assert order(process, tmp_path, f"penalty black {minute * 60}").startswith("ok")
            while orders_in(journal) < minute:
                assert process.poll() is None
            process.kill()
            process.communicate(timeout=20)
        assert process.returncode == -signal.SIGKILL
    assert not read_journal(journal).torn
    assert [path.name for path in journal.parent.glob("*.journal")] == [journal.name]


def orders_in(journal: Path) -> int:
    """How many orders the journal holds."""
    return sum(isinstance(event, Ordered) for _, event in read_journal(journal).events)


def test_a_disk_without_room_ends_no_game(tmp_path: Path) -> None:
    """It is said once; when there is room again that is said, and nothing is missing."""
    journal, file = unfinished_game(tmp_path, WITH_A_CLOCK), ordered_config(tmp_path)
    with daemon(file) as process:
        assert order(process, tmp_path, "penalty black 60").startswith("ok")
        while orders_in(journal) < 1:
            assert process.poll() is None
        _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, most))
        assert order(process, tmp_path, "penalty black 120").startswith("ok")
        assert "is kept and tried again" in wait_for(process, f"{journal}: ")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
        process.send_signal(signal.SIGTERM)
        said, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
    assert f"{journal}: written again, nothing is missing" in said
    assert orders_in(journal) == 2
