"""The .deb that `make` has built: the same bytes each time, what lies where, and nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from build_deb.layout import PLACES
from jadoube import __version__

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
MADE = Path(sys.prefix) / "made"


@pytest.fixture(scope="module")
def deb() -> Path:
    """The package of this machine's architecture, as `make test` has built it."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is missing (package dpkg): no .deb is built")
    built = sorted((MADE / "debs").glob("*.deb"))
    if len(built) != 1:
        pytest.fail("no .deb is built: run `make test`, which builds it first")
    return built[0]


def told(*command: str | Path) -> str:
    """What a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def listing(deb: Path) -> dict[str, tuple[str, str]]:
    """Each file and folder of the package with its mode and owner."""
    lines = (line.split(None, 5) for line in told("dpkg-deb", "-c", deb).splitlines())
    return {words[5].removeprefix("."): (words[0], words[1]) for words in lines}


def build_again(out: Path, limit: str = "unlimited") -> "subprocess.CompletedProcess[str]":
    """Build it as make has, by another umask, with no network, and with files of so many blocks at most."""
    (wheel,) = (MADE / "dist").glob("*.whl")
    variables = {"SOURCE_DATE_EPOCH": "1700000000", "PIP_NO_INDEX": "1"}
    build = [sys.executable, "-B", "-m", "build_deb", "--wheel", str(wheel), "--out", str(out)]
    return subprocess.run(
        ["/bin/sh", "-c", f'umask 077; ulimit -f {limit}; exec "$@"', "sh", *build],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | variables | {"PYTHONPATH": str(ROOT / "systemd" / "package")},
    )


@pytest.mark.timeout(400)
def test_it_is_the_same_each_time(deb: Path, tmp_path: Path) -> None:
    """Byte for byte, and offline once the wheels are there."""
    again = build_again(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert (tmp_path / deb.name).read_bytes() == deb.read_bytes()
    assert list(tmp_path.iterdir()) == [tmp_path / deb.name]


def test_a_disk_that_is_full_leaves_no_half_of_one(deb: Path, tmp_path: Path) -> None:
    """The reason in one line, status 2, and the older one stays."""
    older = tmp_path / deb.name
    older.write_bytes(b"older")
    refused = build_again(tmp_path, limit="8")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1), refused.stderr
    assert refused.stderr.startswith("make deb: ")
    assert (list(tmp_path.iterdir()), older.read_bytes()) == ([older], b"older")


def test_it_is_small(deb: Path) -> None:
    """Over 7 MB something has come with it that neither board nor hall needs."""
    assert 1e6 < deb.stat().st_size < 7e6


def test_it_has_the_version_of_the_program(deb: Path) -> None:
    """In its fields and in its name."""
    assert told("dpkg-deb", "-f", deb, "Version").strip().replace("~", ".") == __version__
    assert deb.name.startswith(f"jadoube_{told('dpkg-deb', '-f', deb, 'Version').strip()}_")


def test_all_belongs_to_root_and_is_for_everybody_to_read(deb: Path) -> None:
    """Whoever built it, by whatever umask."""
    for name, (mode, owner) in listing(deb).items():
        assert owner.split("/") == ["root", "root"], name
        assert mode in ("drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x"), name


def test_what_the_units_name_is_there(deb: Path) -> None:
    """Units, rules and users; the program and the configuration where the units look for them.

    The hall's configuration is written by `jadoube hall broker`.
    """
    files = listing(deb)
    assert {f"/{place}" for place in PLACES.values()} <= files.keys()
    for unit in (
        "jadoube.service",
        "jadoube-page.service",
        "jadoube-online.service",
        "jadoube-links.service",
        "jadoube-hall.service",
    ):
        (start,) = (
            line
            for line in (ROOT / "systemd" / unit).read_text("utf-8").splitlines()
            if line.startswith("ExecStart=")
        )
        words = start.removeprefix("ExecStart=").split()
        assert files[words[0]][0] == "-rwxr-xr-x"
        assert (words[words.index("--config") + 1] in files) == (unit != "jadoube-hall.service")
    assert files["/usr/sbin/jadoube-pi-settings"][0] == "-rwxr-xr-x"


def test_the_configuration_is_the_owners(deb: Path, tmp_path: Path) -> None:
    """It is changed by dpkg only after a question; nothing else under /etc is in the package."""
    subprocess.run(["dpkg-deb", "-e", deb, tmp_path / "control"], check=True)  # noqa: S607 - the system's
    conffiles = (tmp_path / "control" / "conffiles").read_text("utf-8").split()
    assert conffiles == [name for name in listing(deb) if name.startswith("/etc/") and not name.endswith("/")]


def test_nothing_that_does_not_belong_there_comes_with_it(deb: Path) -> None:
    """Nothing compiled by Python, no build tool, nothing of Adafruit's, no module that hides Python's own."""
    names = listing(deb)
    assert [name for name in names if "__pycache__" in name or name.endswith((".pyc", "/RECORD"))] == []
    roots = ("/usr/lib/jadoube/site/", "/usr/lib/jadoube/python3.11/")
    tops = {
        name.removeprefix(root).split("/")[0] for root in roots for name in names if name.startswith(root)
    }
    modules = {top.partition(".")[0] for top in tops}
    assert {
        "jadoube",
        "jadoube_sim",
        "chess",
        "aiohttp",
        "periphery",
        "smbus2",
        "serial",
        "gpiozero",
        "lgpio",
        "aiomqtt",
        "paho",
    } <= modules
    assert not modules & {"setuptools", "pkg_resources", "board", "neopixel", "adafruit_ht16k33"}
    assert not modules & sys.stdlib_module_names


def test_every_other_python_hides_no_library_of_the_systems(deb: Path) -> None:
    """The lgpio for Python 3.11 is not on the path of 3.13, which takes the system's python3-lgpio."""
    names = listing(deb)
    assert "/usr/lib/jadoube/python3.11/lgpio.py" in names
    assert not any(
        name.startswith(("/usr/lib/jadoube/site/lgpio", "/usr/lib/jadoube/site/_lgpio")) for name in names
    )
