"""Recording: the lines of a journal that say what came of its events.

The law: whoever has only these lines knows the game. Each ply is recorded when it is first read, and again
when it is read otherwise; after a takeback the last ply that is left is recorded once more.
"""

from jadoube.core.rules.game_line import Line
from jadoube.core.state.table import Table
from jadoube.daemon.games.journal import format_record, record_of
from jadoube.daemon.games.snapshots.outline import read_times


def ply_lines(before: Line, table: Table, now_ms: int) -> str:
    """Return the lines for what has changed since the game was `before`; empty if nothing has."""
    after = table.line
    if after is before:
        return ""
    common = before
    while common.before and after.back_to(common.ply) is not common:
        common = common.before
    new = after.plies()[common.ply :] if common.ply < after.ply else [after]
    times = read_times(table, now_ms)
    return "".join(format_record(record_of(line, times), now_ms) for line in new)
