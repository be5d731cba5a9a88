"""`jadoube-pi-settings` writes into config.txt what each Pi needs, once, whole, and takes it out again."""

import subprocess
from pathlib import Path

import pytest

from build_deb.control import filled, marks

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
FIRST = "# of the owner\ndtparam=audio=on\n[pi4]\ndtparam=spi=on\n"
EACH = ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtparam=spi=on", "dtoverlay=spi0-0cs"]
PI_4 = "Raspberry Pi 4 Model B Rev 1.5"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
CLOCKS = {
    "Raspberry Pi 2 Model B Rev 1.1": ["core_freq=250"],
    "Raspberry Pi 3 Model A Plus Rev 1.0": ["core_freq=250"],
    ZERO_2: ["core_freq=250"],
    PI_4: ["core_freq=500", "core_freq_min=500"],
    "Raspberry Pi 400 Rev 1.0": ["core_freq=500", "core_freq_min=500"],
    "Raspberry Pi Compute Module 4 Rev 1.0": ["core_freq=500", "core_freq_min=500"],
    "Raspberry Pi 5 Model B Rev 1.0": [],
    "Raspberry Pi 500 Rev 1.0": [],
    "Raspberry Pi Compute Module 5 Rev 1.0": [],
}


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as it is installed."""
    path = tmp_path_factory.mktemp("sbin") / "jadoube-pi-settings"
    path.write_text(filled("pi-settings", marks("0.2.0", "arm64", 0, ROOT / "firmware")), "utf-8")
    path.chmod(0o755)
    return path


def pi(folder: Path, model: str, text: str = FIRST, place: str = "boot/firmware") -> Path:
    """The parts of a Pi's system that the command looks at; returns its config.txt."""
    tree = folder / "sys/firmware/devicetree/base"
    tree.mkdir(parents=True)
    (tree / "model").write_bytes(model.encode() + b"\0")
    (folder / place).mkdir(parents=True)
    (folder / place / "config.txt").write_text(text, "utf-8")
    return folder / place / "config.txt"


def run(command: Path, root: Path, *words: str, limit: str = "") -> "subprocess.CompletedProcess[str]":
    """Run it over a system in a folder; `limit` is a command of the shell's before it."""
    line = f'{limit} exec "$@"'
    told = ["/bin/sh", "-c", line, "sh", str(command), "--root", str(root), *words]
    return subprocess.run(told, capture_output=True, text=True, check=False)


def block(text: str) -> list[str]:
    """The lines between the marks."""
    return text.partition("# jadoube: begin")[2].partition("# jadoube: end")[0].splitlines()[1:]


@pytest.mark.parametrize("model", CLOCKS)
@pytest.mark.parametrize("place", ["boot/firmware", "boot"])
def test_each_model_gets_its_lines_once(command: Path, tmp_path: Path, model: str, place: str) -> None:
    """Behind those of the owner, for all models; a second time nothing is changed, and --check is content."""
    file = pi(tmp_path, model, place=place)
    assert run(command, tmp_path).returncode == 1
    assert file.read_text("utf-8") == FIRST
    assert run(command, tmp_path, "--write").returncode == 0
    written = file.read_text("utf-8")
    assert written.startswith(FIRST)
    assert block(written) == ["[all]", *EACH, *CLOCKS[model]]
    again = run(command, tmp_path, "--write")
    assert (again.returncode, again.stdout) == (0, f"{file} has what the board needs\n")
    assert file.read_text("utf-8") == written
    assert file.with_name("config.txt.before-jadoube").read_text("utf-8") == FIRST
    assert run(command, tmp_path, "--check").returncode == 0


def test_it_is_said_that_the_pi_has_to_be_restarted(command: Path, tmp_path: Path) -> None:
    """The firmware reads the file at the start alone."""
    pi(tmp_path, PI_4)
    assert run(command, tmp_path, "--write").stdout.endswith("; restart the Pi\n")


def test_what_the_owner_has_for_all_models_is_not_written_again(command: Path, tmp_path: Path) -> None:
    """A line under another model's heading does not count."""
    file = pi(tmp_path, PI_4, "dtoverlay=spi0-0cs\r\n[pi5]\ncore_freq=500\n[all]\ndtparam=spi=on \n")
    assert run(command, tmp_path, "--write").returncode == 0
    assert block(file.read_text("utf-8")) == ["[all]", EACH[0], "core_freq=500", "core_freq_min=500"]


def test_a_file_that_has_all_is_left_alone(command: Path, tmp_path: Path) -> None:
    """Also one that does not end with the end of a line."""
    text = "\n".join(EACH)
    file = pi(tmp_path, "Raspberry Pi 5 Model B Rev 1.0", text)
    assert run(command, tmp_path, "--write").returncode == 0
    assert file.read_text("utf-8") == text
    assert not file.with_name("config.txt.before-jadoube").exists()


def test_taking_it_out_gives_the_first_file_back(command: Path, tmp_path: Path) -> None:
    """Byte for byte, with what the owner wrote below meanwhile; so does a second time."""
    file = pi(tmp_path, ZERO_2)
    run(command, tmp_path, "--write", "--usb-gadget")
    file.write_text(f"{file.read_text('utf-8')}# below\n", "utf-8")
    for _ in range(2):
        assert run(command, tmp_path, "--remove").returncode == 0
        assert file.read_text("utf-8") == f"{FIRST}# below\n"
    assert not (tmp_path / "etc/modules-load.d/jadoube-usb.conf").exists()


def test_a_file_with_the_line_ends_of_windows_is_known(command: Path, tmp_path: Path) -> None:
    """The card is edited on a computer: --check is content, and --remove takes the lines out."""
    file = pi(tmp_path, PI_4)
    run(command, tmp_path, "--write")
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert run(command, tmp_path).returncode == 0
    assert run(command, tmp_path, "--remove").returncode == 0
    assert file.read_bytes() == FIRST.replace("\n", "\r\n").encode()


def test_nothing_of_the_owners_goes_where_the_end_mark_is_missing(command: Path, tmp_path: Path) -> None:
    """Which lines are ours is not known then: only the mark goes."""
    file = pi(tmp_path, ZERO_2)
    run(command, tmp_path, "--write")
    file.write_text(file.read_text("utf-8").replace("# jadoube: end", "gpu_mem=16"), "utf-8")
    assert run(command, tmp_path, "--remove").returncode == 0
    assert file.read_text("utf-8") == "\n".join([FIRST + "[all]", *EACH, *CLOCKS[ZERO_2], "gpu_mem=16", ""])


def test_what_the_owner_adds_below_is_not_missing(command: Path, tmp_path: Path) -> None:
    """It sets nothing that the board needs: --check is content, and --write leaves it there."""
    file = pi(tmp_path, ZERO_2)
    run(command, tmp_path, "--write")
    text = f"{file.read_text('utf-8')}gpu_mem=16\n"
    file.write_text(text, "utf-8")
    assert run(command, tmp_path).returncode == 0
    run(command, tmp_path, "--write")
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize("line", ["core_freq=400", "dtparam=spi=off", "dtparam=i2c_arm=off"])
def test_a_later_line_that_sets_it_otherwise_counts(command: Path, tmp_path: Path, line: str) -> None:
    """Be it below the block, or below the owner's own right line: --write puts the right one last."""
    right = "".join(f"{each}\n" for each in [*EACH, *CLOCKS[ZERO_2]])
    file = pi(tmp_path, ZERO_2, f"{right}{line}\n")
    for _ in range(2):
        assert run(command, tmp_path).returncode == 1
        assert run(command, tmp_path, "--write").returncode == 0
        assert run(command, tmp_path).returncode == 0
        file.write_text(f"{file.read_text('utf-8')}{line}\n", "utf-8")


@pytest.mark.parametrize("words", [["--check"], ["--write"], ["--remove"]])
def test_a_card_that_was_a_usb_device_moves_to_a_pi_that_cannot(
    command: Path, tmp_path: Path, words: list[str]
) -> None:
    """Nobody asked for it there: all that can be done is done."""
    file = pi(tmp_path, PI_4)
    run(command, tmp_path, "--write", "--usb-gadget")
    (tmp_path / "sys/firmware/devicetree/base/model").write_text("Raspberry Pi 3 Model B Rev 1.2", "utf-8")
    ran = run(command, tmp_path, *words)
    assert (ran.returncode, "expected a Zero" in ran.stderr) == (int(words == ["--check"]), False)
    if words == ["--write"]:
        assert block(file.read_text("utf-8")) == ["[all]", *EACH, "core_freq=250"]


def test_what_a_model_needs_follows_the_card(command: Path, tmp_path: Path) -> None:
    """A card that moves to another Pi gets that one's clock; the first file stays the first."""
    file = pi(tmp_path, ZERO_2)
    run(command, tmp_path, "--write")
    (tmp_path / "sys/firmware/devicetree/base/model").write_text(PI_4, "utf-8")
    assert run(command, tmp_path, "--check").returncode == 1
    assert run(command, tmp_path, "--write").returncode == 0
    assert block(file.read_text("utf-8")) == ["[all]", *EACH, *CLOCKS[PI_4]]
    assert file.with_name("config.txt.before-jadoube").read_text("utf-8") == FIRST


@pytest.mark.parametrize(
    ("model", "line"),
    [
        (ZERO_2, "dtoverlay=dwc2"),
        ("Raspberry Pi Model A Plus Rev 1.1", "dtoverlay=dwc2,dr_mode=peripheral"),
        ("Raspberry Pi 3 Model A Plus Rev 1.0", "dtoverlay=dwc2,dr_mode=peripheral"),
        (PI_4, "dtoverlay=dwc2,dr_mode=peripheral"),
        ("Raspberry Pi 5 Model B Rev 1.0", "dtoverlay=dwc2,dr_mode=peripheral"),
    ],
)
def test_the_pi_becomes_a_usb_device(command: Path, tmp_path: Path, model: str, line: str) -> None:
    """By an overlay and two modules; writing again without the word does not take that back."""
    file = pi(tmp_path, model)
    assert run(command, tmp_path, "--write", "--usb-gadget").returncode == 0
    assert block(file.read_text("utf-8"))[-1] == line
    modules = (tmp_path / "etc/modules-load.d/jadoube-usb.conf").read_text("utf-8").splitlines()
    assert modules[1:] == ["dwc2", "g_serial"]
    written = file.read_text("utf-8")
    assert run(command, tmp_path, "--write").returncode == 0
    assert file.read_text("utf-8") == written


def test_a_pi_that_cannot_be_a_usb_device_is_told(command: Path, tmp_path: Path) -> None:
    """Its USB is behind a hub; nothing is written."""
    file = pi(tmp_path, "Raspberry Pi 3 Model B Rev 1.2")
    refused = run(command, tmp_path, "--write", "--usb-gadget")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "Raspberry Pi 3 Model B Rev 1.2 found, expected a Zero" in refused.stderr
    assert file.read_text("utf-8") == FIRST


@pytest.mark.parametrize("words", [["--check"], ["--write"], ["--remove"]])
def test_on_another_machine_nothing_is_done(command: Path, tmp_path: Path, words: list[str]) -> None:
    """Be it that there is a config.txt."""
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config.txt").write_text(FIRST, "utf-8")
    ran = run(command, tmp_path, *words)
    assert (ran.returncode, ran.stdout) == (0, "not a Raspberry Pi, or no config.txt: nothing to do\n")
    assert (tmp_path / "boot/config.txt").read_text("utf-8") == FIRST


def test_a_full_card_leaves_the_file_as_it_was(command: Path, tmp_path: Path) -> None:
    """One line, status 2, and no half of a copy; as soon as there is room it is written."""
    file = pi(tmp_path, PI_4)
    refused = run(command, tmp_path, "--write", limit="ulimit -f 0;")
    assert refused.returncode == 2
    assert "cannot be written; nothing was changed" in refused.stderr
    assert [path.name for path in file.parent.iterdir()] == ["config.txt"]
    assert file.read_text("utf-8") == FIRST


@pytest.mark.parametrize("words", [["--frobnicate"], ["--write", "--now"], ["--check", "--usb-gadget"]])
def test_a_word_that_is_not_known_is_refused(command: Path, tmp_path: Path, words: list[str]) -> None:
    """In one line, with status 2."""
    pi(tmp_path, PI_4)
    refused = run(command, tmp_path, *words)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
