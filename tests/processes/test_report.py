"""`jadoube report --bench` as its tester runs it: a process of its own, over gpiozero's mock pins."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

CONFIG = """\
[reeds]
scanner = "gpiozero"
pin_factory = "mock"
[control]
socket = "control"
"""


def words(folder: Path) -> list[str]:
    """The command, with a configuration of its own."""
    (folder / "board.toml").write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "jadoube.cli.main", "report", "--bench"]
    return [*command, "--config", str(folder / "board.toml"), "--output", str(folder / "a.zip")]


def volts(folder: Path) -> list[float]:
    """The values in the report."""
    with ZipFile(folder / "a.zip") as file:
        return [it["volts"] for it in json.loads(file.read("bench.json"))["readings"]]


def test_typed_lines_lead_through_it(tmp_path: Path) -> None:
    """The input's end ends it, and what was measured is packed with the rest."""
    done = subprocess.run(
        words(tmp_path), input=b"\n3.29\n\n\xff3\n3,3 V\n3300 mV\n", capture_output=True, check=False
    )
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "'\N{REPLACEMENT CHARACTER}3' found, expected volts" in said
    assert "\nvalues measured: 3, wrong: 0; ended by the tester.\n" in said
    assert said.endswith(f"All this is in {tmp_path / 'a.zip'}. Look into it before you send it.\n")
    assert volts(tmp_path) == [3.29, 3.3, 3.3]


def test_a_full_disk_leaves_the_table_on_the_screen(tmp_path: Path) -> None:
    """Here no file may have more than a thousand bytes: what was measured is printed, then the reason."""
    limited = ["/bin/bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *words(tmp_path)]
    done = subprocess.run(limited, input=b"\n3.29\nq\n", capture_output=True, check=False)
    assert done.returncode == 2
    assert (
        b"supply: 3.3 V pin                                 3.290 V   3.12 to 3.45 V   right\n" in done.stdout
    )
    assert done.stderr.decode() == f"{tmp_path / 'a.zip'}: cannot be written, file too large\n"
    assert not (tmp_path / "a.zip").exists()


def test_ctrl_c_keeps_what_was_measured(tmp_path: Path) -> None:
    """While a question waits: status 0, no traceback, the values so far."""
    with subprocess.Popen(
        words(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n3.29\n")
        process.stdin.flush()
        assert any(line.startswith("2 of ") for line in process.stdout)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
    assert volts(tmp_path) == [3.29]
