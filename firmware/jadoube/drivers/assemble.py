"""Connects each driver with its pins: the only module that knows both.

The scanner is needed at once. Lamps, faces and buzzer have heavy imports; they may be assembled later, in any
order, or not at all. Each raises PartFailed for itself and leaves the others alone.
"""

from collections.abc import Callable
from typing import Final

import chess

from jadoube.config.pinmap import Matrix, PinMap
from jadoube.config.settings import ReedSettings
from jadoube.drivers.buzzer import Buzzer
from jadoube.drivers.display import LEVELS, Levels, SevenSegment
from jadoube.drivers.interfaces import (
    Electronics,
    FaceDisplay,
    LampChain,
    MatrixLines,
    Part,
    PartFailed,
    Scanner,
    Sounder,
)
from jadoube.drivers.lamps import DEFAULT_BUDGET_MA, NeoPixelChain
from jadoube.drivers.lines_gpiozero import GpiozeroLines
from jadoube.drivers.lines_lgpio import LgpioLines
from jadoube.drivers.lines_rpigpio import RpiGpioLines
from jadoube.drivers.matrix import MatrixScanner
from jadoube.drivers.serial_board import SerialScanner

#: The I2C bus on header pins 3 and 5.
I2C_BUS: Final = 1

#: The libraries for the lines of the matrix, the best first.
_LINES: Final[dict[str, Callable[[Matrix, Electronics, int], MatrixLines]]] = {
    "lgpio": lambda matrix, electronics, chip: LgpioLines(matrix, electronics.lgpio(), chip),
    "rpigpio": lambda matrix, electronics, _chip: RpiGpioLines(matrix, electronics.rpi_gpio()),
    "gpiozero": lambda matrix, electronics, _chip: GpiozeroLines(matrix, electronics.pin_factory()),
}
_DEFAULTS: Final = ReedSettings()

_FACES: Final = {chess.WHITE: Part.WHITE_FACE, chess.BLACK: Part.BLACK_FACE}


def assemble_scanner(
    pinmap: PinMap, electronics: Electronics, reeds: ReedSettings = _DEFAULTS, *, wary: bool = False
) -> Scanner:
    """Open the scanner that the settings name; a `wary` one refuses scans with stuck lines.

    Raises PartFailed.
    """

    def over(library: str) -> Scanner:
        lines = _LINES[library]
        return MatrixScanner(
            pinmap.matrix,
            lambda matrix: lines(matrix, electronics, reeds.gpio_chip),
            lambda: electronics.settle(reeds.settle_us),
            wary=wary,
        )

    match reeds.scanner:
        case "serial":
            return SerialScanner(electronics, reeds.serial_port, reeds.serial_baud)
        case "auto":
            return _open_first(over)
    return over(reeds.scanner)


def faster_hint(reeds: ReedSettings) -> str:
    """Return advice on a faster scanner, as the end of a sentence; empty if there is none."""
    if reeds.scanner in ("gpiozero", "rpigpio", "auto"):
        return '; the fastest way to the pins is reeds.scanner = "lgpio"'
    return ""


def _open_first(over: Callable[[str], Scanner]) -> Scanner:
    """Return the first scanner that can open its pins, whatever the machine is."""
    failures = []
    for library in _LINES:
        try:
            return over(library)
        except PartFailed as failure:
            failures.append(f"{library}: {failure.what}")
    raise PartFailed(Part.REEDS, "; ".join(failures), "name the scanner that is to be used")


def assemble_lamps(
    pinmap: PinMap, electronics: Electronics, *, budget_ma: int = DEFAULT_BUDGET_MA
) -> LampChain:
    """Open the chain of lamps, with a current limit of `budget_ma` for all of them. Raises PartFailed."""
    return NeoPixelChain(pinmap.lamps, electronics, budget_ma)


def assemble_buzzer(pinmap: PinMap, electronics: Electronics) -> Sounder:
    """Open the buzzer's pin. Raises PartFailed."""
    return Buzzer(pinmap.buzzer, electronics)


def assemble_face(
    side: chess.Color,
    pinmap: PinMap,
    electronics: Electronics,
    *,
    bus: int = I2C_BUS,
    levels: Levels = LEVELS,
) -> FaceDisplay:
    """Open the I2C bus of a side's face; the display itself may be plugged in later. Raises PartFailed."""
    part, chip = _FACES[side], pinmap.face(side)
    try:
        return SevenSegment(part, electronics.i2c(bus), chip.address, levels)
    except OSError as problem:
        what = f"/dev/i2c-{bus} does not open, {problem.strerror or problem}"
        todo = "switch I2C on, and check that this user is in the group i2c"
        raise PartFailed(part, what, todo) from problem
    except ImportError as problem:
        what = f"needs a package that is not installed, {problem.name}"
        raise PartFailed(part, what, "install jadoube with its extra `pi`") from problem
