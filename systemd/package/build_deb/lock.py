"""`wheels.lock`: the files that the .deb is made of, each with its sha256, as `sha256sum` writes them.

The law: a file whose bytes are others is refused, whoever gave it. It refuses to know where files come from.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from build_deb.targets import Refusal, Target

BUILD_TOOL = "setuptools"
"""What makes the wheel of a project that publishes its source only; it is locked, and not in the .deb."""

_LINE = re.compile(r"(?P<sha256>[0-9a-f]{64})  (?P<name>[\w.+-]+\.(?:whl|tar\.gz))")


@dataclass(frozen=True, slots=True, order=True)
class Locked:
    """One file of the lock."""

    name: str
    sha256: str

    @property
    def is_source(self) -> bool:
        """Whether it is a source archive."""
        return self.name.endswith(".tar.gz")

    @property
    def project(self) -> str:
        """The project's name, as files spell it."""
        return self.name.split("-")[0]

    @property
    def version(self) -> str:
        """The project's version."""
        return self.name.removesuffix(".tar.gz").split("-")[1]

    @property
    def requirement(self) -> str:
        """The file for pip, with its hash."""
        return f"{self.project}=={self.version} --hash=sha256:{self.sha256}"


def read_lock(path: Path) -> list[Locked]:
    """Read the lock; lines that begin with # are comments."""
    locked = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        read = _LINE.fullmatch(line)
        if read is None:
            raise Refusal(
                f"{path}:{number}: '{line[:60]}' found, expected a sha256, two spaces and a file's name"
            )
        locked.append(Locked(read["name"], read["sha256"]))
    return locked


def wanted(locked: list[Locked], target: Target) -> list[Locked]:
    """Return the wheels of a target: of each project the one for this machine, else the one for any."""
    chosen: dict[str, Locked] = {}
    for each in locked:
        if each.is_source or each.project == BUILD_TOOL or not target.takes(each.name):
            continue
        other = chosen.get(each.project)
        if other is not None and is_pure(other.name) == is_pure(each.name):
            place = f"{target.arch} with Python {target.python}"
            raise Refusal(f"wheels.lock: {place} has {other.name} and {each.name}, expected one")
        if other is None or is_pure(other.name):
            chosen[each.project] = each
    return sorted(chosen.values())


def is_pure(filename: str) -> bool:
    """Whether a wheel of this name is for any machine."""
    return filename.endswith("-none-any.whl")


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check(path: Path, locked: Locked) -> None:
    """Refuse a file whose bytes are not those of the lock."""
    found = sha256_of(path)
    if found != locked.sha256:
        raise Refusal(
            f"{path}: sha256 {found[:16]}... found, expected {locked.sha256[:16]}... (wheels.lock); remove it"
        )
