"""Connects the scanner of the reeds with its pins, through the library that the settings name.

It is apart from `assemble.py` as the sampling process needs the reeds alone: this module imports no chess, no
configuration, and no driver of a part that shows something.
"""

from collections.abc import Callable
from typing import Final, Protocol

from jadoube.config.matrix import Matrix
from jadoube.drivers.interfaces import (
    PINS_ADVICE,
    ChipForbidden,
    Electronics,
    MatrixLines,
    Part,
    PartFailed,
    PinsTaken,
    Scanner,
)
from jadoube.drivers.reeds.gpio_chip import find_chip
from jadoube.drivers.reeds.lines_gpiod import GpiodLines
from jadoube.drivers.reeds.lines_gpiozero import GpiozeroLines
from jadoube.drivers.reeds.lines_lgpio import LgpioLines
from jadoube.drivers.reeds.lines_rpigpio import RpiGpioLines
from jadoube.drivers.reeds.matrix import MatrixScanner
from jadoube.drivers.reeds.serial_board import SerialScanner

#: How long a probe waits for a pull to move a line: five times 73 kohm (the weakest pull of a Pi, Raspberry
#: Pi documentation) at 1 nF (a guess, on the safe side: half a metre of wire with nine contacts and diodes).
_PROBE_US: Final = 400


class Wired(Protocol):
    """The wiring of a board, as far as the reeds are concerned: its pin map, for one."""

    @property
    def matrix(self) -> Matrix:
        """The matrix of the reeds and buttons."""


class ReedChoice(Protocol):
    """What the owner chose for the reeds: `ReedSettings`, for one, which has the meanings."""

    @property
    def scanner(self) -> str:
        """The library, or `auto`, or `serial`."""

    @property
    def gpio_chip(self) -> int | str:
        """The number of the chip, or `auto`."""

    @property
    def pin_factory(self) -> str:
        """The library under gpiozero."""

    @property
    def serial_port(self) -> str:
        """The serial line."""

    @property
    def serial_baud(self) -> int:
        """Bits a second on it."""

    @property
    def settle_us(self) -> int:
        """Microseconds from driving a row to reading its columns."""


_Open = Callable[[Matrix, Electronics, ReedChoice, Callable[[], None]], MatrixLines]

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


def assemble_scanner(
    wired: Wired, electronics: Electronics, reeds: ReedChoice, *, wary: bool = False
) -> Scanner:
    """Open the scanner that the settings name; a `wary` one watches for lines at ground.

    Raises PartFailed.
    """
    if reeds.scanner == "serial":
        return SerialScanner(electronics, reeds.serial_port, reeds.serial_baud)
    return MatrixScanner(
        wired.matrix,
        lambda _matrix: assemble_lines(wired, electronics, reeds),
        lambda: electronics.settle(reeds.settle_us),
        wary=wary,
    )


def assemble_lines(wired: Wired, electronics: Electronics, reeds: ReedChoice) -> MatrixLines:
    """Open the lines of the matrix through the library that the settings name. Raises PartFailed.

    `auto` takes the first library that can open them, whatever the machine is. It gives up where another
    program has the pins: RPi.GPIO writes their registers without asking who has them. It gives up, too, where
    this user may not open a chip: what the other libraries say would hide that.
    """
    if reeds.scanner == "serial":
        raise PartFailed(
            Part.REEDS, "a board on a serial line has no lines of its own", "name a library in reeds.scanner"
        )
    if reeds.scanner != "auto":
        return _open_lines(reeds.scanner, wired, electronics, reeds)
    failures: dict[str, list[str]] = {}  # the libraries that failed, by the reason
    for library in _LINES:
        try:
            return _open_lines(library, wired, electronics, reeds)
        except (PinsTaken, ChipForbidden):
            raise
        except PartFailed as failure:
            failures.setdefault(failure.what, []).append(library)
            todo = failure.todo
    if len(failures) == 1:
        raise PartFailed(Part.REEDS, next(iter(failures)), todo)
    reasons = [f"{' and '.join(libraries)}: {reason}" for reason, libraries in failures.items()]
    raise PartFailed(Part.REEDS, "; ".join(reasons), "name the scanner that is to be used")


def _find_chip(electronics: Electronics, reeds: ReedChoice) -> int:
    """Return the number of the chip that the settings name, else of the one with a Pi's label."""
    return reeds.gpio_chip if isinstance(reeds.gpio_chip, int) else find_chip(electronics.gpio_chips())


def _open_lines(library: str, wired: Wired, electronics: Electronics, reeds: ReedChoice) -> MatrixLines:
    try:
        return _LINES[library](wired.matrix, electronics, reeds, lambda: electronics.settle(_PROBE_US))
    except PartFailed:
        raise
    except Exception as problem:  # each library raises errors of its own
        raise PartFailed(Part.REEDS, f"cannot take a pin, {problem}", PINS_ADVICE) from problem


def faster_hint(reeds: ReedChoice) -> str:
    """Return advice on a faster scanner, as the end of a sentence; empty if there is none."""
    if reeds.scanner in ("gpiod", "rpigpio", "gpiozero"):
        return '; the fastest way to the pins is reeds.scanner = "lgpio"'
    if reeds.scanner == "auto":
        return '; the fastest way to the pins is lgpio: reeds.scanner = "lgpio" says if it is missing'
    return ""
