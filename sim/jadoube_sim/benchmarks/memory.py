"""What memory the board's processes take, each by itself and all together, on a Pi with 512 MB.

The law: what is measured is `jadoube run` with all its parts on the twin (`boot/child.py`), a game that was
taken up, and the process that answers whether a side can still mate. A further process of the board is one
more row in `STARTED`, and one in memory.toml. What is kept there is compared by resident size, which no other
program on the machine changes.

The kernel tells the sizes (proc(5), `smaps_rollup`). Resident (Rss) counts a page that several processes
share in each of them; the share (Pss) divides it by their number, so the sum of the shares is what all take.
"""

import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.events import Scanned
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Terms, new_table
from jadoube.games.journal.header import encode_text, header_for
from jadoube.games.journal.text import format_event, format_start
from jadoube.glances.lines import OBEYED
from jadoube_sim.benchmarks.boot.measure import CONFIG

BOARD: Final = "board"
STARTED: Final[dict[str, tuple[str, ...]]] = {BOARD: ("-m", "jadoube_sim.benchmarks.boot.child", "--config")}
"""What is started for the board, by its name: Python's arguments before the path of the configuration."""

CHILDREN: Final = {
    "sampling": "jadoube_sim.benchmarks.boot.sampling",
    "mating": "spawn_main",
    "tracker": "resource_tracker",
    "page": "jadoube.cli.main page",
    "online": "jadoube.cli.main online",
    "links": "jadoube.cli.main links",
}
"""The processes that the board starts, by what stands in their command; two of them for questions of mate."""

LINK: Final = '[[link]]\nlisten = "127.0.0.1:0"\n'
"""A link to other programs, with both protocols."""

KEPT: Final = Path(__file__).with_name("memory.toml")
PATIENCE_S: Final = 30.0
LOOK_S: Final = 0.2
LOOKS: Final = 8
"""So many looks in a row, `LOOK_S` apart, find the same sizes once all is imported and at rest."""
CHANGE: Final = 0.01
"""The same, but for this share."""


class Size(NamedTuple):
    """What a process takes, in bytes."""

    resident: int
    share: int


def measure() -> dict[str, Size]:
    """Start all, let them work, and give the size of each by its name."""
    with TemporaryDirectory() as folder, ExitStack() as ends:
        config = Path(folder) / "bench.toml"
        config.write_text(CONFIG + LINK, encoding="utf-8")
        _leave_game(Path(folder) / "games")
        running = {name: ends.enter_context(_started(words, config)) for name, words in STARTED.items()}
        _order(Path(folder) / "control", "resign white", running[BOARD])
        return _at_rest({name: process.pid for name, process in running.items()})


def kept() -> dict[str, dict[str, float]]:
    """Give what memory.toml has: the sizes that are kept, how far they may be off, and what a Pi has."""
    return tomllib.loads(KEPT.read_text("utf-8"))


def report(sizes: dict[str, Size]) -> Iterator[str]:
    """Say all sizes in lines, and what a Pi with 512 MB has left."""
    before = kept()
    yield f"memory   {'':10}  resident      kept     share"
    for name, size in sizes.items():
        resident = before["resident MB"].get(name, 0)
        yield f"memory   {name:10} {size.resident / 1e6:6.1f} MB {resident:6} MB {size.share / 1e6:6.1f} MB"
    together = sum(size.share for size in sizes.values()) / 1e6
    free = before["Zero 2 W"]["available MB"]
    yield f"memory   {'together':30} {together:6.1f} MB"
    yield f"memory   of the {free} MB that a Zero 2 W has for programs, {free - together:.0f} MB are left"
    for name in off(sizes):
        yield f"memory   {name} is off by more than {before['tolerances']['resident']:.0%} from what is kept"


def off(sizes: dict[str, Size]) -> list[str]:
    """Give the processes whose resident size is not the kept one, within the tolerance."""
    before = kept()
    tolerance = before["tolerances"]["resident"]
    resident = {name: before["resident MB"].get(name, 0) for name in sizes}
    return [
        name
        for name, size in sizes.items()
        if abs(size.resident / 1e6 - resident[name]) > tolerance * resident[name]
    ]


def _leave_game(games: Path) -> None:
    """Leave a game after 1. e4: it is taken up, and its end is a question for the process that is asked."""
    start, squares = chess.Board().occupied, chess.BB_E2 | chess.BB_E4
    table = new_table(Terms(rules=RULE_SETS["fide"]), settled_contacts(start))
    scans = [(1000, start ^ chess.BB_E2), (1020, start ^ chess.BB_E2), (1500, start ^ squares)]
    lines = [format_event(Scanned(reeds), at_ms) for at_ms, reeds in [*scans, (1520, start ^ squares)]]
    games.mkdir()
    text = format_start(header_for(table, 0, 5, {})) + "".join(lines)
    (games / "000001.journal").write_bytes(encode_text(text))


@contextmanager
def _started(words: Sequence[str], config: Path) -> "Iterator[subprocess.Popen[bytes]]":
    command = [sys.executable, *words, str(config)]
    with subprocess.Popen(  # noqa: S603 - this Python, and a module of ours
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE_S)
            process.kill()


def _order(control: Path, words: str, board: "subprocess.Popen[bytes]") -> None:
    """Give the board an order as soon as it takes some."""
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(PATIENCE_S)
        while caller.connect_ex(str(control)):
            if board.poll() is not None:
                raise RuntimeError("the board ended, expected it to take orders")
            time.sleep(LOOK_S)
        caller.sendall(f"{words}\n".encode())
        answer = caller.makefile(encoding="utf-8").readline()
    if not answer.startswith(OBEYED):
        raise RuntimeError(f"{words}: {answer.strip()} found, expected {OBEYED}")


def _at_rest(started: dict[str, int]) -> dict[str, Size]:
    """Give the sizes once all processes are there and no size has changed for a while."""
    before: dict[str, Size] = {}
    alike = 0
    for _ in range(int(PATIENCE_S / LOOK_S)):
        sizes = {name: _size(pid) for name, pid in (started | _children(started[BOARD])).items()}
        alike = alike + 1 if _are_alike(before, sizes) else 0
        if alike == LOOKS and len(sizes) == len(started) + len(CHILDREN):
            return sizes
        before = sizes
        time.sleep(LOOK_S)
    raise RuntimeError(f"{', '.join(before)} found, expected {', '.join([*started, *CHILDREN])} at rest")


def _are_alike(before: dict[str, Size], sizes: dict[str, Size]) -> bool:
    return before.keys() == sizes.keys() and all(
        abs(size.resident - before[name].resident) <= CHANGE * size.resident for name, size in sizes.items()
    )


def _children(board: int) -> dict[str, int]:
    """Give the processes that the board has started, by their names."""
    found: dict[str, int] = {}
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdecimal() and _parent(process) == board:
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found |= {name: int(process.name) for name, mark in CHILDREN.items() if mark in command}
    return found


def _parent(process: Path) -> int:
    return int((process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])


def _size(pid: int) -> Size:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    kib = {name: int(value) for name, value, _ in map(str.split, lines)}
    return Size(kib["Rss:"] * 1024, kib["Pss:"] * 1024)
