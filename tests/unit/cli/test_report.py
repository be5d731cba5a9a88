"""`jadoube report`: one zip file with what a bug report needs, never over another file."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest

from jadoube import __version__
from jadoube.cli.main import main
from jadoube.config.pinmap import REV_A
from jadoube.report.facts import about, gpio_chips, pi_model

CONFIG = """\
[game]
white = "Ada Lovelace"
[board]
debounce_ms = 30
[archive]
directory = "games"
[control]
socket = "control"
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration, in which the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.toml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "games").mkdir()
    return tmp_path


def texts(path: Path) -> dict[str, str]:
    """The texts in a report, by name."""
    with ZipFile(path) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def report(*words: str) -> int:
    """Run the command."""
    return main(["report", *words])


def test_it_packs_what_a_bug_report_needs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Versions, chips, packages, configuration without names, pin map, the self-test; each is said."""
    (home / "games" / "jadoube-selftest.txt").write_text("jadoube selftest report\n", encoding="utf-8")
    assert report("--config", "board.toml") == 0
    packed = texts(home / "jadoube-report.zip")
    assert f"jadoube  {__version__}\n" in packed["about.txt"]
    assert "chess 1." in packed["packages.txt"]
    assert "debounce_ms = 30" in packed["config.toml"]
    assert "Ada" not in packed["config.toml"]
    assert 'name = "rev_a"' in packed["pinmap.toml"]
    assert packed["selftest.txt"] == "jadoube selftest report\n"
    assert "gpio.txt" in packed
    said = capsys.readouterr().out
    assert all(f"{name} " in said for name in packed)
    assert said.endswith("All this is in jadoube-report.zip. Look into it before you send it.\n")


def test_the_newest_self_test_comes_first(home: Path) -> None:
    """Where there are two, in the folder of the games and in this one, both are packed."""
    for at_s, path in (
        (2000, home / "games" / "jadoube-selftest.txt"),
        (1000, home / "jadoube-selftest.txt"),
    ):
        path.write_text(f"{at_s}", encoding="utf-8")
        os.utime(path, (at_s, at_s))
    assert report("--config", "board.toml", "--output", "a.zip") == 0
    packed = texts(home / "a.zip")
    assert (packed["selftest.txt"], packed["selftest-2.txt"]) == ("2000", "1000")


def test_what_is_missing_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a configuration and a self-test there is a report all the same."""
    assert report() == 0
    said = capsys.readouterr().out
    assert "config.toml      missing: no --config FILE was named, the defaults hold\n" in said
    assert "selftest.txt     missing: no `jadoube selftest` was run here\n" in said
    assert not {"config.toml", "selftest.txt"} & texts(home / "jadoube-report.zip").keys()


def test_a_refused_configuration_is_packed_with_its_refusal(home: Path) -> None:
    """A bug report is wanted just then."""
    (home / "board.toml").write_text("[board]\ndebounce_ms = 0\n", encoding="utf-8")
    assert report("--config", "board.toml") == 0
    shown = texts(home / "jadoube-report.zip")["config.toml"]
    assert shown.startswith("# refused: ")
    assert "board.debounce_ms is 0, expected 5 to 200" in shown


def refused(words: Iterable[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run the command, which is refused; return its one line."""
    assert report(*words) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line.rstrip("\n")


def test_it_never_writes_over_a_file(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is there stays as it is."""
    (home / "mine.zip").write_text("mine", encoding="utf-8")
    line = refused(["--output", "mine.zip"], capsys)
    assert line == "mine.zip: is there already, expected a new file: --output FILE names one"
    assert (home / "mine.zip").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("path", ["nowhere/a.zip", "board.toml/a.zip"])
def test_a_path_that_cannot_be_written_is_refused(
    home: Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    """In one line, with the reason."""
    line = refused(["--output", path], capsys)
    assert line.startswith(f"{path}: cannot be written, ")
    assert not (home / "nowhere").exists()


def test_a_configuration_that_is_not_there_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And no report is left behind."""
    assert refused(["--config", "none.toml"], capsys).startswith("none.toml: ")
    assert not (home / "jadoube-report.zip").exists()


def test_a_file_that_cannot_be_finished_is_said_and_removed(home: Path) -> None:
    """Here no file may have more than a thousand bytes: one line names the file and the reason."""
    words = f"ulimit -f 1; exec {sys.executable} -m jadoube.cli.main report --output a.zip"
    done = subprocess.run(["/bin/bash", "-c", words], capture_output=True, text=True, check=False, cwd=home)
    assert (done.returncode, done.stderr) == (2, "a.zip: cannot be written, file too large\n")
    assert not (home / "a.zip").exists()


def test_the_bench_needs_pins_of_its_own(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not those of a board on a serial line, and not those that the daemon has."""
    (home / "serial.toml").write_text('[reeds]\nscanner = "serial"\n', encoding="utf-8")
    line = refused(["--bench", "--config", "serial.toml"], capsys)
    assert line == "jadoube report --bench: reeds.scanner is serial, expected a matrix on the Pi's own pins"
    own = REV_A.read_text(encoding="utf-8").replace('name = "rev_a"', 'name = "mine"')
    (home / "mine.toml").write_text(own, encoding="utf-8")
    (home / "own.toml").write_text('[board]\npinmap = "mine.toml"\n', encoding="utf-8")
    line = refused(["--bench", "--config", "own.toml"], capsys)
    assert line == "jadoube report --bench: the board is mine, expected rev_a"
    with socket.socket(socket.AF_UNIX) as daemon:
        daemon.bind("control")
        daemon.listen()
        line = refused(["--bench", "--config", "board.toml"], capsys)
    assert line.startswith("jadoube report --bench: the daemon is running and has the pins, expected: ")
    assert not (home / "jadoube-report.zip").exists()


def test_the_bench_does_not_begin_without_pins(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a desk it says so before the first question, in one line, and leaves no file behind."""
    (home / "desk.toml").write_text('[reeds]\nscanner = "rpigpio"\n', encoding="utf-8")
    line = refused(["--bench", "--config", "desk.toml"], capsys)
    expected = "this computer is not a Raspberry Pi, expected one; the report without --bench needs none"
    assert line == f"jadoube report --bench: {expected}"
    assert not (home / "jadoube-report.zip").exists()


def test_a_private_value_is_not_in_the_refusal(home: Path) -> None:
    """Of an address that is refused only the place is packed."""
    (home / "board.toml").write_text('[web]\naddress = "ada.example"\n', encoding="utf-8")
    assert report("--config", "board.toml") == 0
    shown = texts(home / "jadoube-report.zip")["config.toml"]
    assert shown.startswith("# refused: board.toml:2: web.address is left out, expected ")
    assert "ada.example" not in shown


def test_what_the_machine_says_is_read_where_it_says_it(tmp_path: Path) -> None:
    """The Pi's model ends with a zero byte; the system's name is quoted; no chip is no error."""
    assert pi_model(tmp_path) is None
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    (tmp_path / "etc/os-release").write_text('NAME=x\nPRETTY_NAME="Debian GNU/Linux 13"\n', encoding="utf-8")
    assert pi_model(tmp_path) == "Raspberry Pi Zero 2 W Rev 1.0"
    assert "system   Debian GNU/Linux 13\n" in about(tmp_path)
    assert "machine  Raspberry Pi Zero 2 W Rev 1.0\n" in about(tmp_path)
    assert gpio_chips(tmp_path) == "no /dev/gpiochip*\n"
