"""The fold of a journal: what became of the game that it holds.

The law: folding `step` over the events of a journal, from the table that the game began with, gives the very
table that the board had, but for the page's address and PIN, which no journal has. It refuses to know how a
journal is written (`journal.py`) and where (`game_files.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect, GameBegun
from jadoube.core.messages.events import Ended, Event, Page
from jadoube.core.messages.phases import Phase
from jadoube.core.signals.debounce import PRESS_HOLD_MS
from jadoube.core.state.table import Table, new_table, set_page
from jadoube.daemon.games.journal import Header, Journal


class Step(NamedTuple):
    """One step of a fold: the table before an event, the table after it, and the step's effects."""

    at_ms: int
    event: Event
    before: Table
    after: Table
    effects: tuple[Effect, ...]

    @property
    def begins_again(self) -> bool:
        """Whether this event closed the game and began another, whose journal is the next one."""
        return any(isinstance(effect, GameBegun) for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Folded:
    """What became of a journal's game.

    `table` is how things stand after its last event, at `last_ms`. When that event began another game, it is
    the table before it: this game's own, whose scoresheet can still be written. `closed` says that nothing
    more belongs to this game: another was begun, or it was left (`end`).
    """

    header: Header
    table: Table
    last_ms: int
    closed: bool

    @property
    def unfinished(self) -> bool:
        """Whether the game has begun and may go on: only such a game is taken up after a restart."""
        open_ = self.table.phase in (Phase.PLAYING, Phase.PAUSED) or bool(self.table.adjudication)
        return not self.closed and open_

    @property
    def begun(self) -> bool:
        """Whether there is a game at all: a ply stands, a clock was started, or the game was left."""
        return self.closed or self.table.phase is not Phase.SETTING_UP


def first_table(header: Header) -> Table:
    """The table that the game began with.

    A game may begin while a contact changes: then the arbiter wants a scan when that has held long enough.
    """
    new = new_table(header.terms, header.reeds, header.buttons, header.comfort)
    table = set_page(new, Page() if header.reachable else None)
    hold_ms = header.terms.debounce_ms
    settle = (header.reeds.settles_ms(hold_ms), header.buttons.settles_ms(hold_ms, PRESS_HOLD_MS))
    return table._replace(wake_ms=min((at_ms for at_ms in settle if at_ms is not None), default=None))


def steps(journal: Journal) -> Iterator[Step]:
    """Fold step by step, up to the event that begins another game."""
    table = first_table(journal.header)
    for at_ms, event in journal.events:
        before = table
        table, effects = step(before, event, at_ms)
        yield (done := Step(at_ms, event, before, table, effects))
        if done.begins_again:
            return


def fold(journal: Journal) -> Folded:
    """Work out how things stand at the end of a journal."""
    header = journal.header
    folded = Folded(header, first_table(header), header.from_ms, closed=False)
    for done in steps(journal):
        table = done.before if done.begins_again else done.after
        closed = done.begins_again or isinstance(done.event, Ended)
        folded = Folded(header, table, done.at_ms, closed)
    return folded
