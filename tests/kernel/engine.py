"""A chess engine plays White on the virtual board: and how late scans come while it thinks is measured.

    engine [PLIES]      so many of its plies, 6 by default; ENGINE names the program, Stockfish by default

It runs in real time, as virtual time stands while anybody thinks. So what it measures is the host's, too: a
rest of the same length beside each thought says how much. It decides that the engine thinks at full load, at
the lowest priority, and that scans wait for it no longer than the limits below. It reads the engine's moves
from the face and makes them by hand; it refuses to know how the program comes to them.
"""

import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import chess

from checks import Checks
from daemon_process import Daemon, jadoube
from virtual_board import look, set_up, tell, wait_for
from virtual_hand import Hand

_PERIOD_MS: Final = 5.0
#: The engine's time for a move, and how much of it is watched.
_THINKS_S: Final = 8.0
_WATCHED_S: Final = 5.0
#: How much later than in rest one scan in a hundred may come, and the latest, in the quietest of all thoughts
#: and rests: a load of the host only adds to them. The latest: by the time after which a reed is believed.
_LATER_MS: Final = _PERIOD_MS
_LONGER_MS: Final = 20.0
#: The least share of the processor that is full load; the machine has one, and the program needs some of it.
_LOAD: Final = 0.5
_LOWEST: Final = 19
_PLIES: Final = 6
_CONFIG: Final = """[reeds]
scanner = "{scanner}"
[opponent]
engine = "{engine}"
level = 3000
move_ms = {thinks_ms:.0f}
"""


class Waits(NamedTuple):
    """From scan to scan by the module's own record, in ms."""

    median: float
    p99: float
    longest: float

    def __str__(self) -> str:
        return f"{self.median:.1f}, {self.p99:.1f}, {self.longest:.1f}"


def _watch() -> Waits:
    """Watch the scans for a while."""
    tell("clear")
    time.sleep(_WATCHED_S)
    _least, median, p99, longest = (int(word) / 1000 for word in look().words["period_us"])
    return Waits(median, p99, longest)


class _Engine:
    """The engine's process: its priority and what it uses of the processor (proc(5))."""

    def __init__(self, name: str) -> None:
        found = (_stat(each) for each in Path("/proc").iterdir() if each.name.isdecimal())
        # It was started by `nice`; the kernel keeps fifteen letters of a name.
        self._pid = next((int(pid) for pid, comm, *_ in found if comm == name[:15]), None)

    @property
    def is_there(self) -> bool:
        return self._pid is not None

    def _fields(self) -> list[str]:
        return _stat(Path(f"/proc/{self._pid}"))

    def cpu_s(self) -> float:
        """The seconds of processor time that it has used."""
        fields = self._fields()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def niceness(self) -> int:
        return int(self._fields()[18])


def _stat(process: Path) -> list[str]:
    """The fields of a process' `stat`; none of one that has just ended."""
    try:
        text = (process / "stat").read_text(encoding="ascii")
    except OSError:
        return ["0", ""]
    before, _, rest = text.rpartition(")")
    pid, _, name = before.partition(" (")
    return [pid, name, *rest.split()]


class Game:
    """The game: the engine has White, the hands make everything."""

    def __init__(self, checks: Checks, name: str) -> None:
        self._checks = checks
        self._name = name
        self._hand = Hand()
        self.board = chess.Board()
        self.thinking: list[Waits] = []
        self.resting: list[Waits] = []

    def play(self, plies: int) -> None:
        """Let the engine move so often, and answer each move."""
        for number in range(plies):
            self._watch_thinking()
            move = wait_for(lambda _: self._told(), 3 * _THINKS_S, every=0.05)
            self._checks.expect(move, f"no move on White's face but {look().white.text!r}")
            if move is None:
                return
            san = self.board.san(move)
            self.resting.append(_watch())
            print(f"  {self.board.fullmove_number}. {san}: thinking {self.thinking[-1]}; at rest", end=" ")
            print(self.resting[-1], flush=True)
            self._make(move)
            if number < plies - 1:
                self._make(self._answer())

    def _watch_thinking(self) -> None:
        """Watch scans while it thinks, and that it does."""
        engine = wait_for(lambda _: (found := _Engine(self._name)).is_there and found, 60, every=0.2)
        self._checks.expect(engine, f"no process {self._name}")
        if not engine:
            return
        used_s = engine.cpu_s()
        wait_for(lambda _: engine.cpu_s() - used_s > 0.1, 30, every=0.1)  # it thinks now
        used_s, begun = engine.cpu_s(), time.monotonic()
        self.thinking.append(_watch())
        load = (engine.cpu_s() - used_s) / (time.monotonic() - begun)
        self._checks.expect(load > _LOAD, f"the engine has {load:.0%} of the processor, expected {_LOAD:.0%}")
        niceness = engine.niceness()
        self._checks.expect(niceness == _LOWEST, f"the engine's niceness is {niceness}, expected {_LOWEST}")

    def _told(self) -> chess.Move | None:
        """The move on White's face, as in `E2E4`."""
        try:
            move = chess.Move.from_uci((look().white.text or "").strip().replace(".", "").lower())
        except ValueError:
            return None
        return move if move in self.board.legal_moves else None

    def _answer(self) -> chess.Move:
        """The first quiet move of Black, by name: nothing that a lamp or a key has to settle."""
        quiet = (
            each for each in self.board.legal_moves if not self.board.is_capture(each) and not each.promotion
        )
        return min(quiet, key=lambda each: each.uci())

    def _make(self, move: chess.Move) -> None:
        self._hand.make(self.board, move)
        self.board.push(move)
        time.sleep(0.5)


def _judge(checks: Checks, game: Game) -> None:
    """Say the longest waits, and hold the quietest ones to the limits."""
    thinking, resting = _quietest(game.thinking), _quietest(game.resting)
    longest = max(each.longest for each in game.thinking), max(each.longest for each in game.resting)
    print(f"  the quietest: thinking {thinking}; at rest {resting}", flush=True)
    print(f"  the longest of all: thinking {longest[0]:.1f}; at rest {longest[1]:.1f}", flush=True)
    for name, late, rest, limit in (
        ("p99", thinking.p99, resting.p99, _LATER_MS),
        ("the longest wait", thinking.longest, resting.longest, _LONGER_MS),
    ):
        found = f"{name} is {late:.1f} ms while it thinks and {rest:.1f} ms at rest"
        checks.expect(late <= rest + limit, f"{found}, expected {limit:.0f} ms more at most")


def _quietest(waits: list[Waits]) -> Waits:
    """The least of each value."""
    return Waits(*(min(values) for values in zip(*waits, strict=True)))


def main(words: list[str]) -> int:
    """Play; return the exit status."""
    plies, checks = int(words[0]) if words else _PLIES, Checks()
    name = os.environ.get("ENGINE", "stockfish")
    set_up()
    scanner = "lgpio" if find_spec("lgpio") else "gpiod"  # the one with the fewest system calls
    daemon = Daemon(_CONFIG.format(engine=name, thinks_ms=1000 * _THINKS_S, scanner=scanner))
    checks.expect(daemon.first_scan_s, "no scan")
    for order in ("control none", "opponent white"):
        print("  order:", jadoube("order", *order.split()).stdout.strip(), flush=True)
    print("from scan to scan, ms (median, p99, longest):", flush=True)
    game = Game(checks, name)
    game.play(plies)
    if game.thinking and game.resting:
        _judge(checks, game)
    status, _took_s = daemon.end()
    checks.expect(status == 0, f"exit status {status}, expected 0")
    print("  said:\n    " + daemon.said().strip().replace("\n", "\n    "), flush=True)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
