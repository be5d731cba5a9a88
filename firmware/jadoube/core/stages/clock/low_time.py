"""Warnings of low time: the instants at which a running clock warns its side.

The law: a side is warned when its running time falls to the agreed threshold, and again at each of the last
five seconds (as DGT's clocks do). Each of these is a mark. A side is warned once each time that its clock
runs down through a mark: again after it gained time, but not again because of a pause. A clock that stands or
counts up never warns. Events before the mark are judged first: a press stops the clock at its own instant,
and no warning follows.

This file knows nothing of the modes of a clock: it asks what remains, and when that is used up.
"""

from typing import Final

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.messages.effects import Effect, TimeLow
from jadoube.core.messages.events import Scanned
from jadoube.core.stages.hands.presses import has_press_before
from jadoube.core.state.table import Stepped, Table, clock_runs

LAST_S: Final = 5
"""Each of this many last seconds is a mark."""


def warning_due_ms(table: Table) -> int | None:
    """When the running side is warned next; None if never."""
    mark = _next_mark(table) if table.terms.low_time_s and clock_runs(table) else None
    return mark[0] if mark else None


def warn(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Warn the running side of each mark that its time has reached."""
    if not _is_near_mark(table, now_ms):
        return table, ()
    effects: tuple[Effect, ...] = ()
    while (mark := _next_mark(table)) and mark[0] <= now_ms and not has_press_before(table, mark[0], now_ms):
        at_ms, side, left_s = mark
        table = table._replace(notices=table.notices.warn(at_ms))
        effects += (TimeLow(side, left_s, at_ms),)
    return table, effects


def marks(low_time_s: int) -> tuple[int, ...]:
    """Return the marks, in seconds left, the highest first; empty if warnings are off."""
    return (low_time_s, *range(min(LAST_S, low_time_s - 1), 0, -1)) if low_time_s else ()


def _is_near_mark(table: Table, now_ms: int) -> bool:
    """Whether a mark may have been reached: the running time is at most the threshold."""
    clock, low_ms = table.play.clock, table.terms.low_time_s * 1000
    zero_ms = clock.zero_at_ms() if clock and low_ms else None
    return zero_ms is not None and zero_ms - low_ms <= now_ms


def _next_mark(table: Table) -> tuple[int, chess.Color, int] | None:
    """The next mark: its instant, the side, and the seconds left then."""
    clock, low_time_s = table.play.clock, table.terms.low_time_s
    if clock is None or clock.running is None:
        return None
    at = _first_mark_after(
        clock, clock.running, max(table.notices.warned_ms, clock.since_ms), marks(low_time_s)
    )
    return (at[0], clock.running, at[1]) if at else None


def _first_mark_after(
    clock: ChessClock, side: chess.Color, from_ms: int, marks_s: tuple[int, ...]
) -> tuple[int, int] | None:
    """The instant and the seconds left of the first mark after `from_ms` if the clock runs on.

    It may be one of a later period.
    """
    clock = clock.passed(from_ms)
    zero_ms, left_ms = clock.zero_at_ms(), clock.remaining_ms(side, from_ms)
    if zero_ms is None:
        return None
    if below := [mark_s for mark_s in marks_s if mark_s * 1000 < left_ms]:
        return zero_ms - below[0] * 1000, below[0]
    following = clock.begun_next()
    return _first_mark_after(following, side, zero_ms, marks_s) if following else None
