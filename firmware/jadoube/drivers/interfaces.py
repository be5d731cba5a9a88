"""What the board's parts can do, and what their drivers stand on: the Protocols, all in one place.

The daemon knows the first four. The drivers know `Electronics` and what comes out of it; a Pi and the twin
each supply one, and nothing above can tell them apart. Nothing is imported here that needs hardware.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Protocol

from jadoube.core.display.seven_segment import Segments
from jadoube.core.messages import lamps
from jadoube.core.messages.events import Scanned

Colour = lamps.Colour


class Part(StrEnum):
    """The parts that can be missing or fail, by the names that their owner reads."""

    REEDS = "reeds"
    LAMPS = "lamps"
    WHITE_FACE = "white face"
    BLACK_FACE = "black face"
    BUZZER = "buzzer"


class PartFailed(Exception):  # noqa: N818 - it names what happened, as its readers do
    """A part does not answer, or is not there. The rest of the board goes on without it.

    `what` says what was found, `todo` what its owner can do: both lower case, no full stop.
    """

    def __init__(self, part: Part, what: str, todo: str) -> None:
        super().__init__(f"{part}: {what}; {todo}")
        self.part = part
        self.what = what
        self.todo = todo


class NotYet(PartFailed):
    """A part has only just been opened: it is too soon to say that it does not answer."""


class Scanner(Protocol):
    """Reads the reeds and the buttons."""

    def read(self) -> Scanned:
        """Read every reed and button once, raw. Raises PartFailed, or NotYet."""

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""


class MatrixLines(Protocol):
    """Reaches the lines of the matrix: columns are pulled up, rows are driven low or released."""

    def drive(self, row: int) -> None:
        """Drive this row low (0 is the first of the pin map) and release all others."""

    def low_columns(self) -> int:
        """Read which columns are low: bit n is the n-th of the pin map."""

    def release(self) -> None:
        """Drive no row."""

    def close(self) -> None:
        """Leave every pin an input that drives nothing."""


class LampChain(Protocol):
    """Lights the 64 squares."""

    def show(self, colours: Sequence[Colour], *, anew: bool = False) -> None:
        """Light the squares a1 to h8 in these 64 colours, `anew` even if they are. Raises PartFailed."""

    def close(self) -> None:
        """Go dark and let go of the pin."""


class FaceDisplay(Protocol):
    """Shows one side's clock."""

    def show(self, segments: Segments, *, bright: bool, blinks: bool = False, anew: bool = False) -> None:
        """Light these segments, bright or dim, blinking or not; `anew` even if they are.

        Raises PartFailed; the next call tries again.
        """

    def close(self) -> None:
        """Go dark."""


class Sounder(Protocol):
    """Sounds one tone at a time."""

    def sound(self, hz: int) -> None:
        """Sound this tone from now on; 0 is silence. Raises PartFailed."""

    def close(self) -> None:
        """Be silent and let go of the pin."""


class Pin(Protocol):
    """The part of a gpiozero pin that the drivers use: `function` is `input` or `output`."""

    function: str
    state: Any

    def output_with_state(self, state: int) -> None:
        """Drive the pin, from the first moment at this level where the library can."""

    def input_with_pull(self, pull: str) -> None:
        """Stop driving; `pull` is `up`, `down` or `floating`, and stays until another is named."""

    def close(self) -> None:
        """Leave the pin an input."""


class PinFactory(Protocol):
    """The part of a gpiozero pin factory that the drivers use."""

    def pin(self, name: str) -> Pin:
        """Give the pin of this name, such as `GPIO17`."""


class I2C(Protocol):
    """An I2C bus as `busio.I2C` has it. A device that does not answer is an OSError."""

    def try_lock(self) -> bool:
        """Take the bus; false if somebody else has it."""

    def unlock(self) -> None:
        """Give the bus back."""

    def scan(self) -> list[int]:
        """List the addresses that answer."""

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write `buffer[start:end]`."""

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        """Fill `buffer[start:end]`."""

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write, then read without letting go of the bus."""


class Electronics(Protocol):
    """What drivers stand on. Each of these may raise PartFailed, or OSError, when it is not there."""

    def pin_factory(self) -> PinFactory:
        """Give gpiozero's factory of pins."""

    def lgpio(self) -> Any:
        """Give the module lgpio, or what has its functions."""

    def rpi_gpio(self) -> Any:
        """Give the module RPi.GPIO, or what has its functions."""

    def serial(self, port: str, baud: int) -> Any:
        """Open a serial line as pyserial has it: `in_waiting`, `read`, `close`; OSError if it does not."""

    def i2c(self, bus: int) -> I2C:
        """Give the I2C bus of `/dev/i2c-BUS`."""

    def lamp_wire(self, pin: int) -> Any:
        """Give what `neopixel.NeoPixel` takes as the pin of this BCM number.

        To be called before `neopixel` is imported: it decides what that finds.
        """

    def settle(self, duration_us: int) -> None:
        """Let the lines of the matrix come to rest."""
