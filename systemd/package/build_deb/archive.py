"""Makes one .deb: in a folder beside its place, then in its place, so that no half of one is ever there.

The law: the same sources and wheels give the same bytes. It refuses to know which files are in it.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from build_deb.control import marks
from build_deb.fetch import bring, bring_source
from build_deb.layout import OWN, lay_control, lay_files, set_times
from build_deb.lock import Locked, wanted
from build_deb.targets import Refusal, debian_version, targets
from build_deb.tree import COMMON, lay_tree, size_of


def build_all(
    archs: Sequence[str], own: Path, locked: list[Locked], folder: Path, out: Path
) -> Iterator[Path]:
    """Build the packages of these architectures, one after the other."""
    for arch in archs:
        targets(arch)  # refuses one that is not known before anything is fetched
    with tempfile.TemporaryDirectory() as temporary:
        made = bring_source(locked, folder, Path(temporary))
        for arch in archs:
            yield _build(arch, [own, *made], locked, folder, out)


def _build(arch: str, own: list[Path], locked: list[Locked], folder: Path, out: Path) -> Path:
    """Build the package of an architecture from our own wheel, those made here, and those of the lock."""
    version = debian_version(own[0].name.split("-")[1])
    wheels = {each.python: [*own, *bring(wanted(locked, each), each, folder)] for each in targets(arch)}
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".building-") as temporary:
        root = Path(temporary) / "root"
        lay_tree(root / OWN, wheels)
        values = marks(version, arch, size_of(root), root / OWN / COMMON)
        lay_files(root, values)
        lay_control(root, values)
        set_times(root, epoch())
        deb = Path(temporary) / f"jadoube_{version}_{arch}.deb"
        _pack(root, deb)
        return deb.replace(out / deb.name)


def _pack(root: Path, deb: Path) -> None:
    tool = shutil.which("dpkg-deb")
    if tool is None:
        raise Refusal("no dpkg-deb found, expected Debian or Raspberry Pi OS")
    # One thread: with more, the bytes depend on how many there are.
    options = ["--root-owner-group", "-Zxz", "--threads-max=1", "--build", str(root), str(deb)]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(epoch())}
    done = subprocess.run([tool, *options], capture_output=True, text=True, check=False, env=environment)  # noqa: S603 - dpkg-deb
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"dpkg-deb ended with status {done.returncode}"]
        raise Refusal(f"{deb.name}: {said[-1]}")


def epoch() -> int:
    """Return the time of all files, which `make deb` takes from the commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given.isdecimal():
        raise Refusal(f"SOURCE_DATE_EPOCH is '{given}', expected the seconds of a time, such as the commit's")
    return int(given)
