"""A release needs no compiler: each package that a board on a Raspberry Pi runs with is a wheel, or Debian's.

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

from build_deb.lock import BUILD_TOOL, read_lock
from build_deb.targets import PYTHONS, Target

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "systemd" / "package"
LOCK: Final = read_lock(PACKAGE / "wheels.lock")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS: Final = [Target(arch, python) for arch in ("armhf", "arm64") for python in PYTHONS]

# The ways to the pins. Each is wanted on every target, whatever the markers in pyproject.toml say of it.
PINS: Final = {"lgpio", "gpiod"}
SOURCE: Final = "pure Python, made into a wheel from its source when the .deb is built"
# What a package asks for and never imports, and by whom it is asked for.
ASKED_IN_VAIN: Final = {"setuptools": "colorzero"}
# What has no wheel, where, and what there is in its place: Debian's package, or another way that has a wheel.
EXCEPTIONS: Final = {
    ("chess", "armhf", "3.11"): SOURCE,
    ("chess", "armhf", "3.13"): SOURCE,
    ("chess", "arm64", "3.11"): SOURCE,
    ("chess", "arm64", "3.13"): SOURCE,
    ("lgpio", "arm64", "3.13"): "python3-lgpio",  # of Raspberry Pi OS; the bundled gpiod is there, too
    ("lgpio", "armhf", "3.13"): "python3-lgpio",
    ("gpiod", "armhf", "3.13"): "python3-libgpiod",
    ("gpiod", "armhf", "3.11"): "lgpio",  # Debian 12 has libgpiod 1 only
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
    wheels = (
        each for each in LOCK if not each.is_source and each.project != BUILD_TOOL and target.takes(each.name)
    )
    return {canonicalize_name(each.project) for each in wheels}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"{target.machine}-{target.python}")
def test_each_package_is_a_wheel_or_a_named_exception(target: Target) -> None:
    """What has no wheel for a Raspberry Pi is in the list of exceptions, and nothing else is in it."""
    names = needed(target)
    assert {"aiohttp", "chess", "yarl", *PINS} <= names
    exceptions = {name for name, *place in EXCEPTIONS if place == [target.arch, target.python]}
    assert names - in_wheels(target) == exceptions


def test_each_exception_has_something_in_its_place() -> None:
    """The .deb names Debian's package, or has the source, or the other library has a wheel there."""
    control = (PACKAGE / "control").read_text(encoding="utf-8")
    named = set(
        re.findall(r"[\w.-]+", control + (PACKAGE / "build_deb" / "control.py").read_text(encoding="utf-8"))
    )
    sources = {canonicalize_name(each.project) for each in LOCK if each.is_source}
    for (name, arch, python), instead in EXCEPTIONS.items():
        assert (
            (name in sources) if instead is SOURCE else instead in in_wheels(Target(arch, python)) | named
        ), name


def test_a_way_to_the_pins_comes_with_the_package_or_is_depended_on() -> None:
    """Without a network after the installation, the board can read its reeds on each target."""
    depends = (PACKAGE / "build_deb" / "control.py").read_text(encoding="utf-8")
    for target in TARGETS:
        bundled = PINS & in_wheels(target)
        debian = {EXCEPTIONS[name, target.arch, target.python] for name in PINS - in_wheels(target)}
        assert bundled or all(f"| {package}" in depends for package in debian), target


def test_nothing_is_compiled_at_the_build() -> None:
    """The only source archives are those of the exceptions; `make deb` refuses any that is no pure Python."""
    sources = {canonicalize_name(each.project) for each in LOCK if each.is_source}
    assert sources == {name for (name, *_), instead in EXCEPTIONS.items() if instead is SOURCE}


def test_what_is_asked_for_in_vain_is_not_imported() -> None:
    """The package that asks for it does without: the .deb does not have it."""
    for name, by in ASKED_IN_VAIN.items():
        package = find_spec(by)
        assert package is not None
        for folder in package.submodule_search_locations or ():
            text = "".join(path.read_text(encoding="utf-8") for path in Path(folder).rglob("*.py"))
            assert re.findall(rf"(?:import|from) (?:{name}|pkg_resources)", text) == []
