"""What is wrong with a journal, and the same journal without it.

It refuses to know files (`cli/journal.py`) and what a table means.
"""

from collections.abc import Iterator

from jadoube.core.display.effect_text import game_text, seconds
from jadoube.games.journal.fold import fold, walk
from jadoube.games.journal.text import Gap, Journal, Ply, format_record, format_start, key_of
from jadoube.games.snapshots.snapshot import Snapshot


def contents(journal: Journal) -> Iterator[str]:
    """Say what a journal holds."""
    records = [record for _, record in journal.records]
    plies = sum(isinstance(each, Ply) for each in records)
    snapshots = [each for each in records if isinstance(each, Snapshot)]
    yield f"{len(journal.events)} events, {plies} recorded plies, {len(snapshots)} snapshots"
    for program, exact in {each.program: each.exact for each in snapshots}.items():
        yield f"snapshots of version {program}: {'whole' if exact else 'only plies and clocks are read'}"
    folded = fold(journal)
    yield f"{'as recorded' if folded.recorded else 'as read'}: {game_text(folded.table)}"


def faults(journal: Journal, size: int) -> Iterator[str]:
    """Say what is wrong with a journal of so many bytes; nothing if it is sound."""
    for number in journal.damaged:
        yield f"line {number}: damaged"
    for at_ms, record in journal.records:
        if isinstance(record, Gap) and not journal.damaged:
            yield f"at {seconds(at_ms)}: events are missing"
    if journal.torn:
        yield f"the last {size - journal.sound_bytes} bytes: not written whole"


def differences(journal: Journal) -> Iterator[str]:
    """Say where this version of the program reads another ply than the one that was recorded."""
    for at_ms, record, table, _ in walk(journal):
        if table and isinstance(record, Ply):
            line = table.line.back_to(record.number)
            if line.ply != record.number or key_of(line) != record.key:
                read = f"{line.move}" if line.ply == record.number else "none"
                recorded = f"ply {record.number} {record.uci or '--'} found"
                yield f"at {seconds(at_ms)}: {recorded}, this version reads {read}"


def repaired(journal: Journal) -> str:
    """Return the journal without its damaged lines; a gap stands in their place."""
    lines = [format_record(record, at_ms) for at_ms, record in journal.records]
    return format_start(journal.header) + "".join(lines)
