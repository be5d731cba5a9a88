"""A wary scanner gives out no scan of a line that is stuck low, and believes all that pieces can do."""

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Button, Scanned
from jadoube.drivers.assemble import LIBRARIES, assemble_scanner
from jadoube.drivers.interfaces import PartFailed, Scanner
from jadoube_sim.twin import Twin

PINMAP = load_pinmap()

each_library = pytest.mark.parametrize("through", LIBRARIES)


def wary_twin(through: str, closed: int) -> tuple[Twin, Scanner]:
    """Build a board with these reeds closed and a wary scanner on it."""
    twin = Twin(PINMAP)
    for square in chess.SquareSet(closed):
        twin.set_reed(square, closed=True)
    return twin, assemble_scanner(PINMAP, twin.electronics, ReedSettings(scanner=through), wary=True)


@each_library
@pytest.mark.parametrize("grounded", ["column_h", "row_3"])
def test_a_wary_scanner_gives_nothing_out_while_a_line_is_stuck(through: str, grounded: str) -> None:
    """One line names the columns that are low and what to do."""
    twin, scanner = wary_twin(through, chess.BB_H3 | chess.BB_A1)
    assert scanner.read() == Scanned(chess.BB_H3 | chess.BB_A1)
    twin.ground_line(grounded)
    with pytest.raises(PartFailed, match=r"^reeds: column_h low with no row driven; look for a wire that"):
        scanner.read()


@each_library
def test_a_wary_scanner_believes_a_full_file(through: str) -> None:
    """Eight pieces on a file, and all buttons held, are no fault."""
    twin, scanner = wary_twin(through, chess.BB_FILE_C)
    twin.set_button(Button(127), held=True)
    assert scanner.read() == Scanned(chess.BB_FILE_C, 127)
