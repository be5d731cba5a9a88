"""How fast the core is: a scan that shows nothing new, and the replay of logs."""

import gc
import time
from collections.abc import Callable

from jadoube.cli.replay import COLLECT_AFTER
from jadoube.core.arbiter import step
from jadoube.core.debounce import still
from jadoube.core.events import Scanned
from jadoube.core.scoresheet import scoresheet
from jadoube.core.table import Terms, new_table
from jadoube.core.timecontrol import parse_time_control
from jadoube.daemon.replay import replay
from jadoube.formats.pgn import write_pgn
from jadoube.formats.sensorlog import format_sensor_log, parse_sensor_log
from jadoube_sim.bench.hands import up_to_the_end
from jadoube_sim.hands import play
from jadoube_sim.hands.games import Game

START_REEDS = 0xFFFF_0000_0000_FFFF


def idle_us(scans: int = 100_000) -> float:
    """Microseconds for a scan that shows what the last one showed, while a clock runs; best of five."""
    table = new_table(Terms(control=parse_time_control("5400+30")), still(START_REEDS))
    pressed, _ = step(table, Scanned(START_REEDS, 2), 1000)
    table, _ = step(pressed, Scanned(START_REEDS, 0), 1100)
    table, _ = step(table, Scanned(START_REEDS, 0), 1200)
    event = Scanned(START_REEDS, 0)

    def run() -> None:
        for now_ms in range(1205, 1205 + scans):
            step(table, event, now_ms)

    return _best_s(run) / scans * 1e6


def replay_plies_per_s(games: list[Game]) -> float:
    """Plies a second from the text of a log to the text of a PGN, on one core; best of five."""
    played = [up_to_the_end(game) for game in games]
    logs = [
        format_sensor_log(play(moves, game.start_fen, seed=game.number))
        for game, moves in zip(games, played, strict=True)
    ]

    def run() -> None:
        for text in logs:
            write_pgn(scoresheet(replay(parse_sensor_log(text, "bench")).table))

    gc.set_threshold(COLLECT_AFTER)  # as `jadoube replay` does
    return sum(map(len, played)) / _best_s(run)


def _best_s(run: Callable[[], None], rounds: int = 5) -> float:
    """The shortest of a few rounds: what the machine's other work adds is not ours."""
    times = []
    for _ in range(rounds):
        gc.collect()
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)
