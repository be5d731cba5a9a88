"""The program under test as its own process: `jadoube run`, started as by its unit, and its other commands.

It knows the command line, the log and the folder of games. It refuses to know anything inside.
"""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from virtual_board import tell, wait_for

GAMES: Final = Path("/run/games")
#: What the package starts the program by.
_JADOUBE: Final = Path("/usr/bin/jadoube")
_CONFIG: Final = Path("/run/jadoube.toml")
_FOLDER: Final = Path("/run/jadoube")
#: LG_WD: where lgpio makes its pipe, as the unit has it. Where libraries lie is the starter's to say.
_ENVIRONMENT: Final = {**os.environ, "LG_WD": str(_FOLDER)}
del _ENVIRONMENT["PYTHONPATH"]


class Daemon:
    """`jadoube run` with this configuration; it is left alone until its first scan.

    `program` is what is run in the place of `jadoube`.
    """

    def __init__(self, config: str = "", program: Sequence[str | Path] = (_JADOUBE,)) -> None:
        _CONFIG.write_text(
            f'[archive]\ndirectory = "{GAMES}"\n[online]\nenabled = false\n{config}', encoding="utf-8"
        )
        self._log = Path(f"/run/log{time.monotonic_ns()}")
        self._read = 0
        tell("clear")
        self.began = time.monotonic()
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*program, "run", "--config", _CONFIG],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=_ENVIRONMENT,
                cwd=_FOLDER,
            )
        scans = wait_for(lambda seen: seen.count("scans"), 30)
        self.first_scan_s = time.monotonic() - self.began if scans else None

    def wait_for_faces(self) -> float | None:
        """Wait until both faces show something; return the seconds since the start."""
        lit = wait_for(lambda seen: seen.white.text and seen.black.text, 60)
        return time.monotonic() - self.began if lit else None

    def said(self) -> str:
        """Return the whole log."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def news(self) -> str:
        """Return the part of the log since the last call."""
        said = self.said()
        new, self._read = said[self._read :], len(said)
        return new.strip()

    def pids(self) -> list[int]:
        """Return its process id, and that of its sampling process."""
        found = [int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal()]
        pid = self.process.pid
        return [pid, *(each for each in found if int(_stat(each)[1]) == pid)]

    def has_loaded(self, library: str) -> bool:
        """Return whether a compiled library of this name is in its memory (proc(5): maps)."""
        return library in Path(f"/proc/{self.process.pid}/maps").read_text(encoding="utf-8")

    def cpu_s(self) -> float:
        """Return the seconds of processor time that both have used."""
        return sum(map(_cpu_s, self.pids()))

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """End it; return its exit status and how many seconds that took."""
        begun = time.monotonic()
        self.process.send_signal(how)
        status = self.process.wait(30)
        return status, time.monotonic() - begun


def _cpu_s(pid: int) -> float:
    """The seconds of processor time that a process has used (proc(5): utime, stime)."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    """What the kernel tells of a process, from its state on (proc(5)); its parent is the second of it."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()


def jadoube(*words: str, limit_s: float = 30) -> subprocess.CompletedProcess[str]:
    """Run another command of the program with the same configuration, to its end."""
    return subprocess.run(
        [_JADOUBE, *words, "--config", _CONFIG],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_ENVIRONMENT,
        cwd=_FOLDER,
        text=True,
        check=False,
        timeout=limit_s,
    )


def begin_selftest(report: Path) -> "subprocess.Popen[str]":
    """Start `jadoube selftest`; its questions come through a pipe."""
    _CONFIG.write_text(f'[archive]\ndirectory = "{GAMES}"\n', encoding="utf-8")
    return subprocess.Popen(
        [_JADOUBE, "selftest", "--config", _CONFIG, "--report", report],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_ENVIRONMENT,
        cwd=_FOLDER,
        text=True,
    )


def newest_pgn() -> str:
    """Return the newest PGN file; empty if there is none."""
    newest = max(GAMES.glob("*.pgn"), default=None)
    return newest.read_text(encoding="utf-8") if newest else ""
