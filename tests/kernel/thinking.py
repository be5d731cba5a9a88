"""Plays a game with a daemon whose core is made to think for 200 ms at each step that changes something.

    thinking [SCANNER]      gpiod by default

It decides how late a scan may be, by the module's own record, and when each lever was pressed, by its own
watch. The hand does not wait for the core, which falls far behind and catches up after the last ply.
"""

import io
import os
import sys
import time
from itertools import pairwise
from typing import Final

import chess
import chess.pgn

from checks import Checks, percentiles
from daemon_process import Daemon, newest_pgn
from played_games import GAMES_PLAYED
from virtual_board import look, set_up, tell, wait_for
from virtual_hand import LEVER, Hand, press

_THINKS_S: Final = 0.2
_THINKING: Final = f"""
import sys, time
from jadoube.core import arbiter
begin_step = arbiter.begin_step
def think(table, event, now_ms):
    stepped = begin_step(table, event, now_ms)
    if stepped[0] is not table:
        time.sleep({_THINKS_S})
    return stepped
arbiter.begin_step = think
from jadoube.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
_PERIOD_US: Final = 5000
#: A press counts from its first sample: a period and the bounce of a contact later at most.
_EXACT_S: Final = 0.010
#: Morphy's game: its mate ends it without an order.
_GAME: Final = "Morphy"


def _play(record: chess.pgn.Game) -> list[float]:
    """Make all moves without waiting for the board; return the seconds from each press to the next."""
    hand, board = Hand(), chess.Board()
    pressed = [press("black")]
    time.sleep(0.2)
    for number, move in enumerate(record.mainline_moves()):
        hand.make(board, move)
        time.sleep(0.0013 * (number % 7))  # so that presses fall on all instants between two scans
        pressed.append(press(LEVER[board.turn]))
        board.push(move)
        time.sleep(0.15)
    return [later - before for before, later in pairwise(pressed)]


def _look_at_scans(checks: Checks, seconds: float) -> None:
    """No scan came more than a period late, and none is missing."""
    seen = look()
    scans, most_us = seen.count("scans"), int(seen.words["period_us"][-1])
    print(
        f"  {scans} scans in {seconds:.1f} s; from scan to scan (us):", *seen.words["period_us"], flush=True
    )
    checks.expect(most_us <= 2 * _PERIOD_US, f"{most_us} us between two scans, expected at most two periods")
    expected = seconds * 1e6 / _PERIOD_US
    checks.expect(abs(scans - expected) < 4, f"{scans} scans, expected {expected:.0f}")
    for count in ("rows_high", "two_rows_low"):
        checks.expect(seen.count(count) == 0, f"{count}: {seen.count(count)} times, expected never")


def _look_at_pgn(checks: Checks, record: chess.pgn.Game, took_s: list[float]) -> None:
    """The game is whole, and each ply took as long as by our own watch."""
    pgn = newest_pgn()
    written = chess.pgn.read_game(io.StringIO(pgn)) or chess.pgn.Game()
    nodes = list(written.mainline())
    checks.expect([node.move for node in nodes] == [*record.mainline_moves()], f"another game: {pgn}")
    checks.expect("doubt" not in pgn, f"the PGN has doubts: {pgn}")
    mate = nodes.pop()  # it stops the clock when it is placed, not when it is pressed
    checks.expect(mate.board().is_checkmate(), f"no mate at the end: {pgn}")
    wrong_ms = [1000 * abs((node.emt() or 0) - took) for node, took in zip(nodes, took_s, strict=False)]
    print("  time of a ply, written and by our own watch, differ by ms,", percentiles(wrong_ms), flush=True)
    for node, wrong in zip(nodes, wrong_ms, strict=False):
        checks.expect(wrong <= 1000 * _EXACT_S, f"{node.san()}: {wrong:.0f} ms from our own watch")


def main(words: list[str]) -> int:
    """Play; return the exit status."""
    scanner, checks = words[0] if words else "gpiod", Checks()
    (pgn,) = (pgn for name, pgn in GAMES_PLAYED.items() if name.startswith(_GAME))
    record = chess.pgn.read_game(io.StringIO(pgn))
    assert record is not None
    set_up()
    libraries = f"PYTHONPATH={os.environ['PYTHONPATH']}"  # with another program there is no starter to say it
    program = ["/usr/bin/env", libraries, sys.executable, "-c", _THINKING]
    daemon = Daemon(f'[reeds]\nscanner = "{scanner}"\n', program)
    checks.expect(daemon.wait_for_faces(), "the faces stay dark for a minute")
    time.sleep(20)  # until all is imported, and waiting counts
    tell("clear")
    begun = time.monotonic()
    took_s = _play(record)
    played = time.monotonic()
    result = record.headers["Result"]
    ended = wait_for(lambda _seen: f'[Result "{result}"]' in newest_pgn(), 600, every=0.5)
    behind_s = time.monotonic() - played
    print(f"  {len(took_s)} plies in {played - begun:.1f} s; the core caught up {behind_s:.1f} s later")
    checks.expect(ended, f"no result in the PGN: {newest_pgn()}")
    checks.expect(behind_s > 10, f"the core was {behind_s:.1f} s behind: it did not think")
    time.sleep(61)  # the counts are said once a minute
    _look_at_scans(checks, time.monotonic() - begun)
    status, _took_s = daemon.end()
    checks.expect(status == 0, f"exit status {status}, expected 0")
    _look_at_pgn(checks, record, took_s)
    said = daemon.said().strip()
    print("  said:\n    " + said.replace("\n", "\n    "), flush=True)
    checks.expect("ms for the program" in said, "the log does not say how long scans waited for the program")
    checks.expect("ms late" not in said, "the log says that scans were late")
    return checks.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
