"""`jadoube run` as a service runs it: a process of its own, over gpiozero's mock pins."""

import os
import signal
import socket
import subprocess
from pathlib import Path

from jadoube.daemon.journal import read_journal
from running_daemon import config, daemon, unfinished_game, wait_for, words


def test_sigterm_ends_it_cleanly(tmp_path: Path) -> None:
    """Status 0, nothing on standard error, and a journal that can be read."""
    with daemon(config(tmp_path)) as process:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
    assert not read_journal(tmp_path / "games" / "000001.journal").torn


def test_sigterm_ends_it_cleanly_while_somebody_is_connected(tmp_path: Path) -> None:
    """Who is connected does not keep it, and nothing is told as a fault."""
    file = config(tmp_path)
    with file.open("a", encoding="utf-8") as text:
        text.write('[control]\nsocket = "control"\n')
    with daemon(file) as process, socket.socket(socket.AF_UNIX) as idle:
        path = tmp_path / "control"
        while not path.is_socket() or idle.connect_ex(str(path)):
            assert process.poll() is None
        idle.sendall(b"pause\n")
        assert idle.recv(100) == b"refused no clock runs\n"
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")


def test_an_unfinished_game_is_taken_up_again(tmp_path: Path) -> None:
    """The journal that the game was cut off in grows; no other is begun."""
    journal = unfinished_game(tmp_path)
    before = len(read_journal(journal).events)
    with daemon(config(tmp_path)) as process:
        assert "plies: 1" in wait_for(process, "is taken up again")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert len(read_journal(journal).events) > before
    assert [path.name for path in (tmp_path / "games").glob("*.journal")] == ["000001.journal"]


def test_two_do_not_share_a_folder(tmp_path: Path) -> None:
    """The second says so in one line, and nothing else, and ends with status 2."""
    file = config(tmp_path)
    with daemon(file):
        second = subprocess.run(words(file), capture_output=True, text=True, check=False, timeout=20)
    assert second.returncode == 2
    assert second.stdout == ""
    assert "in use by another jadoube" in second.stderr
    assert second.stderr.count("\n") == 1


def test_a_face_that_fails_is_named_and_done_without(tmp_path: Path) -> None:
    """There is no I2C bus here: each face is said once, and the daemon goes on."""
    with daemon(config(tmp_path, faces="true")) as process:
        assert "does not open" in wait_for(process, "face: ")
        assert process.poll() is None


def test_without_reeds_the_board_is_blind_and_goes_on(tmp_path: Path) -> None:
    """One line that names the part and what to do; the rest is there, and the reeds are tried again."""
    with daemon(config(tmp_path, pins="native")) as process:
        assert "the board is blind until it answers" in wait_for(process, "reeds: ")
        assert process.poll() is None


def test_systemd_hears_that_it_is_up_and_scans(tmp_path: Path) -> None:
    """Started as systemd starts it, the daemon says READY, feeds the watchdog, and says when it stops."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
        with subprocess.Popen(
            words(config(tmp_path)), stdout=subprocess.DEVNULL, env=os.environ | told
        ) as process:
            assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            process.terminate()
            while (last := systemd.recv(100)) == b"WATCHDOG=1":
                pass
            assert last == b"STOPPING=1"


def test_a_blind_board_starves_the_watchdog(tmp_path: Path) -> None:
    """Without reeds it is up, and no scan is complete."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
        command = words(config(tmp_path, pins="native"))
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | told) as process:
            wait_for(process, "the board is blind")
            process.terminate()
            assert [systemd.recv(100) for _ in range(2)] == [b"READY=1", b"STOPPING=1"]


def test_a_full_log_ends_no_game(tmp_path: Path) -> None:
    """What cannot be said is left unsaid; SIGTERM still ends it cleanly."""
    with (
        Path("/dev/full").open("w", encoding="utf-8") as full,
        subprocess.Popen(words(config(tmp_path)), stdout=full, stderr=subprocess.PIPE, text=True) as process,
    ):
        journal = tmp_path / "games" / "000001.journal"
        while not (journal.exists() and journal.stat().st_size):
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert "Traceback" not in errors


def test_without_a_place_for_its_socket_it_says_why(tmp_path: Path) -> None:
    """A path that is too long for a socket is named with the reason; the board runs without orders."""
    file = config(tmp_path)
    with file.open("a", encoding="utf-8") as text:
        text.write(f'[control]\nsocket = "{"x" * 120}"\n')
    with daemon(file) as process:
        assert "path too long; the board takes no orders" in wait_for(process, "control: ")
        assert process.poll() is None
