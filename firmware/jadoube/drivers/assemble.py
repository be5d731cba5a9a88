"""Puts a driver on its pins, part by part: the only module that knows both.

The scanner is wanted at once; lamps, faces and buzzer import what is heavy and may be assembled later, in any
order, or not at all: each raises PartFailed for itself and leaves the rest alone.
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

#: The bus of header pins 3 and 5.
I2C_BUS: Final = 1

#: The ways to the lines of the matrix, the best first.
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
    """Open what reads the reeds, as the settings say; a wary one distrusts lines that are stuck.

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
    """Say how the reeds are read faster, as the end of a sentence; empty where no way is faster."""
    if reeds.scanner in ("gpiozero", "rpigpio", "auto"):
        return '; the fastest way to the pins is reeds.scanner = "lgpio"'
    return ""


def _open_first(over: Callable[[str], Scanner]) -> Scanner:
    """Give the first scanner that can have its pins; nothing is asked about the machine but that."""
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
    """Open the chain of lamps, which may draw `budget_ma` together. Raises PartFailed."""
    return NeoPixelChain(pinmap.lamps, electronics, budget_ma)


def assemble_buzzer(pinmap: PinMap, electronics: Electronics) -> Sounder:
    """Take the buzzer's pin. Raises PartFailed."""
    return Buzzer(pinmap.buzzer, electronics)


def assemble_face(
    side: chess.Color,
    pinmap: PinMap,
    electronics: Electronics,
    *,
    bus: int = I2C_BUS,
    levels: Levels = LEVELS,
) -> FaceDisplay:
    """Open the I2C bus of a side's face; the display itself may come later. Raises PartFailed."""
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
