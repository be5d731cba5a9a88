"""What the lamps draw, and the limit for all of them together.

It decides by how much a frame is dimmed. It refuses to know how a frame gets to the lamps.
"""

from collections.abc import Sequence
from typing import Final

from jadoube.drivers.interfaces import Colour

#: The current limit for all lamps together, unless the configuration says otherwise.
DEFAULT_BUDGET_MA: Final = 1200
#: The current of a dark lamp, and of one of its colours at full level, by Adafruit's Uberguide.
_IDLE_MA: Final = 1
_FULL_COLOUR_MA: Final = 20


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
