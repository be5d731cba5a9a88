"""Chess clocks to which something has been done: controls, deeds and their instants, drawn by lot."""

from collections.abc import Iterator
from typing import NamedTuple

import chess
from hypothesis import strategies as st

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import Kind, Period, Side, TimeControl
from shared.drawn.ticking_clock import STARTED_MS, Deed, presser

Deeds = list[tuple[int, Deed]]


class Step(NamedTuple):
    """One deed: the clock before it, what was done and when, the clock after it."""

    before: ChessClock
    deed: Deed
    at_ms: int
    after: ChessClock


DEEDS: st.SearchStrategy[Deed] = st.sampled_from(
    ("white presses", "black presses", "white presses", "black presses", "stop", "resume", "takeback")
)
#: Gaps and deeds; gaps of nothing are common, and some are long enough to use up all that `CONTROLS` gives.
SEQUENCES = st.lists(
    st.tuples(st.one_of(st.integers(0, 2), st.integers(0, 1500), st.integers(900, 2500)), DEEDS), max_size=25
)
COUNTS = st.integers(1, 3)


def _ordinary(moves: st.SearchStrategy[int]) -> st.SearchStrategy[Period]:
    delays = st.sampled_from((Kind.DELAY, Kind.BRONSTEIN))
    with_delay = st.builds(Period, COUNTS, st.integers(1, 2), delays, moves)
    return st.one_of(st.builds(Period, COUNTS, st.integers(0, 2), moves=moves), with_delay)


BYO_YOMI = st.builds(Period, st.integers(0, 2), COUNTS, st.just(Kind.BYO_YOMI), byo_yomi=COUNTS)
COUNT_UP: st.SearchStrategy[Side] = st.just((Period(0, kind=Kind.COUNT_UP),))
PERIODS: st.SearchStrategy[Side] = st.builds(
    lambda counted, free, last: (*counted, *free, *last),
    st.lists(_ordinary(COUNTS), max_size=2),
    st.lists(_ordinary(st.just(0)), max_size=2),
    st.lists(BYO_YOMI, max_size=1),
).filter(bool)
HOURGLASS: st.SearchStrategy[Side] = st.builds(lambda main_s: (Period(main_s, kind=Kind.HOURGLASS),), COUNTS)
ORDINARY = st.one_of(PERIODS, PERIODS, COUNT_UP)


def _short(moves: st.SearchStrategy[int]) -> st.SearchStrategy[Period]:
    with_delay = st.builds(Period, st.just(1), COUNTS, st.just(Kind.DELAY), moves)
    return st.one_of(st.builds(Period, st.just(1), st.integers(0, 2), moves=moves), with_delay)


#: Periods that end within a sequence, by moves or by themselves.
SHORT: st.SearchStrategy[Side] = st.builds(
    lambda counted, free: (*counted, *free),
    st.lists(_short(COUNTS), max_size=1),
    st.lists(_short(st.just(0)), min_size=1, max_size=3),
)
CONTROLS = st.one_of(
    SHORT.map(lambda side: TimeControl(side, side)),
    st.builds(TimeControl, ORDINARY, ORDINARY),
    PERIODS.map(lambda side: TimeControl(side, side)),
    st.builds(TimeControl, HOURGLASS, HOURGLASS),
)
SIDES = st.sampled_from(chess.COLORS)


def done(clock: ChessClock, deed: Deed, at_ms: int, moves: int = 0) -> ChessClock:
    """Return the clock after a deed; a press by a side that does not run is left undone."""
    side = presser(deed)
    if side is not None:
        return clock.press(side, at_ms, moves) if clock.running == side else clock
    if deed == "takeback":
        turn = clock.resumes if clock.running is None else clock.running
        return clock.turn(not turn, at_ms)
    return clock.stop(at_ms) if deed == "stop" else clock.resume(at_ms)


def played(control: TimeControl, first: chess.Color, deeds: Deeds) -> Iterator[Step]:
    """Start a new clock and do the deeds, one by one."""
    clock, at_ms = ChessClock.new(control).start(first, STARTED_MS), STARTED_MS
    moves = dict.fromkeys(chess.COLORS, 0)
    for gap_ms, deed in deeds:
        at_ms += gap_ms
        side = presser(deed)
        if side is not None and clock.running == side:
            moves[side] += 1
        step = Step(clock, deed, at_ms, done(clock, deed, at_ms, moves[side] if side is not None else 0))
        yield step
        clock = step.after
