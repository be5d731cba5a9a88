"""The pulls of the Pi's pins: who sets them, how long they stay, and what a scan reads because of them.

Through the twin's libraries, and through gpiozero's and rpi-lgpio's own code over the twin's chip.
"""

from typing import Any

import chess
import pytest

from jadoube.config.pinmap import load_pinmap
from jadoube.config.settings import ReedSettings
from jadoube.core.messages.events import Scanned
from jadoube.core.signals.lines import NAMES
from jadoube.drivers.assemble_reeds import LIBRARIES, assemble_scanner
from jadoube_sim.twin import Twin
from jadoube_sim.twin.circuit import Drive, MatrixCircuit
from jadoube_sim.twin.electrics.pi_models import MODELS, PiModel
from jadoube_sim.twin.pads import Pads
from shared.pins.careless_lgpio import CarelessLgpio
from shared.pins.lgpio_wheel import needs_lgpio
from shared.pins.whole_lgpio import RealLibraries

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


def forgetful_board(closed: int) -> Any:
    """Give the electronics of a board with these reeds closed, for a driver that forgets the pulls."""
    twin, electronics = board(closed)
    forgetful = CarelessLgpio(twin.electronics.lgpio())
    electronics.lgpio = lambda: forgetful
    return electronics


@pytest.mark.parametrize(
    ("moves", "ghosts"),
    [
        ("e4", chess.BB_E2),
        ("e4 e5", chess.BB_E2 | chess.BB_E7),
        ("e4 e5 Nf3 Nc6", chess.BB_E2 | chess.BB_E7 | chess.BB_G1 | chess.BB_B8),
    ],
)
def test_rows_that_keep_the_pulls_of_the_reset_are_misread(moves: str, ghosts: int) -> None:
    """The squares that were just left read as occupied."""
    position = chess.Board()
    for move in moves.split():
        position.push_san(move)
    board = forgetful_board(position.occupied)
    scanner = assemble_scanner(PINMAP, board, ReedSettings(scanner="lgpio"))
    assert scanner.read() == Scanned(position.occupied | ghosts)


def test_a_wary_scanner_names_rows_that_keep_the_pull_down_of_the_reset() -> None:
    """Nothing feeds them on an empty board, so they read low while none is driven: all but row_5, GPIO7."""
    scanner = assemble_scanner(PINMAP, forgetful_board(0), ReedSettings(scanner="lgpio"), wary=True)
    rows = [index for index, name in enumerate(NAMES) if name in "1234678"]
    assert scanner.read() == Scanned(0, 0, sum(1 << index for index in rows))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_reset_pulls_gpio_0_to_8_up_and_9_to_27_down(model: PiModel) -> None:
    """As the BCM2835's manual says on page 102, and so on every later model; nothing is driven."""
    pads = Pads(MatrixCircuit(range(14), range(14, 28)), model)
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


def test_a_pull_up_against_pull_downs_reads_by_its_volts() -> None:
    """Over one row that is pulled down a column is at 1.86 V, high; over four at 0.96 V, low."""
    circuit = MatrixCircuit(rows=[1, 2, 3, 4], columns=[5])
    circuit.drive(5, Drive.PULLED_UP)
    read = []
    for row in (1, 2, 3, 4):
        circuit.drive(row, Drive.PULLED_DOWN)
        circuit.close(row, 5, closed=True)
        read.append(circuit.level(5))
    assert (read[0], read[3]) == (True, False)


def test_a_diode_keeps_a_row_from_feeding_its_column_and_a_bridge_does_not() -> None:
    """A row that is high leaves a column that is pulled down low; through a bridge it draws it up."""
    circuit = MatrixCircuit(rows=[1], columns=[3])
    circuit.close(1, 3, closed=True)
    circuit.drive(3, Drive.PULLED_DOWN)
    for row in (Drive.PULLED_UP, Drive.HIGH):
        circuit.drive(1, row)
        assert circuit.level(3) is False
    circuit.bridge_diode(1, 3, bridged=True)
    assert circuit.level(3) is True
