"""What a face says, ms by ms, and when it next says something else."""

import pytest
from chess import BLACK, WHITE
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.clock.clock_reading import SideReading
from jadoube.core.display.face_text import (
    Face,
    Going,
    clock_face,
    exact_text,
    left_text,
    moves_text,
    next_change_ms,
    next_exact_change_ms,
    next_exact_gain_ms,
    next_gain_ms,
    next_left_change_ms,
    score_text,
    time_text,
    words_face,
)
from jadoube.core.display.seven_segment import POINT, read, segments

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
TENTHS = st.sampled_from((0, 10, 20))
REMAINING = st.one_of(
    st.integers(0, 30_000),
    st.integers(0, 2 * HOUR_MS),
    st.integers(HOUR_MS - 2000, HOUR_MS + 2000),
    st.integers(0, 99 * HOUR_MS),
)


def shown_ms(text: str) -> tuple[int, int]:
    """Return the time that a text says and the unit in which it says it, both in ms."""
    if text.endswith("h"):
        return int(text[:-1]) * HOUR_MS, HOUR_MS
    if "." in text:
        return round(float(text) * 10) * 100, 100
    high, low = text.split(":")
    unit_ms = MINUTE_MS if text.startswith(" ") else 1000
    return (int(high) * 60 + int(low)) * unit_ms, unit_ms


@pytest.mark.parametrize(
    ("remaining_ms", "text"),
    [
        (303_000, "05:03"),
        (300_001, "05:01"),
        (300_000, "05:00"),
        (299_999, "05:00"),
        (20_000, "00:20"),
        (19_901, "00:20"),
        (19_900, " 19.9"),
        (19_800, " 19.8"),
        (19_799, " 19.8"),
        (9_950, " 10.0"),
        (9_900, "  9.9"),
        (1, "  0.1"),
        (0, "  0.0"),
    ],
)
def test_minutes_seconds_and_tenths(remaining_ms: int, text: str) -> None:
    """Below an hour a face says mm:ss, below 20 s tenths; both are rounded up before the form is chosen."""
    assert time_text(remaining_ms, 20) == text


@pytest.mark.parametrize(
    ("remaining_ms", "text"),
    [
        (HOUR_MS - 1000, "59:59"),
        (HOUR_MS - 999, " 1:00"),
        (HOUR_MS - 1, " 1:00"),
        (HOUR_MS, " 1:00"),
        (HOUR_MS + 1, " 1:01"),
        (2 * HOUR_MS, " 2:00"),
        (599 * MINUTE_MS, " 9:59"),
        (599 * MINUTE_MS + 1, " 10h"),
        (10 * HOUR_MS, " 10h"),
        (10 * HOUR_MS + 1, " 11h"),
        (999 * HOUR_MS, "999h"),
        (2000 * HOUR_MS, "999h"),
    ],
)
def test_hours(remaining_ms: int, text: str) -> None:
    """59:59.001 is an hour already; the first digit is dark below ten hours, and then hours stand alone."""
    assert time_text(remaining_ms, 20) == text


@pytest.mark.parametrize(
    ("tenths_below_s", "texts"),
    [
        (0, ["00:20", "00:11", "00:10", "00:10", "00:01", "00:00"]),
        (10, ["00:20", "00:11", "00:10", "  9.9", "  0.1", "  0.0"]),
        (20, [" 19.9", " 10.1", " 10.0", "  9.9", "  0.1", "  0.0"]),
    ],
)
def test_tenths_are_a_setting(tenths_below_s: int, texts: list[str]) -> None:
    """Tenths are off, or shown below 10 or below 20 s."""
    assert [
        time_text(remaining_ms, tenths_below_s) for remaining_ms in (19_900, 10_001, 10_000, 9_900, 1, 0)
    ] == texts


@given(REMAINING, TENTHS)
@settings(deadline=None)
def test_a_face_is_right_to_the_unit_it_shows(remaining_ms: int, tenths_below_s: int) -> None:
    """What is shown is what remains or less than one unit above it: never less, and 0 only at 0."""
    said_ms, unit_ms = shown_ms(time_text(remaining_ms, tenths_below_s))
    assert 0 <= said_ms - remaining_ms < unit_ms


@given(REMAINING, TENTHS, st.integers(0, 2 * HOUR_MS))
@settings(deadline=None)
def test_a_face_never_goes_up_while_time_runs_down(
    remaining_ms: int, tenths_below_s: int, ran_ms: int
) -> None:
    """Less time never shows as more, whichever form says it."""
    later_ms = max(0, remaining_ms - ran_ms)
    now, later = (shown_ms(time_text(ms, tenths_below_s))[0] for ms in (remaining_ms, later_ms))
    assert later <= now


@pytest.mark.parametrize("tenths_below_s", [0, 10, 20])
@pytest.mark.parametrize(
    ("from_ms", "to_ms"),
    [
        (0, 25_000),
        (HOUR_MS - 3000, HOUR_MS + MINUTE_MS + 2),
        (10 * HOUR_MS - MINUTE_MS - 2, 10 * HOUR_MS - MINUTE_MS + 2),
    ],
)
def test_the_next_change_is_when_the_text_changes(tenths_below_s: int, from_ms: int, to_ms: int) -> None:
    """Tried ms by ms: the text stays until `next_change_ms` has run, and is another then."""
    changed_ms, text = None, time_text(from_ms, tenths_below_s)
    for remaining_ms in range(from_ms + 1, to_ms):
        before, text = text, time_text(remaining_ms, tenths_below_s)
        changed_ms = remaining_ms - 1 if text != before else changed_ms
        if changed_ms is not None:
            assert next_change_ms(remaining_ms, tenths_below_s) == remaining_ms - changed_ms
    assert changed_ms is not None


@given(REMAINING, TENTHS)
@settings(deadline=None)
def test_the_next_change_is_not_a_millisecond_early_or_late(remaining_ms: int, tenths_below_s: int) -> None:
    """One ms before it the text is still the same, at it another; at 0 there is none."""
    change_ms = next_change_ms(remaining_ms, tenths_below_s)
    assert (change_ms is None) == (remaining_ms == 0)
    if change_ms is not None:
        now = time_text(remaining_ms, tenths_below_s)
        assert time_text(remaining_ms - change_ms + 1, tenths_below_s) == now
        assert time_text(remaining_ms - change_ms, tenths_below_s) != now


def test_a_face_at_its_largest_changes_when_it_can_say_less() -> None:
    """Beyond 999 hours nothing changes until 998 can be shown."""
    assert next_change_ms(1001 * HOUR_MS, 20) == 3 * HOUR_MS


@given(REMAINING, REMAINING, TENTHS)
@settings(deadline=None)
def test_the_running_side_is_unmistakable(running_ms: int, standing_ms: int, tenths_below_s: int) -> None:
    """Whatever the times: the running face is bright with its last point lit, the standing one neither."""
    running = clock_face(SideReading(running_ms), Going.RUNS, tenths_below_s)
    standing = clock_face(SideReading(standing_ms), Going.STANDS, tenths_below_s)
    assert (running.bright, standing.bright) == (True, False)
    assert running.segments.digits[3] & POINT
    assert not standing.segments.digits[3] & POINT


@given(REMAINING, TENTHS, st.sampled_from(Going))
@settings(deadline=None)
def test_the_segments_say_the_time(remaining_ms: int, tenths_below_s: int, going: Going) -> None:
    """What the lit bars read as is the text of the time, and the mark of the running side."""
    face = clock_face(SideReading(remaining_ms), going, tenths_below_s)
    assert read(face.segments) == time_text(remaining_ms, tenths_below_s) + "." * (going is not Going.STANDS)


@pytest.mark.parametrize("text", ["1-0", "0-1", "FLAG", "rEF", "----"])
def test_words_are_bright(text: str) -> None:
    """Results and words are shown as they are written, brightly."""
    assert words_face(text) == Face(segments(text), bright=True)


def test_each_side_sees_its_own_score() -> None:
    """The winner sees 1, the other 0, both half a point in a draw."""
    assert [score_text(WHITE, side) for side in (WHITE, BLACK)] == [" 1  ", " 0  "]
    assert [score_text(BLACK, side) for side in (WHITE, BLACK)] == [" 0  ", " 1  "]
    assert [score_text(None, side) for side in (WHITE, BLACK)] == [" 0.5 ", " 0.5 "]


@given(REMAINING, TENTHS, st.sampled_from(Going))
@settings(deadline=None)
def test_no_score_looks_like_a_time(remaining_ms: int, tenths_below_s: int, going: Going) -> None:
    """A score leaves the last digit dark, which no time does."""
    assert clock_face(SideReading(remaining_ms), going, tenths_below_s).segments.digits[3] & ~POINT
    for winner in (WHITE, BLACK, None):
        assert words_face(score_text(winner, WHITE)).segments.digits[3] == 0


DELAYS = [
    (SideReading(300_000, delay_ms=5000), "0.5:00"),
    (SideReading(300_000, delay_ms=1), "0.5:00"),
    (SideReading(19_900, delay_ms=5000), " .19.9"),
    (SideReading(3_600_000, delay_ms=5000), " .1:00"),
    (SideReading(0), "  0.0"),
]
BYO_YOMI = [
    (SideReading(30_000, periods=3), "3.0:30"),
    (SideReading(19_900, periods=3), "3.19.9"),
    (SideReading(9_900, periods=1), "1. 9.9"),
    (SideReading(599_000, periods=5), "5.9:59"),
    (SideReading(599_001, periods=5), "10:00"),
    (SideReading(60_000, periods=9), "9.1:00"),
    (SideReading(60_000, periods=25), "25.60"),
    (SideReading(99_000, periods=10), "10.99"),
    (SideReading(99_001, periods=10), "01:40"),
    (SideReading(9_001, periods=99), "99.10"),
    (SideReading(1, periods=12), "12.01"),
]
RISING = [
    (SideReading(0, rises=True), "00:00"),
    (SideReading(999, rises=True), "00:00"),
    (SideReading(1000, rises=True), "00:01"),
    (SideReading(HOUR_MS - 1, rises=True), "59:59"),
    (SideReading(HOUR_MS, rises=True), " 1:00"),
    (SideReading(10 * HOUR_MS - 1, rises=True), " 9:59"),
    (SideReading(10 * HOUR_MS, rises=True), " 10h"),
]


@pytest.mark.parametrize(("left", "text"), [*DELAYS, *BYO_YOMI, *RISING])
def test_times_that_are_counted_otherwise(left: SideReading, text: str) -> None:
    """Behind a delay, in byo-yomi, counting up: each is told by its own mark, and fits."""
    assert left_text(left, 20) == text
    assert segments(text + ".")


NONE, NOT = st.just(0), st.just(False)
LEFT = st.one_of(
    st.builds(SideReading, REMAINING.filter(bool), st.integers(0, 60_000), NONE, NOT),
    st.builds(SideReading, REMAINING, NONE, st.integers(0, 30), NOT),
    st.builds(SideReading, REMAINING, NONE, NONE, st.just(True)),
)


def ran(left: SideReading, ms: int) -> SideReading:
    """The same time when it has run on, for no longer than its delay, or else than all of it."""
    if left.rises:
        return left._replace(ms=left.ms + ms)
    delay_ms = max(0, left.delay_ms - ms)
    return left._replace(ms=max(0, left.ms - max(0, ms - left.delay_ms)), delay_ms=delay_ms)


@given(LEFT, TENTHS)
@settings(deadline=None)
def test_however_it_is_counted_the_next_change_is_exact(left: SideReading, tenths_below_s: int) -> None:
    """One ms before it the text is still the same, at it another; there is none only at the end."""
    change_ms = next_left_change_ms(left, tenths_below_s)
    assert (change_ms is None) == (not left.rises and not (left.ms or left.delay_ms))
    if change_ms is not None:
        now = left_text(left, tenths_below_s)
        assert left_text(ran(left, change_ms - 1), tenths_below_s) == now
        assert left_text(ran(left, change_ms), tenths_below_s) != now


@given(REMAINING, TENTHS)
@settings(deadline=None)
def test_a_time_that_grows_says_so_to_the_millisecond(remaining_ms: int, tenths_below_s: int) -> None:
    """In an hourglass the other side's time grows: one ms before the change the text is the same."""
    left = SideReading(remaining_ms)
    change_ms = next_gain_ms(left, tenths_below_s)
    assert change_ms is not None
    now = left_text(left, tenths_below_s)
    assert left_text(SideReading(remaining_ms + change_ms - 1), tenths_below_s) == now
    assert left_text(SideReading(remaining_ms + change_ms), tenths_below_s) != now


# What is looked up


EXACT = [
    (SideReading(HOUR_MS), (" 1:00", "  :00")),
    (SideReading(HOUR_MS - 999), (" 1:00", "  :00")),
    (SideReading(5_025_001), (" 1:23", "  :46")),
    (SideReading(45_296_000), ("12:34", "  :56")),
    (SideReading(45_296_999, rises=True), ("12:34", "  :56")),
    (SideReading(100 * HOUR_MS - 1000), ("99:59", "  :59")),
]


@pytest.mark.parametrize(("left", "parts"), EXACT)
def test_a_long_time_is_told_to_the_second_in_two_parts(left: SideReading, parts: tuple[str, str]) -> None:
    """Hours and minutes, then the seconds; rounded as the usual form is, and each fits on a face."""
    assert (exact_text(left, 0), exact_text(left, 1)) == parts
    assert all(segments(part + ".") for part in parts)


@pytest.mark.parametrize("ms", [0, HOUR_MS - 1000, 100 * HOUR_MS])
def test_other_times_have_no_exacter_form(ms: int) -> None:
    """Under an hour the seconds are there anyway; from a hundred hours on there is no room."""
    assert exact_text(SideReading(ms), 0) is None
    assert exact_text(SideReading(ms), 1) is None


LONG = st.integers(HOUR_MS - 999, 100 * HOUR_MS - 1000)
PART = st.sampled_from((0, 1))


@given(st.builds(SideReading, LONG, st.integers(0, 60_000), st.none(), st.booleans()), PART)
@settings(deadline=None)
def test_the_next_change_of_an_exact_time_is_exact(left: SideReading, part: int) -> None:
    """One ms before it the text is still the same, at it another, or the usual form."""
    left = left._replace(ms=max(left.ms, HOUR_MS), delay_ms=0) if left.rises else left
    change_ms = next_exact_change_ms(left, part)
    now = exact_text(left, part)
    assert exact_text(ran(left, change_ms - 1), part) == now
    assert exact_text(ran(left, change_ms), part) != now


@given(LONG, PART)
@settings(deadline=None)
def test_the_next_change_of_a_growing_exact_time_is_exact(ms: int, part: int) -> None:
    """The same where the time grows."""
    change_ms, now = next_exact_gain_ms(SideReading(ms), part), exact_text(SideReading(ms), part)
    assert exact_text(SideReading(ms + change_ms - 1), part) == now
    assert exact_text(SideReading(ms + change_ms), part) != now


@pytest.mark.parametrize(
    ("number", "to_go", "text"),
    [
        (1, 40, " 1.40"),
        (40, 1, "40.01"),
        (41, None, "  41"),
        (99, 99, "99.99"),
        (100, 5, "  5-"),
        (1, 100, "100-"),
    ],
)
def test_moves_are_a_number_and_how_many_to_go(number: int, to_go: int | None, text: str) -> None:
    """With three digits there is room for the moves to go alone."""
    assert moves_text(number, to_go) == text
    assert segments(text + ".")


def test_a_paused_clock_is_no_standing_one() -> None:
    """It keeps its point and blinks, dimly: it cannot be taken for one that runs."""
    paused, stands = (clock_face(SideReading(300_000), going, 20) for going in (Going.PAUSED, Going.STANDS))
    assert (paused.bright, paused.blinks) == (False, True)
    assert (stands.bright, stands.blinks) == (False, False)
    assert paused.segments != stands.segments
