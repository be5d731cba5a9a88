"""How soon the board is up: from the start of its process to its first scan, its first lamp, and to a game.

What is measured is `jadoube_sim.benchmarks.boot.child`, a process of its own, several times. The best counts,
as what else the machine does can only add. The modules are compiled before, as pip does it.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from jadoube.drivers.interfaces import Part
from jadoube_sim.benchmarks.boot.electronics import FIRST_SCAN, MARK

CONFIG = """\
[reeds]
scanner = "lgpio"
[archive]
directory = "games"
[control]
socket = "control"
[web]
address = "127.0.0.1"
port = 0
[online]
directory = "online"
socket = "desk"
"""
MARKS: Final = (FIRST_SCAN, Part.LAMPS, Part.WHITE_FACE, Part.BLACK_FACE, Part.BUZZER)
SAYS: Final = ("scanning every", "page: ")
"""What a board that starts as it should says in its own words."""
IMPORTED: Final = "import time:"
HEAVIEST: Final = 8
ROUNDS: Final = 10


class Start(NamedTuple):
    """Milliseconds from the start of the process."""

    first_scan_ms: float
    first_lamp_ms: float
    playable_ms: float
    """Until the last of reeds, lamps, faces and buzzer is up."""


class Imported(NamedTuple):
    """What was imported since the last mark, up to this one: each module, and what it took by itself."""

    until: str
    took_us: dict[str, int]


def best(rounds: int = ROUNDS) -> Start:
    """Give the best of so many starts, each figure by itself."""
    with _compiled() as (config, environment):
        starts = [_one(config, environment) for _ in range(rounds)]
    return Start(*map(min, zip(*starts, strict=True)))


def imports() -> list[Imported]:
    """Give what one start imports up to each of its marks, by Python's own account (`-X importtime`)."""
    with _compiled() as (config, environment):
        return list(_imported(_lines(config, environment, "-X", "importtime")))


def report(start: Start, imported: list[Imported]) -> Iterator[str]:
    """Say both, line by line."""
    yield f"{start.first_scan_ms:8.0f} ms from the start of the process to its first scan"
    yield f"{start.first_lamp_ms:8.0f} ms to its first lamp (at most 250)"
    yield f"{start.playable_ms:8.0f} ms until reeds, lamps, faces and buzzer are up (at most 500)"
    yield "         what is imported, each module timed by itself (which slows them down), in ms:"
    for until, took_us in imported:
        packages: Counter[str] = Counter()
        for module, us in took_us.items():
            packages[_package(module)] += us
        heaviest = ", ".join(f"{name} {us / 1000:.1f}" for name, us in packages.most_common(HEAVIEST))
        yield f"{packages.total() / 1000:8.0f} up to: {until} ({len(took_us)} modules: {heaviest})"


def _imported(lines: Iterator[str]) -> Iterator[Imported]:
    took_us: dict[str, int] = {}
    for line in lines:
        if line.startswith(IMPORTED):
            us, _, name = line.removeprefix(IMPORTED).split("|")
            if us.strip().isdecimal():  # but for the heading
                took_us[name.strip()] = int(us)
        else:
            yield Imported(_mark(line)[0], took_us)
            took_us = {}


def _package(module: str) -> str:
    """Whose module it is; of our own, which part of ours."""
    names = module.split(".")
    return ".".join(names[: 2 if names[0].startswith("jadoube") else 1])


@contextmanager
def _compiled() -> Iterator[tuple[Path, dict[str, str]]]:
    """Give a configuration, and an environment in which a start finds all its modules compiled."""
    with TemporaryDirectory() as folder:
        config = Path(folder) / "bench.toml"
        config.write_text(CONFIG, encoding="utf-8")
        environment = os.environ | {"PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _one(config, environment)
        yield config, environment


def _one(config: Path, environment: dict[str, str]) -> Start:
    began_ns = time.monotonic_ns()
    at_ms = {what: (at_ns - began_ns) / 1e6 for what, at_ns in map(_mark, _lines(config, environment))}
    return Start(at_ms[FIRST_SCAN], at_ms[Part.LAMPS], max(at_ms.values()))


def _mark(line: str) -> tuple[str, int]:
    what, _, at_ns = line.removeprefix(MARK).rpartition(" ")
    return what, int(at_ns)


def _lines(config: Path, environment: dict[str, str], *options: str) -> Iterator[str]:
    """Start the board, give its marks and its imports as they come, and stop it with the last mark."""
    words = [sys.executable, *options, "-m", "jadoube_sim.benchmarks.boot.child", "--config", str(config)]
    with subprocess.Popen(  # noqa: S603 - us
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    ) as board:
        waited_for = set(MARKS)
        try:
            for line in board.stdout or ():
                if any(words in line for words in SAYS):
                    continue
                if line.startswith(MARK):
                    waited_for.discard(_mark(line)[0])
                elif not line.startswith(IMPORTED):
                    raise RuntimeError(f"the board does not start: {line.strip()}")
                yield line
                if not waited_for:
                    return
        finally:
            board.terminate()
            board.communicate()
    raise RuntimeError(f"the board ended with status {board.returncode} before it was up")
