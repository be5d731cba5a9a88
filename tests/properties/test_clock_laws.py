"""Laws that a chess clock keeps, whatever is done to it, and a clock that really ticks to hold it against."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.clock import ChessClock
from jadoube.core.timecontrol import Period, TimeControl

Deed = Literal["white presses", "black presses", "stop", "resume"]
Deeds = list[tuple[int, Deed]]


class Step(NamedTuple):
    """One deed: the clock before it, what was done and when, the clock after it."""

    before: ChessClock
    deed: Deed
    at_ms: int
    after: ChessClock


STARTED_MS = 1_000
DEEDS: st.SearchStrategy[Deed] = st.sampled_from(("white presses", "black presses", "stop", "resume"))
#: Gaps and deeds; gaps of nothing are common, and some are long enough to use up all that `CONTROLS` gives.
SEQUENCES = st.lists(st.tuples(st.one_of(st.integers(0, 2), st.integers(0, 1500)), DEEDS), max_size=25)
PERIODS = st.builds(Period, st.integers(1, 3), st.integers(0, 2))
CONTROLS = st.builds(TimeControl, PERIODS, PERIODS)
SIDES = st.sampled_from(chess.COLORS)
laws = settings(deadline=None, max_examples=150)


class TickingClock:
    """A chess clock as simple as it gets: every ms it takes one from the side that runs."""

    def __init__(self, control: TimeControl, first: chess.Color) -> None:
        self.control = control
        self.left_ms = {side: control.main_ms(side) + control.increment_ms(side) for side in chess.COLORS}
        self.running: chess.Color | None = first
        self.paused: chess.Color | None = None
        self.fallen: chess.Color | None = None
        self.now_ms = STARTED_MS

    def tick_until(self, at_ms: int) -> None:
        """Let one ms after the other pass; when a flag falls, time stops there."""
        while self.now_ms < at_ms and self.fallen is None:
            self.now_ms += 1
            if self.running is not None:
                self.left_ms[self.running] -= 1
                if self.left_ms[self.running] == 0:
                    self.fallen = self.running

    def do(self, deed: Deed) -> None:
        """Do what a hand does, where it can be done."""
        if deed == "stop" and self.running is not None:
            self.running, self.paused = None, self.running
        elif deed == "resume" and self.paused is not None:
            self.running, self.paused = self.paused, None
        elif self.running is not None and self.running == presser(deed):
            self.left_ms[self.running] += self.control.increment_ms(self.running)
            self.running = not self.running


def presser(deed: Deed) -> chess.Color | None:
    """Return who presses, if that is the deed."""
    return {"white presses": chess.WHITE, "black presses": chess.BLACK}.get(deed)


def done(clock: ChessClock, deed: Deed, at_ms: int) -> ChessClock:
    """Return the clock after a deed; a press by a side that does not run is left undone."""
    side = presser(deed)
    if side is not None:
        return clock.press(side, at_ms) if clock.running == side else clock
    return clock.stop(at_ms) if deed == "stop" else clock.resume(at_ms)


def played(control: TimeControl, first: chess.Color, deeds: Deeds) -> Iterator[Step]:
    """Start a new clock and do the deeds, one by one."""
    clock, at_ms = ChessClock.new(control).start(first, STARTED_MS), STARTED_MS
    for gap_ms, deed in deeds:
        at_ms += gap_ms
        step = Step(clock, deed, at_ms, done(clock, deed, at_ms))
        yield step
        clock = step.after


def remaining(clock: ChessClock, at_ms: int) -> dict[chess.Color, int]:
    """Return what each side has left."""
    return {side: clock.remaining_ms(side, at_ms) for side in chess.COLORS}


@given(CONTROLS, SIDES, SEQUENCES)
@laws
def test_arithmetic_agrees_with_a_clock_that_ticks(
    control: TimeControl, first: chess.Color, deeds: Deeds
) -> None:
    """Up to the flag, every answer is what a clock that counts one ms after the other gives."""
    ticking = TickingClock(control, first)
    for before, deed, at_ms, after in played(control, first, deeds):
        ticking.tick_until(at_ms)
        assert remaining(before, at_ms) == ticking.left_ms
        if ticking.fallen is not None:
            fallen = before.fall()
            assert (fallen.fallen, fallen.fallen_at_ms) == (ticking.fallen, ticking.now_ms)
            assert after == (fallen if deed == "stop" or presser(deed) == before.running else before)
            return
        ticking.do(deed)
        assert remaining(after, at_ms) == ticking.left_ms
        assert (after.running, after.resumes, after.fallen) == (ticking.running, ticking.paused, None)


@given(CONTROLS, SIDES, SEQUENCES, st.integers(0, 3000))
@laws
def test_one_side_runs_at_a_time(
    control: TimeControl, first: chess.Color, deeds: Deeds, later_ms: int
) -> None:
    """Whatever was done, time takes only from the side that runs, and from nobody if none does."""
    for step in played(control, first, deeds):
        now, later = (remaining(step.after, step.at_ms + passed_ms) for passed_ms in (0, later_ms))
        assert {side for side in chess.COLORS if later[side] < now[side]} <= {step.after.running}
        assert all(later[side] <= now[side] for side in chess.COLORS)


@given(CONTROLS, SIDES, SEQUENCES)
@laws
def test_time_used_adds_up_to_time_passed(control: TimeControl, first: chess.Color, deeds: Deeds) -> None:
    """What both sides were given, less what they have left, is the time for which the clock ran."""
    given_ms = sum(remaining(ChessClock.new(control), 0).values())
    ran_ms, last_ms = 0, STARTED_MS
    for before, deed, at_ms, after in played(control, first, deeds):
        flag_at_ms = before.flag_at_ms()
        if flag_at_ms is not None:
            ran_ms += max(0, min(at_ms, flag_at_ms) - last_ms)
        if before.running is not None and after.running == (not before.running):
            given_ms += control.increment_ms(before.running)
            assert presser(deed) == before.running
        last_ms = at_ms
        assert given_ms - sum(remaining(after, at_ms).values()) == ran_ms


@given(CONTROLS, SIDES, SEQUENCES, st.integers(0, 10**8))
@laws
def test_a_pause_changes_nothing(
    control: TimeControl, first: chess.Color, deeds: Deeds, pause_ms: int
) -> None:
    """A clock that is stopped and resumed is the clock it was, only later by the pause."""
    for _, _, at_ms, clock in played(control, first, deeds):
        flag_at_ms = clock.flag_at_ms()
        if flag_at_ms is None or flag_at_ms <= at_ms:
            continue
        paused = clock.stop(at_ms)
        resumed = paused.resume(at_ms + pause_ms)
        assert remaining(paused, at_ms + pause_ms) == remaining(clock, at_ms)
        assert remaining(resumed, at_ms + pause_ms + 7) == remaining(clock, at_ms + 7)
        assert (resumed.running, resumed.flag_at_ms()) == (clock.running, flag_at_ms + pause_ms)


@given(CONTROLS, SIDES, SEQUENCES)
@laws
def test_the_flag_falls_when_nothing_remains(control: TimeControl, first: chess.Color, deeds: Deeds) -> None:
    """One ms before `flag_at_ms` one ms is left, at it none; a flag is to fall just where a side runs."""
    for step in played(control, first, deeds):
        clock, flag_at_ms = step.after, step.after.flag_at_ms()
        assert (flag_at_ms is None) == (clock.running is None)
        if clock.running is None or flag_at_ms is None:
            continue
        assert clock.remaining_ms(clock.running, flag_at_ms - 1) == 1
        assert clock.remaining_ms(clock.running, flag_at_ms) == 0
        assert clock.remaining_ms(clock.running, flag_at_ms + 10**9) == 0
        assert remaining(clock.fall(), flag_at_ms) == remaining(clock, flag_at_ms)


@given(CONTROLS, SIDES, SIDES, SEQUENCES)
@laws
def test_nothing_is_granted_after_the_flag(
    control: TimeControl, first: chess.Color, goes_on: chess.Color, deeds: Deeds
) -> None:
    """Even where the game goes on, the side that fell first has 0 for ever, and stays marked."""
    clock = ChessClock.new(control).start(first, STARTED_MS).fall()
    assert clock.fallen_at_ms is not None
    at_ms = clock.fallen_at_ms
    marked = (first, at_ms)
    clock = clock.start(goes_on, at_ms)
    for gap_ms, deed in deeds:
        at_ms += gap_ms
        clock = done(clock, deed, at_ms)
        assert (clock.fallen, clock.fallen_at_ms) == marked
        assert clock.remaining_ms(first, at_ms) == 0
