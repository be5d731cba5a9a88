"""The process of what leaves the board: beside the board, killed at any time, asked at its desk."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from jadoube.local.desk_call import ask_desk
from running_daemon import CONFIG, child_of, daemon, wait_for

MORE = """\
[control]
socket = "control"
[online]
directory = "own"
socket = "desk"
[live]
enabled = true
"""
PGN = '[Event "Club"]\n[White "Ada"]\n[Result "*"]\n[GameId "0123456789ab"]\n\n1. e4 *\n\n'


def config(folder: Path, more: str = MORE) -> Path:
    """The configuration of a board that keeps an archive."""
    folder.mkdir(exist_ok=True)
    file = folder / "board.toml"
    text = CONFIG.format(pins="mock", faces="false", folder=folder / "games")
    file.write_text(text.replace("[online]\nenabled = false\n", "") + more, encoding="utf-8")
    return file


@contextmanager
def online(file: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The process by itself, as its systemd unit starts it."""
    command = [sys.executable, "-m", "jadoube", "online", "--config", str(file), *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def asked(process: subprocess.Popen[Any], folder: Path, ask: str) -> Any:
    """Ask as soon as the desk is there."""
    while True:
        assert process.poll() is None
        with suppress(OSError):
            return ask_desk(folder / "desk", ask)


def put(path: Path, text: str) -> None:
    """Write a file as the daemon does: beside, and renamed."""
    draft = path.with_name(f"{path.name}.tmp")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def comes(process: subprocess.Popen[Any], path: Path, text: str) -> None:
    """Wait until a file has this in it."""
    while not (path.exists() and text in path.read_text(encoding="utf-8")):
        assert process.poll() is None


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_looks_and_answers_and_ends_when_it_is_told(tmp_path: Path, by: signal.Signals) -> None:
    """The running game is in the live folder at its next look; nothing is said while all is well."""
    with online(config(tmp_path)) as process:
        status = asked(process, tmp_path, "status")
        assert status["live"]["enabled"] is True
        put(tmp_path / "game.pgn", PGN)
        comes(process, tmp_path / "own" / "live" / "round-1" / "games.pgn", "1. e4 *")
        process.send_signal(by)
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == 0
    assert not (tmp_path / "desk").exists()


def test_a_child_ends_with_its_standard_input(tmp_path: Path) -> None:
    """Its parent may have been killed."""
    with online(config(tmp_path), "--child") as process:
        asked(process, tmp_path, "status")
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == 0


def test_after_a_kill_another_goes_on(tmp_path: Path) -> None:
    """What was shown stays, and what came meanwhile is shown."""
    file, shown = config(tmp_path), tmp_path / "own" / "live" / "round-1" / "games.pgn"
    put(tmp_path / "game.pgn", PGN)
    with online(file) as process:
        comes(process, shown, "1. e4 *")
        process.kill()
    put(tmp_path / "game.pgn", PGN.replace("*\n\n", "e5 *\n\n"))
    with online(file) as process:
        comes(process, shown, "1... e5")


def test_a_disk_that_is_away_is_said_once(tmp_path: Path) -> None:
    """The process goes on, and what could not be done is done when it can."""
    file = config(tmp_path)
    (tmp_path / "own").write_text("in the way", encoding="utf-8")
    put(tmp_path / "game.pgn", PGN)
    with online(file) as process:
        wait_for(process, "online.directory: ")
        assert "own/live: not a directory; it is tried again" in wait_for(process, "live: ")
        assert asked(process, tmp_path, "status")["live"]["problem"]["en"]
        (tmp_path / "own").unlink()
        comes(process, tmp_path / "own" / "live" / "round-1" / "games.pgn", "1. e4 *")
        process.terminate()
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(20) == 0
    assert sorted(said.splitlines()) == [
        "live: it works again",
        "online.directory: it works again",
    ]


def test_a_second_one_at_the_same_desk_is_told_so(tmp_path: Path) -> None:
    """The first keeps its socket; the other says what is missing."""
    file = config(tmp_path)
    with online(file) as first:
        asked(first, tmp_path, "status")
        with online(file) as second:
            assert "in use; nobody can ask" in wait_for(second, "desk: ")
        assert asked(first, tmp_path, "status")


def test_one_that_is_switched_off_says_so(tmp_path: Path) -> None:
    """With the status upon which nobody starts it again."""
    with online(config(tmp_path, "[online]\nenabled = false\n")) as process:
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "online.enabled is false, expected true" in errors


def test_the_board_keeps_it_as_a_child(tmp_path: Path) -> None:
    """It sees the board's game, is started again when it is killed, and goes with the board."""
    with daemon(config(tmp_path)) as board:
        assert asked(board, tmp_path, "status")
        child = child_of(board, "online")
        os.kill(child, signal.SIGKILL)
        assert "killed by signal 9; another is started" in wait_for(board, "online: ")
        assert asked(board, tmp_path, "status")
        board.terminate()
        assert board.wait(20) == 0
    assert not (tmp_path / "desk").exists()
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["seen"]
