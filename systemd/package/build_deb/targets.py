"""What the .deb is built for: Debian's architectures and the Pythons of its releases.

The law: names and tags of other people's systems stand here. It refuses to know what is fetched for them.
"""

import re
from dataclasses import dataclass
from typing import Final

PYTHONS: Final = ("3.11", "3.13")
"""The Pythons of Debian 12 and 13; one .deb serves both."""

MACHINES: Final = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "armv7l"}
"""Debian's architectures, and what wheels call them."""

_OLDEST_GLIBC: Final = 17
_GLIBC: Final = 36
"""Minor versions of glibc 2: Debian 12 has 2.36, and runs wheels for an older one; none is under 2.17."""


class Refusal(Exception):  # noqa: N818 - it names what was refused
    """The .deb cannot be built; one line that says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Target:
    """One architecture with one Python."""

    arch: str
    python: str

    @property
    def machine(self) -> str:
        """What wheels call the architecture."""
        return MACHINES[self.arch]

    @property
    def tag(self) -> str:
        """What wheels call the Python: `cp311`."""
        return f"cp{self.python.replace('.', '')}"

    @property
    def platforms(self) -> list[str]:
        """The platforms whose wheels run there, the newest first."""
        glibcs = range(_GLIBC, _OLDEST_GLIBC - 1, -1)
        names = [*(f"manylinux_2_{glibc}" for glibc in glibcs), "manylinux2014", "linux"]
        return [f"{name}_{self.machine}" for name in names]

    @property
    def environment(self) -> dict[str, str]:
        """What the markers of a requirement are compared with."""
        return {
            "platform_machine": self.machine,
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": "linux",
        }

    def takes(self, filename: str) -> bool:
        """Whether a wheel of this name is for this target."""
        pythons, abi, platforms = filename.removesuffix(".whl").split("-")[-3:]
        python_fits = self.tag in pythons.split(".") or abi == "abi3" or "py3" in pythons.split(".")
        return python_fits and any(
            each == "any" or each.endswith(f"_{self.machine}") for each in platforms.split(".")
        )


def targets(arch: str) -> list[Target]:
    """Return the targets of an architecture, one for each Python."""
    if arch not in MACHINES:
        raise Refusal(f"ARCH: '{arch}' found, expected {', '.join(MACHINES)} or all")
    return [Target(arch, python) for python in PYTHONS]


def debian_version(version: str) -> str:
    """Return a version of Python's as Debian orders it: `0.3.0~dev0` comes before `0.3.0`."""
    return re.sub(r"\.?(dev|a|b|rc)(?=\d)", r"~\1", version)
