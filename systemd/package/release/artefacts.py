"""What a release consists of: wheel, sdist, packages of Debian, notes, checksums; each made, then looked at.

It decides by which program each is made, and what must be true of it. It refuses to know git and keys.
"""

import sys
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from build_deb.lock import sha256_of
from release.problems import Failed, Refused
from release.running import build, run
from release.versions import Version

ARCHITECTURES = ("amd64", "arm64", "armhf")
KINDS = ("wheel", "sdist", *ARCHITECTURES)

SUMS = "SHA256SUMS"
NOTES = "NOTES.md"


def parse_kinds(text: str) -> tuple[str, ...]:
    """Return what is to be made, as named with commas between. Refused if a name is none of `KINDS`."""
    asked = text.split(",")
    strange = [each for each in asked if each not in KINDS]
    if strange:
        raise Refused(f"--only names {strange[0]!r}, expected some of {','.join(KINDS)}")
    return tuple(kind for kind in KINDS if kind in asked)


def file_name(kind: str, version: Version) -> str:
    """Return the name of this file of a release."""
    match kind:
        case "wheel":
            return f"jadoube-{version}-py3-none-any.whl"
        case "sdist":
            return f"jadoube-{version}.tar.gz"
        case _:
            return f"jadoube_{version}_{kind}.deb"


def make(kinds: Sequence[str], tree: Path, out: Path, version: Version, epoch: str) -> None:
    """Make these files of a release from a tree, dated by `epoch`. Failed if one is not as it must be.

    What a package of Debian installs is the wheel of the release.
    """
    dated = {"SOURCE_DATE_EPOCH": epoch}
    with TemporaryDirectory(dir=out.parent) as beside:
        wheel = (out if "wheel" in kinds else Path(beside)) / file_name("wheel", version)
        _hatch("wheel", tree, wheel, dated)
        _try_wheel(wheel, version)
        for kind in kinds:
            file = out / file_name(kind, version)
            if kind == "sdist":
                _hatch(kind, tree, file, dated)
                _try_sdist(file, wheel, dated)
            elif kind in ARCHITECTURES:
                _package(kind, tree, file, wheel, dated)


def sums_text(files: Iterable[Path]) -> str:
    """Return the checksums of files, as sha256sum(1) writes and checks them."""
    return "".join(f"{sha256_of(path)}  {path.name}\n" for path in sorted(files))


def check_sums(folder: Path) -> None:
    """Refused if the files of a release are not those of its checksums."""
    sums = folder / SUMS
    if not sums.is_file():
        raise Refused(f"{sums} is missing, expected the folder of a release")
    lines = [line.partition("  ") for line in sums.read_text(encoding="utf-8").splitlines()]
    if not lines:
        raise Refused(f"{sums} is empty, expected a checksum for each file")
    for expected, _, name in lines:
        if not (folder / name).is_file() or sha256_of(folder / name) != expected:
            raise Refused(f"{folder / name} is missing or not the file that was released; it is not signed")


def _hatch(kind: str, tree: Path, file: Path, dated: Mapping[str, str]) -> None:
    """Build a wheel or an sdist."""
    build([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(file.parent)], tree, dated)
    _expect(file)


def _package(architecture: str, tree: Path, file: Path, wheel: Path, dated: Mapping[str, str]) -> None:
    """Build the package of Debian, as `make deb` does, by the program of the tree."""
    words = ["--arch", architecture, "--wheel", str(wheel), "--out", str(file.parent)]
    more = {**dated, "PYTHONPATH": str(tree / "systemd" / "package")}
    build([sys.executable, "-B", "-m", "build_deb", *words], tree, more)
    _expect(file)


def _expect(file: Path) -> None:
    if not file.exists():
        found = ", ".join(sorted(path.name for path in file.parent.iterdir())) or "nothing"
        raise Failed(f"{found} found, expected {file.name}")


def _try_wheel(wheel: Path, version: Version) -> None:
    """Install the wheel alone, without network, and ask the package for its version."""
    with TemporaryDirectory() as site:
        pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
        run([*pip, "--no-index", "--no-deps", "--target", site, str(wheel)], wheel.parent)
        asked = f"import sys; sys.path.insert(0, {site!r}); import jadoube; print(jadoube.__version__)"
        found = run([sys.executable, "-I", "-c", asked], wheel.parent).strip()
    if found != str(version):
        raise Failed(f"{wheel.name} has the version {found}, expected {version}")


def _try_sdist(sdist: Path, wheel: Path, dated: Mapping[str, str]) -> None:
    """Build a wheel from the sdist: it is the same, to the byte, so the sdist has all that is needed."""
    with TemporaryDirectory() as folder:
        with tarfile.open(sdist) as packed:
            packed.extractall(folder, filter="data")
        again = Path(folder, wheel.name)
        _hatch("wheel", Path(folder, sdist.name.removesuffix(".tar.gz")), again, dated)
        if sha256_of(again) != sha256_of(wheel):
            raise Failed(f"{sdist.name} gives another wheel than the sources")
