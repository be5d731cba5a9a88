"""What a ply costs, in yardsticks: a unit that a busy machine changes as much as what is measured.

One yardstick is the CPU time of one `board.push(move)` and one `list(board.legal_moves)` of python-chess, per
ply of the same games. It is measured in the same process, just before and just after each log that is
measured. The garbage collector is off for both, as it is on a board in play. The median of a few rounds
counts.

This file refuses to judge: what a figure should be stands in `figures.toml`.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from statistics import median
from time import thread_time_ns
from typing import NamedTuple

import chess

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event
from jadoube.core.reading import setting_up, tracker
from jadoube.core.rules.game_line import begin
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import LEVERS, Job, Row, log_of, up_to_the_end
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS

ROUNDS = 7
"""An odd number, for a median. Seven rounds differ from seven others by up to 3 % (docs/benchmarks.md)."""

SEEDS = 5
"""So often plain hands play each game: as many plies as make a round of half a second."""


class Work(NamedTuple):
    """One thing that is measured, and the moves that its yardstick plays."""

    run: Callable[[], object]
    start_fen: str
    moves: tuple[chess.Move, ...]


class Spread(NamedTuple):
    """The yardsticks a ply of all rounds."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure that counts."""
        return median(self.rounds)


def levers_and_clock(games: Sequence[Game], seeds: int = SEEDS) -> list[Job]:
    """Plain hands with levers and a clock."""
    return [Job(game, Row("plain", "clock"), seed) for seed in range(seeds) for game in games]


def mixed(games: Sequence[Game]) -> list[Job]:
    """Every habit once, with levers and a clock; the games take turns."""
    return [Job(games[turn % len(games)], Row(habit, "clock"), 0) for turn, habit in enumerate(HABITS)]


def hurried(games: Sequence[Game]) -> list[Job]:
    """A club evening and blitz, with every use of levers."""
    return [
        Job(game, Row(habit, lever), 0) for habit in ("club", "blitz") for lever in LEVERS for game in games
    ]


def replays(jobs: Sequence[Job]) -> list[Work]:
    """The replay of what hands did in these games, from the first edge to the end."""
    return [Work(_replay_of(job), job.game.start_fen, up_to_the_end(job.game)) for job in jobs]


def settlings(games: Sequence[Game]) -> list[Work]:
    """The tracker alone: it takes in the settled changes of plain hands, and nothing else is done.

    A promotion to another piece than a queen is chosen on the panel, which the tracker alone does not see. A
    game that has one is measured up to it.
    """
    return [_settling_of(_before_choice(game), seed) for seed in range(SEEDS) for game in games]


def measure(works: Sequence[Work], rounds: int = ROUNDS) -> Spread:
    """Measure a ply of all this, in yardsticks."""
    with keep_garbage():
        return Spread(tuple(_round(works) for _ in range(rounds)))


def _round(works: Sequence[Work]) -> float:
    gc.collect()
    yards_ns = took_ns = 0
    for work in works:
        yards_ns += play_ns(work.start_fen, work.moves)
        began_ns = thread_time_ns()
        work.run()
        took_ns += thread_time_ns() - began_ns
        yards_ns += play_ns(work.start_fen, work.moves)
    return took_ns / (yards_ns / 2)


def play_ns(start_fen: str, moves: tuple[chess.Move, ...]) -> int:
    """Measure one yardstick for each ply: the time of all together."""
    began_ns = thread_time_ns()
    board = chess.Board(start_fen)
    for move in moves:
        board.push(move)
        list(board.legal_moves)
    return thread_time_ns() - began_ns


@contextmanager
def keep_garbage() -> Iterator[None]:
    """Collect no garbage by itself for a while."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _replay_of(job: Job) -> Callable[[], object]:
    log = log_of(job)
    return lambda: replay(log)


def _before_choice(game: Game) -> Game:
    """The game up to its first promotion to another piece than a queen."""
    chosen = [ply for ply, move in enumerate(game.moves) if move.promotion not in (None, chess.QUEEN)]
    return replace(game, moves=game.moves[: chosen[0]]) if chosen else game


def _settling_of(game: Game, seed: int) -> Work:
    closed, changes = _settled(game, seed)

    def run() -> int:
        seen = setting_up.begin(begin(game.start_fen), closed)
        for squares in changes:
            seen = tracker.settle(seen, squares)
        return seen.best.line.ply

    return Work(run, game.start_fen, up_to_the_end(game))


def _settled(game: Game, seed: int) -> tuple[Occupancy, list[Occupancy]]:
    """What the tracker sees of a game: the board at first, then the squares that flip and settle together."""
    log = log_of(Job(game, Row("plain", "none"), seed))
    boards: list[Occupancy] = []

    def look(table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        boards.append(table.seen.occupancy)
        stepped = step(table, event, now_ms)
        boards.append(stepped[0].seen.occupancy)
        return stepped

    replay(log, stepper=look)
    flips = [before ^ after for before, after in pairwise(boards)]
    return boards[0], [squares for squares in flips if squares]
