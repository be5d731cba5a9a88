"""Recording: the lines of a journal that say what came of its events.

The law: whoever has only these lines knows the game. Each ply is recorded when it is first read, and again
when it is read otherwise; after a takeback the last ply that is left is recorded once more.
"""

from jadoube.core.state.table import Table
from jadoube.games.journal.text import format_record, record_of
from jadoube.games.snapshots.outline import read_times
from jadoube.games.snapshots.snapshot import take_snapshot
from jadoube.games.unsaved import Origin


def ply_lines(earlier: Table, table: Table, now_ms: int) -> str:
    """Return the lines for what has been read since this earlier table of the game; empty if nothing new."""
    before, after = earlier.line, table.line
    if after is before:
        return ""
    common = before
    while common.before and not after.goes_on_from(common):
        common = common.before
    new = after.plies()[common.ply :] if common.ply < after.ply else [after]
    times = read_times(table, now_ms)
    return "".join(format_record(record_of(line, times), now_ms) for line in new)


def snapshot_line(origin: Origin, table: Table, now_ms: int) -> str:
    """Return the line that holds the whole table of a game at an instant."""
    header = origin.header
    taken = take_snapshot(table, now_ms, header.scan_period_ms, header.tags, reopened=origin.reopened)
    return format_record(taken, now_ms)
