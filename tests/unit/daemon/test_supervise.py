"""What systemd is told, on a socket as systemd opens it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from jadoube.core.messages.events import Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.daemon.loop import Daemon
from jadoube.daemon.sampling.source import PacedScans
from jadoube.daemon.supervise import EXTEND_S, EXTENDED_S, LONGEST_START_S, Supervisor
from jadoube.drivers.interfaces import NotYet, Part, PartFailed
from jadoube_sim.virtual import VirtualPace


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
    assert told(systemd) == []
    supervisor.scanned(5)
    supervisor.scanned(10)
    supervisor.show("12000 scans")
    supervisor.stopping()
    supervisor.stopping()
    assert told(systemd) == ["READY=1", "WATCHDOG=1", "STATUS=12000 scans", "STOPPING=1"]


def test_the_watchdog_is_fed_four_times_in_its_time_however_many_scans(systemd: socket.socket) -> None:
    """A scan every 5 ms for ten seconds feeds a watchdog of ten seconds four times."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "10000000"}, 1)
    for now_ms in range(0, 10_000, 5):
        supervisor.scanned(now_ms)
    assert told(systemd) == ["READY=1", *["WATCHDOG=1"] * 4]
    supervisor.stopping()


@pytest.mark.parametrize("environment", [{}, {"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "2"}])
def test_no_watchdog_is_fed_that_is_not_ours(systemd: socket.socket, environment: dict[str, str]) -> None:
    """Where there is none, or it is another process's."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname()} | environment, 1)
    supervisor.scanned(5)
    supervisor.stopping()
    assert told(systemd) == ["READY=1", "STOPPING=1"]


def test_a_long_start_asks_for_more_time_again_and_again(systemd: socket.socket) -> None:
    """At once, then regularly, each time for longer than until the next; never after the start is over."""
    assert EXTENDED_S > 2 * EXTEND_S
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname()}, 1)
    systemd.settimeout(30)
    with supervisor.starting(extend_s=0.001):
        assert [systemd.recv(100) for _ in range(3)] == [b"EXTEND_TIMEOUT_USEC=30000000"] * 3
    systemd.setblocking(False)
    told(systemd)
    supervisor.scanned(5)
    supervisor.stopping()
    assert told(systemd) == ["READY=1", "STOPPING=1"]


def test_a_start_that_never_ends_is_given_up(systemd: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half an hour's worth of requests; then systemd's patience ends."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname()}, 1)
    asked: list[str] = []
    monkeypatch.setattr(supervisor, "_tell", asked.append)
    supervisor._ask_for_time(threading.Event(), 0)
    assert asked == ["EXTEND_TIMEOUT_USEC=30000000"] * int(LONGEST_START_S / EXTEND_S)
    monkeypatch.undo()
    supervisor.stopping()


def test_a_start_that_fails_asks_no_more(systemd: socket.socket) -> None:
    """The problem is raised as it was."""
    supervisor = Supervisor({"NOTIFY_SOCKET": systemd.getsockname()}, 1)
    with pytest.raises(ZeroDivisionError), supervisor.starting():
        raise ZeroDivisionError
    assert told(systemd) == ["EXTEND_TIMEOUT_USEC=30000000"]
    supervisor.stopping()


def test_an_abstract_socket_will_do() -> None:
    """A name that begins with @ is one that has no file."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0jadoube-test-notify")
        supervisor = Supervisor({"NOTIFY_SOCKET": "@jadoube-test-notify"}, 1)
        supervisor.scanned(5)
        assert listening.recv(100) == b"READY=1"
        supervisor.stopping()


def test_nobody_listens() -> None:
    """Started by hand, or with a socket that is gone: nothing is told, and nothing fails."""
    for environment in ({}, {"NOTIFY_SOCKET": "/nowhere/notify"}):
        supervisor = Supervisor(environment, 1)
        with supervisor.starting():
            supervisor.scanned(5)
        supervisor.stopping()


class Scans:
    """A scanner whose reads do this."""

    def __init__(self, read: Callable[[], Scanned]) -> None:
        self.read = read

    def close(self) -> None:
        """Nothing to do."""


def does_not_answer() -> Scanned:
    """A plug is pulled."""
    raise PartFailed(Part.REEDS, "does not answer", "check its plug")


def too_soon() -> Scanned:
    """A line has only just been opened."""
    raise NotYet(Part.REEDS, "sends no frames", "check the board")


@pytest.mark.parametrize("read", [does_not_answer, too_soon, lambda: Scanned(0)])
def test_every_scan_that_came_back_feeds_the_watchdog(read: Callable[[], Scanned]) -> None:
    """For a minute, whatever it brought, never 2 s pass without one: a watchdog of 10 s is never hungry."""
    pace = VirtualPace(5, smooth=True)
    scans = PacedScans(Scans(read), pace)
    daemon = Daemon(new_table(Terms(), settled_contacts(0)), scans, say=lambda _: None)
    fed_ms: list[int] = [0]
    daemon.scan_watchers.append(fed_ms.append)
    pace.schedule(60_000_000, daemon.stop)
    asyncio.run(daemon.run())
    assert max(later - before for before, later in pairwise(fed_ms)) < 2000
    assert fed_ms[-1] > 58_000


def test_a_scan_that_does_not_come_back_starves_the_watchdog() -> None:
    """The driver's third read ends the loop by force, as nothing else gets it out of a read that hangs."""
    reads = iter([Scanned(0), Scanned(0)])
    pace = VirtualPace(5, smooth=True)
    scans = PacedScans(Scans(lambda: next(reads)), pace)
    daemon = Daemon(new_table(Terms(), settled_contacts(0)), scans)
    fed_ms: list[int] = []
    daemon.scan_watchers.append(fed_ms.append)
    pace.schedule(60_000_000, daemon.stop)
    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(daemon.run())
    assert fed_ms == [5, 10]
