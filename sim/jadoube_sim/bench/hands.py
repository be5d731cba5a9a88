"""How well hands are read: games played by every manner, with levers and without, and compared.

A game is *exact* when it comes back move for move with the right result. A ply is a *silent error* when it is
wrong and bears no doubt mark: the worst that can happen.
"""

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest

import chess

from jadoube.core.rules import ending
from jadoube.core.scoresheet import Ply, scoresheet
from jadoube.daemon.replay import replay
from jadoube_sim.hands import MANNERS, play
from jadoube_sim.hands.games import Game

#: How levers are used, by name: whether they are pressed, and the time control. Two hours are enough for any game.
LEVERS = {"no levers": (False, "-"), "levers": (True, "-"), "clock": (True, "7200+30")}


@dataclass(frozen=True, slots=True)
class Job:
    """One game by one manner, with levers or without."""

    game: Game
    manner: str
    levers: str
    seed: int


@dataclass(frozen=True, slots=True)
class Score:
    """What became of one game, or of several."""

    games: int = 0
    exact: int = 0
    plies: int = 0
    plies_exact: int = 0
    doubts: int = 0
    silent: int = 0

    def __add__(self, other: "Score") -> "Score":
        """Add two scores up."""
        return Score(
            self.games + other.games,
            self.exact + other.exact,
            self.plies + other.plies,
            self.plies_exact + other.plies_exact,
            self.doubts + other.doubts,
            self.silent + other.silent,
        )


def up_to_the_end(game: Game) -> tuple[chess.Move, ...]:
    """The moves of a game, up to the one that ends it under the rule set."""
    board = chess.Board(game.start_fen)
    for count, move in enumerate(game.moves, start=1):
        board.push(move)
        if ending(board):
            return game.moves[:count]
    return game.moves


def score(job: Job) -> Score:
    """Play one game and compare what comes back."""
    moves = up_to_the_end(job.game)
    presses, control = LEVERS[job.levers]
    log = play(
        moves,
        job.game.start_fen,
        MANNERS[job.manner],
        seed=job.seed + job.game.number,
        presses=presses,
        time_control=control,
    )
    read = scoresheet(replay(log).table).plies
    right = [bool(ply and move and ply.move == move) for ply, move in zip_longest(read, moves)]
    return Score(
        games=1,
        exact=all(right),
        plies=len(moves),
        plies_exact=sum(right),
        doubts=sum(bool(ply.doubts) for ply in read),
        silent=_silent(read, right),
    )


def table(games: list[Game], seed: int, jobs: int) -> list[tuple[str, str, Score]]:
    """Play every game by every manner, and give the rows: manner, levers, score."""
    rows = [(manner, levers) for manner in MANNERS for levers in LEVERS]
    work = [Job(game, manner, levers, seed) for manner, levers in rows for game in games]
    scores = _with_progress(_each(work, jobs), len(work))
    return [(manner, levers, _sum(scores, len(games))) for manner, levers in rows]


def _silent(read: tuple[Ply, ...], right: list[bool]) -> int:
    """Wrong plies without a mark; what follows a wrong ply is its consequence and not counted again."""
    first = right.index(False) if False in right else None
    if first is None:
        return 0
    return 0 if first < len(read) and read[first].doubts else 1


def _each(work: list[Job], jobs: int) -> Iterator[Score]:
    if jobs == 1:
        yield from map(score, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(score, work, chunksize=8)


def _sum(scores: Iterator[Score], count: int) -> Score:
    total = Score()
    for _ in range(count):
        total += next(scores)
    return total


def _with_progress(scores: Iterable[Score], count: int) -> Iterator[Score]:
    """Show on a terminal how far it has come."""
    shown = sys.stderr.isatty()
    for number, each in enumerate(scores, start=1):
        if shown and (number % 16 == 0 or number == count):
            end = "\n" if number == count else "\r"
            print(f"game {number} of {count}", end=end, file=sys.stderr, flush=True)
        yield each
