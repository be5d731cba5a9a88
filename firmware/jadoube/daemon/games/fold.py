"""The fold of a journal: the table and the state of its game.

The law: folding `step` over the events of a journal, from the game's first table, gives exactly the table
that the board had, except for the page's address and PIN, which no journal holds. It refuses to know a
journal's text (`journal.py`) and its file (`game_files.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect, GameBegun, GameReopened
from jadoube.core.messages.events import Ended, Event, Page, Restarted
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
        """Whether this event closed the game and began another one, which has its own journal.

        Only a journal whose game was reopened has events after it.
        """
        return any(isinstance(effect, GameBegun) for effect in self.effects)

    @property
    def reopens(self) -> bool:
        """Whether this event reopened the game, and made one void that had begun since."""
        return any(isinstance(effect, GameReopened) for effect in self.effects)

    @property
    def writes_down(self) -> bool:
        """Whether this event changed the scoresheet."""
        return any(effect.on_scoresheet for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Folded:
    """The end of a journal's game.

    `table` is the table after the last event, at `last_ms`. If that event began another game, it is the table
    before it, whose scoresheet can still be written. `closed` is true if the game cannot go on: another one
    was begun, or it was left (`end`). `reopened` is true if it had ended before: a game begun since is void.
    `written_down` is true if there was ever something on the scoresheet, even if it was taken back.
    """

    header: Header
    table: Table
    last_ms: int
    closed: bool
    reopened: bool = False
    written_down: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that it may be reopened."""
        return self.table.play.phase is Phase.OVER

    @property
    def unfinished(self) -> bool:
        """Whether the game has begun and may go on. Only such a game is resumed after a restart."""
        open_ = self.table.play.phase in (Phase.PLAYING, Phase.PAUSED) or bool(self.table.play.adjudication)
        return not self.closed and open_

    @property
    def begun(self) -> bool:
        """Whether there is a game at all: there is a ply, the clock was started, or the game was left."""
        return self.closed or self.table.play.phase is not Phase.SETTING_UP


def first_table(header: Header) -> Table:
    """Return the table that the game began with.

    If a contact was changing then, the arbiter wants a scan when that contact settles.
    """
    new = new_table(header.terms, header.reeds, header.buttons, header.comfort, header.wires)
    table = set_page(new, Page() if header.reachable else None)
    hold_ms = header.terms.debounce_ms
    settle = (
        header.wires.due_ms,
        header.reeds.settles_ms(hold_ms),
        header.buttons.settles_ms(hold_ms, PRESS_HOLD_MS),
    )
    return table._replace(wake_ms=min((at_ms for at_ms in settle if at_ms is not None), default=None))


def steps(journal: Journal) -> Iterator[Step]:
    """Yield the steps of the fold."""
    table = first_table(journal.header)
    for at_ms, event in journal.events:
        before = table
        table, effects = step(before, event, at_ms)
        yield Step(at_ms, event, before, table, effects)


def fold(journal: Journal) -> Folded:
    """Return the state of the game at the end of a journal."""
    header = journal.header
    folded = Folded(header, first_table(header), header.from_ms, closed=False)
    for done in steps(journal):
        table = done.before if done.begins_again else done.after
        closed = done.begins_again or isinstance(done.event, Ended)
        folded = Folded(
            header,
            table,
            done.at_ms,
            closed,
            folded.reopened or done.reopens,
            folded.written_down or done.writes_down,
        )
    return folded


def keep_ended(table: Table, ended: Folded) -> Table:
    """The first table after a restart, with the game before it, which had ended: it may be reopened."""
    before, _ = step(ended.table, Restarted(), ended.last_ms)
    return table._replace(before=before._replace(before=None))
