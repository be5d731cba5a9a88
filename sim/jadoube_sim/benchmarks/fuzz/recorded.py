"""Journals with all that a board writes: events, plies and snapshots.

The law: what stands in one is what a board writes to which a sensor log happens. It refuses to know who reads
it, and what is made of it.
"""

from typing import Final

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect, MoveCompleted
from jadoube.core.messages.events import Ended, Event
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, set_names
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.journal.first_table import first_table
from jadoube.games.journal.header import Header, encode_text
from jadoube.games.journal.recording import ply_lines
from jadoube.games.journal.text import format_event, format_record, format_start
from jadoube.games.replay import replay, terms_of_log
from jadoube.games.snapshots.snapshot import take_snapshot

TAGS: Final = {"White": "Zoë", "Black": "N. N.", "Event": "Club\nevening"}


def recorded(log: SensorLog, every: int) -> tuple[bytes, list[tuple[int, Table]]]:
    """Give the journal of a replayed log, open, with a snapshot after every so many completed plies.

    Beside it, for each event the number of its bytes from the start, and the table after it.
    """
    header = Header(terms_of_log(log), settled_contacts(log.reeds), tags=TAGS)
    table = first_table(header)
    text = bytearray(encode_text(format_start(header)))
    text += encode_text(format_record(take_snapshot(table, 0, 5, TAGS), 0))
    tables = [(len(text), table)]
    completed = 0

    def write(before: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        nonlocal completed
        after, effects = step(set_names(before, header.names), event, now_ms)
        if after is not before and not isinstance(event, Ended):
            lines = [format_event(event, now_ms), ply_lines(before, after, now_ms)]
            completed += sum(isinstance(effect, MoveCompleted) for effect in effects)
            if completed >= every:
                completed = 0
                lines.append(format_record(take_snapshot(after, now_ms, 5, TAGS), now_ms))
            text.extend(encode_text("".join(lines)))
            tables.append((len(text), after))
        return after, effects

    replay(log, stepper=write)
    return bytes(text), tables
