"""What makes the board pleasant for who sits at it, and changes nothing of the game.

Decides which such choices there are and their limits. Refuses to know how loud and how bright that is: the
drivers' settings say it.
"""

from dataclasses import dataclass
from typing import Final

#: Steps of brightness, the darkest first; the middle one is what the configuration says.
BRIGHTNESS: Final = range(1, 6)


@dataclass(frozen=True, slots=True)
class Comfort:
    """Chosen on the panel at any time that no clock runs; kept from game to game."""

    sound: bool = True
    brightness: int = 3
    """One of `BRIGHTNESS`."""

    def __post_init__(self) -> None:
        if self.brightness not in BRIGHTNESS:
            wanted = f"{BRIGHTNESS[0]} to {BRIGHTNESS[-1]}"
            raise ValueError(f"found brightness {self.brightness}, expected {wanted}")


AT_EASE: Final = Comfort()
"""What nobody has changed."""
