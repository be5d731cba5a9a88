"""The installed wheel is whole: what it carries, what it offers, and what importing its core costs.

These tests know nothing of the source tree but the pin map that the wheel must have copied from it.
"""

import subprocess
import sys
import sysconfig
from importlib import metadata, resources
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What the core may load besides python-chess, which has loaded most of them before.
VALUE_MODULES = frozenset({"collections", "dataclasses", "enum", "functools", "itertools", "typing"})

# Run in a fresh interpreter: prints what the core loads that python-chess had not.
LOAD_THE_CORE = """
import chess, importlib, pkgutil, sys
before = set(sys.modules)
import jadoube.core
for part in pkgutil.walk_packages(jadoube.core.__path__, "jadoube.core."):
    importlib.import_module(part.name)
print(*sorted(set(sys.modules) - before), sep="\\n")
"""


@pytest.fixture(scope="module")
def wheel() -> metadata.Distribution:
    """The installed distribution; without one these tests fail, for they have nothing to test."""
    try:
        return metadata.distribution("jadoube")
    except metadata.PackageNotFoundError:
        pytest.fail("jadoube is not installed: run `make test`, which installs its wheel first")


def _run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_tests_run_on_the_installed_wheel(wheel: metadata.Distribution) -> None:
    """What `import jadoube` gives is the wheel's copy, not the checkout's."""
    import jadoube
    import jadoube_sim

    site = Path(str(wheel.locate_file("")))
    assert Path(jadoube.__file__) == site / "jadoube" / "__init__.py"
    assert Path(jadoube_sim.__file__) == site / "jadoube_sim" / "__init__.py"


def test_the_wheel_is_complete(wheel: metadata.Distribution) -> None:
    """Each module of the checkout is in the wheel, each file of the wheel is on the disk, and no other."""
    listed = {str(file) for file in wheel.files or [] if file.suffix == ".py"}
    sources = [ROOT / "firmware", ROOT / "sim"]
    assert listed == {str(path.relative_to(source)) for source in sources for path in source.rglob("*.py")}
    assert [str(file) for file in wheel.files or [] if not Path(str(file.locate())).exists()] == []


@pytest.mark.parametrize("package", ["jadoube", "jadoube_sim"])
def test_both_packages_are_typed(package: str) -> None:
    """Those who build on the packages get their types (PEP 561)."""
    assert resources.files(package).joinpath("py.typed").is_file()


def test_the_pin_map_is_in_the_wheel() -> None:
    """The wheel carries the pin map itself, where the checkout has a link to it."""
    carried = resources.files("jadoube").joinpath("boards", "rev_a.toml")
    assert carried.read_bytes() == (ROOT / "hardware" / "rev_a" / "pinmap.toml").read_bytes()


def test_the_names_of_openings_are_in_the_wheel() -> None:
    """The wheel carries the table of openings, and the words about its source and licence."""
    carried, here = (
        resources.files("jadoube").joinpath("openings"),
        ROOT / "firmware" / "jadoube" / "openings",
    )
    for name in ("table.tsv", "README.md"):
        assert carried.joinpath(name).read_bytes() == (here / name).read_bytes()


def test_the_licence_is_in_the_wheel(wheel: metadata.Distribution) -> None:
    """Who gets the wheel gets the licence with it, under the name that it is known by."""
    assert wheel.metadata["License-Expression"] == "GPL-3.0-or-later"
    assert "GNU GENERAL PUBLIC LICENSE" in str(wheel.read_text("licenses/LICENSE"))


def test_entry_points_load(wheel: metadata.Distribution) -> None:
    """`jadoube` is a command, and the firmware finds the simulator's commands without naming it."""
    found = {(point.group, point.name): point.load() for point in wheel.entry_points}
    theirs = {("jadoube.commands", "bench"), ("jadoube.commands", "sim")}
    assert set(found) == {("console_scripts", "jadoube"), *theirs}
    assert all(callable(main) for main in found.values())


def test_the_command_tells_its_version(wheel: metadata.Distribution) -> None:
    """`jadoube --version` prints the version of the wheel, which is the package's own."""
    import jadoube

    command = Path(sysconfig.get_path("scripts")) / "jadoube"
    assert _run(command, "--version") == f"jadoube {jadoube.__version__}\n"
    assert wheel.version == jadoube.__version__


def test_the_core_loads_only_values() -> None:
    """`import jadoube.core` loads nothing but python-chess and the standard library's value modules."""
    loaded = _run(sys.executable, "-c", LOAD_THE_CORE).split()
    assert [name for name in loaded if name.partition(".")[0] not in VALUE_MODULES | {"jadoube"}] == []
    assert [
        name for name in loaded if name.startswith("jadoube.") and not name.startswith("jadoube.core")
    ] == []
