"""`jadoube report --bench` on the twin: its volts are those of the table, and faults of the circuit are seen.

The tester of these tests reads the question as a person does, closes the twin's reeds, and types what a
multimeter would show.
"""

from collections.abc import Callable
from dataclasses import replace

import chess
import pytest

from generate.first_power import volts_file
from jadoube.cli.report import lead, refuse_without_lines
from jadoube.config.pinmap import load_pinmap
from jadoube.config.problems import BadInput
from jadoube.config.settings import Settings, default_settings
from jadoube.report.expected import VOLTS
from jadoube.report.measured import Measured, wrong
from jadoube.report.steps import COLUMN, ROW, STEPS, Point, Step
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.electrics.parts import CORNERS, Corner, board_values
from jadoube_sim.twin.electrics.pi_models import MODELS, PI_4_BY_DATA_SHEET, PiModel

PINMAP = load_pinmap()
A_ZERO = "Raspberry Pi Zero 2 W Rev 1.0"


class Bencher:
    """Does what is asked for, and types what the meter shows at the point of the question."""

    def __init__(self, twin: Twin, supply_v: float = 3.3) -> None:
        self.twin = twin
        self.asked: list[str] = []
        self.step: Step | None = None
        self._supply_v = supply_v
        self._steps = iter(STEPS)

    def __call__(self, question: str) -> str:
        """Answer a question: prepare the next step, or measure."""
        self.asked.append(question)
        if not question.startswith("  "):
            self.step = next(self._steps)
            assert question.startswith(f"{self.step.todo}. ")
            for square, name in enumerate(chess.SQUARE_NAMES):
                self.twin.set_reed(square, name in self.step.closed)
            return ""
        return f"{self.volts(Point(question.strip().partition(':')[0])):.3f}"

    def volts(self, point: Point) -> float:
        """What the meter shows."""
        match point:
            case Point.SUPPLY:
                return self._supply_v
            case Point.COLUMN_PIN:
                return self.twin.pin_volts(COLUMN)
            case Point.COLUMN_WIRE:
                return self.twin.wire_volts(COLUMN)
            case Point.ROW_WIRE:
                return self.twin.wire_volts(ROW)
            case Point.ROW_PIN:
                return self.twin.pin_volts(ROW)


def measure(
    twin: Twin,
    ask: Callable[[str], str],
    device_tree: str | None = A_ZERO,
    settings: Settings | None = None,
) -> Measured:
    """Lead through all steps on this twin."""
    return lead(settings or default_settings(), twin.electronics, ask, device_tree)


def bad(measured: Measured) -> set[tuple[str, str, str]]:
    """Which values were wrong: step, point, verdict."""
    return {(it.step.key, it.measure.point, it.verdict) for it in measured.readings if it.todo}


@pytest.mark.parametrize("corner", CORNERS, ids=lambda it: it.name)
@pytest.mark.parametrize("model", [*MODELS, PI_4_BY_DATA_SHEET], ids=lambda it: it.name)
def test_good_parts_are_right_everywhere(model: PiModel, corner: Corner) -> None:
    """On every Pi and in every corner of the tolerances each value is called right, and each column too."""
    values = board_values(model, corner)
    twin = Twin(PINMAP, pi=model, values=values)
    name = model.name.partition(",")[0]
    measured = measure(twin, Bencher(twin, values.supply_v), f"Raspberry Pi {name} Rev 1.0")
    assert len(measured.readings) == sum(len(step.measures) for step in STEPS)
    assert (bad(measured), wrong(measured), measured.ended) == (set(), 0, "")


@pytest.mark.parametrize("scanner", ["lgpio", "rpigpio", "gpiozero", "auto"])
def test_every_library_drives_the_row(scanner: str) -> None:
    """Through each of them all values are right."""
    defaults = default_settings()
    settings = replace(defaults, reeds=replace(defaults.reeds, scanner=scanner))
    twin = Twin(PINMAP)
    assert wrong(measure(twin, Bencher(twin), settings=settings)) == 0


OPEN, CLOSED, RELEASED, FILE = (step.key for step in STEPS[2:6])


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (lambda twin: twin.remove_diode(chess.E2), (CLOSED, "column pin", "too low")),
        (lambda twin: twin.lose_pull(COLUMN), (RELEASED, "column pin", "too low")),
        (lambda twin: twin.lose_pull(ROW), ("idle", "row pin", "too low")),
        (lambda twin: twin.ground_line(COLUMN), ("idle", "column pin", "too low")),
        (lambda twin: twin.cut_line(ROW), (CLOSED, "column pin", "too high")),
        (
            lambda twin: twin.stick_reed(chess.E2, closed=True),
            ("row driven, reed open", "column pin", "too low"),
        ),
        (lambda twin: twin.stick_reed(chess.E2, closed=False), (CLOSED, "point A", "too high")),
        (lambda twin: twin.power_line(ROW), (OPEN, "row pin", "too high")),
    ],
)
def test_a_fault_is_seen_where_it_shows(fault: Callable[[Twin], None], found: tuple[str, str, str]) -> None:
    """The value is called wrong, with something to look at."""
    twin = Twin(PINMAP)
    fault(twin)
    measured = measure(twin, Bencher(twin))
    assert found in bad(measured)
    assert all(it.todo for it in measured.readings if it.verdict.startswith("too"))


def test_a_row_is_driven_only_while_it_is_measured() -> None:
    """When a step begins and when all is over every line is an input; in between the step's row is low."""
    twin = Twin(PINMAP)
    tester = Bencher(twin)
    rows = {line.name: line.bcm for line in PINMAP.matrix.rows}

    def driven() -> set[int]:
        return {line for line, drive in twin.drives.items() if drive in (Drive.LOW, Drive.HIGH)}

    def ask(question: str) -> str:
        step = tester.step if question.startswith("  ") else None
        assert driven() == ({rows[step.driven]} if step and step.driven else set())
        return tester(question)

    assert measure(twin, ask).ended == ""
    assert driven() == set()


@pytest.mark.parametrize("ends", [KeyboardInterrupt, EOFError])
@pytest.mark.parametrize("after", [1, 3, 9, 20])
def test_what_was_measured_is_kept_when_it_is_broken_off(ends: type[BaseException], after: int) -> None:
    """At any question; the pins are free again."""
    twin = Twin(PINMAP)
    tester = Bencher(twin)

    def ask(question: str) -> str:
        if len(tester.asked) == after:
            raise ends
        return tester(question)

    measured = measure(twin, ask)
    values = [question for question in tester.asked if question.startswith("  ")]
    assert (len(measured.readings), measured.ended) == (len(values), "ended by the tester")
    assert not {Drive.LOW, Drive.HIGH} & set(twin.drives.values())


def test_q_ends_it_and_a_dash_leaves_a_step_out(capsys: pytest.CaptureFixture[str]) -> None:
    """A dash where a step begins: nothing of it is asked; q anywhere ends it."""
    twin = Twin(PINMAP)
    answers = iter(["-", "-", "", "3,3", "-", "q"])
    measured = measure(twin, lambda _: next(answers))
    assert [(it.step.key, it.volts) for it in measured.readings] == [
        (STEPS[2].key, 3.3),
        (STEPS[2].key, None),
    ]
    assert measured.ended == "ended by the tester"
    assert capsys.readouterr().out.endswith("\nvalues measured: 1, wrong: 0; ended by the tester.\n")


def test_a_value_typed_before_its_question_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Where Enter is expected no row is driven for another word, and the question comes again."""
    answers = iter(["0.65", "", "3.3", "q"])
    measured = measure(Twin(PINMAP), lambda _: next(answers))
    assert [it.volts for it in measured.readings] == [3.3]
    assert "  '0.65' found, expected Enter, - or q\n" in capsys.readouterr().out


def test_pins_that_do_not_open_are_said_before_the_first_question() -> None:
    """On a Pi with the library's reason and what to do; pins that open are left as they were."""
    twin = Twin(PINMAP)
    refuse_without_lines(default_settings(), twin.electronics, A_ZERO)
    assert not {Drive.LOW, Drive.HIGH} & set(twin.drives.values())
    twin.electronics.pads.circuit.fail(failing=True)
    with pytest.raises(BadInput, match=r"report --bench: .*Input/output error.*expected pins that open: "):
        refuse_without_lines(default_settings(), twin.electronics, A_ZERO)


def test_what_is_no_value_is_asked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    """One line says what was found and expected, and the question comes again."""
    twin = Twin(PINMAP)
    answers = iter(["", "lots", "330", "3.30", "q"])
    measured = measure(twin, lambda _: next(answers))
    assert [it.volts for it in measured.readings] == [3.3]
    lines = capsys.readouterr().out.splitlines()
    assert "  'lots' found, expected volts such as 0.65 or 650 mV, or - if not measured" in lines
    assert "  330 V found, expected -6 to 6 V; 650 mV is 0.65 V" in lines


def test_pins_that_cannot_be_had_end_it_with_what_was_measured() -> None:
    """The library's error is in the report."""
    twin = Twin(PINMAP)
    tester = Bencher(twin)

    def ask(question: str) -> str:
        if question.startswith("  3.3 V pin"):
            twin.electronics.pads.circuit.fail(failing=True)
        return tester(question)

    measured = measure(twin, ask)
    assert len(measured.readings) == 1
    assert measured.ended.startswith("the pins fail, ")


def test_the_volts_in_the_package_are_those_of_the_solver() -> None:
    """The file that the firmware reads is the one that `make hardware` makes."""
    assert VOLTS.read_text(encoding="utf-8") == volts_file(PINMAP)


@pytest.mark.parametrize("model", MODELS, ids=lambda it: it.name)
def test_rows_that_nobody_pulls_up_are_seen(model: PiModel) -> None:
    """Rows with the pull-down of the reset make steps 5 and 6 wrong on every Pi."""
    twin = Twin(PINMAP, pi=model)
    tester = Bencher(twin)

    def ask(question: str) -> str:
        if question.startswith("  "):
            for line in PINMAP.matrix.rows:
                if twin.drives[line.bcm] is Drive.PULLED_UP:
                    twin.electronics.pads.let_go(line.bcm, Drive.PULLED_DOWN)
        return tester(question)

    measured = measure(twin, ask, f"Raspberry Pi {model.name} Rev 1.0")
    assert {(RELEASED, "column pin", "too low"), (FILE, "column pin", "too low")} <= bad(measured)


def test_the_steps_drive_and_close_only_what_the_board_has() -> None:
    """Rows and squares of the pin map; each step has a name of its own and measures something."""
    rows = {line.name for line in PINMAP.matrix.rows}
    assert {step.driven for step in STEPS} <= {None, *rows}
    assert {square for step in STEPS for square in step.closed} <= set(chess.SQUARE_NAMES)
    assert all(step.measures for step in STEPS)
    assert len({step.key for step in STEPS}) == len(STEPS)
