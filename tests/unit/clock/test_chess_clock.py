"""The chess clock, change by change."""

import pytest
from chess import BLACK, WHITE

from jadoube.core.clock.chess_clock import ChessClock
from jadoube.core.clock.time_control import Period, TimeControl

FIVE_THREE = TimeControl.both(Period(300, 3))
FRESH = ChessClock.new(FIVE_THREE)
RUNNING = FRESH.start(WHITE, 10_000)


def test_a_new_clock_stands_with_the_first_increment_preloaded() -> None:
    """Before it is started, each side has main time and increment, and nothing runs."""
    assert (FRESH.running, FRESH.started, FRESH.resumes, FRESH.fallen) == (None, False, None, None)
    assert [FRESH.remaining_ms(side, 99) for side in (WHITE, BLACK)] == [303_000, 303_000]
    assert FRESH.flag_at_ms() is None


def test_odds_give_each_side_its_own_time() -> None:
    """With different periods each side has its own time and increment."""
    clock = ChessClock.new(TimeControl((Period(300),), (Period(60, 2),)))
    assert [clock.remaining_ms(side, 0) for side in (WHITE, BLACK)] == [300_000, 62_000]
    clock = clock.start(WHITE, 0).press(WHITE, 1_000).press(BLACK, 2_000)
    assert [clock.remaining_ms(side, 2_000) for side in (WHITE, BLACK)] == [299_000, 63_000]


def test_only_the_started_side_loses_time() -> None:
    """Start runs one side's clock from its instant; the other side's time stands."""
    assert (RUNNING.running, RUNNING.started) == (WHITE, True)
    assert RUNNING.remaining_ms(WHITE, 10_001) == 302_999
    assert RUNNING.remaining_ms(BLACK, 99_000) == 303_000
    assert RUNNING.flag_at_ms() == 313_000


def test_a_press_adds_the_increment_and_turns_the_clock() -> None:
    """A completed ply stops its own clock, earns the increment, and starts the opponent's."""
    clock = RUNNING.press(WHITE, 14_321)
    assert clock.running == BLACK
    assert clock.remaining_ms(WHITE, 50_000) == 303_000 - 4_321 + 3_000
    assert clock.remaining_ms(BLACK, 14_421) == 302_900


@pytest.mark.parametrize(
    ("clock", "whose"), [(RUNNING, "white"), (FRESH, "nobody"), (RUNNING.stop(11_000), "nobody")]
)
def test_a_press_by_a_side_that_does_not_run_is_refused(clock: ChessClock, whose: str) -> None:
    """Black cannot complete a ply while Black's clock does not run."""
    with pytest.raises(ValueError, match=f"^found a press by black, expected one by {whose}$"):
        clock.press(BLACK, 12_000)


def test_a_press_on_the_last_millisecond_counts() -> None:
    """With one ms left the ply is in time and earns its increment."""
    clock = RUNNING.press(WHITE, 312_999)
    assert (clock.fallen, clock.remaining_ms(WHITE, 312_999)) == (None, 3_001)


@pytest.mark.parametrize("late_ms", [0, 1, 200, 10_000])
def test_a_press_when_the_time_is_used_up_is_the_flag(late_ms: int) -> None:
    """At the flag's instant or later a press grants nothing: the flag fell, at its own instant."""
    clock = RUNNING.press(WHITE, 313_000 + late_ms)
    assert (clock.fallen, clock.since_ms, clock.running) == (WHITE, 313_000, None)
    assert clock.remaining_ms(WHITE, 400_000) == 0


@pytest.mark.parametrize("instant_ms", [313_000, 313_005])
def test_a_stop_or_start_when_the_time_is_used_up_is_the_flag(instant_ms: int) -> None:
    """No other change hides a flag that fell before it."""
    fallen = RUNNING.fall()
    assert RUNNING.stop(instant_ms) == fallen
    assert RUNNING.start(BLACK, instant_ms) == fallen
    assert fallen.resumes is None


def test_a_late_judged_press_before_the_flag_counts_from_its_instant() -> None:
    """A press whose instant lies before the flag stands, even if it is judged after it."""
    assert RUNNING.remaining_ms(WHITE, 313_150) == 0
    assert RUNNING.press(WHITE, 312_950).remaining_ms(WHITE, 313_150) == 3_050


def test_no_change_lies_before_the_last_one() -> None:
    """No change and no reading of a running clock is accepted before the instant of the last change."""
    words = "^found 9999 ms, expected no instant before the last change, 10000 ms$"
    for change in (
        RUNNING.stop,
        lambda at_ms: RUNNING.press(WHITE, at_ms),
        lambda at_ms: RUNNING.start(BLACK, at_ms),
    ):
        with pytest.raises(ValueError, match=words):
            change(9_999)
    with pytest.raises(ValueError, match=words):
        RUNNING.remaining_ms(WHITE, 9_999)
    with pytest.raises(ValueError, match=r"^found 11999 ms"):
        RUNNING.stop(12_000).resume(11_999)


def test_stop_and_resume_are_idempotent() -> None:
    """Stop leaves a stopped clock, resume a running one, and both a new one unchanged."""
    paused = RUNNING.stop(12_000)
    assert (paused.resumes, paused.running) == (WHITE, None)
    assert paused.stop(13_000) == paused
    resumed = paused.resume(20_000)
    assert (resumed.resumes, resumed.running) == (None, WHITE)
    assert resumed.resume(21_000) == resumed
    assert resumed.remaining_ms(WHITE, 20_500) == 300_500
    assert FRESH.stop(5) == FRESH.resume(5) == FRESH


def test_a_paused_clock_can_be_started_for_the_other_side() -> None:
    """After a takeback in a pause the clock of the side that takes back runs, and both keep their time."""
    clock = RUNNING.stop(12_000).start(BLACK, 20_000)
    assert (clock.running, clock.resumes) == (BLACK, None)
    assert [clock.remaining_ms(side, 20_000) for side in (WHITE, BLACK)] == [301_000, 303_000]


def test_starting_the_other_side_while_one_runs_grants_nothing() -> None:
    """A takeback with a running clock turns it without an increment."""
    clock = RUNNING.start(BLACK, 12_000)
    assert clock.running == BLACK
    assert [clock.remaining_ms(side, 12_000) for side in (WHITE, BLACK)] == [301_000, 303_000]


def test_after_a_takeback_the_other_side_is_on_its_time() -> None:
    """That holds running or paused, without an increment; a clock that has not started is unchanged."""
    turned = RUNNING.turn(BLACK, 12_000)
    assert (turned.running, [turned.remaining_ms(side, 12_000) for side in (WHITE, BLACK)]) == (
        BLACK,
        [301_000, 303_000],
    )
    assert RUNNING.turn(WHITE, 12_000) == RUNNING
    paused = RUNNING.stop(12_000).turn(BLACK, 15_000)
    assert (paused.running, paused.resumes) == (None, BLACK)
    assert [paused.remaining_ms(side, 99_000) for side in (WHITE, BLACK)] == [301_000, 303_000]
    assert FRESH.turn(BLACK, 5) == FRESH


def test_the_fall_stops_everything_at_the_flags_instant() -> None:
    """A flag fall leaves 0, stops both clocks, and cannot be resumed."""
    clock = RUNNING.fall()
    assert (clock.fallen, clock.since_ms, clock.running, clock.resumes) == (WHITE, 313_000, None, None)
    assert [clock.remaining_ms(side, 999_000) for side in (WHITE, BLACK)] == [0, 303_000]
    assert clock.resume(999_000) == clock
    assert clock.flag_at_ms() is None
    with pytest.raises(ValueError, match=r"before the last change, 313000 ms$"):
        clock.start(BLACK, 312_999)


@pytest.mark.parametrize(
    "clock", [FRESH, RUNNING.stop(11_000), RUNNING.fall(), RUNNING.fall().start(WHITE, 400_000)]
)
def test_no_flag_falls_where_none_is_to_fall(clock: ChessClock) -> None:
    """Without a running side with time left, a flag fall is refused."""
    assert clock.flag_at_ms() is None
    with pytest.raises(ValueError, match=r"expected a side with time left$"):
        clock.fall()


def test_the_first_flag_is_kept_where_the_game_goes_on() -> None:
    """If both flags fall, the first stays marked; a side without time stays at 0 and earns nothing."""
    clock = RUNNING.fall().start(WHITE, 400_000).press(WHITE, 401_000)
    assert (clock.running, clock.remaining_ms(WHITE, 401_000)) == (BLACK, 0)
    both = clock.fall()
    assert both.fallen == WHITE
    assert both.remaining_ms(BLACK, 999_000) == 0


def test_moves_that_were_made_end_a_period_whose_time_is_used_up() -> None:
    """Who has completed a period's moves gets the next one at zero, alone; nothing follows the last one."""
    clock = ChessClock.new(TimeControl.both(Period(10, moves=2), Period(60))).start(WHITE, 0)
    assert clock.begun_next(moves=1) is None
    begun = clock.begun_next(moves=2)
    assert begun is not None
    assert (begun.period_number(WHITE), begun.period_number(BLACK), begun.since_ms) == (1, 0, 10_000)
    assert (begun.remaining_ms(WHITE, 10_000), begun.remaining_ms(BLACK, 10_000)) == (60_000, 10_000)
    assert begun.begun_next(moves=9) is None
