"""Sends colours to the lamps through Adafruit's NeoPixel library, over Blinka: `lamps.driver = "neopixel"`.

It decides what an owner is told whose library or machine cannot do it. The library decides the rest: on a Pi
up to the 4 it sends through rpi_ws281x, on a Pi 5 through the PIO of its RP1.
"""

from collections.abc import Sequence
from typing import Any, Final

from jadoube.config.pinmap import LampString
from jadoube.drivers.interfaces import Colour, Electronics, Part, PartFailed
from jadoube.drivers.lamps.chain import first_line

_DARK: Final[Colour] = (0, 0, 0)
_ADVICE: Final = "check the lamps' plug, and that SPI is switched on"
_PACKAGE_ADVICE: Final = (
    'set lamps.driver to "spi", or install jadoube[adafruit], beside the Debian package by `sudo pip install '
    "--target /usr/local/lib/jadoube adafruit-circuitpython-neopixel rpi_ws281x`"
)
_MACHINE_ADVICE: Final = (
    "Adafruit's library drives lamps on a Raspberry Pi; elsewhere set lamps.enabled to false"
)


class NeoPixelWriter:
    """A LampWriter of NeoPixels. Raises PartFailed if they do not open."""

    complaint = None

    def __init__(self, lamps: LampString, electronics: Electronics) -> None:
        try:
            self._pixels = _pixels(lamps, electronics)
        except Exception as problem:
            raise PartFailed(
                Part.LAMPS, f"cannot be opened, {first_line(problem)}", _advice(problem)
            ) from problem
        self._lit = [_DARK] * len(lamps.chain)

    def write(self, colours: Sequence[Colour]) -> None:
        """Send one colour for each lamp, the lamp next to the Pi first."""
        for index, colour in enumerate(colours):
            if self._lit[index] != colour:  # the library is slow at setting one
                self._pixels[index] = self._lit[index] = colour
        self._pixels.show()

    def close(self) -> None:
        """Go dark and release the pin."""
        self._pixels.deinit()


def _pixels(lamps: LampString, electronics: Electronics) -> Any:
    wire = electronics.lamp_wire(lamps.signal.bcm)  # before the import, as it decides what neopixel finds
    from neopixel import NeoPixel  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and only where asked for

    return NeoPixel(wire, len(lamps.chain), auto_write=False, pixel_order=lamps.order)


def _advice(problem: Exception) -> str:
    """Return what the owner can do about lamps that cannot be opened."""
    match problem:
        case (
            NotImplementedError() | AttributeError()
        ):  # a board whose lamps Blinka cannot drive, or an unknown board
            return _MACHINE_ADVICE
        case ImportError():
            return _PACKAGE_ADVICE
    missing = isinstance(problem.__cause__, ImportError)  # Blinka wraps it in its own error
    return _PACKAGE_ADVICE if missing else _ADVICE
