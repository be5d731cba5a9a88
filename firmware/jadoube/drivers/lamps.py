"""Lights the chain of lamps through Adafruit's NeoPixel library.

It decides the order of the squares on the wire and the current limit. It writes a frame only if it differs
from the last one, or if the caller asks for a rewrite: the wire is one-way, so lamps that lost their power
cannot report it. It refuses to know what colours mean.
"""

from collections.abc import Sequence
from typing import Any, Final

from jadoube.config.pinmap import LampString
from jadoube.drivers.interfaces import Colour, Electronics, Part, PartFailed

#: The current limit for all lamps together, unless the configuration says otherwise.
DEFAULT_BUDGET_MA: Final = 1200
#: The current of a dark lamp, and of one of its colours at full level, by Adafruit's Uberguide.
_IDLE_MA: Final = 1
_FULL_COLOUR_MA: Final = 20
_DARK: Final[Colour] = (0, 0, 0)
_ADVICE: Final = "check the lamps' plug, and that SPI is switched on"
_PACKAGE_ADVICE: Final = "install jadoube with its extra `lamps`"
_MACHINE_ADVICE: Final = (
    "Adafruit's library drives lamps on a Raspberry Pi; elsewhere set lamps.enabled to false"
)


class NeoPixelChain:
    """A LampChain of NeoPixels; `budget_ma` limits the current of all lamps together. Raises PartFailed."""

    def __init__(
        self, lamps: LampString, electronics: Electronics, budget_ma: int = DEFAULT_BUDGET_MA
    ) -> None:
        self._chain = lamps.chain
        self._budget_ma = budget_ma
        try:
            self._pixels = _pixels(lamps, electronics)
        except Exception as problem:
            raise PartFailed(
                Part.LAMPS, f"cannot be opened, {_first_line(problem)}", _advice(problem)
            ) from problem
        self._lit: list[Colour] = [_DARK] * len(self._chain)
        self._shown: tuple[Colour, ...] | None = None

    def show(self, colours: Sequence[Colour], *, anew: bool = False) -> None:
        """Light the squares a1 to h8 in these 64 colours, all dimmed if they would exceed the limit."""
        frame = tuple(colours)
        if frame == self._shown and not anew:
            return
        try:
            self._write(cap_current(frame, self._budget_ma))
        except Exception as problem:
            self._shown = None
            raise PartFailed(Part.LAMPS, f"cannot be written, {_first_line(problem)}", _ADVICE) from problem
        self._shown = frame

    def close(self) -> None:
        """Go dark and release the pin."""
        self._pixels.deinit()

    def _write(self, frame: Sequence[Colour]) -> None:
        for index, square in enumerate(self._chain):
            if self._lit[index] != frame[square]:  # the library is slow at setting one
                self._pixels[index] = self._lit[index] = frame[square]
        self._pixels.show()


def cap_current(frame: Sequence[Colour], budget_ma: int) -> tuple[Colour, ...]:
    """Return the frame, all lamps dimmed by the same factor if it would draw more than `budget_ma`.

    A lamp draws 1 mA when dark and 20 mA more for each of its colours at full level (Uberguide). A frame
    within the budget stays as it is; a budget below the current of dark lamps makes it dark.
    """
    levels = sum(map(sum, frame))
    allowed_levels = max(0, budget_ma - len(frame) * _IDLE_MA) * 255 // _FULL_COLOUR_MA
    if levels <= allowed_levels:
        return tuple(frame)
    red, green, blue = zip(*frame, strict=True)
    dimmed = ([level * allowed_levels // levels for level in colour] for colour in (red, green, blue))
    return tuple(zip(*dimmed, strict=True))


def current_ma(frame: Sequence[Colour]) -> float:
    """Return the current of a frame in mA, by the same rule."""
    return len(frame) * _IDLE_MA + sum(map(sum, frame)) * _FULL_COLOUR_MA / 255


def _pixels(lamps: LampString, electronics: Electronics) -> Any:
    wire = electronics.lamp_wire(lamps.signal.bcm)  # before the import, as it decides what neopixel finds
    from neopixel import NeoPixel  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and only where lamps are

    return NeoPixel(wire, len(lamps.chain), auto_write=False, pixel_order=lamps.order)


def _advice(problem: Exception) -> str:
    """Return what the owner can do about lamps that cannot be opened."""
    match problem:
        case (
            NotImplementedError() | AttributeError()
        ):  # a board whose lamps Blinka cannot drive, or an unknown board
            return _MACHINE_ADVICE
        case ImportError():
            return _PACKAGE_ADVICE
    missing = isinstance(problem.__cause__, ImportError)  # Blinka wraps it in its own error
    return _PACKAGE_ADVICE if missing else _ADVICE


def _first_line(problem: Exception) -> str:
    """The first line of an error: Blinka's messages are long."""
    return (str(problem) or type(problem).__name__).strip().splitlines()[0].strip()
