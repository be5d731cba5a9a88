"""How effects are announced: the sounds by name, and the notices with their faces and texts.

It decides which announcements there are. Which effect has which, `effects.py` says. This file knows nothing
of how a sound is played (`state/announced/sounds.py`), nor of how long a notice is shown
(`state/announced/notices.py`).
"""

from collections.abc import Callable
from enum import Enum, StrEnum
from typing import Any, Final, NamedTuple

PROMOTION: Final = "Pr-"
DRAW: Final = "drAU"
LINE: Final = "Ln-"
PAUSE: Final = "PAUS"
NOTED: Final = "notE"


class Sound(StrEnum):
    """The sounds, the most urgent first."""

    FLAG = "flag"
    OVER = "over"
    ILLEGAL = "illegal"
    REFUSED = "refused"
    LOW_TIME = "low_time"
    CHECK = "check"
    NOTED = "noted"
    PRESS = "press"


class Faces(Enum):
    """The faces on which a notice is shown."""

    SIDE = "that of the effect's side"
    OPPONENT = "that of the other side"
    MOVER = "that of the side that made the last ply"
    STANDING = "each that shows no running time: what it says of the board is told elsewhere, too"


class Notice(NamedTuple):
    """A short text that an effect puts on faces."""

    faces: Faces
    text: Callable[[Any], str]
    """Takes the effect and returns at most four characters, a colon not counted; empty: no notice."""


def added_text(seconds: int) -> str:
    """Return a change of time as text: `+2:00`, `-0:30`; from ten minutes on whole minutes, `+ 60`.

    Empty if nothing changes.
    """
    if not seconds:
        return ""
    sign, (minutes, rest) = "-" if seconds < 0 else "+", divmod(abs(seconds), 60)
    return f"{sign}{minutes}:{rest:02}" if minutes < 10 else f"{sign}{min(minutes, 999):3}"


def period_text(number: int) -> str:
    """Return the period with this number, 0 the first, as text: `PEr2`, `PE12`."""
    return f"PEr{number + 1}" if number < 9 else f"PE{number + 1:2}"
