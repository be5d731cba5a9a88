"""The clock in numbers, so that a page can count it smoothly on its own.

The law: as long as nothing is done to the clock and no period of it ends,

    passed = now - at_ms, but no more than delay_ms + ms of the side that runs, if that counts down
    a side's time = ms + rate * max(0, passed - delay_ms), with the delay of the side that runs

and the side's face counts the same time at every later instant, to the millisecond. When a period ends by
itself (a byo-yomi period, too), the numbers hold up to that instant, and new ones hold from there. The view
says when (`changes_at_ms`). A flag's fall needs no new numbers: the side stays at 0.

This file refuses to know how a time is written.
"""

from dataclasses import dataclass

import chess

from jadoube.core.clock.clock_reading import ClockReading
from jadoube.core.clock.control_text import control_text
from jadoube.core.state.move_counts import moves_to_go
from jadoube.core.state.table import Table


@dataclass(frozen=True, slots=True)
class CountedSide:
    """One side's time, and how it counts."""

    ms: int
    """The time on its face now: the time left, or the time used on a clock that counts up."""
    rate: int
    """The change of `ms` per ms: -1 runs down, +1 grows (counting up, or the hourglass), 0 stands."""
    rises: bool
    """True if the clock counts the time used, running or not: that is rounded down, a time left up."""
    delay_ms: int
    """What is left of the US delay of the current ply; the time stands for so long first."""
    periods: int | None
    """In byo-yomi, the periods left, with the current one; None before byo-yomi and without it."""
    tenths_below_s: int
    """Tenths of a second are shown below this; 0: never."""
    moves_to_go: int | None
    """The moves still to make in the current period; None if it has no move count."""


@dataclass(frozen=True, slots=True)
class CountedClock:
    """Both sides' times at one instant, and the state of the clock."""

    control: str
    """In seconds, as in files."""
    control_text: str
    """In minutes, as people write it."""
    running: str | None
    """The side whose clock runs."""
    fallen: str | None
    """The side whose flag fell first."""
    white: CountedSide
    black: CountedSide


def counted_clock(table: Table, clock: ClockReading | None) -> CountedClock | None:
    """Return the clock as it was read; None without a clock."""
    if clock is None:
        return None
    return CountedClock(
        control=clock.control.text,
        control_text=control_text(clock.control),
        running=_side_name(clock.running),
        fallen=_side_name(clock.fallen),
        white=_counted_side(table, clock, chess.WHITE),
        black=_counted_side(table, clock, chess.BLACK),
    )


def _counted_side(table: Table, clock: ClockReading, side: chess.Color) -> CountedSide:
    read = clock.sides[side]
    return CountedSide(
        ms=read.ms,
        rate=_rate(clock, side),
        rises=read.rises,
        delay_ms=read.delay_ms,
        periods=read.periods,
        tenths_below_s=0 if read.rises else table.terms.tenths_below_s,
        moves_to_go=moves_to_go(table, clock, side),
    )


def _rate(clock: ClockReading, side: chess.Color) -> int:
    """The change of a side's time per ms, once a delay is over."""
    running = clock.running
    if running is None:
        return 0
    if clock.sides[running].rises:
        return int(side == running)
    if side == running:
        return -1 if clock.sides[side].ms else 0
    return int(clock.hourglass and bool(clock.sides[running].ms and clock.sides[side].ms))


def _side_name(side: chess.Color | None) -> str | None:
    return None if side is None else chess.COLOR_NAMES[side]
