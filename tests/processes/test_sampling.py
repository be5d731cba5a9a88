"""The sampling process of a board, a real one: what holds the program up holds up none of its scans."""

import asyncio
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from jadoube.cli.main import main
from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Button, Scanned
from jadoube.daemon.sampling.child import Child
from jadoube.daemon.sampling.from_process import ProcessScans
from jadoube.daemon.sampling.reports import Report, pack, task_for, unpack_report
from jadoube.drivers.reeds.serial_frames import frame
from shared.board.daemon import START, daemon, order, ordered_config, wait_for

PERIOD_MS = 5
THINKS_S = 0.2
TRIES = 10
"""How often it is tried: where `go_first` may not, other work of this machine can make a process late."""
WITHOUT_A_BUZZER = "[sound]\nenabled = false\n"
MOCK = ReedSettings(scanner="gpiozero", pin_factory="mock")


def go_first(pid: int) -> None:
    """Let a process go before other work of this machine, which is not what is tried here."""
    with suppress(PermissionError):
        os.sched_setscheduler(pid, os.SCHED_FIFO, os.sched_param(1))


@contextmanager
def sampling(reeds: ReedSettings = MOCK) -> Iterator[Child]:
    """A sampling process of a board that is wired by the pin map, over these reeds."""
    child = Child()
    go_first(child.pid)
    try:
        child.give(pack(task_for(load_pinmap(), reeds, PERIOD_MS)))
        yield child
    finally:
        child.end()


def reports(child: Child, until: Callable[[Report], bool]) -> list[Report]:
    """What it reports up to this."""
    child.line.settimeout(60)
    found: list[Report] = []
    while not found or not until(found[-1]):
        packet = child.line.recv(1 << 17)
        assert packet, "it ended"
        found.append(unpack_report(packet))
    return found


def think(seconds: float) -> None:
    """Compute for so many seconds of the processor, and let no other thread in."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(10 * seconds)
    ends = resource.getrusage(resource.RUSAGE_SELF).ru_utime + seconds
    while resource.getrusage(resource.RUSAGE_SELF).ru_utime < ends:
        sum(range(1000))
    sys.setswitchinterval(before)


def test_no_scan_is_late_by_more_than_a_period_while_the_program_computes() -> None:
    """Six times 200 ms: the process counts its own scans, none of which is late or missing."""
    with sampling() as child:
        reports(child, lambda report: report.tally is not None)
        for _ in range(TRIES):
            reports(child, lambda report: report.tally is not None)  # what was counted before
            for _ in range(6):
                think(THINKS_S)
            (*_, last) = reports(child, lambda report: report.tally is not None)
            if last.tally and last.tally.scans >= 190 and not last.tally.late + last.tally.missed:
                return
    pytest.fail(f"late or missing in each of {TRIES} seconds, at last {last.tally}")


class Reeds:
    """Reeds at the end of a serial line, moved by another process while this one computes."""

    MOVES = """
import os, sys, time
for packet in sys.argv[3:]:
    time.sleep(float(sys.argv[2]))
    print(time.monotonic_ns() // 1_000_000, flush=True)
    os.write(int(sys.argv[1]), bytes.fromhex(packet))
"""

    def __init__(self) -> None:
        self._board, self._line = os.openpty()
        tty.setraw(self._line)
        self.settings = ReedSettings(scanner="serial", serial_port=os.ttyname(self._line))

    def show(self, scanned: Scanned) -> None:
        """Show this from now on."""
        os.write(self._board, frame(scanned))

    def show_later(self, every_s: float, *shown: Scanned) -> "subprocess.Popen[str]":
        """Let another process show these, one after the other; it says when."""
        packets = [frame(scanned).hex() for scanned in shown]
        command = [sys.executable, "-S", "-c", self.MOVES, f"{self._board}", f"{every_s}", *packets]
        moving = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, pass_fds=[self._board])
        go_first(moving.pid)
        return moving

    def close(self) -> None:
        """Close the line."""
        os.close(self._board)
        os.close(self._line)


def test_scans_made_while_the_program_computes_bear_their_own_instants() -> None:
    """A lever goes down and up again within one step: the loop gets both, at their instants, in order."""
    reeds = Reeds()
    shown = [Scanned(START), Scanned(START, Button.WHITE), Scanned(START)]

    async def taken(child: Child) -> list[int]:
        scans = ProcessScans(child, PERIOD_MS, 0)
        while (await scans.next(scans.now_ms())).found != shown[0]:
            reeds.show(shown[0])  # again and again: what comes before the line is open is lost
        with reeds.show_later(0.06, *shown[1:]) as moving:
            assert moving.stdout
            first_ms = int(moving.stdout.readline())
            think(THINKS_S)
            ended_ms = scans.now_ms()
            moved_ms = [first_ms, int(moving.stdout.readline())]
        got: list[Scanned] = []
        while len(got) < 2:
            scan = await scans.next(None)
            if isinstance(scan.found, Scanned) and scan.found != (got[-1] if got else shown[0]):
                got.append(scan.found)
                instants.append(scan.at_ms)
        assert got == shown[1:]
        zero_ms = scans._slots.zero_ms
        scans.end()
        return [ended_ms, *(at_ms - zero_ms for at_ms in moved_ms)]

    try:
        for _ in range(TRIES):
            instants: list[int] = []
            with sampling(reeds.settings) as child:
                ended_ms, *moved_ms = asyncio.run(taken(child))
            late_ms = [at - moved for at, moved in zip(instants, moved_ms, strict=True)]
            assert min(late_ms) >= 0
            if max(instants) < ended_ms and max(late_ms) <= 2 * PERIOD_MS:
                return
    finally:
        reeds.close()
    pytest.fail(f"in each of {TRIES} tries a scan was late, at last by {late_ms} ms")


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_gone(pid: int) -> bool:
    """Whether a process has ended, be it taken leave of or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith(("Z", "X"))
    except OSError:
        return True


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (signal.SIGKILL, "the sampling process ended, killed by signal 9; a new one is started"),
        (signal.SIGSTOP, "the sampling process does not answer; a new one is started"),
    ],
)
def test_a_sampling_process_that_fails_is_replaced(tmp_path: Path, how: signal.Signals, said: str) -> None:
    """It is said in one line, the reeds answer again, and orders are carried out as before."""
    with daemon(ordered_config(tmp_path, WITHOUT_A_BUZZER)) as process:
        assert order(process, tmp_path, "pause") == "refused no clock runs"
        (first,) = children_of(process.pid)
        os.kill(first, how)
        assert wait_for(process, "reeds: ").strip() == f"reeds: {said}; the board is blind until it answers"
        assert order(process, tmp_path, "pause") == "refused no clock runs"
        assert wait_for(process, "again").strip() == "reeds answer again"
        (second,) = children_of(process.pid)
        assert second != first
        assert is_gone(first)
        process.terminate()
        assert process.wait(20) == 0
        assert is_gone(second)


def test_it_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    """Its line is closed by the kernel: it releases the rows and ends, without a word."""
    with daemon(ordered_config(tmp_path, WITHOUT_A_BUZZER)) as process:
        assert order(process, tmp_path, "pause") == "refused no clock runs"
        (child,) = children_of(process.pid)
        ended = os.pidfd_open(child)
        process.kill()
        assert select.select([ended], [], [], 20)[0]
        assert process.stderr
        assert process.stderr.read() == ""
        os.close(ended)


def test_a_signal_to_all_processes_does_not_reach_it(tmp_path: Path) -> None:
    """Ctrl-C, and systemd's stop: the program ends it, and nothing is said of it."""
    with daemon(ordered_config(tmp_path, WITHOUT_A_BUZZER)) as process:
        assert order(process, tmp_path, "pause") == "refused no clock runs"
        (child,) = children_of(process.pid)
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(child, number)
        os.kill(process.pid, signal.SIGINT)
        said, errors = process.communicate(timeout=20)
    assert (process.returncode, said, errors) == (0, "", "")


def test_it_imports_no_chess_and_nothing_of_the_program_above_the_drivers() -> None:
    """It is small, and scans while the program still imports. Without a task it ends at once."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.close()
    command = [sys.executable, "-X", "importtime", "-m", "jadoube.daemon.sampling"]
    with theirs:
        ran = subprocess.run(
            command, stdin=theirs.fileno(), capture_output=True, text=True, check=True, timeout=20
        )
    imported = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "jadoube.drivers.reeds.matrix" in imported
    heavy = ("chess", "asyncio", "argparse", "multiprocessing", "concurrent", "gpiozero", "lgpio", "gpiod")
    above = (
        "jadoube.cli",
        "jadoube.web",
        "jadoube.daemon.loop",
        "jadoube.config.settings",
        "jadoube.core.state",
    )
    assert [name for name in imported if name.partition(".")[0] in heavy or name.startswith(above)] == []


def test_it_imports_from_where_the_program_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may run from a folder or an archive that is not installed; its names may have spaces."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "not_installed.py").write_text(
        "import sys, socket; socket.socket(fileno=0).send(f'{__name__} {sys.path[0]}'.encode())\n"
    )
    monkeypatch.syspath_prepend(folder)
    child = Child("not_installed")
    try:
        child.line.settimeout(20)
        assert child.line.recv(1000).decode() == f"__main__ {folder}"
    finally:
        child.end()


def test_a_program_that_can_start_no_process_says_so_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too many processes or open files, for example, or no interpreter, as here."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert main(["run"]) == 2
    assert capsys.readouterr().err == (
        "reeds: the sampling process does not start, No such file or directory; expected room for one more "
        "process and some open files\n"
    )
