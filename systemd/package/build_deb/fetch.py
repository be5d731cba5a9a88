"""The folder of wheels: what is missing is fetched once, by pip, from where this machine has its packages.

The law: nothing is used whose hash is not in the lock. It refuses to know what is made of the wheels.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from build_deb.lock import BUILD_TOOL, Locked, check
from build_deb.targets import Refusal, Target

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]


def folder_of_wheels(environment: Mapping[str, str]) -> Path:
    """Return where wheels are kept: `JADOUBE_WHEELS`, else the user's cache."""
    if chosen := environment.get("JADOUBE_WHEELS"):
        return Path(chosen)
    cache = environment.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "jadoube-wheels"


def bring(wheels: Iterable[Locked], target: Target, folder: Path) -> list[Path]:
    """Return the target's wheels as checked files; what is missing is fetched into the folder."""
    wheels = list(wheels)
    missing = [each for each in wheels if not (folder / each.name).exists()]
    if missing:
        names = ["--only-binary=:all:", "--python-version", target.python, "--implementation", "cp"]
        _fetch(missing, [*names, *_each("--platform", target.platforms)], folder)
    return _checked(wheels, folder)


def bring_source(locked: Iterable[Locked], folder: Path) -> list[Path]:
    """Return the wheels of the projects that publish their source only; they are made here, not compiled.

    Their build tool is the one in the lock: the same bytes come out everywhere, and no network is needed.
    """
    locked = list(locked)
    tools = [each for each in locked if each.project == BUILD_TOOL]
    sources = [each for each in locked if each.is_source]
    if missing := [each for each in tools if not (folder / each.name).exists()]:
        _fetch(missing, ["--only-binary=:all:"], folder)
    with tempfile.TemporaryDirectory() as temporary:
        for tool in _checked(tools, folder):
            with zipfile.ZipFile(tool) as archive:
                archive.extractall(Path(temporary) / "tools")
        environment = os.environ | {"PYTHONPATH": str(Path(temporary) / "tools")}
        if missing := [each for each in sources if not (folder / each.name).exists()]:
            _fetch(missing, ["--no-binary=:all:", "--no-build-isolation"], folder, environment)
        return [_make_wheel(source, folder / "made", environment) for source in _checked(sources, folder)]


def _make_wheel(source: Path, folder: Path, environment: Mapping[str, str]) -> Path:
    """Make the wheel of a source archive anew: what lies there could be of another one."""
    with tempfile.TemporaryDirectory() as temporary:
        options = ["--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir", "-w", temporary]
        _pip([*PIP, "wheel", *options, str(source)], environment, f"{source.name}: its wheel cannot be made")
        (made,) = Path(temporary).iterdir()
        if not made.name.endswith("-none-any.whl"):
            raise Refusal(
                f"{source.name}: {made.name} made, expected a wheel for any machine: it would be compiled"
            )
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(made, folder / made.name))


def _checked(locked: Iterable[Locked], folder: Path) -> list[Path]:
    """Return the files, each with the bytes of the lock."""
    paths = []
    for each in locked:
        path = folder / each.name
        if not path.exists():
            raise Refusal(f"{path}: missing after the download, expected the file that wheels.lock names")
        check(path, each)
        paths.append(path)
    return paths


def _fetch(
    missing: list[Locked], options: list[str], folder: Path, environment: Mapping[str, str] | None = None
) -> None:
    """Fetch files into the folder; a download that breaks off leaves nothing there."""
    folder.mkdir(parents=True, exist_ok=True)
    print(f"fetching into {folder}: {' '.join(each.project for each in missing)}", file=sys.stderr)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".part-") as temporary:
        asked = Path(temporary) / "requirements.txt"
        asked.write_text("".join(f"{each.requirement}\n" for each in missing), "utf-8")
        command = [
            *PIP,
            "download",
            "--no-deps",
            "--require-hashes",
            *options,
            "-d",
            temporary,
            "-r",
            str(asked),
        ]
        problem = f"{len(missing)} files of wheels.lock are not in {folder} and cannot be fetched"
        _pip(command, environment, f"{problem} ({missing[0].name})")
        for path in Path(temporary).iterdir():
            if path != asked:
                path.replace(folder / path.name)


def _pip(command: list[str], environment: Mapping[str, str] | None, problem: str) -> None:
    """Run pip; what it says last is the reason of a refusal."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603 - pip
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")]
        reason = said[-1].removeprefix("ERROR: ") if said else f"pip ended with status {done.returncode}"
        raise Refusal(f"{problem}: {reason}")


def _each(option: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (option, value)]
