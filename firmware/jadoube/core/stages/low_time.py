"""Saying that time runs low: at which instants of a running clock a side is warned.

The law: a side is warned when its running time comes down to the threshold that was agreed, and again at
each of the last five seconds (as DGT's clocks do). It is warned once for each time that its clock comes down
through such a mark: a side that has gained time may be warned again, one whose clock was stopped on its way
and runs on is not. A clock that stands warns nobody, and neither does one that counts up. What came before
the mark is judged before it: a press stops the clock at its own instant, and nothing is to be warned of.

It refuses to know the modes of a clock: it asks what remains, and when that is used up.
"""

from typing import Final

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import Effect, TimeLow
from jadoube.core.messages.events import Scanned
from jadoube.core.stages.presses import has_press_before
from jadoube.core.state.table import Stepped, Table, clock_runs

LAST_S: Final = 5
"""Each of so many last seconds is counted down."""


def warning_due_ms(table: Table) -> int | None:
    """When the running side is warned next; None if it is not."""
    mark = _next_mark(table) if table.terms.low_time_s and clock_runs(table) else None
    return mark[0] if mark else None


def warn(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Warn of the marks that the running side's time has come down to."""
    if not _is_near_mark(table, now_ms):
        return table, ()
    effects: tuple[Effect, ...] = ()
    while (mark := _next_mark(table)) and mark[0] <= now_ms and not has_press_before(table, mark[0]):
        at_ms, side, left_s = mark
        table = table._replace(warned_ms=at_ms)
        effects += (TimeLow(side, left_s, at_ms),)
    return table, effects


def marks(low_time_s: int) -> tuple[int, ...]:
    """Give the seconds left at which a side is warned, the most first; none where it is switched off."""
    return (low_time_s, *range(min(LAST_S, low_time_s - 1), 0, -1)) if low_time_s else ()


def _is_near_mark(table: Table, now_ms: int) -> bool:
    """Whether a mark may have been come down to: before the first of what runs now there is none."""
    clock, low_ms = table.clock, table.terms.low_time_s * 1000
    zero_ms = clock.zero_at_ms() if clock and low_ms else None
    return zero_ms is not None and zero_ms - low_ms <= now_ms


def _next_mark(table: Table) -> tuple[int, chess.Color, int] | None:
    """The next mark: its instant, whose it is, and how many seconds are left then."""
    clock, low_time_s = table.clock, table.terms.low_time_s
    if clock is None or clock.running is None:
        return None
    at = _first_mark_after(clock, clock.running, max(table.warned_ms, clock.since_ms), marks(low_time_s))
    return (at[0], clock.running, at[1]) if at else None


def _first_mark_after(
    clock: ChessClock, side: chess.Color, from_ms: int, marks_s: tuple[int, ...]
) -> tuple[int, int] | None:
    """The first mark after an instant, if the clock runs on; that of a later period where there is one."""
    clock = clock.passed(from_ms)
    zero_ms, left_ms = clock.zero_at_ms(), clock.remaining_ms(side, from_ms)
    if zero_ms is None:
        return None
    if below := [mark_s for mark_s in marks_s if mark_s * 1000 < left_ms]:
        return zero_ms - below[0] * 1000, below[0]
    following = clock.begun_next()
    return _first_mark_after(following, side, zero_ms, marks_s) if following else None
