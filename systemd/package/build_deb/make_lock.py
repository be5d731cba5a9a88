"""`python -m build_deb.make_lock`: writes `wheels.lock` anew, from pyproject.toml. `make lock` runs it.

The law: uv says which versions belong together, pip which file each machine gets, by uv's hashes. It refuses
to know what is built of them.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.requirements import Requirement

from build_deb.control import CHECKOUT
from build_deb.fetch import PIP
from build_deb.lock import BUILD_TOOL, is_pure, sha256_of
from build_deb.targets import MACHINES, Refusal, Target, targets

EXTRAS = ("pi", "sim")
"""What the .deb brings: all for the board, and the board on the desk."""

SOURCE_ONLY = ("chess",)
"""Pure Python that is published as its source only; the build makes its wheel."""

HEAD = """\
# The files that the .deb is made of, as sha256sum writes them. `make lock` writes this file.
"""


def main() -> int:
    """Resolve, fetch and write."""
    lock = Path(sys.argv[1])
    try:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            pinned = _resolve(folder / "resolved.txt")
            for arch in MACHINES:
                for target in targets(arch):
                    _fetch(pinned, target, folder / "files")
            _fetch_source(pinned, folder / "files")
            files = sorted(
                (folder / "files").iterdir(), key=lambda path: (is_pure(path.name), path.name.lower())
            )
            lines = [f"{sha256_of(path)}  {path.name}\n" for path in files]
            lock.write_text(HEAD + "".join(lines), "utf-8")
    except Refusal as refusal:
        print(f"make lock: {refusal}", file=sys.stderr)
        return 2
    print(f"{lock}: {len(lines)} files of {len(pinned)} projects")
    return 0


def _resolve(place: Path) -> dict[str, tuple[Requirement, list[str]]]:
    """Return each project's requirement with its marker, and the hashes of all its files."""
    uv = Path(sys.executable).parent / "uv"
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    options = [
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
        "--no-annotate",
        "--no-header",
        "-q",
    ]
    tool = place.with_name("tool.in")
    tool.write_text(f"{BUILD_TOOL}\n", "utf-8")
    _run([str(uv), "pip", "compile", *options, *extras, "-o", str(place), "pyproject.toml", str(tool)], "uv")
    pinned = {}
    for entry in place.read_text("utf-8").replace("\\\n", " ").splitlines():
        words, *hashes = entry.split("--hash=")
        requirement = Requirement(words)
        pinned[requirement.name] = (requirement, [each.strip() for each in hashes])
    return pinned


def _fetch(pinned: dict[str, tuple[Requirement, list[str]]], target: Target, folder: Path) -> None:
    """Fetch what pip takes on one target."""
    taken = {
        name: each
        for name, each in pinned.items()
        if name not in SOURCE_ONLY and (each[0].marker is None or each[0].marker.evaluate(target.environment))
    }
    platforms = [word for platform in target.platforms for word in ("--platform", platform)]
    options = ["--only-binary=:all:", "--implementation", "cp", "--python-version", target.python, *platforms]
    _download(taken, options, folder, f"{target.arch} with Python {target.python}")


def _fetch_source(pinned: dict[str, tuple[Requirement, list[str]]], folder: Path) -> None:
    (tool,) = folder.glob(f"{BUILD_TOOL}-*.whl")
    with tempfile.TemporaryDirectory() as temporary:
        shutil.unpack_archive(tool, temporary, "zip")
        taken = {name: pinned[name] for name in SOURCE_ONLY}
        environment = os.environ | {"PYTHONPATH": temporary}
        _download(taken, ["--no-binary=:all:", "--no-build-isolation"], folder, "sources", environment)


def _download(
    taken: dict[str, tuple[Requirement, list[str]]],
    options: list[str],
    folder: Path,
    what: str,
    environment: dict[str, str] | None = None,
) -> None:
    folder.mkdir(exist_ok=True)
    asked = folder.with_name("asked.txt")
    lines = (
        f"{each.name}{each.specifier} {' '.join(f'--hash={digest}' for digest in hashes)}\n"
        for each, hashes in taken.values()
    )
    asked.write_text("".join(lines), "utf-8")
    print(f"{what}: {len(taken)} projects", file=sys.stderr)
    _run(
        [*PIP, "download", "--no-deps", "--require-hashes", *options, "-d", str(folder), "-r", str(asked)],
        what,
        environment,
    )


def _run(command: list[str], what: str, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(  # noqa: S603 - uv and pip
        command, capture_output=True, text=True, check=False, env=environment, cwd=CHECKOUT
    )
    if done.returncode:
        raise Refusal(f"{what}: {done.stderr.strip()[-300:]}")


if __name__ == "__main__":
    sys.exit(main())
