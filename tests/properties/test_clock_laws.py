"""Laws that a chess clock keeps, whatever is done to it, and a clock that really ticks to hold it against."""

from collections.abc import Iterator

import chess
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import Kind, Period, TimeControl
from shared.drawn.played_clocks import CONTROLS, HOURGLASS, SEQUENCES, SIDES, Deeds, done, played
from shared.drawn.ticking_clock import STARTED_MS, TickingClock, presser

laws = settings(deadline=None, max_examples=250)


def remaining(clock: ChessClock, at_ms: int) -> dict[chess.Color, int]:
    """Return what each side has left, or has used where that is counted."""
    return {side: clock.remaining_ms(side, at_ms) for side in chess.COLORS}


def shown(clock: ChessClock, at_ms: int) -> dict[chess.Color, tuple[int, ...]]:
    """Return all that can be asked of both sides."""
    accounts = clock.passed(at_ms).accounts
    return {
        side: (read.ms, read.delay_ms, read.number, accounts[side].byo_yomi, read.used_ms)
        for side, read in zip(chess.COLORS[::-1], clock.at(at_ms).sides, strict=True)
    }


def used_ms(clock: ChessClock, at_ms: int) -> int:
    """Return for how long both clocks have run."""
    return sum(read.used_ms for read in clock.at(at_ms).sides)


@given(CONTROLS, SIDES, SEQUENCES)
@laws
def test_arithmetic_agrees_with_a_clock_that_ticks(
    control: TimeControl, first: chess.Color, deeds: Deeds
) -> None:
    """Up to the flag, every answer is what a clock that counts one ms after the other gives."""
    ticking = TickingClock(control, first)
    for before, deed, at_ms, after in played(control, first, deeds):
        ticking.tick_until(at_ms)
        if ticking.fallen is not None:
            fallen = before.fall()
            assert (fallen.fallen, fallen.since_ms) == (ticking.fallen, ticking.now_ms)
            assert before.flag_at_ms() == ticking.now_ms
            assert after == (
                fallen if presser(deed) in (None, before.running) and deed != "resume" else before
            )
            return
        assert shown(before, at_ms) == ticking.shown()
        ticking.do(deed)
        assert shown(after, at_ms) == ticking.shown()
        assert (after.running, after.resumes, after.fallen) == (ticking.running, ticking.paused, None)


@given(CONTROLS, SIDES, SEQUENCES, st.integers(0, 3000))
@laws
def test_one_side_runs_at_a_time(
    control: TimeControl, first: chess.Color, deeds: Deeds, later_ms: int
) -> None:
    """Whatever was done, only the side that runs uses time, all of it, and the other loses none."""
    for step in played(control, first, deeds):
        clock, then_ms = step.after, step.at_ms + later_ms
        read, reads = clock.at(step.at_ms).sides, clock.at(then_ms).sides
        used = {side for side in chess.COLORS if reads[side].used_ms > read[side].used_ms}
        assert used == ({clock.running} if clock.running is not None and later_ms else set())
        now, later = (remaining(clock, at_ms) for at_ms in (step.at_ms, then_ms))
        assert all(later[side] >= now[side] for side in chess.COLORS if side != clock.running)


@given(CONTROLS, SIDES, SEQUENCES)
@laws
def test_time_used_adds_up_to_time_passed(control: TimeControl, first: chess.Color, deeds: Deeds) -> None:
    """What both sides have used is the time for which the clock ran, whatever they were given."""
    ran_ms, last_ms = 0, STARTED_MS
    for before, _, at_ms, after in played(control, first, deeds):
        flag_at_ms = before.flag_at_ms()
        if before.running is not None:
            ran_ms += max(0, min(at_ms, at_ms if flag_at_ms is None else flag_at_ms) - last_ms)
        if after.fallen is not None:
            assert used_ms(after, at_ms) == ran_ms
            return
        last_ms = at_ms
        if flag_at_ms is None or flag_at_ms > at_ms:
            assert used_ms(after, at_ms) == ran_ms


@given(st.builds(TimeControl, HOURGLASS, HOURGLASS), SIDES, SEQUENCES)
@laws
def test_in_an_hourglass_no_sand_is_lost(control: TimeControl, first: chess.Color, deeds: Deeds) -> None:
    """At any instant both sides have together what they had at the start."""
    sand_ms = sum(remaining(ChessClock.new(control), 0).values())
    for before, _, at_ms, after in played(control, first, deeds):
        assert sum(remaining(before, at_ms).values()) == sand_ms
        assert sum(remaining(after, at_ms).values()) == sand_ms


PLIES_MS = st.lists(st.integers(0, 2500), max_size=12)
MAIN = st.integers(1, 4)
EXTRA = st.integers(1, 3)


def plies_of(control: TimeControl, plies_ms: list[int]) -> Iterator[tuple[chess.Color, int, ChessClock, int]]:
    """Play plies in their times, White first: who, how long, the clock, and when; until a flag falls."""
    clock, at_ms = ChessClock.new(control).start(chess.WHITE, STARTED_MS), STARTED_MS
    for number, ply_ms in enumerate(plies_ms):
        side = number % 2 == 0
        at_ms += ply_ms
        clock = clock.press(side, at_ms, number // 2 + 1)
        yield side, ply_ms, clock, at_ms
        if clock.fallen is not None:
            return


@given(MAIN, EXTRA, PLIES_MS)
@laws
def test_fischer_and_bronstein_give_after_the_ply(main_s: int, extra_s: int, plies_ms: list[int]) -> None:
    """R -= e; then R += i, or R += min(e, d); both begin with T and what the first ply earns."""
    for kind in (Kind.FISCHER, Kind.BRONSTEIN):
        left_ms = dict.fromkeys(chess.COLORS, (main_s + extra_s) * 1000)
        control = TimeControl.both(Period(main_s, extra_s, kind))
        for side, ply_ms, clock, at_ms in plies_of(control, plies_ms):
            left_ms[side] -= ply_ms
            assert (clock.fallen == side) == (left_ms[side] <= 0)
            if clock.fallen is not None:
                break
            left_ms[side] += extra_s * 1000 if kind is Kind.FISCHER else min(ply_ms, extra_s * 1000)
            assert remaining(clock, at_ms) == left_ms


@given(MAIN, EXTRA, PLIES_MS)
@laws
def test_a_us_delay_comes_before_the_main_time(main_s: int, extra_s: int, plies_ms: list[int]) -> None:
    """R -= max(0, e - d), from T; R never grows, and the flag falls where both are over."""
    left_ms = dict.fromkeys(chess.COLORS, main_s * 1000)
    control = TimeControl.both(Period(main_s, extra_s, Kind.DELAY))
    for side, ply_ms, clock, at_ms in plies_of(control, plies_ms):
        left_ms[side] -= max(0, ply_ms - extra_s * 1000)
        assert (clock.fallen == side) == (left_ms[side] <= 0)
        if clock.fallen is None:
            assert remaining(clock, at_ms) == left_ms


@given(st.integers(0, 3), EXTRA, st.integers(1, 3), PLIES_MS)
@laws
def test_byo_yomi_uses_up_whole_periods(
    main_s: int, period_s: int, periods: int, plies_ms: list[int]
) -> None:
    """After the main time a ply uses up as many periods as it fills, and the next begins with a full one."""
    main_ms, left = (dict.fromkeys(chess.COLORS, start) for start in (main_s * 1000, periods))
    control = TimeControl.both(Period(main_s, period_s, Kind.BYO_YOMI, byo_yomi=periods))
    for side, ply_ms, clock, at_ms in plies_of(control, plies_ms):
        over_ms = max(0, ply_ms - main_ms[side])
        main_ms[side] = max(0, main_ms[side] - ply_ms)
        left[side] -= over_ms // (period_s * 1000)
        assert (clock.fallen == side) == (left[side] <= 0)
        if clock.fallen is None:
            assert remaining(clock, at_ms)[side] == (main_ms[side] or period_s * 1000)
            assert clock.accounts[side].byo_yomi == left[side]


@given(CONTROLS, SIDES, SEQUENCES, st.integers(0, 10**8))
@laws
def test_a_pause_changes_nothing(
    control: TimeControl, first: chess.Color, deeds: Deeds, pause_ms: int
) -> None:
    """A clock that is stopped and resumed is the clock it was, only later by the pause: in a delay, too."""
    for _, _, at_ms, clock in played(control, first, deeds):
        if clock.running is None or clock.used_up(at_ms):
            continue
        paused = clock.stop(at_ms)
        resumed = paused.resume(at_ms + pause_ms)
        assert shown(paused, at_ms + pause_ms) == shown(clock, at_ms)
        assert shown(resumed, at_ms + pause_ms + 7) == shown(clock, at_ms + 7)
        flag_at_ms = clock.flag_at_ms()
        assert resumed.running == clock.running
        assert resumed.flag_at_ms() == (None if flag_at_ms is None else flag_at_ms + pause_ms)


@given(CONTROLS, SIDES, SEQUENCES)
@laws
def test_the_flag_falls_when_nothing_remains(control: TimeControl, first: chess.Color, deeds: Deeds) -> None:
    """One ms before `flag_at_ms` one ms is left, at it none; one is to fall just where a side runs down."""
    for step in played(control, first, deeds):
        clock, flag_at_ms = step.after, step.after.flag_at_ms()
        assert (flag_at_ms is None) == (clock.running is None or clock.counts_up(clock.running))
        if clock.running is None or flag_at_ms is None:
            continue
        assert clock.remaining_ms(clock.running, flag_at_ms - 1) == 1
        assert clock.remaining_ms(clock.running, flag_at_ms) == 0
        assert clock.remaining_ms(clock.running, flag_at_ms + 10**9) == 0
        assert clock.at(flag_at_ms).sides[clock.running].delay_ms == 0
        assert [clock.at(at_ms).used_up for at_ms in (flag_at_ms - 1, flag_at_ms)] == [False, True]
        assert remaining(clock.fall(), flag_at_ms) == remaining(clock, flag_at_ms)


@given(CONTROLS, SIDES, SIDES, SEQUENCES)
@laws
def test_nothing_is_granted_after_the_flag(
    control: TimeControl, first: chess.Color, goes_on: chess.Color, deeds: Deeds
) -> None:
    """Even where the game goes on, the side that fell first has 0 for ever, and stays marked."""
    assume(control.period(first).kind is not Kind.COUNT_UP)
    clock = ChessClock.new(control).start(first, STARTED_MS).fall()
    at_ms = clock.since_ms
    clock = clock.start(goes_on, at_ms)
    for moves, (gap_ms, deed) in enumerate(deeds, start=1):
        at_ms += gap_ms
        clock = done(clock, deed, at_ms, moves)
        read = clock.at(at_ms)
        assert (read.fallen, read.sides[first].ms, read.sides[first].delay_ms) == (first, 0, 0)
        assert clock.accounts[first].byo_yomi == 0


@given(CONTROLS, SIDES, SEQUENCES, st.integers(1, 9))
@laws
def test_what_begins_by_itself_has_begun_whenever_it_is_looked_at(
    control: TimeControl, first: chess.Color, deeds: Deeds, stride: int
) -> None:
    """A clock that is wound on from zero to zero, and one that nobody looked at, say the same."""
    for _, _, at_ms, clock in played(control, first, deeds):
        then_ms, wound = at_ms + 500 * stride, clock
        for instant_ms in range(at_ms, then_ms, 500):
            wound = wound.passed(instant_ms)
        assert shown(wound, then_ms) == shown(clock, then_ms)
        assert wound.passed(then_ms) == clock.passed(then_ms)
