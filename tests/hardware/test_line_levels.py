"""What the drivers of the lines tell beside a scan: rows that read low, and every line under each pull.

Through the twin's libraries, and through gpiozero's and rpi-lgpio's own code over the twin's chip.
"""

from collections.abc import Callable
from typing import Any

import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_lines, assemble_scanner
from jadoube.drivers.interfaces import LineLevels, MatrixLines, PartFailed, Pull
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive
from shared.pins.lgpio_wheel import needs_lgpio
from shared.pins.whole_lgpio import RealLibraries

PINMAP = load_pinmap()
ROWS, COLUMNS = PINMAP.matrix.rows, PINMAP.matrix.columns
LINES = [line.bcm for line in (*ROWS, *COLUMNS)]
ALL_LOW = LineLevels(2 ** len(ROWS) - 1, 2 ** len(COLUMNS) - 1)
IDLE = dict.fromkeys(LINES, Drive.PULLED_UP)


class Watched:
    """The twin's electronics, or other libraries over its pins; `on_wait` is called when a driver waits."""

    def __init__(self, twin: Twin, libraries: Any) -> None:
        self._libraries = libraries
        self.twin = twin
        self.on_wait: Callable[[], None] = lambda: None

    def __getattr__(self, name: str) -> Any:
        """Give what the libraries have."""
        return getattr(self._libraries, name)

    def settle(self, duration_us: int) -> None:  # noqa: ARG002 - the circuit has no time
        """Tell that a driver waits."""
        self.on_wait()


Board = tuple[Twin, Watched, MatrixLines]


@pytest.fixture(
    params=[
        *(("twin", library) for library in LIBRARIES),
        ("real", "gpiozero"),
        pytest.param(("real", "rpigpio"), marks=needs_lgpio),
    ],
    ids=" ".join,
)
def board(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Board:
    """Build a board and open its lines."""
    libraries, through = request.param
    twin = Twin(PINMAP)
    real = RealLibraries(twin.electronics.pads, monkeypatch) if libraries == "real" else twin.electronics
    electronics: Any = Watched(twin, real)
    return twin, electronics, assemble_lines(PINMAP, electronics, ReedSettings(scanner=through))


def test_released_rows_read_high_but_for_one_at_ground(board: Board) -> None:
    """Each row at ground is told as itself; a column at ground is no row."""
    twin, _, lines = board
    assert lines.low_rows() == 0
    for index, row in enumerate(ROWS):
        twin.ground_line(row.name)
        assert lines.low_rows() == 1 << index
        twin.unground_line(row.name)
    twin.ground_line(COLUMNS[0].name)
    assert (lines.low_rows(), lines.low_columns()) == (0, 1)


def test_a_probe_reads_every_line_under_the_pull_that_is_asked_for(board: Board) -> None:
    """Pulled up all lines of a sound board are high but the one at ground; pulled down all are low."""
    twin, _, lines = board
    assert lines.probe(Pull.UP) == LineLevels(0, 0)
    assert lines.probe(Pull.DOWN) == ALL_LOW
    twin.ground_line(ROWS[3].name)
    twin.ground_line(COLUMNS[8].name)
    assert lines.probe(Pull.UP) == LineLevels(1 << 3, 1 << 8)


@pytest.mark.parametrize("charged", [False, True])
@pytest.mark.parametrize("pull", Pull)
def test_a_probe_sets_every_pull_and_then_what_a_scan_needs(board: Board, pull: Pull, charged: bool) -> None:
    """While it waits every line is charged, then has the pull; then a scan reads as before."""
    twin, electronics, lines = board
    seen: list[dict[int, Drive]] = []
    electronics.on_wait = lambda: seen.append(twin.drives)
    lines.drive(2)
    lines.probe(pull, charged=charged)
    pulled = {Pull.UP: Drive.PULLED_UP, Pull.DOWN: Drive.PULLED_DOWN}
    expected = [Drive.HIGH] * charged + ([pulled[pull]] if pull in pulled else [])
    assert seen == [dict.fromkeys(LINES, each) for each in expected]
    assert twin.drives == IDLE
    lines.drive(5)
    assert twin.drives == IDLE | {ROWS[5].bcm: Drive.LOW}
    lines.release()
    assert twin.drives == IDLE


@pytest.mark.parametrize("charged", [False, True])
def test_a_probe_that_fails_leaves_the_lines_as_for_a_scan(board: Board, charged: bool) -> None:
    """An error while it waits is passed on, and no line stays driven or pulled down."""
    twin, electronics, lines = board

    def fail() -> None:
        raise OSError(5, "Input/output error")

    electronics.on_wait = fail
    with pytest.raises(OSError, match="Input/output error"):
        lines.probe(Pull.DOWN, charged=charged)
    assert twin.drives == IDLE
    electronics.on_wait = lambda: None
    assert lines.probe(Pull.UP) == LineLevels(0, 0)


def test_lines_that_are_closed_with_a_row_driven_drive_nothing(board: Board) -> None:
    """A Pi's kernel may keep an output that is given back as it was, so the row is released before."""
    twin, _, lines = board
    lines.drive(4)
    lines.close()
    assert not {Drive.LOW, Drive.HIGH, Drive.PULLED_DOWN} & set(twin.drives.values())


def test_auto_opens_the_lines_of_the_first_library_that_has_them() -> None:
    """They are read and probed like those of a library that is named."""
    twin = Twin(PINMAP)
    lines = assemble_lines(PINMAP, twin.electronics, ReedSettings(scanner="auto"))
    assert lines.probe(Pull.DOWN) == ALL_LOW
    assert lines.low_rows() == 0


def test_a_board_on_a_serial_line_has_no_lines() -> None:
    """One line says so, and what to set."""
    with pytest.raises(PartFailed, match=r"^reeds: a board on a serial line has no lines of its own; name a"):
        assemble_lines(PINMAP, Twin(PINMAP).electronics, ReedSettings(scanner="serial"))


def test_lines_that_do_not_open_are_told() -> None:
    """The error of the library, in one line with what to do."""
    twin = Twin(PINMAP)
    scanner = assemble_scanner(PINMAP, twin.electronics, ReedSettings())
    with pytest.raises(PartFailed, match=r"^reeds: cannot take a pin, GPIO busy; check that no other"):
        assemble_lines(PINMAP, twin.electronics, ReedSettings())
    assert scanner.read() == Scanned(0)
