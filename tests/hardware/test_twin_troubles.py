"""What can be broken on the twin's wires, what a scan and a meter show then, what a killed program leaves."""

from typing import Any

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_scanner
from jadoube.drivers.interfaces import Scanner
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.electrics.pi_models import PI_5

PINMAP = load_pinmap()
ROW_3, ROW_4, ROW_7 = (
    next(row.bcm for row in PINMAP.matrix.rows if row.name == name) for name in ("row_3", "row_4", "row_7")
)
START = chess.Board().occupied

each_library = pytest.mark.parametrize("through", LIBRARIES)


def scanned_twin(through: str, closed: int = START) -> tuple[Twin, Scanner]:
    """Build a board with these reeds closed, and a scanner on it."""
    twin = Twin(PINMAP)
    for square in chess.SquareSet(closed):
        twin.set_reed(square, closed=True)
    return twin, assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner=through))


@each_library
def test_a_row_at_3_volt_reads_open_until_it_is_parted(through: str) -> None:
    """Nothing draws its reeds low, and the other lines read as they are."""
    twin, scanner = scanned_twin(through)
    twin.power_line("row_2")
    assert scanner.read() == Scanned(START & ~chess.BB_RANK_2)
    assert twin.wire_volts("row_2") == pytest.approx(3.3, abs=0.01)
    twin.unpower_line("row_2")
    assert scanner.read() == Scanned(START)


@each_library
def test_a_column_at_3_volt_hides_itself_and_each_row_to_which_it_is_closed(through: str) -> None:
    """A closed reed lifts the wire of the driven row to 2.6 V, and with it all other reeds of that row."""
    closed = START & ~(chess.BB_C1 | chess.BB_C2)
    twin, scanner = scanned_twin(through, closed)
    twin.power_line("column_c")
    assert scanner.read() == Scanned(closed & (chess.BB_RANK_1 | chess.BB_RANK_2))
    twin.electronics.pads.drive(ROW_7, 0)
    assert twin.wire_volts("row_7") == pytest.approx(2.6, abs=0.1)
    twin.electronics.pads.let_go(ROW_7)
    twin.unpower_line("column_c")
    assert scanner.read() == Scanned(closed)


@pytest.mark.parametrize("through", [*LIBRARIES, "serial"])
def test_wires_at_other_pins_read_elsewhere_until_they_are_back(through: str) -> None:
    """Two rows that are exchanged, the columns' plug turned, and both at once; a meter follows the wire."""
    twin, scanner = scanned_twin(through, chess.BB_B2 | chess.BB_E7)
    twin.swap_lines("row_2", "row_3")
    assert scanner.read() == Scanned(chess.BB_B3 | chess.BB_E7)
    twin.turn_plug("J1")
    assert scanner.read() == Scanned(chess.BB_H3 | chess.BB_E7)
    twin.ground_line("row_2")
    assert (twin.pin_volts("row_3"), twin.wire_volts("row_2")) == pytest.approx((0, 0), abs=0.1)
    twin.unground_line("row_2")
    twin.swap_lines("row_3", "row_2")
    twin.turn_plug("J1")
    assert scanner.read() == Scanned(chess.BB_B2 | chess.BB_E7)
    with pytest.raises(ValueError, match="no two rows"):
        twin.swap_lines("row_2", "column_b")


@each_library
def test_a_diode_the_wrong_way_round_reads_open_and_draws_its_row_until_it_is_mended(through: str) -> None:
    """Two diodes lie between its row and another one that is driven: no square reads closed through them."""
    twin, scanner = scanned_twin(through)
    twin.reverse_diode(chess.E2)
    assert scanner.read() == Scanned(START & ~chess.BB_E2)
    twin.electronics.pads.drive(ROW_7, 0)
    assert twin.pin_volts("row_2") == pytest.approx(1.0, abs=0.15)
    assert twin.pin_volts("row_1") > 3
    twin.electronics.pads.let_go(ROW_7)
    twin.mend_diode(chess.E2)
    assert scanner.read() == Scanned(START)


@each_library
def test_a_diode_that_leaks_makes_the_ghost_of_a_bridge_until_it_is_mended(through: str) -> None:
    """With 1 kohm backwards the fourth corner reads closed; with 1 Mohm it does not."""
    twin, scanner = scanned_twin(through, chess.BB_A1 | chess.BB_A8 | chess.BB_H1)
    twin.leak_diode(chess.A1, 1e3)
    assert scanner.read().reeds & chess.BB_H8
    twin.leak_diode(chess.A1, 1e6)
    assert not scanner.read().reeds & chess.BB_H8
    twin.leak_diode(chess.A1, 1e3)
    twin.mend_diode(chess.A1)
    assert not scanner.read().reeds & chess.BB_H8


@each_library
def test_a_column_that_loses_its_pull_up_reads_closed_until_it_is_back(through: str) -> None:
    """The first closed switch empties it, and nothing fills it again."""
    twin, scanner = scanned_twin(through)
    twin.lose_pull("column_c")
    scanner.read()
    assert scanner.read() == Scanned(START | chess.BB_FILE_C)
    twin.restore_pull("column_c")
    assert scanner.read() == Scanned(START)


def test_a_lost_pull_up_takes_no_pull_down_away() -> None:
    """Only the pull-up is broken: pulled down, the line is low at once."""
    twin = Twin(PINMAP)
    column = PINMAP.matrix.columns[0]
    pads = twin.electronics.pads
    pads.drive(column.bcm, 1)
    pads.let_go(column.bcm, Drive.PULLED_UP)
    twin.lose_pull(column.name)
    assert twin.pin_volts(column.name) > 3  # its charge
    pads.let_go(column.bcm, Drive.PULLED_DOWN)
    assert twin.pin_volts(column.name) < 0.1


def test_a_meter_finds_the_resistors_between_pin_and_wire() -> None:
    """A closed reed leaves 0.46 V on the column's wire; at its pin it is more by what the resistor takes."""
    twin, _ = scanned_twin("lgpio", chess.BB_E4)
    twin.electronics.pads.drive(ROW_4, 0)
    pin, wire, row = twin.pin_volts("column_e"), twin.wire_volts("column_e"), twin.wire_volts("row_4")
    ampere = (3.3 - pin) / 57_000
    assert pin - wire == pytest.approx(470 * ampere, rel=0.01)
    assert row == pytest.approx((220 + 25) * ampere, rel=0.01)
    assert wire - row == pytest.approx(0.45, abs=0.02)


@pytest.mark.parametrize(("keeps_outputs", "left"), [(True, Drive.LOW), (False, Drive.PULLED_UP)])
def test_what_a_killed_program_drove_stays_driven_if_the_kernel_keeps_outputs(
    keeps_outputs: bool, left: Drive
) -> None:
    """The kernel frees the lines of its files, nothing else; the next program takes the row up again."""
    twin = Twin(PINMAP, keeps_outputs=keeps_outputs)
    lgpio = twin.electronics.lgpio()
    handle = lgpio.gpiochip_open(0)
    flags = lgpio.SET_OPEN_DRAIN | lgpio.SET_PULL_UP
    lgpio.group_claim_output(handle, [ROW_3], [0], flags)
    lgpio.gpiochip_close(handle)
    assert twin.drives[ROW_3] is left
    scanner = assemble_scanner(PINMAP, twin.electronics, ReedSettings())
    twin.set_reed(chess.A8, closed=True)
    assert scanner.read() == Scanned(chess.BB_A8)


def test_a_twin_of_a_pi_5_is_one_in_all_its_parts() -> None:
    """Its thresholds, its pulls and its pads are that model's."""
    twin = Twin(PINMAP, pi=PI_5)
    electronics: Any = twin.electronics
    assert electronics.pads.pi is PI_5
    values = electronics.pads.circuit.values
    assert (values.threshold_v, values.pull_up_ohm) == (PI_5.threshold_v.typical, PI_5.pull_ohm.typical)
