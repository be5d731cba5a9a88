"""Preferences of the players: sound, brightness, and the controls that they set by hand. They change no game.

This file decides which preferences there are, and their limits. It knows nothing of the real loudness and
brightness: these are settings of the drivers.
"""

from dataclasses import dataclass, replace
from typing import Final

from jadoube.core.clock.time_control import TimeControl

SLOTS: Final = 5
"""How many controls set by hand are remembered: as many as a DGT 3000 does."""

#: The steps of brightness, the darkest first; the middle one is the configured brightness.
BRIGHTNESS: Final = range(1, 6)


@dataclass(frozen=True, slots=True)
class Comfort:
    """The players' choices, made at any time while no clock runs, and kept from game to game."""

    sound: bool = True
    brightness: int = 3
    """One of `BRIGHTNESS`."""
    by_hand: tuple[TimeControl, ...] = ()
    """The controls that were last set by hand, the last first; `SLOTS` at most."""

    def __post_init__(self) -> None:
        if self.brightness not in BRIGHTNESS:
            wanted = f"{BRIGHTNESS[0]} to {BRIGHTNESS[-1]}"
            raise ValueError(f"found brightness {self.brightness}, expected {wanted}")
        if len(self.by_hand) > SLOTS:
            raise ValueError(f"found {len(self.by_hand)} controls set by hand, expected {SLOTS} at most")

    def remember(self, control: TimeControl) -> "Comfort":
        """The same with this control as the last one that was set by hand."""
        others = (each for each in self.by_hand if each != control)
        return replace(self, by_hand=(control, *others)[:SLOTS])


AT_EASE: Final = Comfort()
"""The defaults."""
