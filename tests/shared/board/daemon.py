"""A daemon in a process of its own, over gpiozero's mock pins, and what it says."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import chess

from jadoube.core.messages.events import Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.games.journal.header import encode_text, header_for
from jadoube.games.journal.text import format_event, format_start

CONFIG = """\
[reeds]
scanner = "gpiozero"
pin_factory = "{pins}"
[lamps]
enabled = false
[faces]
enabled = {faces}
[archive]
directory = "{folder}"
[web]
enabled = false
[online]
enabled = false
"""
START = chess.Board().occupied


def config(folder: Path, *, pins: str = "mock", faces: str = "false") -> Path:
    """Write a configuration for a board that keeps its games in this folder."""
    file = folder / "board.toml"
    file.write_text(CONFIG.format(pins=pins, faces=faces, folder=folder / "games"), encoding="utf-8")
    return file


def ordered_config(folder: Path, more: str = "") -> Path:
    """A configuration of a board that takes orders in its own folder, and has these tables, too."""
    file = config(folder)
    with file.open("a", encoding="utf-8") as text:
        text.write('[control]\nsocket = "control"\n' + more)
    return file


def order(process: subprocess.Popen[str], folder: Path, words: str) -> str:
    """Give an order to a board as soon as it takes some, and give its answer."""
    with socket.socket(socket.AF_UNIX) as board:
        while board.connect_ex(str(folder / "control")):
            assert process.poll() is None
        board.sendall(f"{words}\n".encode())
        return board.makefile(encoding="utf-8").readline().strip()


def words(file: Path, *more: str) -> list[str]:
    """The command that runs it."""
    return [sys.executable, "-m", "jadoube", "run", "--config", str(file), *more]


@contextmanager
def daemon(file: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A daemon that has made its first scan."""
    with subprocess.Popen(
        words(file, *more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            wait_for(process, "scanning every 5 ms")
            yield process
        finally:
            process.kill()


def wait_for(process: subprocess.Popen[str], said: str) -> str:
    """Read what the daemon says up to a line that has this in it; its end is a failure."""
    assert process.stdout is not None
    for line in process.stdout:
        if said in line:
            return line
    raise AssertionError(f"the daemon ended without saying {said!r}")


def unfinished_game(folder: Path, terms: Terms | None = None) -> Path:
    """Leave the journal of a game that was cut off after 1. e4."""
    table = new_table(terms or Terms(), settled_contacts(START))
    played = START ^ chess.BB_E2 ^ chess.BB_E4
    scans = [(1000, START ^ chess.BB_E2), (1020, START ^ chess.BB_E2), (1500, played), (1520, played)]
    text = format_start(header_for(table, 0, 5, {"White": "Vera"}))
    lines = [format_event(Scanned(reeds), at_ms) for at_ms, reeds in scans]
    (folder / "games").mkdir()
    journal = folder / "games" / "000001.journal"
    journal.write_bytes(encode_text(text) + b"".join(map(encode_text, lines)))
    return journal


def child_of(process: subprocess.Popen[str], command: str = "page") -> int:
    """The process id of a daemon's page, or of another child of it."""
    listed = Path(f"/proc/{process.pid}/task")
    children = [int(each) for task in listed.iterdir() for each in (task / "children").read_text().split()]
    return next(
        each for each in children if f"\0{command}\0".encode() in Path(f"/proc/{each}/cmdline").read_bytes()
    )
