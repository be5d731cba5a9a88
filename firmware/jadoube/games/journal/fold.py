"""The fold of a journal: the table and the state of its game.

The law: folding `step` over the events of a journal, from the game's first table, gives exactly the table
that the board had, except for the page's address and PIN, which no journal holds. The fold begins at the
newest snapshot, and decides nothing before it again. What another version of the program read stands; so does
what was read where events are missing: there the plies are taken as they were recorded, the clocks stand, and
the position is expected on the board.

It refuses to know a journal's text (`text.py`) and its file (`games/game_files.py`).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect, GameBegun, GameReopened
from jadoube.core.messages.events import Ended, Event, Restarted
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.game_line import Line
from jadoube.core.state.table import Table
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.header import Header
from jadoube.games.journal.text import Gap, Journal, Ply, Record, Recorded, is_event, key_of
from jadoube.games.snapshots.nodes import play_on
from jadoube.games.snapshots.outline import outline_of, restore
from jadoube.games.snapshots.snapshot import Snapshot

LOST_MOST: Final = 2
"""Plies without a record that are found by the key of a later one: of two there are some thousand."""


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
    `recorded` is true if its last plies were not read again, but taken as they were recorded.
    `written_down` is true if there was ever something on the scoresheet, even if it was taken back.
    """

    header: Header
    table: Table
    last_ms: int
    closed: bool
    reopened: bool = False
    recorded: bool = False
    written_down: bool = False

    def follow(self, done: Step) -> "Folded":
        """Return the state after one more step."""
        return replace(
            self,
            table=done.before if done.begins_again else done.after,
            last_ms=done.at_ms,
            closed=done.begins_again or isinstance(done.event, Ended),
            reopened=self.reopened or done.reopens,
            written_down=self.written_down or done.writes_down,
        )

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
        """Whether there is a game at all: there is a ply, the clock was started, or the game was left.

        Where events are missing there may be one.
        """
        return self.closed or self.recorded or self.table.play.phase is not Phase.SETTING_UP


def begins_with(journal: Journal) -> Table:
    """Return the table before the first event: that of the header, or of a snapshot that stands first."""
    if journal.records and isinstance(journal.records[0].record, Snapshot):
        return journal.records[0].record.table(journal.records[0].at_ms)
    return first_table(journal.header)


def take_step(table: Table, event: Event, at_ms: int) -> Step:
    """Feed an event to the arbiter."""
    return Step(at_ms, event, table, *step(table, event, at_ms))


class Walked(NamedTuple):
    """One record of a journal, and the table after it; None where events are missing."""

    at_ms: int
    record: Record
    table: Table | None
    step: Step | None = None
    """The step, if the record is an event that follows a table."""


def walk(journal: Journal) -> Iterator[Walked]:
    """Yield the records from the first one on; where events are missing the fold goes on at a snapshot.

    BadInput for an event that cannot follow the table of the snapshot before it.
    """
    table: Table | None = begins_with(journal)
    given = any(isinstance(each.record, Snapshot) for each in journal.records[:1])
    for at_ms, record in journal.records:
        done = None
        if isinstance(record, Snapshot) and table is None:
            table, given = record.table(at_ms), True
        elif isinstance(record, Gap):
            table = None
        elif table is not None and is_event(record):
            try:
                done = take_step(table, record, at_ms)
            except Exception as problem:
                if not given:
                    raise
                words = f"{problem!a:.100} on the event at {at_ms} ms, expected one that follows the snapshot"
                raise BadInput("journal", words) from problem
            table = done.after
        yield Walked(at_ms, record, table, done)


def steps(journal: Journal) -> Iterator[Step]:
    """Yield the steps from the first event on, as `walk` does."""
    return (each.step for each in walk(journal) if each.step)


def fold(journal: Journal) -> Folded:
    """Return the state of the game at the end of a journal.

    Where the events cannot be folded from a snapshot's table, the game is taken by outlines and records: a
    table that was not written by this program must not cost the game.
    """
    try:
        return _fold(journal, by_outline=False)
    except Exception:  # whatever a table that does not hold together leads to
        if not any(isinstance(each.record, Snapshot) for each in journal.records):
            raise
        return _fold(journal, by_outline=True)


def _fold(journal: Journal, *, by_outline: bool) -> Folded:
    records, folded, exact = _from_newest_snapshot(journal, by_outline=by_outline)
    gaps = (number for number, each in enumerate(records) if isinstance(each.record, Gap))
    known = next(gaps, len(records)) if exact else 0
    table = folded.table
    for at_ms, record in records[:known]:
        if is_event(record):
            done = take_step(table, record, at_ms)
            table, folded = done.after, folded.follow(done)
    return folded if known == len(records) and exact else _take_as_recorded(folded, records[known:])


def _from_newest_snapshot(journal: Journal, *, by_outline: bool) -> tuple[tuple[Recorded, ...], Folded, bool]:
    """The records after the newest snapshot, what it says, and whether the table is the one that was."""
    header, records = journal.header, journal.records
    for number in range(len(records) - 1, -1, -1):
        at_ms, record = records[number]
        if isinstance(record, Snapshot):
            whole = None if by_outline else record.whole()
            table, exact = whole or record.outlined(at_ms), whole is not None
            closed = record.outline.over and not exact
            folded = Folded(header, table, at_ms, closed, record.reopened, written_down=journal.played)
            return records[number + 1 :], folded, exact
    return records, Folded(header, first_table(header), header.from_ms, closed=False), True


def _take_as_recorded(folded: Folded, records: Iterable[Recorded]) -> Folded:
    """The game with the plies that are recorded in these records, whose events are not read again.

    A ply of which it is not known what came before it ends the game: the rest is lost.
    """
    outline = outline_of(folded.table, folded.last_ms)
    last_ms, closed = folded.last_ms, folded.closed
    for at_ms, record in records:
        closed |= isinstance(record, Ended)
        last_ms = at_ms
        if isinstance(record, Ply):
            line = _recorded_line(outline.line, record)
            if line is None:
                break
            stands = record.times is not None and record.times.turn == line.side_to_move
            outline = outline._replace(
                line=line,
                times=record.times,
                completed=line.ply if stands else max(0, line.ply - 1),
                outcome=None,
            )
    table = folded.table if folded.over else restore(folded.table, outline, last_ms)
    return replace(folded, table=table, last_ms=last_ms, closed=closed, recorded=True)


def _recorded_line(line: Line, ply: Ply) -> Line | None:
    """The game up to this ply, by its key; None if it is not known.

    Where the records of one or two plies before it are lost too, the legal ones are tried.
    """
    if not ply.number:
        return line.back_to(0)
    for lost in range(LOST_MOST + 1):
        before = line.back_to(ply.number - 1 - lost)
        if before.ply == ply.number - 1 - lost:
            found = [each for each in _played_on(before, ply, lost) if key_of(each) == ply.key]
            if len(found) == 1:
                return found[0]
    return None


def _played_on(line: Line, ply: Ply, lost: int) -> Iterator[Line]:
    """The games with so many legal plies, whichever, and then this one."""
    if lost:
        for move in line.legal_moves():
            yield from _played_on(line.after(move), ply, lost - 1)
    else:
        with suppress(ValueError):
            yield play_on(line, ply.uci, ply.fen)


def keep_ended(table: Table, ended: Folded) -> Table:
    """The first table after a restart, with the game before it, which had ended: it may be reopened."""
    before, _ = step(ended.table, Restarted(), ended.last_ms)
    return table._replace(before=before._replace(before=None))
