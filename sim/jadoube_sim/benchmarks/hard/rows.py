"""The hard rows: what is played in each, with which levers, and what is expected of it.

It decides what a row plays, and knows no score.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from jadoube_sim.benchmarks.played.reading import LEVERS, up_to_the_end
from jadoube_sim.hands import between
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.habits import HABITS, Habit
from jadoube_sim.hands.hard import beginnings, ends, illegal, lost, taken_back
from jadoube_sim.hands.hard.faults import HARD_FAULTS
from jadoube_sim.hands.hard.played import Played, Plays, PlaysByHabit, Setting


@dataclass(frozen=True, slots=True)
class HardRow:
    """What is played in all games of a row, and what is expected."""

    plays: Plays
    goal: str
    levers: tuple[str, ...] = ("pressed", "none")
    doubts: int = 5
    """Of 1000 plies read right, at most so many may bear a doubt."""


@dataclass(frozen=True, slots=True)
class HardJob:
    """One game of one row."""

    game: Game
    name: str
    levers: str
    seed: int

    def played(self) -> Played | None:
        """Play it; None if the game gives no occasion for what the row is about."""
        presses, control = LEVERS[self.levers]
        seed = self.seed + self.game.number  # the same game is played the same, alone or among others
        moves = up_to_the_end(self.game)
        game = replace(self.game, moves=moves, clocks_ms=self.game.clocks_ms[: len(moves)])
        rng = random.Random(f"{seed} {habit_and_row(self.name)[1]}")
        return hard_row(self.name).plays(Setting(game, rng, seed, presses, control))


def _plays_habit(setting: Setting, *, habit: Habit) -> Played:
    """Play by a habit that is not of the published table."""
    return Played(setting.played_by(habit), setting.game.start_fen, setting.game.moves)


def _plays_with_fault(setting: Setting, *, fault: str, habit: str = "plain") -> Played:
    """Play by a habit, on a board with a fault."""
    faulty, bad = HARD_FAULTS[fault](setting.played_by(HABITS[habit]), random.Random(setting.seed))
    return Played(faulty, setting.game.start_fen, setting.game.moves, bad=bad)


_STICKS = "exact 95/90 %, silent 0"
_LIES = "exact 90/80 %, silent 0"
_OFF_CENTRE = "read, or in doubt; silent 0"
_LINE = "exact 90/75 %, silent 0"
_CAPTURE = "under 1 % stand, silent 0"
_SWEEP = "invented 0"
_FOUND = "found back, silent 0"
_TURNED = "exact, never turned"

LINE_ROWS = ("file-off", "rank-off", "line-comes-back")
"""The rows in which a line of the matrix is off."""

BLIND_ROWS = (*LINE_ROWS, "sticks-open", "sticks-closed", "sticks-frozen", "two-dead", "two-stick")
"""The rows in which a line or up to two reeds cannot be read from an instant on; all else is sound."""

_USUAL_KINDS = ("pinned", "check not answered", "king into check", "bishop strays", "castles without right")
_ILLEGAL = {
    "illegal-unnoticed": _USUAL_KINDS,
    **{f"illegal-{kind.replace(' ', '-')}": (kind,) for kind in illegal.STRAYS},
}

HARD_ROWS: Mapping[str, HardRow] = {
    **{
        name: HardRow(partial(_plays_with_fault, fault=name), goal, doubts=10)
        for names, goal in (
            (("sticks-open", "sticks-closed", "sticks-frozen"), _STICKS),
            (("lies-1s", "lies-3s", "lies-10s", "lies-30s", "lies-a-while"), _LIES),
            (("chatters", "chatters-a-while"), _STICKS),
            (("two-dead", "three-dead", "two-stick", "sticks-a-while"), _STICKS),
            (("off-centre-ten-seconds", "off-centre-a-minute", "between-two-squares"), _OFF_CENTRE),
            (LINE_ROWS, _LINE),
        )
        for name in names
    },
    "illegal-capture": HardRow(illegal.illegal_captures, _CAPTURE),
    "illegal-capture-last": HardRow(illegal.illegal_capture_last, _CAPTURE),
    **{
        name: HardRow(partial(illegal.illegal_unnoticed, kinds=kinds), "later plies 95 %, marked")
        for name, kinds in _ILLEGAL.items()
    },
    **{
        f"two-plies-one-scan-{share}": HardRow(
            partial(_plays_habit, habit=replace(HABITS["two-plies-one-scan"], unscanned=share / 100)),
            "exact 90/80 %, silent 0",
        )
        for share in (30, 60)
    },
    **{
        f"{plies}-plies-one-scan": HardRow(partial(lost.several_unscanned, plies=plies), _FOUND)
        for plies in (3, 4)
    },
    **{
        f"beside-{name}": HardRow(partial(lost.beside, plies=plies), _FOUND)
        for name, plies in (("ten-seconds", 0), ("a-ply", 1), ("four-plies", 4))
    },
    "two-taken-back": HardRow(taken_back.two_taken_back, "read, or in doubt; silent 0"),
    "lines-shown": HardRow(
        partial(_plays_habit, habit=replace(HABITS["any-order"], between=((0.05, between.shows_line),))),
        "exact 95 % with levers",
    ),
    "sweeps-by-rows": HardRow(partial(ends.swept_at_once, sweep=ends.by_rows), _SWEEP),
    "sweeps-one-hand": HardRow(partial(ends.swept_at_once, sweep=ends.with_one_hand), _SWEEP),
    "sweeps-together": HardRow(partial(ends.swept_at_once, sweep=ends.together), _SWEEP),
    "kings-by-chance": HardRow(ends.kings_by_chance, "invented 0", ("none",)),
    "black-first": HardRow(beginnings.black_first, _TURNED, ("clock", "none")),
    "sleeve-before": HardRow(beginnings.sleeve_before, _TURNED, ("clock", "none")),
}


_BY_HABIT: Mapping[str, PlaysByHabit] = {
    **{name: partial(_plays_with_fault, fault=name) for name in HARD_FAULTS},
    **{name: partial(illegal.illegal_unnoticed, kinds=kinds) for name, kinds in _ILLEGAL.items()},
}

MANNER_ROWS = tuple(name for name in HARD_ROWS if name in _BY_HABIT)
"""The rows that any habit can be played in: those of a fault of the board, or of an irregular ply."""


def habit_and_row(name: str) -> tuple[str, str]:
    """The habit, "" if it is the row's own, and the row: `blitz+sticks-open` is `sticks-open` by `blitz`."""
    habit, _, row = name.rpartition("+")
    return habit, row


def hard_row(name: str) -> HardRow:
    """The row with this name, played by the habit that the name has, if any."""
    habit, row = habit_and_row(name)
    played = HARD_ROWS[row]
    return replace(played, plays=partial(_BY_HABIT[row], habit=habit)) if habit else played


def hard_rows(
    names: Sequence[str], levers: Sequence[str], habits: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """The rows with these names and levers, played by these habits, if any; all where nothing is asked.

    By a habit only rows of `MANNER_ROWS` are played.
    """
    played = [f"{habit}+{name}" for habit in habits for name in names or MANNER_ROWS] or names or HARD_ROWS
    return [
        (name, lever)
        for name in played
        for lever in levers or hard_row(name).levers
        if LEVERS[lever][0] or not HABITS[habit_and_row(name)[0] or "plain"].levers_only
    ]
