"""Versions: X.Y.Z, the newest of several tags, what comes after a release, and the line that says it.

It refuses to know where tags and texts come from.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from release.problems import Refused

_VERSION = re.compile(r"(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})\.(0|[1-9][0-9]{0,5})").fullmatch
_FILE = re.compile(r"(?<=\bjadoube[_-])[0-9]+\.[0-9]+\.[0-9]+(?=_|-py3-|\.tar\.gz)")
_ASSIGNED = re.compile(r'^__version__ = "[^"\n]*"$', re.MULTILINE)


class Version(NamedTuple):
    """A version of three numbers; compares as versions do."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def tag(self) -> str:
        """The name of its tag."""
        return f"v{self}"

    @property
    def following(self) -> "Version":
        """The version that the sources are on the way to after this one."""
        return Version(self.major, self.minor + 1, 0)


def parse(text: str) -> Version:
    """Return the version in this text. Refused if it is none."""
    found = _VERSION(text)
    if found is None:
        raise Refused(f"the version is {text!r}, expected X.Y.Z, such as 0.2.0")
    return Version(*map(int, found.groups()))


def newest(tags: Iterable[str]) -> Version | None:
    """Return the highest version that has a tag; None without any. Other tags do not count."""
    found = (_VERSION(tag.removeprefix("v")) for tag in tags if tag.startswith("v"))
    return max((Version(*map(int, each.groups())) for each in found if each), default=None)


def with_version(source: str, version: str) -> str:
    """Return the source of the package with this version in it. Refused if it has not one line for that."""
    if len(_ASSIGNED.findall(source)) != 1:
        raise Refused('no line __version__ = "..." found, or several, expected one')
    return _ASSIGNED.sub(f'__version__ = "{version}"', source)


def with_files_of(guide: str, version: str) -> str:
    """Return a guide in which the files of a release that are named are those of this version."""
    return _FILE.sub(version, guide)
