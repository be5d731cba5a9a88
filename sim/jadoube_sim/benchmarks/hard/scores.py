"""How well a hard row is read: what stands in the end, and what stands meanwhile where it matters.

A game is *exact* when it comes back move for move and at most a tenth of its plies bear a doubt. It is
*silent* when it does not come back and its first wrong ply has no doubt that names what was played. A *look*
is wrong when other plies stand than were made, and silent when no doubt says so of the first of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest

from jadoube.core.arbiter import step
from jadoube.core.display.scoresheet import Ply, scoresheet
from jadoube.core.messages.effects import BadReed, Effect
from jadoube.core.messages.events import Event
from jadoube.core.reading.doubts import doubts
from jadoube.core.squares import Occupancy
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.hard.rows import HardJob
from jadoube_sim.benchmarks.played.reading import Progress, is_doubted, needed_squares
from jadoube_sim.benchmarks.processes import in_processes
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.hard.played import Look, Played

MOST_NAMED = 4
"""A doubt may name so many other plies."""

LEAST_SURE = 10
"""In an exact game, one ply of so many may bear a doubt."""

TIME_MS = 20
"""A clock's time is right within so much: presses fall on scans."""


@dataclass(frozen=True, slots=True)
class HardScore:
    """What became of one game, or of several: counts by name, and the games that went wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    failed: tuple[HardJob, ...] = ()

    def __add__(self, other: "HardScore") -> "HardScore":
        """Add two scores up."""
        return HardScore(self.counts + other.counts, self.failed + other.failed)

    def __getitem__(self, name: str) -> int:
        """How often this was counted."""
        return self.counts[name]


def score(job: HardJob) -> HardScore:
    """Play one game and compare what comes back; nothing is counted if it gives no occasion."""
    played = job.played()
    return HardScore() if played is None else judge(job, played)


def judge(job: HardJob, played: Played) -> HardScore:
    """Replay a game that was played, and compare what comes back."""
    table, watched = _watched(played)
    read = scoresheet(table).plies
    right = [bool(ply and move and ply.move == move) for ply, move in zip_longest(read, played.moves)]
    looks = [_look(each, look, played) for each, look in zip(watched.at_looks, played.looks, strict=True)]
    counts = dict[str, int](
        games=1,
        plies=len(played.moves),
        right=sum(right),
        looks=len(looks),
        wrong_looks=sum(wrong for wrong, _ in looks),
        silent_looks=sum(silent for _, silent in looks),
        **_game(job, played, read, right),
        **_doubts(read, right),
        **_irregular(played, table, right),
        **_time(played, read),
        **_named(played, table, watched),
    )
    went_wrong = not counts["exact"] or counts["wrong_looks"]
    return HardScore(
        Counter({name: int(count) for name, count in counts.items()}), (job,) if went_wrong else ()
    )


def _game(job: HardJob, played: Played, read: Sequence[Ply], right: list[bool]) -> dict[str, int]:
    """Whether the game came back, is silently wrong, or got a ply after its last one."""
    game = replace(job.game, start_fen=played.start_fen, moves=played.moves)
    in_doubt = sum(bool(ply.doubts) for ply in read)
    return {
        "exact": all(right) and LEAST_SURE * in_doubt <= len(played.moves),
        "silent": not all(right) and not is_doubted(game, read, right.index(False)),
        "invented": len(read) > len(played.moves),
    }


def _doubts(read: Sequence[Ply], right: list[bool]) -> dict[str, int]:
    """The plies read right that bear a doubt, and the doubts that name too many others."""
    return {
        "doubted_right": sum(
            bool(ply.doubts) and is_right for ply, is_right in zip(read, right, strict=False)
        ),
        "wide": sum(len(ply.doubts) > MOST_NAMED for ply in read),
    }


@dataclass(slots=True)
class _Watched:
    """A replay, stopped to look at the board at some instants."""

    looks: Sequence[Look]
    at_looks: list[Table] = field(default_factory=list)
    named: Occupancy = 0

    def step(self, table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        """Take one step; the looks that were due before it see what stood until now."""
        self.look_until(now_ms, table)
        table, effects = step(table, event, now_ms)
        for effect in effects:
            if isinstance(effect, BadReed):
                self.named |= 1 << effect.square
        return table, effects

    def look_until(self, now_ms: float, table: Table) -> None:
        """Look at the table at each instant that is over."""
        while len(self.at_looks) < len(self.looks) and self.looks[len(self.at_looks)].at_us < 1000 * now_ms:
            self.at_looks.append(table)


def _watched(played: Played) -> tuple[Table, _Watched]:
    watched = _Watched(played.looks)
    table = replay(played.log, stepper=watched.step).table
    watched.look_until(float("inf"), table)
    return table, watched


def _look(table: Table, look: Look, played: Played) -> tuple[bool, bool]:
    """Whether other plies stand than should, and whether no doubt says so of the first wrong one."""
    stands = [line.move for line in table.line.plies() if line.move]
    made = played.moves[: look.plies]
    wrong = next((ply for ply, (a, b) in enumerate(zip_longest(stands, made), 1) if a != b), None)
    return wrong is not None, wrong is not None and not doubts(table.seen).get(wrong)


def _irregular(played: Played, table: Table, right: list[bool]) -> dict[str, int]:
    """The plies after an illegal one, those of them that are read right, and whether it is marked."""
    if played.irregular is None:
        return {}
    lines = list(table.line.plies())
    marked = any(line.ply == played.irregular and getattr(line, "irregular", False) for line in lines)
    later = right[played.irregular : len(played.moves)]
    return {"later": len(later), "later_right": sum(later), "irregular": 1, "marked": marked}


def _time(played: Played, read: Sequence[Ply]) -> dict[str, int]:
    """Whether the first ply's time is what the clock ran for it."""
    if played.first_ply_ms is None:
        return {}
    shown_ms = read[0].elapsed_ms if read else None
    return {
        "times": 1,
        "times_right": shown_ms is not None and abs(shown_ms - played.first_ply_ms) <= TIME_MS,
    }


def _named(played: Played, table: Table, watched: _Watched) -> dict[str, int]:
    """The bad reeds that a ply needs, those of them that are named in the end, and whether another was."""
    if not played.bad:
        return {}
    needed = played.bad_squares & needed_squares(played.start_fen, played.moves)
    return {
        "bad": needed.bit_count(),
        "named": (table.board.named & needed).bit_count(),
        "falsely": bool(watched.named & ~played.bad_squares),
    }


def hard_table(
    games: Sequence[Game],
    asked: Sequence[tuple[str, str]],
    seed: int,
    jobs: int,
    progress: Progress = lambda _done: None,
) -> Iterator[tuple[str, str, HardScore]]:
    """Play every game for every row (its name, its levers), and give each row as soon as it is known."""
    work = [HardJob(game, name, levers, seed) for name, levers in asked for game in games]
    scores = enumerate(in_processes(score, work, jobs), start=1)
    for name, levers in asked:
        total = HardScore()
        for done, one in islice(scores, len(games)):
            total += one
            progress(done)
        yield name, levers, total
