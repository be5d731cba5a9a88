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
from jadoube.drivers.gpio_chip import find_chip
from jadoube.drivers.interfaces import (
    PINS_ADVICE,
    Electronics,
    FaceDisplay,
    LampChain,
    MatrixLines,
    Part,
    PartFailed,
    PinsTaken,
    Scanner,
    Sounder,
)
from jadoube.drivers.lamps import DEFAULT_BUDGET_MA, NeoPixelChain
from jadoube.drivers.lines_gpiod import GpiodLines
from jadoube.drivers.lines_gpiozero import GpiozeroLines
from jadoube.drivers.lines_lgpio import LgpioLines
from jadoube.drivers.lines_rpigpio import RpiGpioLines
from jadoube.drivers.matrix import MatrixScanner
from jadoube.drivers.serial_board import SerialScanner

#: The I2C bus on header pins 3 and 5.
I2C_BUS: Final = 1

#: How long a probe waits for a pull to move a line: five times 73 kohm (the weakest pull of a Pi, Raspberry
#: Pi documentation) at 1 nF (a guess, on the safe side: half a metre of wire with nine contacts and diodes).
_PROBE_US: Final = 400

_Open = Callable[[Matrix, Electronics, ReedSettings, Callable[[], None]], MatrixLines]

#: The libraries for the lines of the matrix, the best first.
_LINES: Final[dict[str, _Open]] = {
    "lgpio": lambda matrix, electronics, reeds, wait: LgpioLines(
        matrix, electronics.lgpio(), _find_chip(electronics, reeds), wait
    ),
    "gpiod": lambda matrix, electronics, reeds, wait: GpiodLines(
        matrix, electronics.gpiod(), _find_chip(electronics, reeds), wait
    ),
    "rpigpio": lambda matrix, electronics, _reeds, wait: RpiGpioLines(matrix, electronics.rpi_gpio(), wait),
    "gpiozero": lambda matrix, electronics, _reeds, wait: GpiozeroLines(
        matrix, electronics.pin_factory(), wait
    ),
}
LIBRARIES: Final = tuple(_LINES)
"""Their names, as in the configuration."""

_DEFAULTS: Final = ReedSettings()

_FACES: Final = {chess.WHITE: Part.WHITE_FACE, chess.BLACK: Part.BLACK_FACE}


def assemble_scanner(
    pinmap: PinMap, electronics: Electronics, reeds: ReedSettings = _DEFAULTS, *, wary: bool = False
) -> Scanner:
    """Open the scanner that the settings name; a `wary` one watches for lines at ground.

    Raises PartFailed.
    """
    if reeds.scanner == "serial":
        return SerialScanner(electronics, reeds.serial_port, reeds.serial_baud)
    return MatrixScanner(
        pinmap.matrix,
        lambda _matrix: assemble_lines(pinmap, electronics, reeds),
        lambda: electronics.settle(reeds.settle_us),
        wary=wary,
    )


def assemble_lines(pinmap: PinMap, electronics: Electronics, reeds: ReedSettings = _DEFAULTS) -> MatrixLines:
    """Open the lines of the matrix through the library that the settings name. Raises PartFailed.

    `auto` takes the first library that can open them, whatever the machine is. It gives up where another
    program has the pins: RPi.GPIO writes their registers without asking who has them.
    """
    if reeds.scanner == "serial":
        raise PartFailed(
            Part.REEDS, "a board on a serial line has no lines of its own", "name a library in reeds.scanner"
        )
    if reeds.scanner != "auto":
        return _open_lines(reeds.scanner, pinmap, electronics, reeds)
    failures: dict[str, list[str]] = {}  # the libraries that failed, by the reason
    for library in _LINES:
        try:
            return _open_lines(library, pinmap, electronics, reeds)
        except PinsTaken:
            raise
        except PartFailed as failure:
            failures.setdefault(failure.what, []).append(library)
            todo = failure.todo
    if len(failures) == 1:
        raise PartFailed(Part.REEDS, next(iter(failures)), todo)
    reasons = [f"{' and '.join(libraries)}: {reason}" for reason, libraries in failures.items()]
    raise PartFailed(Part.REEDS, "; ".join(reasons), "name the scanner that is to be used")


def _find_chip(electronics: Electronics, reeds: ReedSettings) -> int:
    """Return the number of the chip that the settings name, else of the one with a Pi's label."""
    return reeds.gpio_chip if isinstance(reeds.gpio_chip, int) else find_chip(electronics.gpio_chips())


def _open_lines(library: str, pinmap: PinMap, electronics: Electronics, reeds: ReedSettings) -> MatrixLines:
    try:
        return _LINES[library](pinmap.matrix, electronics, reeds, lambda: electronics.settle(_PROBE_US))
    except PartFailed:
        raise
    except Exception as problem:  # each library raises errors of its own
        raise PartFailed(Part.REEDS, f"cannot take a pin, {problem}", PINS_ADVICE) from problem


def faster_hint(reeds: ReedSettings) -> str:
    """Return advice on a faster scanner, as the end of a sentence; empty if there is none."""
    if reeds.scanner in ("gpiod", "rpigpio", "gpiozero"):
        return '; the fastest way to the pins is reeds.scanner = "lgpio"'
    if reeds.scanner == "auto":
        return '; the fastest way to the pins is lgpio: reeds.scanner = "lgpio" says if it is missing'
    return ""


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
