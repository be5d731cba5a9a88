"""What a game played by hard hands is: its log, the moves that should be read, and instants to look at."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import chess

from jadoube.core.squares import Occupancy
from jadoube.formats.sensorlog import SensorLog
from jadoube_sim.hands.games import Game
from jadoube_sim.hands.gestures import MANNERS
from jadoube_sim.hands.habits import Habit
from jadoube_sim.hands.player import play_habit
from jadoube_sim.hands.tidy import TidyHand


class Look(NamedTuple):
    """An instant at which the hands rest, and how many of the game's plies should then stand."""

    at_us: int
    plies: int


class BadReed(NamedTuple):
    """A reed that is bad from an instant on."""

    square: chess.Square
    from_us: int


Faulty = tuple[SensorLog, tuple[BadReed, ...]]
"""A log as a fault leaves it, and the reeds that the fault made bad."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was played at the board."""

    log: SensorLog
    start_fen: str
    moves: tuple[chess.Move, ...]
    """What should be read in the end."""
    looks: tuple[Look, ...] = ()
    irregular: int | None = None
    """The number of the ply that breaks the laws, from 1; None if none does."""
    first_ply_ms: int | None = None
    """How long the first player's clock ran for his first ply; None where it is not asked for."""
    bad: tuple[BadReed, ...] = ()

    @property
    def bad_squares(self) -> Occupancy:
        """The squares whose reeds are bad."""
        return sum(chess.BB_SQUARES[each.square] for each in self.bad)


@dataclass(frozen=True, slots=True)
class Setting:
    """What the hands of one game are given."""

    game: Game
    rng: random.Random
    seed: int
    presses: bool
    time_control: str

    def hand(self, start_fen: str | None = None, *, starts_clock: bool = True) -> TidyHand:
        """A hand in one of the tidy manners; with a clock it presses the lever that starts it."""
        return TidyHand(
            start_fen or self.game.start_fen,
            self.rng.choice(list(MANNERS.values())),
            seed=self.seed,
            presses=self.presses,
            time_control=self.time_control if starts_clock else "-",
        )

    def played_by(self, habit: Habit, game: Game | None = None) -> SensorLog:
        """The log of this game, or of another one in its place, as a habit plays it."""
        return play_habit(
            game or self.game,
            habit,
            seed=self.seed,
            presses=self.presses,
            time_control=self.time_control,
        )


Plays = Callable[[Setting], Played | None]
"""Hands that play a game in their way; None where this game gives no occasion for it."""


class PlaysByHabit(Protocol):
    """The same by the hands of a habit."""

    def __call__(self, setting: Setting, *, habit: str) -> Played | None:
        """Play by the habit with this name."""
