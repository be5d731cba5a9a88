"""`jadoube selftest`: tests every lamp, segment, button and reed, and writes a report.

It decides when the test may run (not while the daemon has the pins), where typed lines come from, and where
the report goes: into a file that is opened before the test, and always to the terminal. `jadoube.selftest`
has the tests and what they mean.
"""

import asyncio
import os
import stat
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from jadoube import __version__
from jadoube.cli.common.parser import Parser
from jadoube.cli.common.pins import STOP_IT, refuse_beside_the_daemon
from jadoube.config.problems import BadInput, os_words
from jadoube.config.settings import Settings, load_settings
from jadoube.daemon.pace import MonotonicPace
from jadoube.daemon.real_time import today
from jadoube.daemon.service import run_until_stopped
from jadoube.daemon.watched.lateness import LOOKS_EVERY_MS, Scan
from jadoube.drivers.interfaces import PartFailed
from jadoube.drivers.pi import PiElectronics
from jadoube.local.local_socket import reachable
from jadoube.selftest.advice import Finding
from jadoube.selftest.findings import slow_scans
from jadoube.selftest.report import About, Outcome, report, verdict
from jadoube.selftest.run import PERIOD_MS, Bench

#: The report's name in the folder of the games, where the board's user can write, or else in the current one.
REPORT: Final = "jadoube-selftest.txt"
#: One for the lamps, one for each face, one for the buzzer: none waits for another.
_THREADS: Final = 4


def main(argv: Sequence[str]) -> int:
    """Run the test; status 0 if all was tested and is good, 1 if not, 2 if it could not start."""
    parser = Parser(
        prog="jadoube selftest",
        description="Try every lamp, segment, button and reed of a board: follow what it asks for, on the "
        "terminal and on the lamps. Ctrl-C, or q and Enter, ends it at any point with a report of what is "
        "known then. The daemon has to be stopped before. Exit status: 0 all is good, 1 something is wrong "
        "or was not tried, or the report is not in its file, 2 bad input.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    parser.add_argument(
        "--report",
        metavar="FILE",
        type=Path,
        help=f"where the report is written, beside the terminal; default {REPORT} in the folder of the games "
        "(archive.directory), or where that cannot be written, in the current folder",
    )
    asked = parser.parse_args(argv)
    settings = load_settings(asked.config)
    refuse_beside_the_daemon("jadoube selftest", reachable(settings).control.socket)
    file = _report_file(asked.report, settings.archive.directory)
    outcome, scanning = _tried(settings)
    return finish(outcome, About(__version__, today(), settings.pins, scanning), file)


class ReportFile:
    """The open file of the report; keeps its old content until `write`. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)

    def write(self, text: str) -> None:
        """Replace the content of the file by the report, and close it. Raises OSError."""
        with os.fdopen(self._descriptor, "w", encoding="utf-8") as file:
            if stat.S_ISREG(os.fstat(self._descriptor).st_mode):  # a device has no length
                file.truncate(0)
            file.write(text)


def finish(outcome: Outcome, about: About, file: ReportFile | None) -> int:
    """Print the report, write it to the file, and return the exit status."""
    text = report(outcome, about)
    _say(f"\n{text}\n{verdict(outcome)}.")
    if file:
        try:
            file.write(text)
        except OSError as problem:
            lost = (
                f"{file.path}: {os_words(problem)}; the report is not in this file: copy it from the terminal"
            )
            print(lost, file=sys.stderr)
            return 1
        _say(f"The report is in {file.path}.")
    return 0 if outcome.good else 1


def _tried(settings: Settings) -> tuple[Outcome, str]:
    scans = Scans()
    pace = MonotonicPace(PERIOD_MS, note=scans.note)
    typed = TypedLines()

    async def run(stop: asyncio.Event) -> Outcome:
        typed.listen(sys.stdin.fileno())
        with ThreadPoolExecutor(_THREADS, "jadoube") as executor:
            bench = Bench(
                settings,
                PiElectronics(settings.reeds.pin_factory),
                executor,
                _say,
                typed=typed.take,
                every_scan=True,
            )
            return await bench.run(pace, stop)

    outcome = run_until_stopped(run)
    if isinstance(outcome.parts["reeds"], PartFailed):
        _say(f"reeds: if another program has the pins, stop it; the daemon by: {STOP_IT}")
    outcome = replace(outcome, slow=scans.slow(settings.board.scan_period_ms))
    return outcome, f"every {scans.every_ms:.1f} ms on average, {scans.worst_ms} ms late at the worst"


class Scans:
    """The average time between scans, and the worst lateness of a scan."""

    def __init__(self) -> None:
        self.worst_ms = 0
        self._first_ms: int | None = None
        self._last_ms = self._count = 0

    def note(self, scan: Scan) -> None:
        """Count a scan."""
        if self._first_ms is None:
            self._first_ms = scan.now_ms
        self._last_ms = scan.now_ms
        self._count += 1
        self.worst_ms = max(self.worst_ms, scan.late_ms)

    @property
    def every_ms(self) -> float:
        """The average time from scan to scan, in ms."""
        return self._took_ms / max(1, self._count - 1)

    def slow(self, period_ms: int) -> Finding | None:
        """Return a finding if that is too slow; None also after a test too short to tell."""
        return slow_scans(self.every_ms, period_ms) if self._took_ms >= LOOKS_EVERY_MS else None

    @property
    def _took_ms(self) -> int:
        return self._last_ms - (self._first_ms or 0)


class TypedLines:
    """The lines that a tester types; none if standard input is not interactive."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._rest = b""

    def listen(self, file: int) -> None:
        """Collect lines from this file descriptor while the loop runs."""
        with suppress(OSError):  # a plain file is not a tester
            asyncio.get_running_loop().add_reader(file, self._read, file)

    def take(self) -> str | None:
        """Return the oldest line that was not taken yet; None if there is none."""
        return self._lines.popleft() if self._lines else None

    def _read(self, file: int) -> None:
        data = os.read(file, 4096)
        if not data:
            asyncio.get_running_loop().remove_reader(file)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines.extend(line.decode(errors="replace") for line in lines)


def _report_file(asked: Path | None, games: Path) -> ReportFile:
    """Open the report's file; refuse before minutes of testing if it cannot be written."""
    refused = []
    for path in [asked] if asked else [games / REPORT, Path(REPORT)]:
        try:
            return ReportFile(path)
        except OSError as problem:
            refused.append(f"{path} ({os_words(problem)})")
    found = f"the report cannot be written to {', nor to '.join(refused)}"
    raise BadInput("jadoube selftest", f"{found}, expected --report FILE with a file that can be written")


def _say(line: str) -> None:
    """Print a line; if nobody reads it, the report is written all the same."""
    with suppress(OSError):
        print(line, flush=True)
