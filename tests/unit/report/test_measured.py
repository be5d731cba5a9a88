"""What a tester types at the bench, and what becomes of it: values, verdicts, a table, JSON."""

import json

import pytest

from jadoube.report.expected import Range, expected, load_volts, model_of
from jadoube.report.measured import Levels, Measured, Reading, as_json, table, volts_from, wrong
from jadoube.report.steps import STEPS, Point

DRIVEN = STEPS[3]
AT_COLUMN = DRIVEN.measures[0]
VOLTS = load_volts()


@pytest.mark.parametrize(
    ("typed", "volts"),
    [
        ("0.65", 0.65),
        ("0,65 V", 0.65),
        ("650 mV", 0.65),
        ("650mV", 0.65),
        (" 3.30V ", 3.3),
        ("0", 0.0),
        (".45", 0.45),
        ("-0.002", -0.002),
        ("-5 mv", -0.005),
        ("+3,3", 3.3),
        ("-", None),
    ],
)
def test_a_value_is_read_as_people_write_it(typed: str, volts: float | None) -> None:
    """Point or comma, V or mV or nothing; a dash alone is not measured."""
    assert volts_from(typed) == pytest.approx(volts)


@pytest.mark.parametrize(
    "typed", ["", "about 3", "3.3.0", "0.65 A", "1e9", "--", "0x3", "3 3", "V", "nan", "٣"]
)
def test_what_is_no_value_is_refused_in_one_line(typed: str) -> None:
    """The line says what was found and what is expected."""
    with pytest.raises(
        ValueError, match=r"found, expected volts such as 0\.65 or 650 mV, or - if"
    ) as refusal:
        volts_from(typed)
    assert "\n" not in str(refusal.value)


def test_a_huge_answer_is_cut_in_the_refusal() -> None:
    """A pasted text does not fill the terminal."""
    with pytest.raises(ValueError, match=r"^'9{40}\.\.\.' found, expected volts"):
        volts_from("9" * 100_000)


@pytest.mark.parametrize("typed", ["650", "12 V", "-7"])
def test_more_volts_than_there_are_is_refused(typed: str) -> None:
    """650 is meant as millivolt: the line says how that is written."""
    with pytest.raises(ValueError, match=r"650 mV is 0\.65 V"):
        volts_from(typed)


@pytest.mark.parametrize(
    ("volts", "verdict"),
    [(0.39, "too low"), (0.4, "right"), (0.6, "right"), (0.61, "too high"), (None, "not measured")],
)
def test_a_value_is_right_from_the_least_to_the_most(volts: float | None, verdict: str) -> None:
    """Both ends count as right; only a wrong value comes with something to look at."""
    reading = Reading(DRIVEN, AT_COLUMN, volts, Range(0.4, 0.6))
    assert reading.verdict == verdict
    assert reading.todo == {"too low": AT_COLUMN.low, "too high": AT_COLUMN.high}.get(verdict, "")


def test_what_was_measured_is_a_table_and_json_of_the_same() -> None:
    """Each value with its range and verdict, each step's low columns, and why the rest is missing."""
    readings = tuple(Reading(DRIVEN, AT_COLUMN, volts, Range(0.4, 0.6)) for volts in (0.5, 2.0, None))
    levels = (Levels(DRIVEN, ("column_e",), ("column_e",)), Levels(STEPS[5], ("column_e",), ()))
    measured = Measured("a Pi", readings, levels, "ended by the tester")
    text, content = table(measured), json.loads(as_json(measured))
    assert [line.split("   ")[-1] for line in text.splitlines()[1:4]] == ["right", "too high", "not measured"]
    assert "one file, the other reed closed: low columns: column_e   expected none\n" in text
    assert text.endswith("Not all was measured: ended by the tester\n")
    assert [it["volts"] for it in content["readings"]] == [0.5, 2.0, None]
    assert content["levels"][1] == {"step": STEPS[5].key, "low": ["column_e"], "expected": []}
    assert (content["pi"], content["ended"], wrong(measured)) == ("a Pi", "ended by the tester", 2)


def test_a_pi_is_known_by_what_it_calls_itself() -> None:
    """By the words of the device tree; one that was not computed is none of them."""
    words = {
        "Raspberry Pi Zero 2 W Rev 1.0": "Zero 2 W",
        "Raspberry Pi 3 Model B Plus Rev 1.3": "3",
        "Raspberry Pi 4 Model B Rev 1.5": "4",
        "Raspberry Pi 5 Model B Rev 1.0": "5",
        "Raspberry Pi 400 Rev 1.0": None,
        "Raspberry Pi Model B Rev 2": None,
        "linux,dummy-virt": None,
    }
    assert {text: model_of(text, list(VOLTS)) for text in words} == words
    assert model_of(None, list(VOLTS)) is None


def test_a_pi_that_was_not_computed_gets_the_widest_range() -> None:
    """From the least of all models to the most of all."""
    ranges = [expected(VOLTS, model, DRIVEN, Point.COLUMN_PIN) for model in VOLTS]
    widest = expected(VOLTS, None, DRIVEN, Point.COLUMN_PIN)
    assert widest == Range(min(it.least for it in ranges), max(it.most for it in ranges))
    assert widest not in ranges or len(set(ranges)) == 1


def test_every_step_and_point_has_its_volts_on_every_pi() -> None:
    """The shipped file holds what the steps measure, and nothing else."""
    asked = {step.key: {it.point for it in step.measures} for step in STEPS}
    assert {"Zero 2 W", "3", "4", "5"} == set(VOLTS)
    for steps in VOLTS.values():
        assert {key: set(points) for key, points in steps.items()} == asked
