"""What systemd is told, on a socket as systemd opens it."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from jadoube.daemon.supervise import Supervisor


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket at which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def told(systemd: socket.socket) -> list[str]:
    """All that was told since the last time."""
    lines = []
    while True:
        try:
            lines.append(systemd.recv(100).decode())
        except BlockingIOError:
            return lines


def test_it_is_told_that_the_board_is_up_scans_and_stops(systemd: socket.socket) -> None:
    """In these words, each once."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "10000000"}, 1)
    supervisor.ready()
    supervisor.scanned(5)
    supervisor.stopping()
    supervisor.stopping()
    assert told(systemd) == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_the_watchdog_is_fed_four_times_in_its_time_however_many_scans(systemd: socket.socket) -> None:
    """A scan every 5 ms for ten seconds feeds a watchdog of ten seconds four times."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "10000000"}, 1)
    for now_ms in range(0, 10_000, 5):
        supervisor.scanned(now_ms)
    assert told(systemd) == ["WATCHDOG=1"] * 4
    supervisor.stopping()


@pytest.mark.parametrize("environment", [{}, {"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "2"}])
def test_no_watchdog_is_fed_that_is_not_ours(systemd: socket.socket, environment: dict[str, str]) -> None:
    """Where there is none, or it is another process's."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname()} | environment, 1)
    supervisor.scanned(5)
    supervisor.stopping()
    assert told(systemd) == ["STOPPING=1"]


def test_an_abstract_socket_will_do() -> None:
    """A name that begins with @ is one that has no file."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0jadoube-test-notify")
        supervisor = Supervisor({"NOTIFY_SOCKET": "@jadoube-test-notify"}, 1)
        supervisor.ready()
        assert listening.recv(100) == b"READY=1"
        supervisor.stopping()


def test_nobody_listens() -> None:
    """Started by hand, or with a socket that is gone: nothing is told, and nothing fails."""
    for environment in ({}, {"NOTIFY_SOCKET": "/nowhere/notify"}):
        supervisor = Supervisor(environment, 1)
        supervisor.ready()
        supervisor.scanned(5)
        supervisor.stopping()
