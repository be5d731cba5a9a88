"""Preferences of the players: sound and brightness. They change nothing in the game.

This file decides which preferences there are, and their limits. It knows nothing of the real loudness and
brightness: these are settings of the drivers.
"""

from dataclasses import dataclass
from typing import Final

#: The steps of brightness, the darkest first; the middle one is the configured brightness.
BRIGHTNESS: Final = range(1, 6)


@dataclass(frozen=True, slots=True)
class Comfort:
    """The players' choices, made at any time while no clock runs, and kept from game to game."""

    sound: bool = True
    brightness: int = 3
    """One of `BRIGHTNESS`."""

    def __post_init__(self) -> None:
        if self.brightness not in BRIGHTNESS:
            wanted = f"{BRIGHTNESS[0]} to {BRIGHTNESS[-1]}"
            raise ValueError(f"found brightness {self.brightness}, expected {wanted}")


AT_EASE: Final = Comfort()
"""The defaults."""
