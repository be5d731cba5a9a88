"""The process of what leaves the board: beside the board, killed at any time, asked at its desk."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from jadoube.config.problems import CANNOT_SERVE
from jadoube.local.desk_call import ask_desk
from jadoube.local.desk_lines import DeskError
from shared.board.daemon import child_of, daemon, wait_for
from shared.board.online_process import comes, config, lives, online, put
from shared.board.scripted_engine import pipe_of_first_go, scripted_program

GIVEN = "lip_given"
PGN = '[Event "Club"]\n[White "Ada"]\n[Result "*"]\n[GameId "0123456789ab"]\n\n1. e4 *\n\n'


def asked(process: subprocess.Popen[Any], folder: Path, ask: str) -> Any:
    """Ask as soon as the desk is there."""
    while True:
        lives(process)
        with suppress(OSError):
            return ask_desk(folder / "desk", ask)


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


def test_a_kept_game_is_analysed_until_it_is_reopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an engine of the path; while the board plays it again, nothing of it is shown."""
    (tmp_path / "stockfish").symlink_to(scripted_program("answers", tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    told: dict[str, Any] = {}

    def becomes(process: subprocess.Popen[Any], state: str) -> None:
        while told.get("state") != state:
            lives(process)
            told.update(ask_desk(tmp_path / "desk", "analysis", id="0123456789ab"))

    with online(config(tmp_path)) as process:
        asked(process, tmp_path, "status")
        ask_desk(tmp_path / "desk", "import", pgn=PGN.replace("*", "1-0"))
        assert ask_desk(tmp_path / "desk", "analyse", id="0123456789ab")["state"] == "running"
        becomes(process, "done")
        assert "[%eval -0.13]" in told["pgn"]
        put(tmp_path / "game.pgn", PGN)
        becomes(process, "refused")
        assert (told["positions"], told["pgn"]) == ([], "")
        with pytest.raises(DeskError, match="still played"):
            ask_desk(tmp_path / "desk", "analyse", id="0123456789ab")


def test_an_analysis_ends_with_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if that is killed: no engine is left."""
    (tmp_path / "stockfish").symlink_to(scripted_program("always-hangs", tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    begun = pipe_of_first_go(tmp_path)
    with online(config(tmp_path)) as process:
        asked(process, tmp_path, "status")
        ask_desk(tmp_path / "desk", "import", pgn=PGN.replace("*", "1-0"))
        ask_desk(tmp_path / "desk", "analyse", id="0123456789ab")
        begun.read_text(encoding="utf-8")
        engine = int((tmp_path / "pid").read_text(encoding="utf-8"))
        os.kill(engine, 0)
        process.kill()
    while Path(f"/proc/{engine}").exists():
        os.sched_yield()


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
    """The first keeps its socket; the other waits, and says for what."""
    file = config(tmp_path)
    with online(file) as first:
        asked(first, tmp_path, "status")
        with online(file) as second:
            assert "is in use by another jadoube" in wait_for(second, "online: ")
        assert asked(first, tmp_path, "status")


def test_one_that_is_switched_off_says_so(tmp_path: Path) -> None:
    """With the status upon which nobody starts it again."""
    with online(config(tmp_path, "[online]\nenabled = false\n")) as process:
        _, errors = process.communicate(timeout=20)
    assert process.returncode == CANNOT_SERVE
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
    assert sorted(path.name for path in (tmp_path / "own").iterdir()) == ["lock", "seen"]


def test_a_finished_game_is_in_the_archive(tmp_path: Path) -> None:
    """It can be found, exported, deleted and forgotten; what was deleted does not come back."""
    finished = PGN.replace('"*"', '"1-0"').replace("e4 *", "e4 e5 1-0")
    with online(config(tmp_path)) as process:
        asked(process, tmp_path, "status")
        (tmp_path / "games").mkdir()
        put(tmp_path / "games" / "000001.pgn", finished)
        desk = tmp_path / "desk"
        while not (found := ask_desk(desk, "games", search="ada", before=None, limit=None)["games"]):
            lives(process)
        assert found[0]["white"]["name"] == "Ada"
        assert ask_desk(desk, "game", id=found[0]["id"])["plies"] == 2
        assert "1. e4" in ask_desk(desk, "export", search="")
        assert (
            ask_desk(desk, "import", pgn=finished.replace("Ada", "Bea").replace("0123", "4567"))["added"] == 1
        )
        assert {each["name"] for each in ask_desk(desk, "players", prefix="")} == {"Ada", "Bea"}
        assert ask_desk(desk, "forget", name="Bea") == {"games": 1, "pairings": False}
        ask_desk(desk, "delete", id=found[0]["id"])
        ask_desk(desk, "rebuild")
        left = ask_desk(desk, "games", search="", before=None, limit=None)["games"]
        assert [each["white"]["name"] for each in left] == ["N. N."]
        with pytest.raises(DeskError, match="no such game found"):
            ask_desk(desk, "game", id="0000")


def test_pairings_are_kept_and_a_broadcast_is_off(tmp_path: Path) -> None:
    """Over a start; and nothing of a broadcast is made before somebody asks for it."""
    table = "Round;Board;White;Black\n1;2;Ada;Bea\n"
    file, desk = config(tmp_path), tmp_path / "desk"
    with online(file) as process:
        assert asked(process, tmp_path, "status")["broadcast"]["state"] == "off"
        assert ask_desk(desk, "pairings") is None
        assert ask_desk(desk, "pairings-set", text=table)["pairings"][0]["board"] == "2"
        with pytest.raises(DeskError, match="line 1: "):
            ask_desk(desk, "pairings-set", text="\0")
    desk.unlink()
    with online(file) as process:
        asked(process, tmp_path, "status")
        assert ask_desk(desk, "pairings")["pairings"][0]["white"]["name"] == "Ada"
        ask_desk(desk, "pairings-clear")
        assert ask_desk(desk, "pairings") is None
    assert [path.name for path in (tmp_path / "own").iterdir()] == ["lock"]


def test_a_token_is_kept_and_never_told(tmp_path: Path) -> None:
    """Not by the desk, and not in what is said."""
    with online(config(tmp_path)) as process:
        asked(process, tmp_path, "status")
        ask_desk(tmp_path / "desk", "token", token=GIVEN)
        status = ask_desk(tmp_path / "desk", "status")
        assert status["token"] == {"known": True, "problem": None}
        assert GIVEN not in str(status)
        assert (tmp_path / "own" / "secrets.json").stat().st_mode & 0o777 == 0o600
        process.terminate()
        assert GIVEN not in "".join(process.communicate(timeout=20))


def test_a_board_on_the_desk_keeps_it_beside_its_games(tmp_path: Path) -> None:
    """Without a word of configuration; and it goes with the board."""
    command = [sys.executable, "-m", "jadoube", "sim", "--no-open", "--port", "0", "--games", "games"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        try:
            wait_for(process, "the board is at")
            seen = tmp_path / "games-online" / "seen"
            while not seen.exists():
                lives(process)
            process.terminate()
            assert process.wait(20) == 0
        finally:
            process.kill()
