"""`jadoube selftest` as its tester runs it: a process of its own, over gpiozero's mock pins."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from jadoube.cli.main import main

CONFIG = """\
[reeds]
scanner = "gpiozero"
pin_factory = "mock"
[lamps]
enabled = false
[faces]
enabled = false
[sound]
enabled = false
[control]
socket = "control"
"""
UNTRIED = "\nNot tried to the end, or not confirmed: buttons, reeds, diodes.\n"


def config(folder: Path) -> Path:
    """Write the configuration of a board without lamps, faces and sound."""
    file = folder / "board.toml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


def words(folder: Path) -> list[str]:
    """The command that tries it."""
    command = [sys.executable, "-m", "jadoube.cli.main", "selftest"]
    return [*command, "--config", str(config(folder)), "--report", str(folder / "report.txt")]


def test_ctrl_c_ends_it_with_a_report(tmp_path: Path) -> None:
    """Status 1, no traceback, and the report of what is known is printed and in its file."""
    with subprocess.Popen(
        words(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert any("press white" in line for line in process.stdout)
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (1, "")
    report = (tmp_path / "report.txt").read_text()
    assert report in said
    assert UNTRIED in report


def test_typed_lines_lead_through_it(tmp_path: Path) -> None:
    """Enter twice goes on, q ends it, also where all is typed ahead; what was skipped is told."""
    typed = "\n\n" * 7 + "\n\n" * 2 + "q\n"
    done = subprocess.run(
        words(tmp_path), input=typed, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "nothing closes: no reed has ever closed" in done.stdout
    assert done.stdout.rstrip().endswith(f"The report is in {tmp_path / 'report.txt'}.")


def test_pins_that_cannot_be_had_are_told_with_what_may_have_them(tmp_path: Path) -> None:
    """Where the scanner does not open the rest goes on, and it is said how to stop the daemon."""
    command = words(tmp_path)
    (tmp_path / "board.toml").write_text(CONFIG.replace('"mock"', '"native"'), encoding="utf-8")
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "stop it; the daemon by: sudo systemctl stop jadoube" in done.stdout
    assert "part fails: reeds: " in done.stdout


def test_beside_the_daemon_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While a daemon listens on its socket the test does not begin, and says how to stop it."""
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind(str(tmp_path / "control"))
        daemon.listen()
        assert main(["selftest", "--config", str(config(tmp_path))]) == 2
    refusal = capsys.readouterr().err
    assert refusal.startswith(
        "jadoube selftest: the daemon is running and has the pins, expected: sudo system"
    )


NO_FILE = "no such file or directory"
WANTED = "expected --report FILE with a file that can be written\n"


def quick(folder: Path, *words: str, games: Path) -> "subprocess.CompletedProcess[str]":
    """Run a test that the tester ends at once, in this folder, with its games in another."""
    folder.mkdir(exist_ok=True)
    file = config(games.parent)
    file.write_text(f'{CONFIG}[archive]\ndirectory = "{games}"\n', encoding="utf-8")
    command = [sys.executable, "-m", "jadoube.cli.main", "selftest", "--config", str(file), *words]
    return subprocess.run(
        command, input="q\n", capture_output=True, text=True, check=False, cwd=folder, timeout=60
    )


def test_a_report_that_cannot_be_written_is_refused_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line with path, reason and what to do, before anybody has moved a piece."""
    for path, why in ((tmp_path / "nowhere" / "report.txt", NO_FILE), (tmp_path, "is a directory")):
        assert main(["selftest", "--report", str(path)]) == 2
        refusal = f"jadoube selftest: the report cannot be written to {path} ({why}), {WANTED}"
        assert capsys.readouterr() == ("", refusal)


def test_the_report_lies_with_the_games(tmp_path: Path) -> None:
    """Where the board's user can write, whatever the current folder is."""
    games = tmp_path / "games"
    games.mkdir()
    done = quick(tmp_path / "checkout", games=games)
    assert done.stdout.endswith(f"The report is in {games / 'jadoube-selftest.txt'}.\n")
    assert (games / "jadoube-selftest.txt").read_text(encoding="utf-8") in done.stdout
    assert list((tmp_path / "checkout").iterdir()) == []


def test_without_a_folder_for_games_the_report_lies_where_one_is(tmp_path: Path) -> None:
    """In a checkout on a desk there is none, and none is made; an older and longer report is replaced."""
    file = tmp_path / "checkout" / "jadoube-selftest.txt"
    file.parent.mkdir()
    file.write_text("an older report\n" * 10_000, encoding="utf-8")
    done = quick(file.parent, games=tmp_path / "games")
    assert done.stdout.endswith("The report is in jadoube-selftest.txt.\n")
    assert file.read_text(encoding="utf-8").startswith("jadoube selftest report\n")
    assert "an older report" not in file.read_text(encoding="utf-8")
    assert not (tmp_path / "games").exists()


def test_where_no_report_can_be_written_both_places_are_named(tmp_path: Path) -> None:
    """Neither with the games nor in the current folder, such as one that takes no files: nothing is tried."""
    games = tmp_path / "games"
    done = quick(Path("/proc"), games=games)
    places = f"{games}/jadoube-selftest.txt ({NO_FILE}), nor to jadoube-selftest.txt ({NO_FILE})"
    refusal = f"jadoube selftest: the report cannot be written to {places}, {WANTED}"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", refusal)


def test_a_disk_that_is_full_at_the_end_loses_nothing(tmp_path: Path) -> None:
    """The report is printed first; then it is said that it is not in its file, with status 1."""
    done = quick(tmp_path, "--report", "/dev/full", games=tmp_path / "games")
    assert UNTRIED in done.stdout
    assert "The report is in" not in done.stdout
    assert done.returncode == 1
    assert done.stderr == (
        "/dev/full: no space left on device; the report is not in this file: copy it from the terminal\n"
    )


def test_who_reads_the_terminal_may_go(tmp_path: Path) -> None:
    """Where nothing can be printed any more, the report is in its file all the same."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        subprocess.run(words(tmp_path), input="q\n", stdout=full, text=True, check=False, timeout=60)
    assert (tmp_path / "report.txt").read_text(encoding="utf-8").startswith("jadoube selftest report\n")


def test_the_desk_tries_a_board_with_faults(capsys: pytest.CaptureFixture[str]) -> None:
    """`jadoube sim --selftest` prints the report: status 0, 1 with a fault."""
    assert main(["sim", "--selftest"]) == 0
    assert "result      PASSED" in capsys.readouterr().out
    assert main(["sim", "--selftest", "--fault", "dead:e4"]) == 1
    assert "reed never closes: e4 has never closed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "fault",
    ["dead:e9", "leak:e4/0", "leak:e4/-5", "leak:e4/nan", "leak:e4/1e400", "short:row_3+row_3", "pulls:now"],
)
def test_the_desk_refuses_what_is_no_fault(fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2 and one line, also for a resistance that no diode has and a line that touches itself."""
    assert main(["sim", "--selftest", "--fault", fault]) == 2
    assert f"{fault!r} found, expected one such as dead:e4" in capsys.readouterr().err
