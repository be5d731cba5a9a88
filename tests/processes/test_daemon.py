"""`jadoube run` as a service runs it: a process of its own, over gpiozero's mock pins."""

import signal
import socket
import subprocess
from pathlib import Path

from jadoube.games.journal.text import read_journal
from shared.board.daemon import config, daemon, ordered_config, unfinished_game, wait_for, words
from shared.board.online_process import lives


def test_sigterm_ends_it_cleanly(tmp_path: Path) -> None:
    """Status 0, nothing on standard error, and a journal that can be read."""
    with daemon(config(tmp_path)) as process:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
    assert not read_journal(tmp_path / "games" / "000001.journal").torn


def test_sigterm_ends_it_cleanly_while_somebody_is_connected(tmp_path: Path) -> None:
    """Who is connected does not keep it, and nothing is told as a fault."""
    file = ordered_config(tmp_path)
    with daemon(file) as process, socket.socket(socket.AF_UNIX) as idle:
        path = tmp_path / "control"
        while not path.is_socket() or idle.connect_ex(str(path)):
            lives(process)
        idle.sendall(b"pause\n")
        assert idle.recv(100) == b"refused no clock runs\n"
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")


def test_an_unfinished_game_is_taken_up_again(tmp_path: Path) -> None:
    """The journal that the game was cut off in grows; no other is begun; its PGN is there in the end."""
    journal = unfinished_game(tmp_path)
    assert not journal.with_suffix(".pgn").exists()
    before = len(read_journal(journal).events)
    with daemon(config(tmp_path)) as process:
        assert "plies: 1" in wait_for(process, "is taken up again")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert len(read_journal(journal).events) > before
    assert "\n1. " in journal.with_suffix(".pgn").read_text(encoding="utf-8")
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


def test_a_full_log_ends_no_game(tmp_path: Path) -> None:
    """What cannot be said is left unsaid; SIGTERM still ends it cleanly."""
    with (
        Path("/dev/full").open("w", encoding="utf-8") as full,
        subprocess.Popen(words(config(tmp_path)), stdout=full, stderr=subprocess.PIPE, text=True) as process,
    ):
        journal = tmp_path / "games" / "000001.journal"
        while not (journal.exists() and journal.stat().st_size):
            lives(process)
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
