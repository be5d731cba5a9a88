"""Sends colours to the lamps over the data line of an SPI bus: `lamps.driver = "spi"`, on any Pi.

It decides which bus that is, and what an owner is told if it does not open, or if its clock is wrong. The
bits are those of `ws2812.py`.
"""

import errno
import os
from collections.abc import Sequence
from typing import Final

from jadoube.config.header import SPI0_DATA
from jadoube.config.pinmap import LampString
from jadoube.drivers.buses.spi_clock import SpiClock
from jadoube.drivers.interfaces import Colour, Complaint, Electronics, Part, PartFailed, Spi
from jadoube.drivers.lamps.ws2812 import SPI_HZ, encode

#: The bus whose data line is on the header; its chip select is not used.
DEVICE: Final = "/dev/spidev0.0"
_TODO: Final = {
    errno.ENOENT: "switch SPI on: dtparam=spi=on in config.txt, and restart",
    errno.EACCES: "check that this user is in the group spi",
    errno.EPERM: "check that this user is in the group spi",
}
_TODO_ELSE: Final = "check that SPI is switched on, and that no other program uses it"


class SpiWriter:
    """A LampWriter over SPI. Raises PartFailed if the bus does not open."""

    def __init__(self, lamps: LampString, electronics: Electronics) -> None:
        if lamps.signal.bcm != SPI0_DATA:
            what = f"are on GPIO{lamps.signal.bcm} in the pin map, but SPI sends on GPIO{SPI0_DATA}"
            raise PartFailed(Part.LAMPS, what, 'correct the pin map, or set lamps.driver to "neopixel"')
        self._order = lamps.order
        self._spi = _open(electronics)
        self._clock = SpiClock(SPI_HZ)

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong with the clock."""
        return self._clock.complaint

    def write(self, colours: Sequence[Colour]) -> None:
        """Send one colour for each lamp, the lamp next to the Pi first."""
        data = encode(colours, self._order)
        self._clock.took(len(data), self._spi.send(data))

    def close(self) -> None:
        """Release the bus."""
        self._spi.close()


def _open(electronics: Electronics) -> Spi:
    try:
        return electronics.spi(DEVICE, SPI_HZ)
    except OSError as problem:
        number = problem.errno or 0
        what = f"{DEVICE} does not open, {os.strerror(number) if number else problem}"
        raise PartFailed(Part.LAMPS, what, _TODO.get(number, _TODO_ELSE)) from problem
    except ImportError as problem:
        what = f"need a package that is not installed, {problem.name}"
        raise PartFailed(Part.LAMPS, what, "install jadoube with its extra `pi`") from problem
