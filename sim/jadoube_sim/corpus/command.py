"""`jadoube bench corpus FOLDER`: stored logs and journals, and whether the code of now reads them as before.

The first call makes the corpus: what hands did, as sensor logs and journals, and beside each the text of what
the code makes of it. Later calls run the code of now over the stored logs and journals, and compare its text
with the stored one, byte for byte. Nothing is judged here: a difference may be a fault or what was meant.

The last file that is written is the folder's `corpus.txt`: a folder without it is no corpus.
"""

import gc
import platform
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from dataclasses import dataclass
from difflib import unified_diff
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from jadoube.cli.common.parser import Parser
from jadoube.config.files import decode_text, read_bytes
from jadoube.config.problems import BadInput, os_words
from jadoube.formats.sensorlog import format_sensor_log
from jadoube_sim.benchmarks.processes import in_processes
from jadoube_sim.corpus.journals import drawn_journals
from jadoube_sim.corpus.logs import drawn_log
from jadoube_sim.corpus.texts import calls_and_plies, said_of_journal, said_of_log
from jadoube_sim.hands.games import Game, playable_games

FIRST_LINE = "jadoube-corpus 1"
ABOUT = "corpus.txt"
EXPECTED = ".expected"

DIFFS_SHOWN = 3
DIFF_LINES = 20
FROZEN_MOST = 400_000
"""Objects, some 60 MB: each call of `replay` freezes all that there are, dead ones too."""
CALLS_SAMPLE = 20
"""Logs in which calls are counted."""

SAID: dict[str, Callable[[str], bytes]] = {".log": said_of_log, ".journal": said_of_journal}
"""What the code makes of a file, by the file's suffix."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One log or journal: what is said of it now if that is not what is expected, and the CPU time."""

    name: str
    said: bytes | None
    cpu_s: float


@dataclass(frozen=True, slots=True)
class About:
    """What `corpus.txt` says of a corpus."""

    logs: int
    journals: int
    calls_per_ply: int
    python: str

    def text(self) -> str:
        """Write it as the file's text."""
        return (
            f"{FIRST_LINE}\nlogs {self.logs}\njournals {self.journals}\n"
            f"calls-per-ply {self.calls_per_ply}\npython {self.python}\n"
        )

    @property
    def size(self) -> str:
        """Say how much there is."""
        return f"{self.logs:,} logs, {self.journals:,} journals"


def main(argv: Sequence[str], built_in: Path) -> int:
    """Make a corpus, or compare with it; exit status 1 if something differs. `built_in` is a PGN file."""
    given = _parser().parse_args(argv)
    folder: Path = given.folder
    try:
        if (folder / ABOUT).exists():
            return _compare(folder, given)
        if folder.exists() and any(folder.iterdir()):
            raise BadInput(str(folder), f"no {ABOUT} found, expected a corpus or an empty folder")
        return _make(folder, playable_games(given.pgn or built_in), given)
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(problem.filename or folder), f"{found}, expected a folder for files") from problem


def _parser() -> Parser:
    parser = Parser(
        prog="jadoube bench corpus",
        description="Guard the reading of hands. The first call makes a corpus in FOLDER: sensor logs and "
        "journals, with what this code makes of each. Later calls run the code of then over them again, and "
        "say what differs; the exit status is 1 if something does.",
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="outside the checkout")
    parser.add_argument("--accept", action="store_true", help="from now on expect what happens now")
    parser.add_argument("--jobs", metavar="N", type=_number, default=2, help="processes")
    new = parser.add_argument_group("a new corpus", "not looked at when FOLDER holds one")
    new.add_argument("--pgn", metavar="FILE", type=Path, help="with the games of this file")
    new.add_argument("--logs", metavar="N", type=_number, default=2000, help="so many sensor logs")
    new.add_argument(
        "--journals",
        metavar="N",
        type=_number,
        default=40,
        help="so many whole games, each of them a journal or more",
    )
    new.add_argument("--seed", metavar="S", type=int, default=0, help="of all that is drawn by lot")
    return parser


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"{text!r} found, expected a whole number from 1")
    return int(text)


# Make


def _make(folder: Path, games: list[Game], given: Namespace) -> int:
    """Write logs and journals, then what is expected of each, and last what it all is."""
    for kind in ("logs", "journals"):
        (folder / kind).mkdir(parents=True)
    for name, text in in_processes(partial(_log, games, given.seed), _from_1(given.logs), given.jobs):
        (folder / "logs" / f"{name}.log").write_bytes(text)
    played = in_processes(partial(drawn_journals, games, given.seed), _from_1(given.journals), given.jobs)
    for name, journal in ((name, journal) for journals in played for name, journal in journals):
        (folder / "journals" / f"{name}.journal").write_bytes(journal)
    cpu_s = 0.0
    for checked in _checked(folder, given.jobs):
        _accept(folder, checked)
        cpu_s += checked.cpu_s
    about = _about_now(folder)
    (folder / ABOUT).write_text(about.text(), encoding="ascii")
    print(f"calls per ply: {about.calls_per_ply:,}")
    print(f"CPU time: {cpu_s:.0f} s")
    print(f"{about.size}: made in {folder}")
    return 0


def _from_1(count: int) -> range:
    return range(1, count + 1)


def _log(games: Sequence[Game], seed: int, number: int) -> tuple[str, bytes]:
    """Give the name of a log, and its text."""
    name, log = drawn_log(games, seed, number)
    return name, format_sensor_log(log).encode("ascii")


# Compare


def _compare(folder: Path, given: Namespace) -> int:
    """Say what differs from what is stored, and accept it if that is asked for."""
    before = _read_about(folder)
    _refuse_incomplete(folder, before)
    cpu_s, diffs, differ = 0.0, list[str](), 0
    for checked in _checked(folder, given.jobs):
        cpu_s += checked.cpu_s
        if checked.said is None:
            continue
        differ += 1
        print(f"differs: {checked.name}", flush=True)
        if differ <= DIFFS_SHOWN:
            diffs += _diff(folder, checked)
        if given.accept:
            _accept(folder, checked)
    now = _about_now(folder)
    if given.accept:
        (folder / ABOUT).write_text(now.text(), encoding="ascii")
    print(*diffs, sep="\n", end="\n" if diffs else "")
    print(_calls(before, now))
    print(f"CPU time: {cpu_s:.0f} s")
    found = f"{differ:,} {'differs' if differ == 1 else 'differ'}" if differ else "nothing differs"
    print(f"{before.size}: {found}{', accepted' if differ and given.accept else ''}")
    return 1 if differ and not given.accept else 0


def _checked(folder: Path, jobs: int) -> Iterator[Checked]:
    """Run the code of now over all logs and journals, in the order of their names."""
    return in_processes(partial(_check, folder), _stored(folder), jobs)


def _check(folder: Path, name: str) -> Checked:
    """Compare what is said of a log or journal with what is stored beside it."""
    began_s = time.process_time()
    with chdir(folder):  # what is said names the file
        said = SAID[Path(name).suffix](name)
    if gc.get_freeze_count() > FROZEN_MOST:
        gc.unfreeze()
        gc.collect()
    same = said == _expected_of(folder, name)
    return Checked(name, None if same else said, time.process_time() - began_s)


def _expected_of(folder: Path, name: str) -> bytes | None:
    """Give what is stored; None if nothing is."""
    path = folder / f"{name}{EXPECTED}"
    return path.read_bytes() if path.exists() else None


def _accept(folder: Path, checked: Checked) -> None:
    if checked.said is not None:
        (folder / f"{checked.name}{EXPECTED}").write_bytes(checked.said)


def _diff(folder: Path, checked: Checked) -> list[str]:
    """Give the first lines of what differs."""
    texts = (_expected_of(folder, checked.name) or b"", checked.said or b"")
    was, now = (text.decode("utf-8", "backslashreplace").split("\n") for text in texts)
    lines = list(unified_diff(was, now, f"{checked.name}, stored", f"{checked.name}, now", lineterm=""))
    more = len(lines) - DIFF_LINES
    return [*lines[:DIFF_LINES], *([f"... {more:,} more lines"] if more > 0 else [])]


def _stored(folder: Path) -> list[str]:
    """Give the names of the logs, then of the journals, from the folder on."""
    names = [*sorted(folder.glob("logs/*.log")), *sorted(folder.glob("journals/*.journal"))]
    return [path.relative_to(folder).as_posix() for path in names]


# What is known of a corpus


def _about_now(folder: Path) -> About:
    """Count what is stored, and the calls: in a new process, in which no cache is warm."""
    names = _stored(folder)
    logs = [name for name in names if name.endswith(".log")]
    sample = [str(folder / name) for name in logs[:: max(1, len(logs) // CALLS_SAMPLE)][:CALLS_SAMPLE]]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        calls, plies = pool.submit(calls_and_plies, sample).result()
    python = ".".join(platform.python_version_tuple()[:2])
    return About(len(logs), len(names) - len(logs), round(calls / max(1, plies)), python)


def _read_about(folder: Path) -> About:
    """Read `corpus.txt`."""
    path = folder / ABOUT
    first, *lines = decode_text(read_bytes(path, "a corpus"), str(path)).splitlines() or [""]
    if first != FIRST_LINE:
        raise BadInput(f"{path}:1", f"{first!r} found, expected '{FIRST_LINE}'")
    said = dict(line.partition(" ")[::2] for line in lines)
    try:
        return About(int(said["logs"]), int(said["journals"]), int(said["calls-per-ply"]), said["python"])
    except (KeyError, ValueError) as problem:
        raise BadInput(str(path), f"{problem} found, expected the numbers of a corpus") from problem


def _refuse_incomplete(folder: Path, about: About) -> None:
    """Refuse a corpus from which logs or journals were taken: they would not differ."""
    names = _stored(folder)
    for kind, expected in (("logs", about.logs), ("journals", about.journals)):
        found = sum(name.startswith(kind) for name in names)
        if found != expected:
            raise BadInput(str(folder / kind), f"{found:,} {kind} found, expected {expected:,}")


def _calls(before: About, now: About) -> str:
    """Say how many calls a ply took, and takes; another Python counts otherwise."""
    pythons = f" (Python {before.python} -> {now.python})" if now.python != before.python else ""
    return f"calls per ply: {before.calls_per_ply:,} -> {now.calls_per_ply:,}{pythons}"
