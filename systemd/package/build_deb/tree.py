"""The tree of Python packages: the wheels of all Pythons, laid into one another.

The law: what two Pythons have under one name is the same file, or the .deb is not built; only compiled
modules have the Python in their names. What one Python alone has (a library without a wheel for the others)
goes into a folder of that Python, where it hides nobody's. It refuses to know what the packages do.
"""

import shutil
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from build_deb.targets import Refusal

COMMON = "site"
"""The folder of what all Pythons share, and of their compiled modules."""

Files = dict[str, bytes]

_LEFT_OUT = {"RECORD", "WHEEL", "INSTALLER", "direct_url.json", "REQUESTED", "zip-safe", "top_level.txt"}
"""What pip keeps for itself beside a package; dpkg knows which files are whose."""

_MANUALS = ("data", "share", "man")
"""The pages for `man`, below the folder of data of a wheel: of commands that the package does not install."""


def lay_tree(root: Path, wheels: Mapping[str, Sequence[Path]]) -> None:
    """Write the tree under `root` from each Python's wheels."""
    by_project = {
        python: {path.name.split("-")[0]: path for path in paths} for python, paths in wheels.items()
    }
    for project in sorted({project for paths in by_project.values() for project in paths}):
        files = {python: _files(paths[project]) for python, paths in by_project.items() if project in paths}
        if len(files) == len(wheels):
            _write(root / COMMON, _merged(project, files))
        else:
            for python, own in files.items():
                _write(root / f"python{python}", own)


def _files(wheel: Path) -> Files:
    """Return what a wheel installs beside its scripts."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        return {name: archive.read(name) for name in names if _is_installed(wheel, PurePosixPath(name))}


def _is_installed(wheel: Path, name: PurePosixPath) -> bool:
    if name.is_absolute() or ".." in name.parts:
        raise Refusal(f"{wheel.name}: '{name}' found, expected files inside the tree")
    if name.parts[0].endswith(".data"):
        if name.parts[1:4] == _MANUALS:
            return False
        raise Refusal(f"{wheel.name}: '{name}' found, expected packages and modules only")
    about = name.parts[0].endswith(".dist-info")
    return not (about and len(name.parts) == 2 and name.name in _LEFT_OUT) and name.suffix != ".pyc"


def _merged(project: str, files: Mapping[str, Files]) -> Files:
    """Return the files of all Pythons together."""
    merged: Files = {}
    for python, own in files.items():
        for name, content in own.items():
            if merged.setdefault(name, content) != content:
                raise Refusal(
                    f"{project}: Python {python} has another {name}, expected the same file for all Pythons"
                )
    return merged


def _write(root: Path, files: Files) -> None:
    for name, content in files.items():
        path = root / name
        if path.exists():
            raise Refusal(f"{path.name}: two packages have {name}, expected one")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def size_of(root: Path) -> int:
    """Return the bytes of all files under a folder."""
    return sum(path.stat().st_size for path in root.rglob("*") if path.is_file())


def copy(source: Path, place: Path, mode: int = 0o644) -> None:
    """Copy one file, with the mode that it gets in the package."""
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, place)
    place.chmod(mode)
