"""A release needs no compiler: each package that a board runs with is a wheel, or Debian's.

What a package needs is read from its metadata as it is installed here; what there is, from `wheels.lock`.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from build_deb.control import filled, marks
from build_deb.lock import read_lock, wanted
from build_deb.make_lock import SOURCE_ONLY
from build_deb.targets import MACHINES, PYTHONS, Target

ROOT: Final = Path(__file__).parents[2]
LOCK: Final = read_lock(ROOT / "systemd" / "package" / "wheels.lock")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS: Final = [Target(arch, python) for arch in MACHINES for python in PYTHONS]

# The ways to the pins. Each is wanted on every target, whatever the markers in pyproject.toml say of it.
PINS: Final = {"lgpio", "gpiod"}
# What a package asks for and never imports, and by whom it is asked for.
ASKED_IN_VAIN: Final = {"setuptools": "colorzero"}
# What has no wheel, where, and what the .deb asks of the system in its place.
FROM_THE_SYSTEM: Final = {
    ("lgpio", "amd64", "3.13"): "python3-lgpio",
    ("lgpio", "arm64", "3.13"): "python3-lgpio",  # of Raspberry Pi OS; gpiod is bundled
    ("lgpio", "armhf", "3.13"): "python3-lgpio",
    ("gpiod", "armhf", "3.13"): "python3-libgpiod (>= 2.2)",
    ("gpiod", "armhf", "3.11"): "python3 (<< 3.13)",  # lgpio is bundled; Debian 12 has libgpiod 1 only
}


def _environment(target: Target) -> dict[str, str]:
    return {name: str(value) for name, value in default_environment().items()} | {
        **target.environment,
        "os_name": "posix",
        "platform_system": "Linux",
    }


def _asked(requirement: Requirement, target: Target) -> Iterator[Requirement]:
    """What an installed package asks for; a way to the pins that is not installed here asks for nothing."""
    try:
        lines = requires(requirement.name) or []
    except PackageNotFoundError:
        assert requirement.name in PINS, f"{requirement.name} is not installed here: what it needs is unknown"
        return
    for each in map(Requirement, lines):
        environments = ({**_environment(target), "extra": extra} for extra in ("", *requirement.extras))
        if each.marker is None or any(map(each.marker.evaluate, environments)):
            yield each


def _extra(name: str) -> Iterator[Requirement]:
    """What an extra of jadoube names, with the extras that it takes in."""
    for each in map(Requirement, PROJECT["optional-dependencies"][name]):
        if each.name != "jadoube":
            yield each
        for extra in each.extras if each.name == "jadoube" else ():
            yield from _extra(extra)


def needed(target: Target) -> set[str]:
    """Return the packages that `jadoube[pi]` needs on a target, and those that they need."""
    environment = _environment(target)
    asked = [*map(Requirement, PROJECT["dependencies"]), *_extra("pi")]
    todo = [
        each
        for each in asked
        if each.name in PINS or each.marker is None or each.marker.evaluate(environment)
    ]
    names: set[str] = set()
    while todo:
        each = todo.pop()
        if canonicalize_name(each.name) not in names:
            names.add(canonicalize_name(each.name))
            todo += _asked(each, target)
    assert ASKED_IN_VAIN.keys() <= names
    return names - ASKED_IN_VAIN.keys()


def in_wheels(target: Target) -> set[str]:
    """Return the packages that the lock has a wheel of for a target."""
    return {canonicalize_name(each.project) for each in wanted(LOCK, target)}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"{target.machine}-{target.python}")
def test_each_package_is_a_wheel_or_a_named_exception(target: Target) -> None:
    """What has no wheel is Debian's package, or a wheel that the build makes of pure Python. All is named."""
    names = needed(target)
    assert {"aiohttp", "chess", "yarl", *PINS} <= names
    from_the_system = {name for name, *place in FROM_THE_SYSTEM if place == [target.arch, target.python]}
    assert names - in_wheels(target) == from_the_system | set(SOURCE_ONLY)


def test_the_locked_versions_are_those_that_are_asked_for() -> None:
    """A range of pyproject.toml that the lock no longer meets asks for `make lock`."""
    locked = {canonicalize_name(each.project): each.version for each in LOCK}
    asked = [*map(Requirement, PROJECT["dependencies"]), *_extra("pi"), *_extra("sim")]
    beside = [each for each in asked if locked[canonicalize_name(each.name)] not in each.specifier]
    assert asked
    assert beside == []


def test_the_package_asks_the_system_for_what_it_does_not_bring() -> None:
    """Debian's packages are in its fields; without a bundled way to the pins, one is depended on."""
    for target in TARGETS:
        control = filled("control", marks("1.0", target.arch, 2048, ROOT / "firmware"))
        (depends,) = re.findall(r"(?m)^Depends: (.*)$", control)
        packages = {FROM_THE_SYSTEM[name, target.arch, target.python] for name in PINS - in_wheels(target)}
        assert all(package in control for package in packages)
        assert PINS & in_wheels(target) or all(f"| {package}" in depends for package in packages)


def test_nothing_is_compiled_at_the_build() -> None:
    """The only source archives are those that are pure Python; `make deb` refuses a wheel of any other."""
    assert {canonicalize_name(each.project) for each in LOCK if each.is_source} == set(SOURCE_ONLY)
    assert set.union(*map(in_wheels, TARGETS)).isdisjoint({"adafruit-blinka", "rpi-ws281x"})


def test_what_is_asked_for_in_vain_is_not_imported() -> None:
    """The package that asks for it does without: the .deb does not have it."""
    for name, by in ASKED_IN_VAIN.items():
        package = find_spec(by)
        assert package is not None
        for folder in package.submodule_search_locations or ():
            text = "".join(path.read_text(encoding="utf-8") for path in Path(folder).rglob("*.py"))
            assert re.findall(rf"(?:import|from) (?:{name}|pkg_resources)", text) == []
