"""An HT16K33 display chip as an I2C device: commands in, 16 bytes of RAM, and what its segments show.

It decides what a display of this kind would light: nothing until its oscillator runs and its display is on.
What its RAM holds when power comes is not to be relied on (here 0x55 throughout). Like the real one it
acknowledges a command that it does not know and does nothing; it notes that, as no driver of ours should
send one. Sources: command summary and write operations of Holtek's HT16K33 data sheet; Adafruit's backpack
for the wiring of digits and colon. Keys, interrupts and the multiplexing are not modelled; brightness and
blinking are told, not drawn.
"""

import errno
from typing import Final

from jadoube.core.display.seven_segment import DARK, Segments

#: What a bus says when nothing acknowledges: Linux's EREMOTEIO, 121.
NO_ANSWER: Final = getattr(errno, "EREMOTEIO", 121)
#: Where the backpack's digits are in the RAM; the colon is bit 1 of the byte between second and third.
_DIGITS: Final = (0, 2, 6, 8)
_COLON_BYTE: Final = 4
_COLON_BIT: Final = 0x02
#: What it obeys: address in the RAM, system setup, display setup, dimming.
_COMMANDS: Final = (0x00, 0x20, 0x80, 0xE0)
_BLANK: Final = Segments((DARK, DARK, DARK, DARK))


class Ht16k33:
    """One chip with its four digits."""

    def __init__(self) -> None:
        self._plugged = self._failing = False
        #: The transfers with bytes that did nothing: an unknown command, or data behind one that takes none.
        self.ignored: list[bytes] = []
        self.plug(plugged=True)

    def plug(self, *, plugged: bool) -> None:
        """Take it off the bus and its power, or put it back; power that comes back finds it as when new."""
        if plugged and not self._plugged:
            self._oscillator = self._display = False
            self._blink, self._dimming = 0, 15
            self._ram = b"\x55" * 16
        self._plugged = plugged

    def fail(self, *, failing: bool) -> None:
        """Let the bus give an error for every byte to or from it, or be well again; what is lit stays."""
        self._failing = failing

    @property
    def shines(self) -> bool:
        """Whether it has power and is switched on; its segments may still all be dark."""
        return self._plugged and self._oscillator and self._display

    @property
    def segments(self) -> Segments:
        """What is lit."""
        if not self.shines:
            return _BLANK
        first, second, third, fourth = (self._ram[index] for index in _DIGITS)
        return Segments((first, second, third, fourth), colon=bool(self._ram[_COLON_BYTE] & _COLON_BIT))

    @property
    def brightness(self) -> int:
        """Brightness in sixteenths, 1 to 16."""
        return self._dimming + 1

    @property
    def blink_hz(self) -> float:
        """How often all that is lit blinks: 0, 2, 1 or 0.5 times a second."""
        return (0.0, 2.0, 1.0, 0.5)[self._blink]

    def write(self, data: bytes) -> None:
        """Take one transfer: a command, or an address in the RAM and what belongs there."""
        self._need_answer()
        command, value = data[0] & 0xF0, data[0] & 0x0F
        match command:
            case 0x00:
                self._write_ram(value, data[1:])
            case 0x20:
                self._oscillator = bool(value & 1)
            case 0x80:
                self._display, self._blink = bool(value & 1), value >> 1 & 0b11
            case 0xE0:
                self._dimming = value
        if command not in _COMMANDS or (command and len(data) > 1):
            self.ignored.append(data)

    def _write_ram(self, address: int, data: bytes) -> None:
        ram = bytearray(self._ram)
        for offset, byte in enumerate(data):
            ram[(address + offset) % 16] = byte
        self._ram = bytes(ram)  # at once, for whoever looks from another thread

    def _need_answer(self) -> None:
        if self._failing:
            raise OSError(errno.EIO, "Input/output error")
        if not self._plugged:
            raise OSError(NO_ANSWER, "Remote I/O error")
