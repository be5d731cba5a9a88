"""Lights the chain of lamps through Adafruit's NeoPixel library.

It decides in which order the squares lie on the wire and how much current they may draw, and writes a frame
only when it differs from the last, or when it is asked to write anew: the wire goes one way, and lamps that
have lost their power do not tell. It knows colours, not what they say.
"""

from collections.abc import Sequence
from typing import Any, Final

from jadoube.config.pinmap import LampString
from jadoube.drivers.interfaces import Colour, Electronics, Part, PartFailed

#: What the lamps may draw together unless the configuration says otherwise.
DEFAULT_BUDGET_MA: Final = 1200
#: A lamp's own current when dark, and that of one of its colours at full, by Adafruit's Uberguide.
_IDLE_MA: Final = 1
_FULL_COLOUR_MA: Final = 20
_DARK: Final[Colour] = (0, 0, 0)
_ADVICE: Final = "check the lamps' plug, and that SPI is switched on"
_PACKAGE_ADVICE: Final = "install jadoube with its extra `lamps`"
_MACHINE_ADVICE: Final = (
    "Adafruit's library drives lamps on a Raspberry Pi; elsewhere set lamps.enabled to false"
)


class NeoPixelChain:
    """A LampChain over NeoPixels; `budget_ma` caps what all lamps draw together. Raises PartFailed."""

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
        """Light the squares a1 to h8 in these 64 colours, dimmed together where they would draw too much."""
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
        """Go dark and let go of the pin."""
        self._pixels.deinit()

    def _write(self, frame: Sequence[Colour]) -> None:
        for index, square in enumerate(self._chain):
            if self._lit[index] != frame[square]:  # the library is slow at setting one
                self._pixels[index] = self._lit[index] = frame[square]
        self._pixels.show()


def cap_current(frame: Sequence[Colour], budget_ma: int) -> tuple[Colour, ...]:
    """Dim the frame, all lamps by the same factor, until it draws `budget_ma` at most.

    A lamp draws 1 mA when dark and 20 mA more for each of its colours at full (Uberguide). A frame
    within the budget is given back as it is; a budget below what dark lamps draw makes it dark.
    """
    levels = sum(map(sum, frame))
    allowed_levels = max(0, budget_ma - len(frame) * _IDLE_MA) * 255 // _FULL_COLOUR_MA
    if levels <= allowed_levels:
        return tuple(frame)
    red, green, blue = zip(*frame, strict=True)
    dimmed = ([level * allowed_levels // levels for level in colour] for colour in (red, green, blue))
    return tuple(zip(*dimmed, strict=True))


def current_ma(frame: Sequence[Colour]) -> float:
    """Say what the frame draws by the same rule."""
    return len(frame) * _IDLE_MA + sum(map(sum, frame)) * _FULL_COLOUR_MA / 255


def _pixels(lamps: LampString, electronics: Electronics) -> Any:
    wire = electronics.lamp_wire(lamps.signal.bcm)  # first, because it decides what neopixel will find
    from neopixel import NeoPixel  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, and only where lamps are

    return NeoPixel(wire, len(lamps.chain), auto_write=False, pixel_order=lamps.order)


def _advice(problem: Exception) -> str:
    """Say what its owner can do about lamps that cannot be opened."""
    match problem:
        case (
            NotImplementedError() | AttributeError()
        ):  # no board that Blinka drives lamps on, none that it knows
            return _MACHINE_ADVICE
        case ImportError():
            return _PACKAGE_ADVICE
    missing = isinstance(problem.__cause__, ImportError)  # Blinka tells of it in words of its own
    return _PACKAGE_ADVICE if missing else _ADVICE


def _first_line(problem: Exception) -> str:
    """Keep the first line: Blinka explains itself at length."""
    return (str(problem) or type(problem).__name__).strip().splitlines()[0].strip()
