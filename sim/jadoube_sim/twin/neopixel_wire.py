"""The wire to the lamps: the bytes that Adafruit's library would clock out, and the lamps that take them.

It decides which colours the lamps show: each takes three bytes in its own order and passes the rest on; a
lamp that gets none keeps what it has. The library runs whole, down to the frame of bytes; only the layer that
times the bits is replaced here. Bits, reset gaps, voltages and currents are not modelled.

Blinka, under the library, looks for the board it runs on. With BLINKA_OS_AGNOSTIC set its chip detection
stops before it looks at the machine, and every later question ("any Raspberry Pi?") begins with that chip: so
no pin is touched, not even on a Pi. The variables that it asks even earlier are taken out of its sight.
"""

import errno
import os
from collections.abc import Callable, Sequence
from typing import Any, Final

import chess

from jadoube.drivers.interfaces import Colour, Part, PartFailed

_DARK: Final[Colour] = (0, 0, 0)
_WANTED: Final = {"BLINKA_OS_AGNOSTIC": "1", "BLINKA_SKIP_DEPENDENCY_CHECK": "1"}


class NeoPixelWire:
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
        if self._failing:
            raise OSError(errno.EIO, "Input/output error")
        self.last_frame = frame
        self.frames += 1
        for index in range(min(len(frame) // 3, len(self._lamps)) if self._plugged else 0):
            lamp = frame[3 * index : 3 * index + 3]
            self._lamps[index] = (lamp[self._red], lamp[self._green], lamp[self._blue])

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


def keep_blinka_from_the_board() -> None:
    """Have Blinka, when it is imported, take this machine for none; the display's library imports it too."""
    for name in [name for name in os.environ if name.startswith("BLINKA_")]:
        del os.environ[name]
    os.environ.update(_WANTED)


def blinka_pin(wire: NeoPixelWire) -> Any:
    """Give a pin for `neopixel.NeoPixel`, whose bytes go to this wire. Raises PartFailed."""
    keep_blinka_from_the_board()
    from adafruit_blinka.agnostic import detector  # type: ignore[import-untyped]  # noqa: PLC0415 - see above

    if not detector.board.OS_AGNOSTIC_BOARD:
        todo = "start the simulator as a program of its own"
        raise PartFailed(Part.LAMPS, "this program already drives a real board's lamps", todo)
    import neopixel  # type: ignore[import-untyped]  # noqa: PLC0415 - see above
    from microcontroller.pin import Pin  # type: ignore[import-untyped]  # noqa: PLC0415 - see above

    if not isinstance(neopixel.neopixel_write, _Recorder):
        neopixel.neopixel_write = _Recorder(neopixel.neopixel_write)
    return Pin(wire)


class _Recorder:
    """Stands in for the layer that times the bits, and hands each frame to the wire of its pin."""

    def __init__(self, otherwise: Callable[[Any, bytes], None]) -> None:
        self._otherwise = otherwise

    def __call__(self, gpio: Any, frame: bytes) -> None:
        match gpio._pin.id:  # noqa: SLF001 - Blinka has no other way to ask
            case NeoPixelWire() as wire:
                wire.record(bytes(frame))
            case _:
                self._otherwise(gpio, frame)
