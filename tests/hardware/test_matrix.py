"""The scanner on the twin's matrix: exact with its diodes, the ghost of physics without one."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import BUTTONS, Button, Scanned
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_scanner
from jadoube.drivers.interfaces import Part, PartFailed, Scanner
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive, MatrixCircuit
from jadoube_sim.twin.pads import Pads
from jadoube_sim.twin.pins import TwinFactory

PINMAP = load_pinmap()
SQUARE_SETS = st.integers(0, 2**64 - 1)
FEW_SQUARES = st.sets(st.sampled_from(chess.SQUARES), max_size=8)


each_library = pytest.mark.parametrize("through", LIBRARIES)


def scanned_twin(through: str) -> tuple[Twin, Scanner]:
    """Build a board with a real scanner on it."""
    twin = Twin(PINMAP)
    return twin, assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner=through))


def close_reeds(twin: Twin, squares: Iterable[chess.Square]) -> None:
    """Close these reeds and open all others."""
    wanted = set(squares)
    for square in chess.SQUARES:
        twin.set_reed(square, square in wanted)


def conducting(closed: set[chess.Square], bridged: set[chess.Square]) -> int:
    """Say what a scan must see, another way than the twin's: conduction as a matrix, closed transitively."""
    nodes = range(16)  # rows 0 to 7, columns 8 to 15, with rank and file as their numbers
    leads = [[one == other for other in nodes] for one in nodes]
    for square in closed:
        row, column = chess.square_rank(square), 8 + chess.square_file(square)
        leads[column][row] = True
        leads[row][column] = square in bridged
    for middle, one, other in product(nodes, nodes, nodes):
        leads[one][other] |= leads[one][middle] and leads[middle][other]
    return sum(
        1 << square
        for square in chess.SQUARES
        if leads[8 + chess.square_file(square)][chess.square_rank(square)]
    )


@each_library
def test_each_reed_alone_is_read_exactly(through: str) -> None:
    """Each of 64 reeds, closed alone, is read as itself and nothing else."""
    twin, scanner = scanned_twin(through)
    for square in chess.SQUARES:
        close_reeds(twin, [square])
        assert scanner.read() == Scanned(chess.BB_SQUARES[square])


@each_library
def test_each_button_alone_is_read_exactly(through: str) -> None:
    """Each of seven buttons, held alone, is read as itself and nothing else."""
    twin, scanner = scanned_twin(through)
    for button in BUTTONS.values():
        twin.set_button(button, held=True)
        assert scanner.read() == Scanned(0, button)
        twin.set_button(button, held=False)
    assert scanner.read() == Scanned(0)


@each_library
@settings(max_examples=50, deadline=None)
@given(SQUARE_SETS, st.integers(0, 127))
def test_with_all_diodes_no_ghost_ever(through: str, reeds: int, buttons: int) -> None:
    """Any reeds closed and any buttons held together are read exactly."""
    twin, scanner = scanned_twin(through)
    close_reeds(twin, chess.SquareSet(reeds))
    twin.set_button(Button(buttons), held=True)
    assert scanner.read() == Scanned(reeds, buttons)
    assert (twin.reeds, twin.buttons) == (reeds, buttons)


@each_library
def test_a_missing_diode_makes_the_ghost_at_the_fourth_corner(through: str) -> None:
    """Three closed corners, no diode at the middle one: the fourth is read too, and no other square."""
    for bridged in (chess.A1, chess.D4, chess.H8):
        twin, scanner = scanned_twin(through)
        twin.remove_diode(bridged)
        for fourth in chess.SQUARES:
            corners = rectangle(bridged, fourth)
            close_reeds(twin, corners - {fourth})
            assert chess.SquareSet(scanner.read().reeds) == chess.SquareSet(corners)


def rectangle(one: chess.Square, other: chess.Square) -> set[chess.Square]:
    """Give the four corners; none where the two squares share a rank or file, for then nothing can ghost."""
    files = {chess.square_file(one), chess.square_file(other)}
    ranks = {chess.square_rank(one), chess.square_rank(other)}
    corners = {chess.square(file, rank) for file in files for rank in ranks}
    return corners if len(corners) == 4 else set()


@each_library
def test_a_diode_missing_elsewhere_makes_no_ghost(through: str) -> None:
    """Of three closed corners only the middle one's diode keeps the ghost away."""
    for bridged in (chess.A8, chess.H1, chess.H8, chess.B2):
        twin, scanner = scanned_twin(through)
        twin.remove_diode(bridged)
        close_reeds(twin, [chess.A1, chess.A8, chess.H1])
        assert chess.SquareSet(scanner.read().reeds) == chess.SquareSet([chess.A1, chess.A8, chess.H1])


@each_library
def test_a_diode_put_back_ends_the_ghost(through: str) -> None:
    """A mended board reads exactly again."""
    twin, scanner = scanned_twin(through)
    twin.remove_diode(chess.A1)
    close_reeds(twin, [chess.A1, chess.A8, chess.H1])
    assert scanner.read().reeds & chess.BB_H8
    twin.mend_diode(chess.A1)
    assert not scanner.read().reeds & chess.BB_H8


@each_library
@settings(max_examples=50, deadline=None)
@given(FEW_SQUARES, FEW_SQUARES)
def test_any_missing_diodes_ghost_as_conduction_says(
    through: str, closed: set[int], bridged: set[int]
) -> None:
    """With any diodes missing the scan sees what the transitive closure of conduction says."""
    twin, scanner = scanned_twin(through)
    for square in bridged:
        twin.remove_diode(square)
    close_reeds(twin, closed)
    assert chess.SquareSet(scanner.read().reeds) == chess.SquareSet(conducting(closed, bridged))


@each_library
def test_a_stuck_reed_stays_until_it_is_mended(through: str) -> None:
    """A welded reed is read closed whatever stands on it; mended, it follows again."""
    twin, scanner = scanned_twin(through)
    twin.stick_reed(chess.E4, closed=True)
    twin.set_reed(chess.E4, closed=False)
    assert scanner.read() == Scanned(chess.BB_E4)
    twin.mend_reed(chess.E4)
    twin.set_reed(chess.E4, closed=False)
    assert scanner.read() == Scanned(0)


@each_library
def test_an_unplugged_matrix_reads_open(through: str) -> None:
    """Without its plug every reed reads open; plugged in again, it reads what is closed."""
    twin, scanner = scanned_twin(through)
    close_reeds(twin, [chess.A1, chess.H8])
    twin.unplug(Part.REEDS)
    assert scanner.read() == Scanned(0)
    twin.plug(Part.REEDS)
    assert scanner.read() == Scanned(chess.BB_CORNERS & (chess.BB_A1 | chess.BB_H8))


class Watched:
    """The twin's electronics, with an eye on the lines while a row settles, and a fault on request."""

    def __init__(self, twin: Twin) -> None:
        self._twin = twin
        self.driven: list[dict[int, Drive]] = []
        self.fails_at_row: int | None = None

    def __getattr__(self, name: str) -> Any:
        """Give whatever the twin's electronics have."""
        return getattr(self._twin.electronics, name)

    def settle(self, duration_us: int) -> None:
        """Note what is done to each line; then fail if that is wanted."""
        assert duration_us == ReedSettings().settle_us
        self.driven.append(self._twin.drives)
        if (len(self.driven) - 1) % len(PINMAP.matrix.rows) == self.fails_at_row:
            raise OSError(5, "Input/output error")


def watched_twin(through: str) -> tuple[Twin, Any, Scanner]:
    """Build a board with a real scanner on watched lines."""
    twin = Twin(PINMAP)
    watched: Any = Watched(twin)
    return twin, watched, assemble_scanner(PINMAP, watched, ReedSettings(scanner=through))


def lines_while(low_row: int | None) -> dict[int, Drive]:
    """Say what has to be done to the lines while this row is read; None: while none is."""
    lines = (*PINMAP.matrix.rows, *PINMAP.matrix.columns)
    return {line.bcm: Drive.LOW if line.bcm == low_row else Drive.PULLED_UP for line in lines}


@each_library
def test_one_row_is_driven_at_a_time_and_low(through: str) -> None:
    """While a row settles it is low and the only output; so no two outputs can fight. After that none is."""
    twin, watched, scanner = watched_twin(through)
    assert twin.drives == lines_while(None)
    scanner.read()
    assert watched.driven == [lines_while(row.bcm) for row in PINMAP.matrix.rows]
    assert twin.drives == lines_while(None)


@each_library
def test_a_closed_scanner_drives_nothing(through: str) -> None:
    """Closed, it leaves every line an input that drives nothing."""
    twin, _, scanner = watched_twin(through)
    scanner.close()
    assert not {Drive.LOW, Drive.HIGH} & set(twin.drives.values())


@each_library
def test_a_scan_that_fails_says_so_and_leaves_no_row_low(through: str) -> None:
    """A pin that fails in the third row is PartFailed; the next scan takes the pins anew, and reads right."""
    twin, watched, scanner = watched_twin(through)
    close_reeds(twin, [chess.A6])
    watched.fails_at_row = 2
    with pytest.raises(PartFailed, match=r"^reeds: cannot read a pin, .*Input/output error; check"):
        scanner.read()
    assert not {Drive.LOW, Drive.HIGH} & set(twin.drives.values())
    watched.fails_at_row = None
    assert scanner.read() == Scanned(chess.BB_A6)


def test_a_scan_through_lgpio_takes_17_calls_of_the_kernel() -> None:
    """A write and a read for each row, and a write at the end."""
    twin, scanner = scanned_twin("lgpio")
    before = twin.electronics.lgpio().calls
    scanner.read()
    assert twin.electronics.lgpio().calls - before == 17


def test_a_scan_through_gpiod_takes_17_calls_and_turns_16_lines() -> None:
    """Each row is turned twice, to be driven and to be released; the other rows are left alone."""
    twin, scanner = scanned_twin("gpiod")
    gpiod = twin.electronics.gpiod()
    calls, turned = gpiod.calls, gpiod.turned
    scanner.read()
    assert (gpiod.calls - calls, gpiod.turned - turned) == (17, 16)


def test_pins_of_the_matrix_remember_nothing() -> None:
    """A thousand scans leave no trace in the mock pins, which would fill the memory in a day."""
    twin, scanner = scanned_twin("gpiozero")
    for _ in range(1000):
        scanner.read()
    pins: Any = twin.electronics.pin_factory()
    assert max(len(pin.states) for pin in pins.pins.values()) == 1


def test_a_pin_beside_the_matrix_is_a_plain_mock_pin() -> None:
    """The buzzer's pin can be driven and beats like any of gpiozero's mock pins."""
    factory = TwinFactory(Pads(MatrixCircuit([4], [5])))
    pin = factory.pin("GPIO18")
    pin.function = "output"
    pin.frequency = 440
    pin.state = 0.5
    assert (pin.frequency, pin.state) == (440, 0.5)


def test_a_column_that_nothing_pulls_reads_low() -> None:
    """A forgotten pull-up shows at once: the line reads low."""
    circuit = MatrixCircuit(rows=[1], columns=[2])
    assert circuit.level(2) is False
    circuit.drive(2, Drive.PULLED_UP)
    assert circuit.level(2) is True
    circuit.drive(2, Drive.PULLED_DOWN)
    assert circuit.level(2) is False


def test_a_row_driven_high_holds_its_level() -> None:
    """Nothing is pulled low through a row that is driven high: idle rows driven high make no ghost."""
    circuit = MatrixCircuit(rows=[1, 2], columns=[3, 4])
    for row, column in ((1, 3), (2, 3), (2, 4)):
        circuit.close(row, column, closed=True)
    circuit.bridge_diode(2, 3, bridged=True)
    for column in (3, 4):
        circuit.drive(column, Drive.PULLED_UP)
    circuit.drive(1, Drive.LOW)
    assert circuit.level(4) is False  # the ghost: 4 to row 2, over the bridge to 3, to row 1
    circuit.drive(2, Drive.HIGH)
    assert circuit.level(4) is True
    assert circuit.level(2) is True


def test_a_row_reads_what_its_columns_feed_it() -> None:
    """A floating row is low until a closed reed feeds it; the diode then keeps its charge in."""
    circuit = MatrixCircuit(rows=[1], columns=[2])
    circuit.drive(2, Drive.PULLED_UP)
    assert circuit.level(1) is False
    circuit.close(1, 2, closed=True)
    assert circuit.level(1) is True
    circuit.drive(2, Drive.LOW)
    assert circuit.level(1) is True
    circuit.drive(1, Drive.PULLED_DOWN)
    assert circuit.level(1) is False


@each_library
def test_a_cut_line_reads_open_and_leaves_the_others_alone(through: str) -> None:
    """A row whose wire is cut reads open all along, and so does a column; mended, they read again."""
    everything = 2**64 - 1
    for line, lost in (("row_3", chess.BB_RANK_3), ("column_c", chess.BB_FILE_C)):
        twin, scanner = scanned_twin(through)
        close_reeds(twin, chess.SQUARES)
        twin.cut_line(line)
        assert scanner.read() == Scanned(everything & ~lost)
        twin.mend_line(line)
        assert scanner.read() == Scanned(everything)


@each_library
def test_two_lines_that_touch_read_as_one(through: str) -> None:
    """A reed on either of two rows that touch is read on both, and so on two columns; parted, no more."""
    for one, other, closed, read in (
        ("row_3", "row_4", chess.BB_C3, chess.BB_C3 | chess.BB_C4),
        ("column_a", "column_b", chess.BB_B7, chess.BB_A7 | chess.BB_B7),
    ):
        twin, scanner = scanned_twin(through)
        close_reeds(twin, chess.SquareSet(closed))
        twin.short_lines(one, other)
        assert scanner.read() == Scanned(read)
        twin.part_lines(one, other)
        assert scanner.read() == Scanned(closed)


@each_library
def test_a_grounded_column_reads_closed_and_a_grounded_row_lends_its_reeds_their_columns(
    through: str,
) -> None:
    """A column at ground is low in every row; a reed on a row at ground pulls its column low in every row."""
    twin, scanner = scanned_twin(through)
    twin.ground_line("column_c")
    assert scanner.read() == Scanned(chess.BB_FILE_C)
    twin, scanner = scanned_twin(through)
    twin.ground_line("row_3")
    assert scanner.read() == Scanned(0)
    close_reeds(twin, [chess.E3, chess.F5])
    assert scanner.read() == Scanned(chess.BB_FILE_E | chess.BB_F5)
