"""The lamps at the end of their wire: what they show after the bytes that reached them.

It decides which colours the lamps show: each takes three bytes in its own order and passes the rest on; a
lamp that gets none keeps what it has. How bytes become bits on the wire is not its matter: `ws2812_line.py`
reads them off an SPI bus, `neopixel_pin.py` takes them from Adafruit's library. Voltages and currents are not
modelled.
"""

import errno
from collections.abc import Sequence
from typing import Final

import chess

from jadoube.drivers.interfaces import Colour

_DARK: Final[Colour] = (0, 0, 0)


class LampWire:
    """One data wire with a chain of lamps on it: `chain[n]` is the square of the n-th, `order` as `GRB`."""

    def __init__(self, chain: Sequence[chess.Square], order: str) -> None:
        self._chain = tuple(chain)
        self._red, self._green, self._blue = (order.index(colour) for colour in "RGB")
        self._lamps = [_DARK] * len(self._chain)
        self._plugged = True
        self._failing = False
        #: The last frame as it went over the wire, and how many there were.
        self.last_frame = b""
        self.frames = 0

    def record(self, frame: bytes) -> None:
        """Take one frame from the wire. OSError while the Pi's end of it fails."""
        self.need_answer()
        self.last_frame = frame
        self.frames += 1
        for index in range(min(len(frame) // 3, len(self._lamps)) if self._plugged else 0):
            lamp = frame[3 * index : 3 * index + 3]
            self._lamps[index] = (lamp[self._red], lamp[self._green], lamp[self._blue])

    def need_answer(self) -> None:
        """Raise OSError while the Pi's end of the wire fails."""
        if self._failing:
            raise OSError(errno.EIO, "Input/output error")

    def plug(self, *, plugged: bool) -> None:
        """Pull the plug of the lamps, or put it in again: then they are dark until the next frame."""
        self._plugged = plugged
        self._lamps = [_DARK] * len(self._chain)

    def fail(self, *, failing: bool) -> None:
        """Let what writes to the wire give errors, or be well again."""
        self._failing = failing

    def lamps(self) -> tuple[Colour, ...]:
        """Say what is lit, square by square from a1 to h8."""
        lit = dict(zip(self._chain, self._lamps, strict=True))
        return tuple(lit.get(square, _DARK) for square in chess.SQUARES)
