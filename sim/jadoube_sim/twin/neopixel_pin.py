"""A pin for Adafruit's NeoPixel library, whose bytes go to the twin's lamps.

The library runs whole, down to the frame of bytes; only the layer that times the bits is replaced here. Bits
and reset gaps are not modelled on this way.

Blinka, under the library, looks for the board it runs on. With BLINKA_OS_AGNOSTIC set its chip detection
stops before it looks at the machine, and every later question ("any Raspberry Pi?") begins with that chip: so
no pin is touched, not even on a Pi. The variables that it asks even earlier are taken out of its sight.
"""

import os
from collections.abc import Callable
from typing import Any, Final

from jadoube.drivers.interfaces import Part, PartFailed
from jadoube_sim.twin.lamp_wire import LampWire

_WANTED: Final = {"BLINKA_OS_AGNOSTIC": "1", "BLINKA_SKIP_DEPENDENCY_CHECK": "1"}


def keep_blinka_from_the_board() -> None:
    """Have Blinka, when it is imported, take this machine for none."""
    for name in [name for name in os.environ if name.startswith("BLINKA_")]:
        del os.environ[name]
    os.environ.update(_WANTED)


def blinka_pin(wire: LampWire) -> Any:
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
            case LampWire() as wire:
                wire.record(bytes(frame))
            case _:
                self._otherwise(gpio, frame)
