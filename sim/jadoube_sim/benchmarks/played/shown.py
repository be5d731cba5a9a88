"""The table of hands on paper: its lines, its progress, and how a game of it is played again."""

import shlex
import sys
from pathlib import Path

import chess

from jadoube.config.problems import BadInput, os_words
from jadoube.formats.sensorlog import SensorLog, format_sensor_log
from jadoube_sim.benchmarks.played.reading import (
    NO_FAULT,
    Job,
    Named,
    Progress,
    Row,
    Score,
    log_of,
    quantile,
    up_to_the_end,
)

HEAD = (
    f"{'manner':26} {'levers':8} {'games exact':>11} {'plies exact':>13} {'in doubt':>9} {'if exact':>9} "
    f"{'silent':>7} {'named':>7} {'falsely':>7} {'alive p50/p99/max':>18} {'us/event p50/p99':>17}"
)
"""`in doubt` counts plies; `if exact` those in exact games, where no doubt was needed in the end. `named`
counts the games whose bad reed was named, `falsely` those in which a good one was."""


def line(row: Row, total: Score) -> str:
    """One row of the table."""
    exact = f"{total.exact}/{total.games}"
    plies = f"{total.plies_exact}/{total.plies}"
    alive = "/".join(str(quantile(total.alive, share)) for share in (0.5, 0.99, 1))
    took = "/".join(str(quantile(total.took_us, share)) for share in (0.5, 0.99))
    return (
        f"{row.name:26} {row.levers:8} {exact:>11} {plies:>13} {total.doubts:>9} {total.doubts_on_exact:>9} "
        f"{total.silent:>7} {_named(total.named)} {alive:>18} {took:>17}"
    )


def _named(named: Named) -> str:
    """The columns about bad reeds; `-` where none is bad."""
    rightly, falsely = (f"{named.rightly}/{named.games}", named.falsely) if named.games else ("-", "-")
    return f"{rightly:>7} {falsely:>7}"


def again(what: str, job: Job, pgn: Path | None, *more: str) -> str:
    """The command that plays one game again and measures this of it."""
    words = ["jadoube", "bench", what, "--manner", job.row.manner, "--levers", job.row.levers]
    words += ["--fault", job.row.fault] if job.row.fault != NO_FAULT else []
    words += ["--pgn", str(pgn)] if pgn else []
    return shlex.join([*words, "--game", str(job.game.number), "--seed", str(job.seed), *more])


def progress(games: int) -> Progress:
    """Show on a terminal how many games are played, of so many."""
    if not sys.stderr.isatty():
        return lambda _done: None

    def show(done: int) -> None:
        if done % 16 == 0 or done == games:
            print(f"\rgame {done} of {games} ", end="\r", file=sys.stderr, flush=True)

    return show


def write(job: Job, folder: Path) -> None:
    """Write the log of one game, and beside it the moves that it should be read as."""
    row = job.row
    name = f"{row.manner}-{row.levers}-{row.fault}-{job.game.number:04d}"
    write_log(
        folder, name, log_of(job), chess.Board(job.game.start_fen).variation_san(up_to_the_end(job.game))
    )


def write_log(folder: Path, name: str, log: SensorLog, moves: str) -> None:
    """Write a log, and its moves in a file beside it; raises BadInput if they cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.log").write_text(format_sensor_log(log), encoding="ascii")
        (folder / f"{name}.moves").write_text(f"{moves}\n", encoding="ascii")
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(folder), f"{found}, expected a folder that can be written") from problem
