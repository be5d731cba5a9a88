"""Shows one side's face on a seven-segment display with an HT16K33 chip, through Adafruit's library.

It writes to the chip when the frame changes, or when the caller asks for a rewrite. Each frame includes the
chip's set-up (oscillator 0x21, display on 0x81, brightness 0xEx), three bytes more. So a display that lost
its power unnoticed lights up again with the next frame. The chip blinks by itself, once a second, which costs
no frames. This driver refuses to know what the segments mean.
"""

from typing import Any, Final, NamedTuple

from jadoube.core.display.seven_segment import DARK, Segments
from jadoube.drivers.interfaces import I2C, Part, PartFailed


class Levels(NamedTuple):
    """The brightness of a bright and of a dim face, in the chip's steps 0 to 15."""

    bright: int
    dim: int


LEVELS: Final = Levels(bright=15, dim=4)
_OSCILLATOR_ON: Final = 0x21
_STEADY: Final = 0
_ONCE_A_SECOND: Final = 2
_ADVICE: Final = "check its plug and its address"


class SevenSegment:
    """A FaceDisplay on the chip at `address`. The bus is not touched before the first frame.

    ImportError when Adafruit's library is not installed.
    """

    def __init__(self, part: Part, i2c: I2C, address: int, levels: Levels = LEVELS) -> None:
        from adafruit_ht16k33.segments import Seg7x4  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy

        self._library = Seg7x4
        self._part = part
        self._i2c = i2c
        self._address = address
        self._levels = levels
        self._chip: Any = None
        self._shown: tuple[Segments, bool, bool] | None = None

    def show(self, segments: Segments, *, bright: bool, blinks: bool = False, anew: bool = False) -> None:
        """Light these segments, bright or dim, blinking or not; `anew`: even if unchanged.

        Raises PartFailed; the next call tries again.
        """
        if (segments, bright, blinks) == self._shown and not anew:
            return
        try:
            self._chip = self._chip or self._library(self._i2c, address=self._address, auto_write=False)
            _write(self._chip, segments, self._levels.bright if bright else self._levels.dim, blinks=blinks)
        except (OSError, ValueError) as problem:  # ValueError: the library found no chip at the address
            self._chip = self._shown = None
            raise PartFailed(self._part, f"does not answer at 0x{self._address:02x}", _ADVICE) from problem
        self._shown = (segments, bright, blinks)

    def close(self) -> None:
        """Go dark."""
        self.show(Segments((DARK, DARK, DARK, DARK)), bright=False)


def _write(chip: Any, segments: Segments, level: int, *, blinks: bool) -> None:
    for index, digit in enumerate(segments.digits):
        chip.set_digit_raw(index, digit)
    chip.colon = segments.colon
    with chip.i2c_device[0] as device:
        device.write(bytes([_OSCILLATOR_ON]))
    chip.show()
    chip.brightness = level / 15  # as the library counts
    chip.blink_rate = _ONCE_A_SECOND if blinks else _STEADY  # in the library also display on
