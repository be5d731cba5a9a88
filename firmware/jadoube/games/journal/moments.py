"""The moments of a game at which somebody relies on the journal, and those that suit a snapshot.

The law: what decides the game is flushed at once: a press that completes a ply or changes the clock, a
result, an order, a restart, the end. A snapshot shortens what must be read after a restart; it is taken where
a ply has just been completed, as that table is the smallest. It refuses to know what is written and how.
"""

from typing import Final

from jadoube.core.messages.events import Adjudicated, Ended, Event, Ordered, Restarted
from jadoube.core.messages.orders import LightSquares, WriteText
from jadoube.core.messages.phases import Phase
from jadoube.core.state.play import Play
from jadoube.core.state.table import Table

SNAPSHOT_PLIES: Final = 40
"""A snapshot is taken after so many completed plies: it has 2 to 5 kB, their events 16 kB, and all of a game
of 80 plies stays below 64 kB on the card (tests/unit/games/test_card_wear.py)."""

LATEST_LINES: Final = 600
"""After so many lines any event does: without presses no ply is completed, and a reed may never rest."""

LAST_LINES: Final = 50
"""When the program ends there is one if so many lines follow the last one: some five plies."""


class Moments:
    """Watches the table of one game after another."""

    def __init__(self) -> None:
        self._play: Play | None = None
        self._completed = 0
        self._fresh = False
        self.counted = 0
        """The lines since the last snapshot."""

    def begin(self) -> None:
        """Another game's lines follow."""
        self._play, self._completed, self._fresh, self.counted = None, 0, False, 0

    def count(self) -> None:
        """Count a line."""
        self.counted += 1

    def snapshot_taken(self, table: Table | None) -> None:
        """Count from here on."""
        self.counted = 0
        self._completed = table.play.completed if table else 0

    def decides(self, table: Table) -> bool:
        """Whether something was decided since the last call that must not be lost."""
        before, self._play = self._play, table.play
        if before is None or before is table.play or _decided(before) == _decided(table.play):
            return False
        self._fresh = True
        return True

    def wants_snapshot(self, table: Table) -> bool:
        """Whether a snapshot is due now: where something was decided since the last call, and at an end."""
        fresh, self._fresh = self._fresh, False
        if not self.counted:
            return False
        enough = table.play.completed - self._completed >= SNAPSHOT_PLIES
        return self.counted >= LATEST_LINES or (fresh and (enough or table.play.phase is Phase.OVER))


def relies_on(event: Event) -> bool:
    """Whether who caused this event relies on it at once; what a program points at or writes can be lost."""
    if isinstance(event, Ordered) and isinstance(event.order, LightSquares | WriteText):
        return False
    return isinstance(event, Ordered | Restarted | Ended | Adjudicated)


def _decided(play: Play) -> tuple[object, ...]:
    """What must not be lost: the phase, the plies that stand, the result, and whose clock runs."""
    running = play.clock.running if play.clock else None
    return play.phase, play.completed, play.confirmed, play.outcome, running
