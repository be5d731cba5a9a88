"""How well hands are read: games played by every habit, with levers and without, and compared.

A game is *exact* when it comes back move for move. A doubt counts on the first wrong ply only, and only if it
names what was played; a game that is not exact and has no such doubt is a *silent error*, the worst that can
happen. What follows a wrong ply is its consequence and not counted again.

A reed that is bad all game long is *named* when the board says so of it in the end, and one is named
*falsely* when the board has said so of a good one, if only for a while. A dead reed cannot be found where no
ply needs its square: only the games in which one does are counted.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

import chess

from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.core.rules.game_line import flipped_squares, long_notation
from jadoube.core.rules.rule_sets import position_outcome
from jadoube.core.squares import Occupancy
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.benchmarks.played.stepping import Stepped, stepped
from jadoube_sim.benchmarks.processes import in_processes
from jadoube_sim.hands.faults import FAULTS, ONE_REED, bad_square
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS
from jadoube_sim.hands.player import play_habit

#: How levers are used, by name: whether they are pressed, and the time control, which no game uses up.
LEVERS = {"none": (False, "-"), "pressed": (True, "-"), "clock": (True, "7200+30")}
#: What is played when nobody says otherwise: with presses and without.
USUAL_LEVERS = ("none", "pressed")
NO_FAULT = "none"

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Row:
    """What is the same for all games of a line of the table."""

    manner: str
    levers: str
    fault: str = NO_FAULT

    @property
    def name(self) -> str:
        """The manner, and the fault if there is one."""
        return self.manner if self.fault == NO_FAULT else f"{self.manner} + {self.fault}"


@dataclass(frozen=True, slots=True)
class Job:
    """One game of one row."""

    game: Game
    row: Row
    seed: int


@dataclass(frozen=True, slots=True)
class Named:
    """What was said of bad reeds, in one game or in several."""

    games: int = 0
    """Those in which a ply needs the square whose reed is bad."""
    rightly: int = 0
    """Those of them in which that square is named."""
    falsely: int = 0
    """Those of them in which another was named."""

    def __add__(self, other: "Named") -> "Named":
        """Add up what was said."""
        return Named(self.games + other.games, self.rightly + other.rightly, self.falsely + other.falsely)


@dataclass(frozen=True, slots=True)
class Score:
    """What became of one game, or of several."""

    games: int = 0
    exact: int = 0
    plies: int = 0
    plies_exact: int = 0
    doubts: int = 0
    """Plies that bear a doubt mark."""
    doubts_on_exact: int = 0
    """Those of them in exact games."""
    silent: int = 0
    named: Named = Named()
    alive: Counter[int] = field(default_factory=Counter)
    took_us: Counter[int] = field(default_factory=Counter)
    failed: tuple[Job, ...] = ()
    """The games that were not exact."""

    def __add__(self, other: "Score") -> "Score":
        """Add two scores up."""
        return Score(
            self.games + other.games,
            self.exact + other.exact,
            self.plies + other.plies,
            self.plies_exact + other.plies_exact,
            self.doubts + other.doubts,
            self.doubts_on_exact + other.doubts_on_exact,
            self.silent + other.silent,
            self.named + other.named,
            self.alive + other.alive,
            self.took_us + other.took_us,
            self.failed + other.failed,
        )


def rows(manners: Sequence[str] = (), levers: Sequence[str] = (), faults: Sequence[str] = ()) -> list[Row]:
    """The rows of the table that is asked for; all that are usual where nothing is asked for.

    A fault is played by plain hands, if no manner is named.
    """
    if manners or faults:
        pairs = [(manner, fault) for manner in manners or ("plain",) for fault in faults or (NO_FAULT,)]
    else:
        pairs = [(manner, NO_FAULT) for manner in HABITS] + [("plain", fault) for fault in FAULTS]
    return [
        Row(manner, lever, fault)
        for manner, fault in pairs
        for lever in levers or USUAL_LEVERS
        if LEVERS[lever][0] or not HABITS[manner].levers_only
    ]


def up_to_the_end(game: Game) -> tuple[chess.Move, ...]:
    """The moves of a game, up to the one that ends it under the rule set."""
    board = chess.Board(game.start_fen)
    for count, move in enumerate(game.moves, start=1):
        board.push(move)
        if position_outcome(board):
            return game.moves[:count]
    return game.moves


def log_of(job: Job) -> SensorLog:
    """Play one game, and give what the sensors saw."""
    log, fault = _log_of_hands(job), FAULTS.get(job.row.fault)
    return fault(log, _lots(job)) if fault else log


def bad_reed(job: Job) -> chess.Square | None:
    """The square whose reed is bad all game long; None if there is none, or if no ply needs it."""
    if job.row.fault not in ONE_REED:
        return None
    square = bad_square(_log_of_hands(job), _lots(job))
    needed = needed_squares(job.game.start_fen, up_to_the_end(job.game))
    return square if needed >> square & 1 else None


def _log_of_hands(job: Job) -> SensorLog:
    """What the sensors would have seen of a game, had they no fault."""
    moves = up_to_the_end(job.game)
    game = replace(job.game, moves=moves, clocks_ms=job.game.clocks_ms[: len(moves)])
    presses, control = LEVERS[job.row.levers]
    habit = HABITS[job.row.manner]
    return play_habit(game, habit, seed=_seed(job), presses=presses, time_control=control)


def _seed(job: Job) -> int:
    """A game alone is played as among others."""
    return job.seed + job.game.number


def _lots(job: Job) -> random.Random:
    """What a fault draws by lot."""
    return random.Random(_seed(job))


def needed_squares(start_fen: str, moves: Sequence[chess.Move]) -> Occupancy:
    """The squares that the plies of a game flip, or end on."""
    board, needed = chess.Board(start_fen), 0
    for move in moves:
        needed |= flipped_squares(board, move) | chess.BB_SQUARES[move.to_square]
        board.push(move)
    return needed


def score(job: Job) -> Score:
    """Play one game and compare what comes back."""
    moves = up_to_the_end(job.game)
    run = stepped(log_of(job))
    read = scoresheet(run.table).plies
    right = [bool(ply and move and ply.move == move) for ply, move in zip_longest(read, moves)]
    doubts = sum(bool(ply.doubts) for ply in read)
    return Score(
        games=1,
        exact=all(right),
        plies=len(moves),
        plies_exact=sum(right),
        doubts=doubts,
        doubts_on_exact=doubts if all(right) else 0,
        silent=not all(right) and not is_doubted(job.game, read, right.index(False)),
        named=_named(job, run),
        alive=run.alive,
        took_us=run.took_us,
        failed=() if all(right) else (job,),
    )


def _named(job: Job, run: Stepped) -> Named:
    """Whether the bad reed was named, and whether a good one was."""
    bad = bad_reed(job)
    if bad is None:
        return Named()
    rightly = bool(run.table.board.named >> bad & 1)
    return Named(games=1, rightly=rightly, falsely=bool(run.named & ~chess.BB_SQUARES[bad]))


def table(
    games: Sequence[Game], asked: Sequence[Row], seed: int, jobs: int, progress: Progress = lambda _done: None
) -> Iterator[tuple[Row, Score]]:
    """Play every game for every row, and give each row with its score as soon as it is known.

    `progress` is told how many games are done.
    """
    work = [Job(game, row, seed) for row in asked for game in games]
    scores = enumerate(in_processes(score, work, jobs), start=1)
    for row in asked:
        total = Score()
        for done, one in islice(scores, len(games)):
            total += one
            progress(done)
        yield row, total


def quantile(tally: Counter[int], share: float) -> int:
    """The smallest value that so large a share of all counted does not exceed; 0 if nothing was counted."""
    left = share * tally.total()
    for value in sorted(tally):
        left -= tally[value]
        if left <= 0:
            return value
    return 0


def is_doubted(game: Game, read: Sequence[Ply], first: int) -> bool:
    """Whether the first wrong ply bears a doubt that names what was played; an irregular ply as `Ng1-g4`."""
    if first >= min(len(read), len(game.moves)):
        return False
    board = chess.Board(game.start_fen)
    for move in game.moves[:first]:
        board.push(move)
    move = game.moves[first]
    name = board.san(move) if board.is_legal(move) else long_notation(board, move)
    return name in read[first].doubts
