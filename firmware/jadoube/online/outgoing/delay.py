"""The delay: which state of a game may be shown now.

The law: a state is shown once it is so many minutes old, and of a game that is on so many plies less than it
has. With both, what the longer one lets through. A result is a part of its state: it waits as long, and where
plies are held back it lets them go. A state's age is counted by the monotonic clock of this start of the
machine, from the instant at which this process first saw it. So no correction of the date makes it older, and
after a new start everything that was not shown yet waits anew; what was shown stays.

It refuses to know what shows it, and reads no clock.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from jadoube.online.game_state import GameState
from jadoube.online.game_text import beginning, plies_of, read_parts, write_parts

MINUTE_MS: Final = 60_000

MOST_WAITING: Final = 128
"""States of one game that wait at most. Where more come, one takes the place of the one before it: it is
shown later than it could be, by a 128th of the delay."""


class Delay(NamedTuple):
    """How long a state waits."""

    minutes: int = 0
    plies: int = 0


NONE: Final = Delay()


class _Seen(NamedTuple):
    at_ms: int
    state: GameState


class Waiting:
    """The states of one game. `shown` is what was shown of it before this start."""

    def __init__(self, shown: GameState | None = None) -> None:
        self._aged: GameState | None = None
        self._shown = shown
        self._waiting: list[_Seen] = []

    @property
    def newest(self) -> GameState | None:
        """The newest state that was taken."""
        return self._waiting[-1].state if self._waiting else self._aged

    def take(self, state: GameState, now_ms: int, delay: Delay = NONE) -> None:
        """Take a state that was seen now."""
        if state == self.newest:
            return
        seen = _Seen(now_ms, state)
        apart_ms = delay.minutes * MINUTE_MS // MOST_WAITING
        if len(self._waiting) > 1 and self._waiting[-1].at_ms - self._waiting[-2].at_ms < apart_ms:
            self._waiting[-1] = seen
        else:
            self._waiting.append(seen)

    def change(self, change: Callable[[GameState], GameState]) -> None:
        """Change each state that is known, the one that was shown, too."""
        self._aged, self._shown = (each and change(each) for each in (self._aged, self._shown))
        self._waiting = [seen._replace(state=change(seen.state)) for seen in self._waiting]

    def show(self, delay: Delay, now_ms: int) -> GameState | None:
        """Return what may be shown now; None if nothing."""
        newest = self.newest
        due_ms = now_ms - delay.minutes * MINUTE_MS
        while self._waiting and self._waiting[0].at_ms <= due_ms:
            self._aged = self._waiting.pop(0).state
        if self._aged and newest:
            self._shown = _held_back(self._aged, newest, delay.plies)
        return self._shown

    def due_ms(self, delay: Delay) -> int | None:
        """The instant at which the next state may be shown; None if none waits."""
        return self._waiting[0].at_ms + delay.minutes * MINUTE_MS if self._waiting else None


def _held_back(aged: GameState, newest: GameState, plies: int) -> GameState:
    """Return a state without the last plies that the game has."""
    if not plies or aged.over:
        return aged
    parts = read_parts(aged.pgn)
    most = plies_of(read_parts(newest.pgn)) - plies
    if most >= plies_of(parts):
        return aged
    return aged._replace(pgn=write_parts(beginning(parts, most)))
