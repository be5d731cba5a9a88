"""The scripts that install are sound, and refuse in one line what they cannot do."""

import fcntl
import os
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
SCRIPTS = [
    "systemd/install",
    "systemd/try-install",
    ".ci/run",
    "tests/kernel/run",
    "tests/kernel/build",
    "tests/kernel/machine/init",
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def as_somebody(folder: Path, script: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a script as who is not root: `id` says so, from this folder."""
    (folder / "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
    (folder / "id").chmod(0o755)
    environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    command = [str(ROOT / script), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def run_part(words: str, **places: Path) -> "subprocess.CompletedProcess[str]":
    """Call functions of the installer as a root with umask 077 does, with other places than the system's.

    All that it says before it asks who runs it is real; then come the places, and these words of shell.
    """
    told, asks, _ = (ROOT / "systemd/install").read_text(encoding="utf-8").partition('[ "$(id -u)" = 0 ]')
    assert asks
    named = "\n".join(f"{name}='{place}'" for name, place in places.items())
    script = f"umask 077\n{told}\n{named}\n{words}"
    return subprocess.run(["/bin/sh", "-c", script, "install"], capture_output=True, text=True, check=False)


def little_wheel(folder: Path) -> Path:
    """A jadoube that asks for no other package, as pip takes it: so no network is needed."""
    file = folder / "jadoube-1.0-py3-none-any.whl"
    about = "Metadata-Version: 2.1\nName: jadoube\nVersion: 1.0\nProvides-Extra: pi\nProvides-Extra: pins\n"
    inside = {
        "jadoube.py": "def main():\n    print('jadoube 1.0')\n",
        "jadoube-1.0.dist-info/METADATA": about,
        "jadoube-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "jadoube-1.0.dist-info/entry_points.txt": "[console_scripts]\njadoube = jadoube:main\n",
        "jadoube-1.0.dist-info/RECORD": "",
    }
    with zipfile.ZipFile(file, "w") as wheel:
        for name, text in inside.items():
            wheel.writestr(name, text)
    return file


def closed_to_others(folder: Path) -> list[Path]:
    """What somebody else can not read, or enter, or start although its owner can."""
    everything = [folder, *(path for path in folder.rglob("*") if not path.is_symlink())]
    return [it for it in everything if (it.stat().st_mode >> 6 & 0o5) & ~it.stat().st_mode]


@pytest.mark.parametrize("script", SCRIPTS)
def test_shellcheck_finds_nothing(script: str) -> None:
    """Not even what it only mentions."""
    shellcheck = shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is missing (package shellcheck): the scripts are not read by it")
    read = subprocess.run([shellcheck, ROOT / script], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stdout) == (0, "")


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_script_spells_where_packages_come_from(script: str) -> None:
    """The mirrors are those of the machine."""
    assert "://" not in (ROOT / script).read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["install"], ["uninstall"], ["frobnicate"], []])
def test_who_is_not_root_is_told(words: list[str], tmp_path: Path) -> None:
    """In one line, with status 2, and nothing is changed."""
    refused = as_somebody(tmp_path, "systemd/install", *words)
    assert refused.returncode == 2
    assert (refused.stdout, refused.stderr.count("\n")) == ("", 1)
    assert "run it as root" in refused.stderr


def test_others_can_start_what_a_careful_root_installs(tmp_path: Path) -> None:
    """Under umask 077 everybody can read the program, also after an upgrade of one that was closed."""
    venv = tmp_path / "venv"
    places = {"venv": venv, "link": tmp_path / "jadoube", "checkout": little_wheel(tmp_path)}
    first = run_part("program", **places)
    assert (first.returncode, first.stdout.splitlines()[-1:]) == (0, ["install: jadoube 1.0"]), first.stderr
    assert closed_to_others(venv) == []
    for path in (venv, *venv.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & 0o700)
    assert len(closed_to_others(venv)) > 100
    assert run_part("program", **places).returncode == 0
    assert closed_to_others(venv) == []


def test_the_installer_has_an_umask_of_its_own() -> None:
    """Whatever root's is, others can read what it makes."""
    assert run_part("umask").stdout == "0022\n"


def test_nobody_but_root_can_hold_the_lock(tmp_path: Path) -> None:
    """It lies where only root makes files, and nobody else can open it; then the umask is 022 again."""
    lock = tmp_path / "lock"
    done = run_part("lock_out_others; umask", lock=lock)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0022\n", "")
    assert lock.stat().st_mode & 0o777 == 0o600
    assert run_part('echo "$lock"').stdout == "/run/jadoube-install.lock\n"
    assert not Path("/run").stat().st_mode & 0o022


def test_a_second_installation_is_refused(tmp_path: Path) -> None:
    """In one line, with status 2, while the first one runs."""
    lock = tmp_path / "lock"
    with lock.open("w") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        second = run_part("lock_out_others; echo on", lock=lock)
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == "install: another installation is under way\n"


def test_what_cannot_be_tried_is_told_apart_from_what_is_wrong(tmp_path: Path) -> None:
    """Who is not root gets status 75 and one line: `.ci/run` goes on then, where there is no CI."""
    tried = as_somebody(tmp_path, "systemd/try-install")
    assert (tried.returncode, tried.stderr.count("\n")) == (75, 1)


def test_the_extra_for_a_pi_has_all_its_parts() -> None:
    """It brings the libraries under the parts and the page; none of Adafruit's."""
    assert EXTRAS["pi"][0] == "jadoube[parts,web]"
    brought = {Requirement(line).name for extra in ("parts", "web", "pi") for line in EXTRAS[extra]}
    assert {"gpiozero", "python-periphery", "smbus2", "aiohttp", "pyserial"} <= brought
    assert not [name for name in brought if name.lower().startswith(("adafruit", "rpi_ws281x"))]


@pytest.mark.parametrize(
    ("machine", "asks"),
    [
        ({"platform_machine": "x86_64", "sys_platform": "linux"}, 1),
        ({"platform_machine": "arm64", "sys_platform": "darwin"}, 1),
        ({"platform_machine": "aarch64", "sys_platform": "linux"}, 4),
        ({"platform_machine": "armv7l", "sys_platform": "linux"}, 4),
    ],
)
def test_what_adafruits_library_needs_on_a_pi_is_asked_for_there_alone(
    machine: dict[str, str], asks: int
) -> None:
    """Elsewhere the extra brings the library alone, so that it installs everywhere."""
    wanted = [Requirement(line) for line in EXTRAS["adafruit"]]
    environment = machine | {"python_version": "3.13"}
    assert sum(each.marker is None or each.marker.evaluate(environment) for each in wanted) == asks


@pytest.mark.parametrize(
    ("python", "machine", "brings"),
    [
        ("3.11", "aarch64", {"lgpio"}),
        ("3.11", "armv7l", {"lgpio"}),
        ("3.13", "aarch64", {"gpiod"}),
        ("3.13", "armv7l", set[str]()),  # the system's python3-libgpiod; pip would compile gpiod
        ("3.13", "x86_64", {"gpiod"}),
    ],
)
def test_a_way_to_the_pins_comes_as_a_wheel_or_from_the_system(
    python: str, machine: str, brings: set[str]
) -> None:
    """What PyPI has for the Raspberry Pi OS of 2023 and of 2025, on 32 and 64 bit; nothing is compiled."""
    environment = {"python_version": python, "platform_machine": machine, "sys_platform": "linux"}
    wanted = [Requirement(line) for line in EXTRAS["pi"]]
    found = {each.name for each in wanted if each.marker is None or each.marker.evaluate(environment)}
    assert found & {"lgpio", "gpiod", "RPi.GPIO"} == brings


@pytest.mark.parametrize(
    ("version", "wanted"), [("1.6.3-1+b3", False), ("2.2.1-2+deb13u1", True), ("", False)]
)
def test_the_systems_libgpiod_is_installed_from_version_2_on(
    version: str, wanted: bool, tmp_path: Path
) -> None:
    """Debian 12 has 1.6, which cannot be used; Debian 13 has 2.2; others may have none."""
    lists = f"case $* in *libgpiod) [ -z '{version}' ] || echo 'Version: {version}' ;; esac"
    for name, does in {"apt-cache": lists, "dpkg-query": ":", "apt-get": ":"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    told = run_part(f"PATH={tmp_path}:$PATH; packages")
    assert (told.returncode, told.stderr) == (0, "")
    assert ("python3-libgpiod" in told.stdout) == wanted
