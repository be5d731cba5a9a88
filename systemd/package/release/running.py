"""How other programs are run: what they say is kept, and told if they fail; all they start ends with them.

It refuses to know which programs these are.
"""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from release.problems import Failed

_LAST_LINES = 12
_GRACE_S = 10
#: A git hook, or a git command that calls this, would have all of git work on its own repository.
_GITS = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX")


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment of the programs: this one's, without what ties git to a repository."""
    return {name: value for name, value in os.environ.items() if name not in _GITS} | dict(more or {})


def ask(words: Sequence[str], folder: Path) -> tuple[int, str]:
    """Run a program; return its status and what it said, without what it said as errors."""
    done = _done(words, folder)
    return done.returncode, done.stdout


def run(words: Sequence[str], folder: Path, given: str | None = None) -> str:
    """Run a program that may ask at the terminal; return what it said. Failed if its status is not 0.

    Where a text is given, the program reads that in place of the terminal.
    """
    done = _done(words, folder, given)
    if done.returncode:
        raise Failed(_told(words, done.returncode, done.stderr or done.stdout))
    return done.stdout


def _done(words: Sequence[str], folder: Path, given: str | None = None) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(  # noqa: S603 - git and the programs that sign, by the words of this package
            words, cwd=folder, env=environment(), input=given, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise Failed(f"the program {words[0]} is missing") from None


def build(words: Sequence[str], folder: Path, more: Mapping[str, str]) -> None:
    """Run a program that asks nothing and starts others. None is left, however this ends."""
    with subprocess.Popen(  # noqa: S603 - as above
        words,
        cwd=folder,
        env=environment(more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
    ) as process:
        try:
            said, _ = process.communicate()
        except BaseException:
            _end(process)
            raise
    if process.returncode:
        raise Failed(_told(words, process.returncode, said))


def _end(process: "subprocess.Popen[str]") -> None:
    """End a program and all in its group."""
    for kind in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, kind)
        with suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE_S)


def _told(words: Sequence[str], status: int, said: str) -> str:
    """Say that a program failed, and with which words."""
    last = [line for line in said.splitlines() if line.strip()][-_LAST_LINES:]
    return "\n".join([f"{' '.join(words)[:200]}: status {status}", *(f"    {line}" for line in last)])
