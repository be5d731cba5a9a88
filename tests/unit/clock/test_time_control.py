"""Which time controls are valid, how they are written, and how other texts are refused."""

from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.core.clock.presets import PRESETS, read_time_control
from jadoube.core.clock.time_control import (
    PERIODS,
    Kind,
    Period,
    Side,
    TimeControl,
    parse_time_control,
)
from shared.drawn.controls_to_set import CONTROLS


def refused(text: str) -> str:
    """Return the words with which `text` is refused."""
    with pytest.raises(ValueError, match=r"^column [0-9]+: [^\n]*$") as refusal:
        parse_time_control(text)
    return str(refusal.value)


@given(CONTROLS)
@settings(deadline=None)
def test_every_time_control_round_trips(control: TimeControl) -> None:
    """The text of a time control is read back as an equal one, with equal sides or not."""
    assert parse_time_control(control.text.replace(" ", "")) == control
    assert parse_time_control(control.text) == control


@given(st.text(alphabet="0123456789+;-/dby:*^ x.\n²", max_size=12))
@settings(deadline=None)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    """A text is a time control with the same meaning, or no clock, or is refused with its column."""
    try:
        control = parse_time_control(text)
    except ValueError:
        refused(text)
    else:
        assert control is None or parse_time_control(control.text) == control


def test_a_dash_is_no_clock() -> None:
    """`-` alone means that the game has no clock."""
    assert parse_time_control("-") is None
    assert parse_time_control(" - ") is None


def test_seconds_alone_have_no_increment() -> None:
    """`300` is five minutes for both sides, without an increment."""
    control = parse_time_control("300")
    assert control == TimeControl.both(Period(300))
    assert [control.increment_ms(side) for side in chess.COLORS] == [0, 0]


def test_different_times_are_white_first() -> None:
    """The control before the `;` is White's, the one after it Black's."""
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
        ("300d0", "300"),
        ("040/05400b05:1800", "40/5400b5:1800"),
        (" *180;*180", "*180"),
        ("^ ; ^", "^"),
        ("0y03x030", "0y3x30"),
    ],
)
def test_there_is_one_canonical_text(written: str, canonical: str) -> None:
    """Zero increments, leading zeros, spaces and equal sides all have one canonical text."""
    control = parse_time_control(written)
    assert control is not None
    assert control.text == canonical


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "column 1: found the end, expected digits, '-', '*' or '^'"),
        ("x", "column 1: found 'x', expected digits, '-', '*' or '^'"),
        ("300+x", "column 5: found 'x', expected digits"),
        ("300+", "column 5: found the end, expected digits"),
        ("300x", "column 4: found 'x', expected '/', '+', 'd', 'b', 'y', ':', ';' or the end"),
        ("300+3+3", "column 6: found '+', expected ':', ';' or the end"),
        ("300 + 3", "column 5: found '+', expected ';' or the end"),
        ("300;", "column 5: found the end, expected digits or '^'"),
        ("300 ; -", "column 7: found '-', expected digits or '^'"),
        ("300 ; 60 ; 1", "column 10: found ';', expected the end"),
        ("²", "column 1: found '²', expected digits, '-', '*' or '^'"),
        ("300\n", "column 4: found '\\n', expected '/', '+', 'd', 'b', 'y', ':', ';' or the end"),
        ("- ; 3", "column 3: found ';', expected the end"),
        ("40/", "column 4: found the end, expected digits"),
        ("0y3", "column 4: found the end, expected 'x'"),
        ("300d", "column 5: found the end, expected digits"),
    ],
)
def test_a_refusal_names_column_found_and_expected(text: str, words: str) -> None:
    """The refusal names the column, what was found there and what was expected."""
    assert refused(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*180:60", "column 5: found ':', expected ';' or the end"),
        ("60:*180", "column 4: found '*', expected digits"),
        ("60:^", "column 4: found '^', expected digits"),
        ("*180 ; 60", "column 8: found '6', expected '*'"),
        ("60 ; *180", "column 6: found '*', expected digits or '^'"),
        ("300y3x30:60", "column 9: found ':', expected ';' or the end"),
        ("40/300y3x30", "column 7: found 'y', expected '+', 'd', 'b', ':', ';' or the end"),
        ("3600:40/60", "column 8: found '/', expected '+', 'd', 'b', 'y', ':', ';' or the end"),
        ("1:2:3:4:5:6:7:8:9:1", "column 18: found ':', expected '+', 'd', 'b', 'y', ';' or the end"),
    ],
)
def test_what_makes_no_sense_is_refused_where_it_stands(text: str, words: str) -> None:
    """`*` or `^` beside others or for one side, a period after byo-yomi, a move count that comes too late."""
    assert refused(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0", "column 1: found 0 s, expected a main time of 1 to 359999 s"),
        ("360000", "column 1: found 360000 s, expected a main time of 1 to 359999 s"),
        ("60 ; 99999999999999", "column 6: found 99999999999999 s, expected a main time of 1 to 359999 s"),
        ("60+3601", "column 4: found 3601 s, expected an increment of 0 to 3600 s"),
        ("60b3601", "column 4: found 3601 s, expected a delay of 0 to 3600 s"),
        ("0/60", "column 1: found 0, expected a move count of 1 to 999"),
        ("60y0x30", "column 4: found 0, expected a number of byo-yomi periods of 1 to 99"),
        ("60y1x0", "column 6: found 0 s, expected a byo-yomi period of 1 to 3600 s"),
    ],
)
def test_limits_are_named(text: str, words: str) -> None:
    """A time outside its limits is refused with the limits."""
    assert refused(text) == words


def test_thousands_of_digits_are_a_refusal_too() -> None:
    """A number longer than Python reads is refused in the same words as any other."""
    assert refused("9" * 5000).endswith("9 s, expected a main time of 1 to 359999 s")


@pytest.mark.parametrize(
    ("period", "words"),
    [
        ({"main_s": 0}, "found 0 s, expected a main time of 1 to 359999 s"),
        ({"main_s": 360000}, "found 360000 s, expected a main time of 1 to 359999 s"),
        ({"main_s": 1, "extra_s": -1}, "found -1 s, expected an increment of 0 to 3600 s"),
        ({"main_s": 1, "extra_s": 0, "kind": Kind.DELAY}, "found 0 s, expected a delay of 1 to 3600 s"),
        ({"main_s": 1, "kind": Kind.COUNT_UP}, "found 1 s, expected no main time of such a period"),
        (
            {"main_s": 1, "kind": Kind.HOURGLASS, "moves": 3},
            "found 3, expected no move count of such a period",
        ),
        ({"main_s": 1, "moves": 1000}, "found 1000, expected a move count of 0 to 999"),
    ],
)
def test_no_period_exists_outside_the_limits(period: dict[str, Any], words: str) -> None:
    """A period made in code has the same limits as one that is read."""
    with pytest.raises(ValueError, match=f"^{words}$"):
        Period(**period)


@pytest.mark.parametrize(
    ("white", "black", "words"),
    [
        ((), (), "found 0 periods, expected 1 to 9"),
        ((Period(1),) * 10, (), "found 10 periods, expected 1 to 9"),
        ((Period(1), Period(2, moves=3)), (), "expected no move count behind a period without one"),
        ((Period(1), Period(0, kind=Kind.COUNT_UP)), (), "without other periods"),
        ((Period(1),), (Period(1, kind=Kind.HOURGLASS),), "expected an hourglass for both sides or neither"),
        ((Period(1, 2, Kind.BYO_YOMI, byo_yomi=3), Period(1)), (), "expected no period behind byo-yomi"),
    ],
)
def test_no_time_control_exists_that_makes_no_sense(white: Side, black: Side, words: str) -> None:
    """A control made in code keeps the same laws as one that is read."""
    with pytest.raises(ValueError, match=words):
        TimeControl(white, black or white)


def test_the_last_period_repeats_if_it_has_a_move_count() -> None:
    """The move that ends a period is counted from the game's first; without a move count there is none."""
    control = parse_time_control("40/7200:20/3600 ; 40/5400:1800")
    assert control is not None
    assert [control.due(chess.WHITE, number) for number in range(4)] == [40, 60, 80, 100]
    assert [control.due(chess.BLACK, number) for number in range(2)] == [40, None]
    assert [control.is_last(side, 1) for side in (chess.WHITE, chess.BLACK)] == [False, True]
    assert control.period(chess.WHITE, 7) == Period(3600, moves=20)


def test_clubs_find_their_time_controls_by_name() -> None:
    """Some thirty presets, each with its own control; names are read in upper or lower case."""
    assert len({control.text for control in PRESETS.values()}) == len(PRESETS)
    assert len(PRESETS) in range(24, 40)
    assert {kind for each in PRESETS.values() for kind in (one.kind for one in each.white)} == set(Kind)
    for name, control in PRESETS.items():
        refused(name)
        assert read_time_control(f" {name.upper()} ") == control
    assert read_time_control("300") == parse_time_control("300")
    assert read_time_control("Blitz  3+2") == parse_time_control("180+2")


def test_a_preset_that_there_is_not_is_refused_as_such() -> None:
    """The refusal repeats the word and gives an example."""
    with pytest.raises(ValueError, match=r"^found 'blitz 3\+3', expected a time control or a preset"):
        read_time_control("blitz 3+3")


def test_no_preset_has_more_periods_than_can_be_written() -> None:
    """The grammar reads and writes every preset."""
    for control in PRESETS.values():
        assert parse_time_control(control.text) == control
        assert len(control.white) in PERIODS
