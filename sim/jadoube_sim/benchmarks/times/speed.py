"""How fast the core is on this machine: a scan that shows nothing new, and the replay of logs.

The figures say how long something takes here. Whether it got slower is said in yardsticks
(`jadoube_sim.cost`), which hardly depend on the machine.
"""

import gc
import time
from collections.abc import Callable

import chess

from jadoube.cli.replay import COLLECT_AFTER
from jadoube.core.arbiter import step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event, Scanned
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import SensorLog, format_sensor_log, parse_sensor_log
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import Job, log_of, rows, up_to_the_end
from jadoube_sim.hands import play
from jadoube_sim.hands.games import Game

START_REEDS = 0xFFFF_0000_0000_FFFF


def idle_us(scans: int = 100_000) -> float:
    """Microseconds for a scan that shows what the last one showed, while a clock runs; best of five."""
    table = new_table(Terms(control=parse_time_control("5400+30")), settled_contacts(START_REEDS))
    pressed, _ = step(table, Scanned(START_REEDS, 2), 1000)
    table, _ = step(pressed, Scanned(START_REEDS, 0), 1100)
    table, _ = step(table, Scanned(START_REEDS, 0), 1200)
    event = Scanned(START_REEDS, 0)

    def run() -> None:
        for now_ms in range(1205, 1205 + scans):
            step(table, event, now_ms)

    return _best_s(run) / scans * 1e6


def replay_plies_per_s(games: list[Game]) -> float:
    """Plies a second from the text of a log to the text of a PGN, on one core, by a tidy hand."""
    played = [up_to_the_end(game) for game in games]
    logs = [play(moves, game.start_fen, seed=game.number) for game, moves in zip(games, played, strict=True)]
    return _plies_per_s(logs, sum(map(len, played)))


def mixtures_plies_per_s(games: list[Game]) -> float:
    """The same for a club evening and for blitz, with presses and without."""
    jobs = [Job(game, row, seed=0) for row in rows(("club", "blitz")) for game in games]
    return _plies_per_s([log_of(job) for job in jobs], sum(len(up_to_the_end(job.game)) for job in jobs))


def ply_500_to_ply_5() -> float:
    """How much more the plies about the 500th of a game cost than those about the fifth; best of five.

    Both sides move a knight to and fro, so that the positions are the same.
    """
    moves = [chess.Move.from_uci(move) for move in ("g1f3", "g8f6", "f3g1", "f6g8")] * 127
    log = play(moves, seed=0, presses=False)

    def ratio() -> float:
        took_ns = [0] * (len(moves) + 1)

        def timed(table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
            began_ns = time.thread_time_ns()
            stepped = step(table, event, now_ms)
            took_ns[table.line.ply] += time.thread_time_ns() - began_ns
            return stepped

        replay(log, stepper=timed)
        return sum(took_ns[492:508]) / sum(took_ns[4:20])

    return min(ratio() for _ in range(5))


def _plies_per_s(logs: list[SensorLog], plies: int) -> float:
    texts = [format_sensor_log(log) for log in logs]

    def run() -> None:
        for text in texts:
            write_pgn(scoresheet(replay(parse_sensor_log(text, "bench")).table))

    gc.set_threshold(COLLECT_AFTER)  # as `jadoube replay` does
    return plies / _best_s(run)


def _best_s(run: Callable[[], None], rounds: int = 5) -> float:
    """The shortest CPU time of a few rounds: what the machine's other work adds is not ours."""
    times = []
    for _ in range(rounds):
        gc.collect()
        began_s = time.thread_time()
        run()
        times.append(time.thread_time() - began_s)
    return min(times)
