"""The pulls of the Pi's pins: who sets them, how long they stay, and what a scan reads because of them.

Through the twin's libraries, and through gpiozero's and rpi-lgpio's own code over the twin's chip.
"""

from typing import Any

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.drivers.assemble import LIBRARIES, assemble_scanner
from jadoube.drivers.interfaces import PartFailed
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive, MatrixCircuit
from jadoube_sim.twin.pads import Pads
from lgpio_here import needs_lgpio
from whole_lgpio import RealLibraries

PINMAP = load_pinmap()
ROWS = [row.bcm for row in PINMAP.matrix.rows]
LINES = [line.bcm for line in (*PINMAP.matrix.rows, *PINMAP.matrix.columns)]
AFTER_E4 = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").occupied

each_library = pytest.mark.parametrize(
    ("libraries", "through"),
    [
        *(("twin", library) for library in LIBRARIES),
        ("real", "gpiozero"),
        pytest.param("real", "rpigpio", marks=needs_lgpio),
    ],
)


class Watched:
    """Electronics that note what is done to the lines whenever a row settles."""

    def __init__(self, twin: Twin, libraries: Any) -> None:
        self._twin, self._libraries = twin, libraries
        self.seen: list[dict[int, Drive]] = []

    def __getattr__(self, name: str) -> Any:
        """Give what the libraries have."""
        return getattr(self._libraries, name)

    def settle(self, duration_us: int) -> None:  # noqa: ARG002 - the circuit has no time
        """Note the lines."""
        self.note()

    def note(self) -> None:
        """Note the lines."""
        self.seen.append(self._twin.drives)


def board(closed: int, real: pytest.MonkeyPatch | None = None) -> tuple[Twin, Any]:
    """Build a board with these reeds closed, and the electronics for its drivers: the twin's or the real."""
    twin = Twin(PINMAP)
    for square in chess.SquareSet(closed):
        twin.set_reed(square, closed=True)
    return twin, Watched(twin, RealLibraries(twin.electronics.pads, real) if real else twin.electronics)


@each_library
def test_after_e4_the_board_is_read_exactly(
    libraries: str, through: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The empty e2 reads as open, though four reeds of its file lead to rows that the reset pulls down."""
    _, electronics = board(AFTER_E4, monkeypatch if libraries == "real" else None)
    scanner = assemble_scanner(PINMAP, electronics, ReedSettings(scanner=through), wary=True)
    for _ in range(2):  # the first scan has driven and released every row
        assert scanner.read() == Scanned(AFTER_E4)


@each_library
def test_released_rows_and_columns_are_pulled_up(
    libraries: str, through: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the claim on, while another row is driven, and after the scan; closed, no pin drives."""
    twin, electronics = board(AFTER_E4, monkeypatch if libraries == "real" else None)
    assert Drive.PULLED_DOWN in twin.electronics.pads.pulls.values()
    scanner = assemble_scanner(PINMAP, electronics, ReedSettings(scanner=through))
    electronics.note()
    scanner.read()
    electronics.note()
    for row, drives in zip([None, *ROWS, None], electronics.seen, strict=True):
        assert drives == dict.fromkeys(LINES, Drive.PULLED_UP) | ({row: Drive.LOW} if row else {})
    scanner.close()
    switched_off = (libraries, through) == ("twin", "rpigpio")  # RPi.GPIO's own cleanup; the others only free
    assert twin.drives == dict.fromkeys(LINES, Drive.RELEASED if switched_off else Drive.PULLED_UP)


class SaysNothingOfPulls:
    """The twin's lgpio for a driver that forgets to say which pull rows have."""

    def __init__(self, lgpio: Any) -> None:
        self._lgpio = lgpio

    def __getattr__(self, name: str) -> Any:
        """Give what lgpio has."""
        return getattr(self._lgpio, name)

    def group_claim_output(self, handle: int, gpio: list[int], levels: list[int], flags: int) -> None:
        """Claim a group of outputs; the pulls stay as they are."""
        self._lgpio.group_claim_output(handle, gpio, levels, flags & ~self._lgpio.SET_PULL_UP)


def forgetful_board(closed: int) -> Any:
    """Give the electronics of a board with these reeds closed, for a driver that forgets the pulls."""
    twin, electronics = board(closed)
    forgetful = SaysNothingOfPulls(twin.electronics.lgpio())
    electronics.lgpio = lambda: forgetful
    return electronics


@pytest.mark.parametrize(
    ("closed", "read"), [(AFTER_E4, 2**64 - 1), (chess.BB_E4, chess.BB_FILE_E), (chess.BB_E5, chess.BB_E5)]
)
def test_rows_that_keep_the_pulls_of_the_reset_are_misread(closed: int, read: int) -> None:
    """A piece makes its whole file read as closed; but not on row_5, GPIO7, which the reset pulls up."""
    scanner = assemble_scanner(PINMAP, forgetful_board(closed), ReedSettings(scanner="lgpio"))
    assert scanner.read() == Scanned(read)


def test_a_wary_scanner_refuses_rows_that_keep_the_pulls_of_the_reset() -> None:
    """No scan is given out; one line names the columns."""
    lgpio = ReedSettings(scanner="lgpio")
    scanner = assemble_scanner(PINMAP, forgetful_board(chess.BB_E4), lgpio, wary=True)
    with pytest.raises(PartFailed, match=r"^reeds: column_e low with no row driven"):
        scanner.read()


def test_the_reset_pulls_gpio_0_to_8_up_and_9_to_27_down() -> None:
    """As the BCM2835's manual says on page 102; nothing is driven."""
    pads = Pads(MatrixCircuit(range(14), range(14, 28)))
    expected = dict.fromkeys(range(9), Drive.PULLED_UP) | dict.fromkeys(range(9, 28), Drive.PULLED_DOWN)
    assert pads.pulls == pads.circuit.drives == expected


def test_a_pull_stays_until_another_is_stated_through_whichever_library() -> None:
    """A claim of lgpio's that does not name one leaves it; RPi.GPIO switches that of an output off."""
    twin = Twin(PINMAP)
    pads, lgpio, gpio = twin.electronics.pads, twin.electronics.lgpio(), twin.electronics.rpi_gpio()
    line = ROWS[0]
    pulls = [pads.pulls[line]]

    def claim(*flags: int) -> None:
        chip = lgpio.gpiochip_open(0)
        lgpio.group_claim_output(chip, [line], [0], *flags)
        lgpio.group_write(chip, line, 1)
        lgpio.gpiochip_close(chip)
        lgpio.group_claim_input(chip, [line])
        lgpio.gpiochip_close(chip)
        pulls.append(pads.pulls[line])

    claim()
    claim(lgpio.SET_PULL_UP)
    claim(lgpio.SET_OPEN_DRAIN)
    gpio.setmode(gpio.BCM)
    gpio.setup(line, gpio.IN, gpio.PUD_DOWN)
    claim()
    gpio.setup(line, gpio.OUT)
    claim()
    pin: Any = twin.electronics.pin_factory().pin(f"GPIO{line}")
    pin.input_with_pull("up")
    pin.output_with_state(0)
    claim()
    expected = ["down", "down", "up", "up", "down", None, "up"]
    assert pulls == [Drive(f"pulled {way}") if way else Drive.RELEASED for way in expected]


def test_a_pull_up_against_a_pull_down_reads_low() -> None:
    """Only where current runs from the one to the other: through a closed reed, and not against its diode."""
    circuit = MatrixCircuit(rows=[1, 2], columns=[3, 4])
    for column in (3, 4):
        circuit.drive(column, Drive.PULLED_UP)
    circuit.drive(1, Drive.PULLED_DOWN)
    circuit.close(1, 3, closed=True)
    circuit.close(2, 4, closed=True)
    assert (circuit.level(3), circuit.level(4)) == (False, True)
    circuit.drive(1, Drive.RELEASED)
    assert circuit.level(3) is True
    circuit.drive(3, Drive.PULLED_DOWN)
    circuit.drive(1, Drive.PULLED_UP)
    assert circuit.level(3) is False
    circuit.bridge_diode(1, 3, bridged=True)
    circuit.drive(1, Drive.HIGH)
    assert circuit.level(3) is True


@given(
    st.sets(st.tuples(st.integers(1, 3), st.integers(4, 6))),
    st.lists(st.sampled_from(Drive), min_size=3, max_size=3),
)
def test_the_fast_path_reads_what_the_search_reads(closed: set[tuple[int, int]], rows: list[Drive]) -> None:
    """Whatever is closed and whatever the rows do: with another line cut, which calls for the search, too."""
    circuit = MatrixCircuit(rows=[1, 2, 3, 7], columns=[4, 5, 6])
    for row, column in closed:
        circuit.close(row, column, closed=True)
    for column in (4, 5, 6):
        circuit.drive(column, Drive.PULLED_UP)
    for row, drive in enumerate(rows, start=1):
        circuit.drive(row, drive)
    fast = [circuit.level(column) for column in (4, 5, 6)]
    circuit.cut(7, cut=True)
    assert [circuit.level(column) for column in (4, 5, 6)] == fast
