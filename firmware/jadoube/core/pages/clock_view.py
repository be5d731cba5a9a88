"""How a clock counts, told in numbers: a page counts it smoothly by them, and asks nobody.

The law: for so long as nothing is done to the clock and no period of it ends,

    passed = now - at_ms, but no more than delay_ms + ms of the side that runs, if that counts down
    a side's time = ms + rate * max(0, passed - delay_ms), with the delay of the side that runs

and that is what the side's face counts at every later instant, to the millisecond. Where a period ends by
itself, a byo-yomi period too, the numbers hold up to that instant, and others hold from there: the view
says when (`changes_at_ms`). A flag's fall needs none: the side stays at 0.

This file refuses to know how a time is written.
"""

from dataclasses import dataclass

import chess

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.control_text import control_text
from jadoube.core.clock.time_control import Kind
from jadoube.core.stages.periods import moves_made
from jadoube.core.state.table import Table


@dataclass(frozen=True, slots=True)
class CountedSide:
    """One side's time, and how it counts."""

    ms: int
    """What its face counts now: what is left, or, counting up, what is used."""
    rate: int
    """What becomes of it each ms: -1 it is used, +1 it grows (counting up, or the hourglass), 0 it stands."""
    rises: bool
    """Whether it counts the time used, running or not: such a time is rounded down, any other up."""
    delay_ms: int
    """For how long it stands before: what is left of the US delay of the ply under way."""
    periods: int | None
    """In byo-yomi, how many periods are left, the one under way among them; None before it and without."""
    tenths_below_s: int
    """Tenths of a second are shown below this; 0 never."""
    moves_to_go: int | None
    """How many moves are still to be made in the period under way; None where it has no count."""


@dataclass(frozen=True, slots=True)
class CountedClock:
    """Both sides' times at one instant, and what is to be known of the clock besides."""

    control: str
    """In seconds, as files have it."""
    control_text: str
    """As people write it, in minutes."""
    running: str | None
    fallen: str | None
    """Whose flag fell first."""
    white: CountedSide
    black: CountedSide


def counted_clock(table: Table, now_ms: int) -> CountedClock | None:
    """The clock at this instant; None where there is none."""
    if table.clock is None:
        return None
    clock = table.clock.passed(now_ms)
    return CountedClock(
        control=clock.control.text,
        control_text=control_text(clock.control),
        running=_side_name(clock.running),
        fallen=_side_name(clock.fallen),
        white=_counted_side(table, clock, chess.WHITE, now_ms),
        black=_counted_side(table, clock, chess.BLACK, now_ms),
    )


def _counted_side(table: Table, clock: ChessClock, side: chess.Color, now_ms: int) -> CountedSide:
    rises = clock.counts_up(side)
    return CountedSide(
        ms=clock.remaining_ms(side, now_ms),
        rate=_rate(clock, side, now_ms),
        rises=rises,
        delay_ms=clock.delay_left_ms(side, now_ms),
        periods=clock.byo_periods_left(side) if clock.in_byo_yomi(side) else None,
        tenths_below_s=0 if rises else table.terms.tenths_below_s,
        moves_to_go=_moves_to_go(table, clock, side),
    )


def _rate(clock: ChessClock, side: chess.Color, now_ms: int) -> int:
    """What a running clock does to a side's time, once a delay is over."""
    running = clock.running
    if running is None:
        return 0
    if clock.counts_up(running):
        return int(side == running)
    if side == running:
        return -1 if clock.remaining_ms(side, now_ms) else 0
    hourglass = clock.period(running).kind is Kind.HOURGLASS
    return int(hourglass and bool(clock.remaining_ms(running, now_ms) and clock.remaining_ms(side, now_ms)))


def _moves_to_go(table: Table, clock: ChessClock, side: chess.Color) -> int | None:
    number = clock.period_number(side)
    due = clock.control.due(side, number)
    made = moves_made(table, side, table.completed)
    return None if due is None or clock.control.is_last(side, number) else max(0, due - made)


def _side_name(side: chess.Color | None) -> str | None:
    return None if side is None else chess.COLOR_NAMES[side]
