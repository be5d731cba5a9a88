"""The Protocols: of the board's parts, and of the electronics under their drivers.

The daemon uses `Scanner`, `LampChain`, `FaceDisplay` and `Sounder`. The drivers use `Electronics` and what it
returns; a Pi and the twin each supply one, and nothing above can tell them apart. This module imports nothing
that needs hardware.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol

from jadoube.core.display.seven_segment import Segments
from jadoube.core.messages.scans import Scanned

#: Red, green and blue, 0 to 255 each, as in `core/messages/lamps.py`, which imports chess.
Colour = tuple[int, int, int]


class Part(StrEnum):
    """The parts that can be missing or fail, by the names that the owner reads."""

    REEDS = "reeds"
    LAMPS = "lamps"
    WHITE_FACE = "white face"
    BLACK_FACE = "black face"
    BUZZER = "buzzer"


#: What the owner can do where a pin does not open.
PINS_ADVICE: Final = "check that no other program uses the pins, and the pin map"
CHIP_ADVICE: Final = "check reeds.gpio_chip, and that this user is in the group gpio"


class PartFailed(Exception):  # noqa: N818 - it names what happened, as its readers do
    """A part does not answer, or is missing. The rest of the board goes on without it.

    `what` says what was found, `todo` what the owner can do: both lower case, no full stop.
    """

    def __init__(self, part: Part, what: str, todo: str) -> None:
        super().__init__(f"{part}: {what}; {todo}")
        self.part = part
        self.what = what
        self.todo = todo


class PinsTaken(PartFailed):
    """Another program has the pins; `by` says who, or what the library says."""

    def __init__(self, by: str) -> None:
        super().__init__(Part.REEDS, f"cannot take a pin, {by}", PINS_ADVICE)


class ChipForbidden(PartFailed):
    """This user may not open a GPIO chip; `found` says which ones there are."""

    def __init__(self, found: str) -> None:
        what = f"no GPIO chip is a Raspberry Pi's that may be opened, found {found}"
        super().__init__(Part.REEDS, what, "check that this user is in the group gpio")


class NotYet(PartFailed):
    """A part was opened just now, so it is too early to call it failed."""


class Complaint(NamedTuple):
    """What is wrong with a part that works all the same."""

    what: str
    """What was found: lower case, no full stop."""
    todo: str
    """What the owner can do, likewise."""
    mended: str
    """What is said when it is over, likewise."""


class Scanner(Protocol):
    """Reads the reeds and the buttons."""

    def read(self) -> Scanned:
        """Read every reed and button once, raw. Raises PartFailed, or NotYet."""

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""


class Pull(StrEnum):
    """What a pin does to its line besides driving it: a weak resistor to 3.3 V, one to ground, or nothing."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


class LineLevels(NamedTuple):
    """Which lines read low: bit n is row or column n of the pin map, from 0."""

    low_rows: int
    low_columns: int


class MatrixLines(Protocol):
    """Drives and reads the lines of the matrix.

    Columns are inputs with a pull-up. A row is driven low or released; released, it has a pull-up, too.
    """

    def drive(self, row: int) -> None:
        """Drive this row low (0 is the first in the pin map) and release all others."""

    def low_columns(self) -> int:
        """Return which columns are low: bit n is column n of the pin map, from 0."""

    def low_rows(self) -> int:
        """Return which rows are low: bit n is row n of the pin map.

        While no row is driven, such a row touches ground, or its pull-up is missing. While one is driven, it
        is low itself, and so are the rows that it draws with it.
        """

    def release(self) -> None:
        """Release all rows."""

    def probe(self, pull: Pull, *, charged: bool = False) -> LineLevels:
        """Make every line an input with this pull and read it; for the self-test.

        `charged`: before that, drive every line high for a moment. Without a pull (`Pull.NONE`) a line that
        nothing draws then keeps its charge and reads high. Do not charge a line that touches ground: only
        its series resistor limits the current.

        Afterwards the lines are as for a scan, with no row driven, also after an error.
        """

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""


class LampChain(Protocol):
    """Lights the 64 squares."""

    @property
    def complaint(self) -> Complaint | None:
        """What is wrong although they are lit."""

    def show(self, colours: Sequence[Colour], *, anew: bool = False) -> None:
        """Light the squares a1 to h8 in these 64 colours; `anew`: even if unchanged. Raises PartFailed."""

    def close(self) -> None:
        """Go dark and release the wire. Raises PartFailed."""


class FaceDisplay(Protocol):
    """Shows one side's face."""

    def show(self, segments: Segments, *, bright: bool, blinks: bool = False, anew: bool = False) -> None:
        """Light these segments, bright or dim, blinking or not; `anew`: even if unchanged.

        Raises PartFailed; the next call tries again.
        """

    def close(self) -> None:
        """Go dark."""


class Sounder(Protocol):
    """Plays one tone at a time."""

    def sound(self, hz: int) -> None:
        """Play this tone from now on; 0 is silence. Raises PartFailed."""

    def close(self) -> None:
        """Be silent and release the pin."""


class Pin(Protocol):
    """The part of a gpiozero pin that the drivers use: `function` is `input` or `output`."""

    function: str
    state: Any

    def output_with_state(self, state: int) -> None:
        """Drive the pin at this level, without a glitch at first if the library can."""

    def input_with_pull(self, pull: str) -> None:
        """Make the pin an input; `pull` is `up`, `down` or `floating`, and stays until it is set again."""

    def close(self) -> None:
        """Leave the pin an input."""


class PinFactory(Protocol):
    """The part of a gpiozero pin factory that the drivers use."""

    def pin(self, name: str) -> Pin:
        """Return the pin of this name, such as `GPIO17`."""


class I2C(Protocol):
    """An I2C bus, to write to. A device that does not answer is an OSError."""

    def write(self, address: int, data: bytes) -> None:
        """Write 1 to 33 bytes in one transfer: one, or a block of up to 32 after a command byte."""


class Spi(Protocol):
    """The data line of an SPI bus."""

    def send(self, data: bytes) -> int:
        """Send these bytes in one transfer; return how many ns it took. OSError if it fails."""

    def close(self) -> None:
        """Release the bus."""


class Electronics(Protocol):
    """The electronics under the drivers. A method raises PartFailed or OSError if its part is missing."""

    def pin_factory(self) -> PinFactory:
        """Return gpiozero's pin factory."""

    def gpio_chips(self) -> Mapping[int, str]:
        """Return the label of each GPIO chip, by its number N of `/dev/gpiochipN`."""

    def lgpio(self) -> Any:
        """Return the module lgpio, or an object with its functions."""

    def gpiod(self) -> Any:
        """Return the package gpiod of libgpiod 2, or an object with its names."""

    def rpi_gpio(self) -> Any:
        """Return the module RPi.GPIO, or an object with its functions."""

    def serial(self, port: str, baud: int) -> Any:
        """Open a serial line with pyserial's `in_waiting`, `read` and `close`; OSError if it fails."""

    def i2c(self, bus: int) -> I2C:
        """Return the I2C bus of `/dev/i2c-BUS`, for the thread of one part; another part gets its own."""

    def spi(self, device: str, hz: int) -> Spi:
        """Open the SPI bus of a device file, such as `/dev/spidev0.0`, with this clock."""

    def lamp_wire(self, pin: int) -> Any:
        """Return the object that `neopixel.NeoPixel` takes as the pin of this BCM number.

        Call this before importing `neopixel`, as it decides what that import finds.
        """

    def settle(self, duration_us: int) -> None:
        """Wait until the lines of the matrix have settled."""
