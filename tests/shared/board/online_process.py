"""The process of what leaves the board, as its unit starts it, and the files that it looks at."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from shared.board.daemon import CONFIG

MORE = """\
[control]
socket = "control"
[online]
directory = "own"
socket = "desk"
[live]
enabled = true
"""


def config(folder: Path, more: str = MORE) -> Path:
    """The configuration of a board that keeps an archive."""
    folder.mkdir(exist_ok=True)
    file = folder / "board.toml"
    text = CONFIG.format(pins="mock", faces="false", folder=folder / "games")
    file.write_text(text.replace("[online]\nenabled = false\n", "") + more, encoding="utf-8")
    return file


LOOKS_S = 0.02


@contextmanager
def online(file: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The process by itself, as its systemd unit starts it."""
    command = [sys.executable, "-m", "jadoube", "online", "--config", str(file), *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def put(path: Path, text: str) -> None:
    """Write a file as the daemon does: beside, and renamed."""
    draft = path.with_name(f"{path.name}.tmp")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def comes(process: subprocess.Popen[Any], path: Path, text: str) -> None:
    """Wait until a file has this in it."""
    while not (path.exists() and text in path.read_text(encoding="utf-8")):
        lives(process)


def lives(process: subprocess.Popen[Any]) -> None:
    """Wait a moment for its end, which is a failure: who looks again at once takes the time that it needs."""
    with suppress(subprocess.TimeoutExpired):
        raise AssertionError(f"it ended with status {process.wait(LOOKS_S)}")
