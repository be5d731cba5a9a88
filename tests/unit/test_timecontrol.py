"""What a time control may be, how it is written, and how anything else is refused."""

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.timecontrol import INCREMENT_S, MAIN_S, Period, TimeControl, parse_time_control

PERIODS = st.builds(
    Period, st.integers(MAIN_S.start, MAIN_S.stop - 1), st.integers(INCREMENT_S.start, INCREMENT_S.stop - 1)
)


def refused(text: str) -> str:
    """Return the words with which `text` is refused."""
    with pytest.raises(ValueError, match=r"^column [0-9]+: [^\n]*$") as refusal:
        parse_time_control(text)
    return str(refusal.value)


@given(PERIODS, PERIODS)
@settings(deadline=None)
def test_every_time_control_round_trips(white: Period, black: Period) -> None:
    """What a time control writes is read back as an equal one, equal sides or not."""
    for control in (TimeControl(white, black), TimeControl(white, white)):
        assert parse_time_control(control.text) == control


@given(st.text(alphabet="0123456789+;-/dby:*^ x.\n²", max_size=12))
@settings(deadline=None)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    """A text is a time control whose own text means the same, or no clock, or is refused with its column."""
    try:
        control = parse_time_control(text)
    except ValueError:
        refused(text)
    else:
        assert control is None or parse_time_control(control.text) == control


def test_a_dash_is_no_clock() -> None:
    """`-` alone means that nobody's time is kept."""
    assert parse_time_control("-") is None
    assert parse_time_control(" - ") is None


def test_seconds_alone_have_no_increment() -> None:
    """`300` is five minutes for both and earns nothing."""
    control = parse_time_control("300")
    assert control == TimeControl(Period(300), Period(300))
    assert [control.increment_ms(side) for side in chess.COLORS] == [0, 0]


def test_different_times_are_white_first() -> None:
    """What stands before the `;` is White's, what stands behind it Black's."""
    control = parse_time_control("300;60+2")
    assert control is not None
    assert (control.main_ms(chess.WHITE), control.increment_ms(chess.WHITE)) == (300_000, 0)
    assert (control.main_ms(chess.BLACK), control.increment_ms(chess.BLACK)) == (60_000, 2_000)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("300+0", "300"),
        ("0300+03", "300+3"),
        (" 300+3 ", "300+3"),
        ("300;60", "300 ; 60"),
        ("60 ; 60", "60"),
        ("359999+3600", "359999+3600"),
    ],
)
def test_there_is_one_canonical_text(written: str, canonical: str) -> None:
    """Zero increments, leading zeros, free spaces and equal sides are all written one way."""
    control = parse_time_control(written)
    assert control is not None
    assert control.text == canonical


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "column 1: found the end, expected digits"),
        ("x", "column 1: found 'x', expected digits"),
        ("300+x", "column 5: found 'x', expected digits"),
        ("300+", "column 5: found the end, expected digits"),
        ("300x", "column 4: found 'x', expected '+' or ';' or the end"),
        ("300+3+3", "column 6: found '+', expected ';' or the end"),
        ("300 + 3", "column 5: found '+', expected ';' or the end"),
        ("300;", "column 5: found the end, expected digits"),
        ("300 ; -", "column 7: found '-', expected digits"),
        ("300 ; 60 ; 1", "column 10: found ';', expected the end"),
        ("²", "column 1: found '²', expected digits"),
        ("300\n", "column 4: found '\\n', expected '+' or ';' or the end"),
    ],
)
def test_a_refusal_names_column_found_and_expected(text: str, words: str) -> None:
    """What cannot be read is refused with its column, what stands there and what should."""
    assert refused(text) == words


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("40/5400", 3, "/"),
        ("300d5", 4, "d"),
        ("300b5", 4, "b"),
        ("*180", 1, "*"),
        ("1800y3x30", 5, "y"),
        ("^", 1, "^"),
        ("5400+30:1800", 8, ":"),
        ("300 ; 60d5", 9, "d"),
    ],
)
def test_later_forms_are_refused_as_such(text: str, column: int, found: str) -> None:
    """The documented forms that this version does not keep are refused with that reason."""
    words = refused(text)
    assert words.startswith(f"column {column}: found {found!r}, ")
    assert words.endswith(": this version keeps main time and increment only")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0", "column 1: found 0 s, expected a main time of 1 to 359999 s"),
        ("360000", "column 1: found 360000 s, expected a main time of 1 to 359999 s"),
        ("60 ; 99999999999999", "column 6: found 99999999999999 s, expected a main time of 1 to 359999 s"),
        ("60+3601", "column 4: found 3601 s, expected an increment of 0 to 3600 s"),
    ],
)
def test_limits_are_named(text: str, words: str) -> None:
    """A time out of its limits is refused with the limits."""
    assert refused(text) == words


def test_thousands_of_digits_are_a_refusal_too() -> None:
    """A number longer than Python itself reads is refused in the same words as any other."""
    assert refused("9" * 5000).endswith("9 s, expected a main time of 1 to 359999 s")


@pytest.mark.parametrize(("main_s", "increment_s"), [(0, 0), (360000, 0), (1, -1), (1, 3601)])
def test_no_period_exists_outside_the_limits(main_s: int, increment_s: int) -> None:
    """A period made in code keeps the same limits as one that is read."""
    with pytest.raises(ValueError, match=r"s, expected an? (main time|increment) of "):
        Period(main_s, increment_s)
