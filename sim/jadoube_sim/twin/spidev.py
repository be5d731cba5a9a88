"""The Pi's SPI controller with the lamps on its data line, in place of `/dev/spidev0.0`.

It decides the clock: the kernel divides the clock that it knows of by an even number, so that the result is
not above what was asked for (spi-bcm2835 and, on a Pi 5, spi-dw). Up to the Pi 4 it knows the core clock of
the start; if that changes, so does the clock of SPI, and the kernel does not notice. A transfer takes its
bits and nothing else: no call, no pause between two bytes.
"""

import errno
from typing import Final

from jadoube_sim.twin.electrics.pi_models import PiModel
from jadoube_sim.twin.lamp_wire import LampWire
from jadoube_sim.twin.ws2812_line import Ws2812Line

#: The longest transfer that spidev takes, unless its module is loaded with another `bufsiz`.
LONGEST: Final = 4096


class SpiController:
    """The controller of a Pi, and the line that it drives."""

    def __init__(self, pi: PiModel, wire: LampWire) -> None:
        self._known_mhz = pi.spi_source_mhz
        self._wire = wire
        self.source_mhz = pi.spi_source_mhz
        """The clock that is really divided."""
        self.line = Ws2812Line(wire.record)

    def open(self, hz: int) -> "TwinSpi":
        """Open the device with this clock."""
        return TwinSpi(self, hz)

    def clock_hz(self, hz: int) -> float:
        """Return the clock that comes out if this one is asked for."""
        divider = -(-int(self._known_mhz * 1e6) // hz)
        return self.source_mhz * 1e6 / (divider + divider % 2)

    def send(self, data: bytes, hz: int) -> float:
        """Send these bytes; return how many seconds it takes. OSError while the controller fails."""
        if len(data) > LONGEST:
            raise OSError(errno.EMSGSIZE, "Message too long")
        self._wire.need_answer()
        clock_hz = self.clock_hz(hz)
        self.line.carry(data, 1e9 / clock_hz)
        return 8 * len(data) / clock_hz


class TwinSpi:
    """The controller, opened with a clock."""

    def __init__(self, controller: SpiController, hz: int) -> None:
        self._controller = controller
        self._hz = hz
        self._open = True

    def send(self, data: bytes) -> int:
        """Send these bytes in one transfer; return how many ns it takes. OSError if it fails."""
        if not self._open:
            raise OSError(errno.EBADF, "Bad file descriptor")
        return round(1e9 * self._controller.send(data, self._hz))

    def close(self) -> None:
        """Release the bus."""
        self._open = False
