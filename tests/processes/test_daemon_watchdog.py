"""What `jadoube run`, a process of its own, tells systemd, also while its reeds do not answer."""

import os
import select
import socket
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import chess
import pytest

from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.messages.events import Scanned
from jadoube.core.state.table import Terms
from jadoube.drivers.reeds.serial_frames import frame
from shared.board.daemon import START, config, order, ordered_config, unfinished_game, wait_for, words

WATCHDOG_US = 400_000
STARTING = b"EXTEND_TIMEOUT_USEC=30000000"
WITH_A_CLOCK = Terms(control=parse_time_control("300"))
E4_PLAYED = Scanned(START ^ chess.BB_E2 ^ chess.BB_E4)


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket at which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        yield listening


@contextmanager
def started(file: Path, systemd: socket.socket) -> "Iterator[subprocess.Popen[str]]":
    """The daemon, started as systemd starts it."""
    told = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": f"{WATCHDOG_US}"}
    command = words(file)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | told) as process:
        try:
            yield process
        finally:
            process.kill()


def first_words(systemd: socket.socket, count: int) -> list[bytes]:
    """What systemd is told first; a start that takes long asks for time again and again."""
    told = [systemd.recv(100)]
    while len(told) < count:
        if (word := systemd.recv(100)) != STARTING or told != [STARTING]:
            told.append(word)
    return told


def last_word(systemd: socket.socket) -> bytes:
    """What systemd is told after all feeding of the watchdog."""
    while (last := systemd.recv(100)) == b"WATCHDOG=1":
        pass
    return last


def test_systemd_hears_that_it_is_up_and_scans(tmp_path: Path, systemd: socket.socket) -> None:
    """The daemon asks for time to start, says READY, feeds the watchdog, and says when it stops."""
    with started(config(tmp_path), systemd) as process:
        assert first_words(systemd, 4) == [STARTING, b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        process.terminate()
        assert last_word(systemd) == b"STOPPING=1"


def test_a_board_without_reeds_feeds_the_watchdog(tmp_path: Path, systemd: socket.socket) -> None:
    """Where there is no chip of pins: it is up and blind, and is not killed for it."""
    with started(config(tmp_path, pins="native"), systemd) as process:
        wait_for(process, "the board is blind")
        assert first_words(systemd, 4) == [STARTING, b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        process.terminate()
        assert last_word(systemd) == b"STOPPING=1"


class SerialBoard:
    """A microcontroller on a terminal of the kernel, behind a name that stays the same."""

    def __init__(self, name: Path) -> None:
        self._name = name
        self.plug()

    def plug(self) -> None:
        """Put the plug in."""
        self._board, self._line = os.openpty()
        tty.setraw(self._line)
        self._name.unlink(missing_ok=True)
        self._name.symlink_to(os.ttyname(self._line))

    def unplug(self) -> None:
        """Pull the plug."""
        os.close(self._line)
        os.close(self._board)

    def send(self, what: Scanned) -> None:
        """Send a frame."""
        os.write(self._board, frame(what))


def test_a_board_unplugged_in_play_feeds_the_watchdog(tmp_path: Path, systemd: socket.socket) -> None:
    """It is fed on, the clock runs on, and when the plug is back the reeds answer again."""
    unfinished_game(tmp_path, WITH_A_CLOCK)
    board = SerialBoard(tmp_path / "board")
    file = ordered_config(tmp_path)
    serial = f'"serial"\nserial_port = "{tmp_path}/board"'
    file.write_text(file.read_text(encoding="utf-8").replace('"gpiozero"', serial), encoding="utf-8")
    with started(file, systemd) as process:
        assert first_words(systemd, 3) == [STARTING, b"READY=1", b"WATCHDOG=1"]  # the line is open
        board.send(E4_PLAYED)
        assert order(process, tmp_path, "play").startswith("ok")
        board.unplug()
        assert process.stdout
        wait_for(process, "the board is blind until it answers")
        drain(systemd)
        assert [systemd.recv(100) for _ in range(2)] == [b"WATCHDOG=1"] * 2
        assert order(process, tmp_path, "pause").startswith("ok")  # refused while no clock runs
        board.plug()
        said = ""
        while "reeds answer again" not in said:
            board.send(E4_PLAYED)  # again and again: what came before the line was opened is lost
            assert systemd.recv(100) == b"WATCHDOG=1"
            while select.select([process.stdout], [], [], 0)[0]:
                said += os.read(process.stdout.fileno(), 4096).decode()
        process.terminate()
        assert last_word(systemd) == b"STOPPING=1"
    board.unplug()


def drain(systemd: socket.socket) -> None:
    """Take all that systemd was told until now."""
    patience_s = systemd.gettimeout()
    systemd.setblocking(False)
    with suppress(BlockingIOError):
        while systemd.recv(100):
            pass
    systemd.settimeout(patience_s)
