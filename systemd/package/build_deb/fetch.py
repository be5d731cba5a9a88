"""The folder of wheels: what is missing is fetched once, by pip, from where this machine has its packages.

The law: nothing is used whose hash is not in the lock. It refuses to know what is made of the wheels.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from build_deb.lock import BUILD_TOOL, Locked, check, is_pure
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


def bring_source(locked: Iterable[Locked], folder: Path, out: Path) -> list[Path]:
    """Make the wheels of the projects that publish their source only, into `out`; nothing is compiled.

    Their build tool is the one in the lock: the same bytes come out everywhere, and no network is needed.
    """
    locked = list(locked)
    tools = [each for each in locked if each.project == BUILD_TOOL]
    sources = [each for each in locked if each.is_source]
    if missing := [each for each in tools if not (folder / each.name).exists()]:
        _fetch(missing, ["--only-binary=:all:"], folder)
    with tempfile.TemporaryDirectory() as temporary:
        for tool in _checked(tools, folder):
            shutil.unpack_archive(tool, temporary, "zip")
        environment = os.environ | {"PYTHONPATH": temporary}
        if missing := [each for each in sources if not (folder / each.name).exists()]:
            _fetch(missing, ["--no-binary=:all:", "--no-build-isolation"], folder, environment)
        for source in _checked(sources, folder):
            options = ["--no-index", "--no-deps", "--no-build-isolation", "--no-cache-dir", "-w", str(out)]
            command = [*PIP, "wheel", *options, str(source)]
            _pip(command, environment, f"{source.name}: its wheel cannot be made")
    made = sorted(out.glob("*.whl"))
    if compiled := [each.name for each in made if not is_pure(each.name)]:
        raise Refusal(f"{compiled[0]}: compiled, expected a wheel for any machine")
    return made


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
