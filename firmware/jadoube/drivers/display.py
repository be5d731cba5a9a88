"""Shows one side's face on a seven-segment display with an HT16K33 chip, by the chip's own registers.

It writes to the chip when the frame changes, or when the caller asks for a rewrite. Each frame includes the
chip's set-up (oscillator, brightness, display on), three bytes more. So a display that lost its power
unnoticed lights up again with the next frame. The display is switched on last: what the memory held before
is never shown. The chip blinks by itself, once a second, which costs no frames. This driver refuses to know
what the segments mean.

Sources: the commands are those of Holtek's data sheet (HT16K33, rev. 1.10). A transfer has one command;
only data for the memory may follow one. The places of digits and colon are those of Adafruit's backpack.
"""

from typing import Final, NamedTuple

from jadoube.core.display.seven_segment import DARK, Segments
from jadoube.drivers.interfaces import I2C, Part, PartFailed


class Levels(NamedTuple):
    """The brightness of a bright and of a dim face, in the chip's steps 0 to 15."""

    bright: int
    dim: int


LEVELS: Final = Levels(bright=15, dim=4)
_MEMORY: Final = 0x00
_OSCILLATOR_ON: Final = 0x21
_DISPLAY_ON: Final = 0x81
_BLINKS_ONCE_A_SECOND: Final = 0x04
_BRIGHTNESS: Final = 0xE0
_COLON: Final = 0x02
_ADVICE: Final = "check its plug and its address"


class SevenSegment:
    """A FaceDisplay on the chip at `address`. The bus is not touched before the first frame."""

    def __init__(self, part: Part, i2c: I2C, address: int, levels: Levels = LEVELS) -> None:
        self._part = part
        self._i2c = i2c
        self._address = address
        self._levels = levels
        self._shown: tuple[Segments, bool, bool] | None = None

    def show(self, segments: Segments, *, bright: bool, blinks: bool = False, anew: bool = False) -> None:
        """Light these segments, bright or dim, blinking or not; `anew`: even if unchanged.

        Raises PartFailed; the next call tries again.
        """
        if (segments, bright, blinks) == self._shown and not anew:
            return
        self._shown = None
        try:
            for transfer in _frame(segments, self._levels.bright if bright else self._levels.dim, blinks):
                self._i2c.write(self._address, transfer)
        except OSError as problem:
            raise PartFailed(self._part, f"does not answer at 0x{self._address:02x}", _ADVICE) from problem
        self._shown = (segments, bright, blinks)

    def close(self) -> None:
        """Go dark."""
        self.show(Segments((DARK, DARK, DARK, DARK)), bright=False)


def _frame(segments: Segments, level: int, blinks: bool) -> tuple[bytes, ...]:
    """Return the transfers of a frame. No wire leads to the odd bytes of the memory, or behind byte 8."""
    first, second, third, fourth = segments.digits
    colon = _COLON if segments.colon else 0
    return (
        bytes([_OSCILLATOR_ON]),
        bytes([_MEMORY, first, 0, second, 0, colon, 0, third, 0, fourth]),
        bytes([_BRIGHTNESS | level]),
        bytes([_DISPLAY_ON | (_BLINKS_ONCE_A_SECOND if blinks else 0)]),
    )
