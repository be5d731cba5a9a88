"""A wary scanner names the lines that touch ground, reads the rest, and believes all that pieces can do."""

from typing import NoReturn

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Button, Scanned
from jadoube.core.signals.lines import BUTTONS_LINE, NAMES
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_scanner
from jadoube.drivers.interfaces import PartFailed, Scanner
from jadoube.drivers.reeds.lines_lgpio import LgpioLines
from jadoube_sim.twin import Twin

PINMAP = load_pinmap()

each_library = pytest.mark.parametrize("through", LIBRARIES)


def wary_twin(through: str, closed: int) -> tuple[Twin, Scanner]:
    """Build a board with these reeds closed and a wary scanner on it."""
    twin = Twin(PINMAP)
    for square in chess.SquareSet(closed):
        twin.set_reed(square, closed=True)
    return twin, assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner=through), wary=True)


def line_set(*names: str) -> int:
    """The set of the lines of these names, as in `Scanned.grounded`."""
    return sum(1 << NAMES.index(name) for name in names)


@each_library
@pytest.mark.parametrize("closed", [0, chess.BB_H3, chess.BB_FILE_H | chess.BB_A1])
def test_a_column_at_ground_is_named_and_the_other_files_are_read(through: str, closed: int) -> None:
    """Its own eight squares read closed; every other square is read as it stands."""
    twin, scanner = wary_twin(through, closed)
    assert scanner.read() == Scanned(closed)
    twin.ground_line("column_h")
    assert scanner.read() == Scanned(closed | chess.BB_FILE_H, 0, line_set("h"))
    twin.unground_line("column_h")
    assert scanner.read() == Scanned(closed)


@each_library
@pytest.mark.parametrize("closed", [0, chess.BB_H3 | chess.BB_A1, chess.BB_B3 | chess.BB_G3 | chess.BB_G7])
def test_a_row_at_ground_is_named_and_so_is_no_column(through: str, closed: int) -> None:
    """It draws only the columns low that have a closed reed on it."""
    twin, scanner = wary_twin(through, closed)
    twin.ground_line("row_3")
    files = [chess.square_file(square) for square in chess.SquareSet(closed & chess.BB_RANK_3)]
    drawn = sum(chess.BB_FILES[file] for file in files)
    assert scanner.read() == Scanned(closed | drawn, 0, line_set("3"))


@each_library
def test_buttons_that_cannot_be_read_count_as_released(through: str) -> None:
    """Their column touches ground: seven held buttons would be a chord, a press and a hold at once."""
    twin, scanner = wary_twin(through, chess.BB_E4)
    twin.ground_line("column_buttons")
    assert scanner.read() == Scanned(chess.BB_E4, 0, 1 << BUTTONS_LINE)


@each_library
def test_several_lines_at_ground_are_all_named(through: str) -> None:
    """Two columns at once: their squares are lost, and no more."""
    twin, scanner = wary_twin(through, chess.BB_E4)
    for signal in ("column_a", "column_h"):
        twin.ground_line(signal)
    closed = chess.BB_E4 | chess.BB_FILE_A | chess.BB_FILE_H
    assert scanner.read() == Scanned(closed, 0, line_set("a", "h"))


@each_library
def test_a_wary_scanner_believes_a_full_file(through: str) -> None:
    """Eight pieces on a file, and all buttons held, are no fault."""
    twin, scanner = wary_twin(through, chess.BB_FILE_C)
    twin.set_button(Button(127), held=True)
    assert scanner.read() == Scanned(chess.BB_FILE_C, 127)


@each_library
def test_a_row_at_the_supply_is_named_and_the_other_ranks_are_read(through: str) -> None:
    """It cannot be driven low, so its eight squares read open."""
    start = chess.Board().occupied
    twin, scanner = wary_twin(through, start)
    assert scanner.read() == Scanned(start)
    twin.power_line("row_2")
    found = Scanned(start & ~chess.BB_RANK_2, 0, 0, line_set("2"))
    assert [scanner.read() for _ in range(3)] == [found] * 3
    twin.unpower_line("row_2")
    assert [scanner.read() for _ in range(2)] == [Scanned(start)] * 2


@each_library
def test_a_column_at_the_supply_feeds_the_rows_of_its_pieces(through: str) -> None:
    """These ranks read open, too: the scanner names the column and the rows that it feeds."""
    closed = chess.BB_E2 | chess.BB_E7 | chess.BB_D2 | chess.BB_D4
    twin, scanner = wary_twin(through, closed)
    assert scanner.read() == Scanned(closed)
    twin.power_line("column_e")
    assert scanner.read() == Scanned(chess.BB_D4, 0, 0, line_set("e", "2", "7"))
    twin.unpower_line("column_e")
    assert scanner.read() == Scanned(closed)


@each_library
def test_quick_hands_are_no_line_at_the_supply(through: str) -> None:
    """Two pieces are lifted between two scans: the lines are probed, and found sound."""
    twin, scanner = wary_twin(through, chess.Board().occupied)
    assert scanner.read() == Scanned(chess.Board().occupied)
    for square in (chess.E1, chess.E2):
        twin.set_reed(square, closed=False)
    found = Scanned(chess.Board().occupied & ~(chess.BB_E1 | chess.BB_E2))
    assert [scanner.read() for _ in range(2)] == [found] * 2


def test_a_probe_that_failed_is_made_again() -> None:
    """The pins give an error just then: the next scan still asks why so many reeds have opened at once."""
    twin, scanner = wary_twin("lgpio", chess.BB_RANK_2)
    scanner.read()
    twin.power_line("row_2")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LgpioLines, "probe", _failing)
        with pytest.raises(PartFailed):
            scanner.read()
    assert scanner.read() == Scanned(0, 0, 0, line_set("2"))


def _failing(*_asked: object, **_how: object) -> NoReturn:
    raise OSError(5, "Input/output error")
