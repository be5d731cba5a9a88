"""The twin's volts: the solver by itself, figures computed in another way, and what the short way skips."""

from dataclasses import replace
from itertools import product
from math import log

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube_sim.twin.circuit import Drive, MatrixCircuit
from jadoube_sim.twin.electrics.matrix_volts import LineState, MatrixState, matrix_volts
from jadoube_sim.twin.electrics.parts import (
    CORNERS,
    D_1N4148,
    D_BAT85,
    LOWEST_HIGH,
    BoardValues,
    board_values,
)
from jadoube_sim.twin.electrics.pi_models import MODELS, PI_4, ZERO_2_W, PiModel, Threshold
from jadoube_sim.twin.electrics.solver import Branch, Diode, Resistor, Tie, solve
from shared.docs.marked_parts import compare

#: The board that an independent solver and ngspice computed: no resistors in the columns, reeds and wires
#: without resistance, the thermal voltage of 25.85 mV, outputs of 25 ohm.
BARE = replace(
    board_values(),
    output_ohm=25.0,
    column_ohm=0.0,
    row_ohm=220.0,
    diode=Diode(D_1N4148.saturation_a, D_1N4148.emission * 0.02585, D_1N4148.series_ohm),
)
UP, DOWN, OFF, LOW = map(LineState, (Drive.PULLED_UP, Drive.PULLED_DOWN, Drive.RELEASED, Drive.LOW))
#: Volts of a column with one to seven closed reeds of one file, each alone on its rank,
#: while an empty rank is driven; rows as a reset leaves them.
ONE_TO_SEVEN = {
    (57_000, 57_000): [1.86, 1.37, 1.12, 0.96, 0.86, 0.78, 0.72],
    (65_000, 50_000): [1.67, 1.21, 0.98, 0.85, 0.76, 0.69, 0.64],
    (47_000, 47_000): [1.87, 1.37, 1.12, 0.97, 0.87, 0.79, 0.73],
}


def with_pulls(up: float, down: float) -> BoardValues:
    """Build the bare board with these pulls."""
    return replace(BARE, pull_up_ohm=up, pull_down_ohm=down)


def test_a_divider_and_a_diode_behind_a_resistor_are_solved() -> None:
    """Ohm's law to the microvolt; the diode's voltage is that of its current."""
    assert solve(1, [Tie(0, 3.3, 1 / 2000), Tie(0, 0.0, 1 / 1000)], []) == [pytest.approx(1.1, abs=1e-6)]
    (at_diode, ground) = solve(
        2, [Tie(0, 3.3, 1 / 57_000), Tie(1, 0.0, 10.0)], [Branch(0, 1, Diode(2.52e-9, 0.0453, 0.568))]
    )
    ampere = (3.3 - at_diode) / 57_000
    assert at_diode - ground == pytest.approx(0.0453 * log(ampere / 2.52e-9 + 1) + 0.568 * ampere, abs=1e-6)


def test_a_diode_lets_nothing_back_but_its_leak() -> None:
    """Backwards the saturation current flows, and what a leak adds."""
    diode = BARE.diode
    assert diode.flow(-3.3).ampere == pytest.approx(-diode.saturation_a)
    assert replace(diode, leak_ohm=1e6).flow(-3.3).ampere == pytest.approx(-3.3e-6, rel=0.01)


@pytest.mark.parametrize("volts", [-3.3, -0.01, 0.0, 0.2, 0.6, 1.0, 3.3])
@pytest.mark.parametrize(
    "part",
    [Resistor(220), D_1N4148.at(25, 0.4), D_BAT85.at(40), Diode(2.52e-9, 0.0453, 0.6, leak_ohm=50_000)],
)
def test_a_part_says_its_slope_and_its_integral_as_they_are(part: Resistor | Diode, volts: float) -> None:
    """Against differences of a tenth of a millivolt: what Newton's method and its line search stand on."""
    below, here, above = (part.flow(volts + step) for step in (-1e-4, 0.0, 1e-4))
    assert here.siemens == pytest.approx((above.ampere - below.ampere) / 2e-4, rel=1e-3, abs=1e-12)
    assert here.ampere == pytest.approx((above.watt - below.watt) / 2e-4, rel=1e-3, abs=1e-9)


def test_a_diode_has_the_voltages_of_its_data_sheet() -> None:
    """A 1N4448, the same as a 1N4148, has 0.62 to 0.72 V at 5 mA; a BAT85 at most 240, 320 and 400 mV."""
    assert 0.62 < _volts_at(D_1N4148.at(25), 5e-3) < 0.72
    for ampere, most in ((1e-4, 0.24), (1e-3, 0.32), (1e-2, 0.40)):
        assert _volts_at(D_BAT85.at(27), ampere) == pytest.approx(most, rel=0.01)


def test_a_diode_loses_two_millivolts_with_each_degree() -> None:
    """As silicon does at so little current."""
    cold, warm = (_volts_at(D_1N4148.at(celsius), 1e-4) for celsius in (10, 40))
    assert (cold - warm) / 30 == pytest.approx(2.3e-3, abs=0.3e-3)


def _volts_at(diode: Diode, ampere: float) -> float:
    return diode.emission_v * log(ampere / diode.saturation_a + 1) + diode.series_ohm * ampere


@pytest.mark.parametrize(("pulls", "expected"), ONE_TO_SEVEN.items())
def test_a_file_over_rows_that_the_reset_pulls_down_is_between_high_and_low(
    pulls: tuple[float, float], expected: list[float]
) -> None:
    """With one to seven closed reeds, each alone on its rank, as ngspice computed it: within 5 %."""
    for closed, volts in enumerate(expected, 1):
        state = MatrixState((UP,), (*(DOWN,) * closed, LOW), ((1 << closed) - 1,))
        assert matrix_volts(with_pulls(*pulls), state).pins[0] == pytest.approx(volts, rel=0.05)


def test_a_file_over_rows_without_a_pull_is_high() -> None:
    """With one to seven closed reeds 3.30 V, as ngspice computed it."""
    for closed in range(1, 8):
        state = MatrixState((UP,), (*(OFF,) * closed, LOW), ((1 << closed) - 1,))
        assert matrix_volts(BARE, state).pins[0] == pytest.approx(3.3, rel=0.05)


def at_reset(position: chess.Board, driven: int) -> tuple[float, ...]:
    """The columns' volts over rows as a reset leaves them: row_5 (GPIO7) pulled up, the others down."""
    pulled = [UP if rank == chess.square_rank(chess.A5) else DOWN for rank in range(8)]
    pulled[driven] = LOW
    closed = tuple(
        sum(1 << rank for rank in range(8) if position.piece_at(chess.square(file, rank)))
        for file in range(8)
    )
    return matrix_volts(BARE, MatrixState((UP,) * 8, tuple(pulled), closed)).pins[:8]


def test_positions_over_rows_that_the_reset_pulls_down_have_the_volts_of_ngspice() -> None:
    """At the start, rank 4 driven, every column 2.31 V; after 1. e4, row_2 driven, column_e 0.963 V: 5 %."""
    board = chess.Board()
    assert at_reset(board, driven=3) == pytest.approx([2.31] * 8, rel=0.05)
    board.push_san("e4")
    assert at_reset(board, driven=1)[4] == pytest.approx(0.963, rel=0.05)


#: Whole matrices: what is closed, what each row does, whether it was charged, what else is wrong.
CLOSED = st.lists(st.integers(0, 255), min_size=9, max_size=9)
IDLE = st.lists(st.sampled_from([UP, OFF, OFF._replace(charged=True)]), min_size=8, max_size=8)
VALUES = st.sampled_from(
    [
        board_values(model, corner, threshold, diode)
        for model, corner, threshold, diode in product(MODELS, CORNERS, Threshold, (D_1N4148, D_BAT85))
    ]
)


@settings(max_examples=60)
@given(CLOSED, IDLE, st.lists(st.sampled_from(list(Drive)), min_size=17, max_size=17), VALUES)
def test_kirchhoff_holds_at_every_wire(
    closed: list[int], idle: list[LineState], drives: list[Drive], values: BoardValues
) -> None:
    """Whatever the pins do, the currents into a wire add up to nothing, to ten nanoampere."""
    before = [*idle, *idle, UP]
    lines = [LineState(drive, line.charged) for drive, line in zip(drives, before, strict=True)]
    state = MatrixState(tuple(lines[:9]), tuple(lines[9:]), tuple(closed))
    volts = matrix_volts(values, state)
    into = [
        (at_pin - wire) / (values.column_ohm if node < 9 else values.row_ohm)
        for node, (at_pin, wire) in enumerate(zip(volts.pins, volts.wires, strict=True))
    ]
    for column, row in product(range(9), range(8)):
        if closed[column] >> row & 1:
            ampere = values.diode.flow(volts.wires[column] - volts.wires[9 + row]).ampere
            into[column] -= ampere
            into[9 + row] += ampere
    assert max(map(abs, into)) < 1e-8


@settings(max_examples=150)
@given(CLOSED, IDLE, st.integers(-1, 7), VALUES)
def test_the_short_way_reads_what_the_volts_say(
    closed: list[int], idle: list[LineState], driven: int, values: BoardValues
) -> None:
    """Every pin, whatever is closed, whether idle rows are pulled up or float, charged or not."""
    circuit = MatrixCircuit(range(8), range(8, 17), values)
    for column, row in product(range(9), range(8)):
        circuit.close(row, 8 + column, closed=bool(closed[column] >> row & 1))
    for row, line in enumerate(idle):
        circuit.drive(row, Drive.HIGH if line.charged else Drive.PULLED_DOWN)
        circuit.drive(row, line.drive)
    for column in range(8, 17):
        circuit.drive(column, Drive.PULLED_UP)
    if driven >= 0:
        circuit.drive(driven, Drive.LOW)
    assert [circuit.level(line) for line in circuit.lines] == [
        circuit.level_by_volts(line) for line in circuit.lines
    ]


def test_the_short_way_is_shut_where_it_would_read_something_else() -> None:
    """A board on which nine closed switches of a row are above the threshold is read by its volts."""
    strong = replace(board_values(PI_4, threshold=Threshold.GUARANTEED_LOW), pull_up_ohm=10_000)
    circuit = MatrixCircuit(range(8), range(8, 17), strong)
    for column in range(8, 17):
        circuit.drive(column, Drive.PULLED_UP)
        circuit.close(0, column, closed=True)
    for row in range(8):
        circuit.drive(row, Drive.PULLED_UP if row else Drive.LOW)
    assert circuit.level(8) is circuit.level_by_volts(8) is True
    for column in range(9, 17):
        circuit.close(0, column, closed=False)
    assert circuit.level(8) is circuit.level_by_volts(8) is False


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_rows_that_float_lose_an_open_column_where_pins_leak_10_microampere(model: PiModel) -> None:
    """With every leak at its most, seven floating rows draw it too low, pulled-up ones do not."""
    floating, pulled_up = (
        matrix_volts(
            board_values(model, LOWEST_HIGH), MatrixState((UP,), (LOW, *(idle,) * 7), (0b11111110,))
        ).pins[0]
        for idle in (OFF, UP)
    )
    surely_high = model.threshold_v.most
    assert (floating < surely_high) is (model.leak_a == 10e-6)
    assert pulled_up > surely_high


def test_a_line_keeps_its_charge_until_something_draws_it() -> None:
    """Driven high and let go it reads high; a closed switch to a driven row empties it for good."""
    circuit = MatrixCircuit([1], [2], board_values(ZERO_2_W))
    assert circuit.level(2) is False  # nobody ever charged it
    circuit.drive(2, Drive.HIGH)
    circuit.drive(2, Drive.RELEASED)
    assert circuit.level(2) is True
    circuit.drive(1, Drive.LOW)
    assert circuit.level(2) is True
    circuit.close(1, 2, closed=True)
    assert circuit.level(2) is False
    circuit.close(1, 2, closed=False)
    circuit.drive(1, Drive.PULLED_UP)
    assert circuit.level(2) is False


def test_the_document_has_the_numbers_of_every_pi(request: pytest.FixtureRequest) -> None:
    """docs/twin.md lists what the twin solves with."""
    lines = [
        "| Pi | chip | surely low, typical, surely high | pulls | outputs | leak, at most |",
        "|" + "---|" * 6,
    ]
    for model in MODELS:
        low, typical, high = model.threshold_v
        pulls = ", ".join(f"{ohm / 1000:.0f}" for ohm in model.pull_ohm)
        outputs = ", ".join(f"{ohm:.0f}" for ohm in model.output_ohm)
        levels = f"{low} V, {typical} V, {high} V"
        leak = f"{1e6 * model.leak_a:.0f} uA"
        lines.append(f"| {model.name} | {model.chip} | {levels} | {pulls} kohm | {outputs} ohm | {leak} |")
    compare("docs/twin.md", "pis", "\n".join(lines), accept=request.config.getoption("--accept"))
