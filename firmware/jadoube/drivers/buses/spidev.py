"""The data line of an SPI bus over `/dev/spidevB.C`, through python-periphery.

It sends only, and tells how long each transfer took, for `spi_clock.py`. That duration is the one use of a
clock below the daemon: no instant is kept, and nothing is decided by it but what is said of the bus.
"""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from periphery import SPI

#: Clock low at rest, data read at its rising edge. Nothing of ours is on the clock's line.
_MODE = 0


def open_spi(device: str, hz: int) -> "SpidevLine":
    """Open the device at this clock; OSError if it is missing or not permitted."""
    from periphery import SPI  # noqa: PLC0415 - only where a real bus is

    return SpidevLine(SPI(device, _MODE, hz))


class SpidevLine:
    """The Spi Protocol over python-periphery's SPI."""

    def __init__(self, spi: "SPI") -> None:
        self._spi = spi

    def send(self, data: bytes) -> int:
        """Send these bytes in one transfer; return how many ns it took. OSError if it fails."""
        begun_ns = time.monotonic_ns()
        self._spi.transfer(data)
        return time.monotonic_ns() - begun_ns

    def close(self) -> None:
        """Close the device file."""
        self._spi.close()
