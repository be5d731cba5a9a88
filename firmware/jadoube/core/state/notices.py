"""Short notices on the faces, caused by effects.

Beside them stands what a player looks up by a key (`Look`).

The law: a notice (`Moment`) belongs to one side's face and ends by itself. On the face of a running clock it
hides the time for at most `HIDES_MS`, whatever it says. A newer notice replaces an older one; of several at
once the first is shown. What lasts longer is no notice but part of the face's state (`face_view.py`).
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.effects import (
    ArbiterActed,
    BadReed,
    ClaimRefused,
    DrawOffered,
    Effect,
    IllegalPress,
    LineFaulty,
    OfferEnded,
    PeriodBegun,
    PromotionOffered,
)
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import ChangeTime, Penalise
from jadoube.core.signals import lines

HIDES_MS: Final = 2000
"""How long a notice may hide a running time (a guess: four characters are read in one second)."""

LASTS_MS: Final = 4000
"""How long a notice is shown where it hides no running time."""

PROMOTION: Final = "Pr-"
DRAW: Final = "drAU"
LINE: Final = "Ln-"


class Moment(NamedTuple):
    """A notice on the face of `side` from `since_ms` on, in up to four characters."""

    side: chess.Color
    text: str
    since_ms: int

    def until_ms(self, *, running: bool) -> int:
        """When the notice ends; `running`: the clock of its face runs."""
        return self.since_ms + (HIDES_MS if running else LASTS_MS)


class Looked(StrEnum):
    """What a player looks up on the faces by a key."""

    TIMES = "the exact times"
    MOVES = "the moves"


class Look(NamedTuple):
    """What is looked up, on both faces; a second press of the key ends it."""

    what: Looked
    since_ms: int

    @property
    def until_ms(self) -> int:
        """When it ends by itself."""
        return self.since_ms + HIDES_MS


class Sides(NamedTuple):
    """The side that made the last ply, and the side whose clock runs."""

    mover: chess.Color
    running: chess.Color | None


def moments(
    before: tuple[Moment, ...], event: Event, effects: tuple[Effect, ...], sides: Sides, now_ms: int
) -> tuple[Moment, ...]:
    """Return the notices after an event: those of its effects, and the earlier ones that still stand."""
    fresh: dict[chess.Color, Moment] = {}
    for effect in effects:
        if isinstance(effect, _TOLD_ON_FACES):
            for side, text in _face_texts(event, effect, sides):
                fresh.setdefault(side, Moment(side, text, now_ms))
    if not before and not fresh:
        return before
    kept = [moment for moment in before if moment.side not in fresh and not _has_ended(moment, effects)]
    return (*kept, *fresh.values())


def added_text(seconds: int) -> str:
    """Return a change of time as text: `+2:00`, `-0:30`; from ten minutes on whole minutes, `+ 60`."""
    sign, (minutes, rest) = "-" if seconds < 0 else "+", divmod(abs(seconds), 60)
    return f"{sign}{minutes}:{rest:02}" if minutes < 10 else f"{sign}{min(minutes, 999):3}"


_TOLD_ON_FACES: Final = (
    ArbiterActed,
    BadReed,
    ClaimRefused,
    DrawOffered,
    IllegalPress,
    LineFaulty,
    PeriodBegun,
    PromotionOffered,
)
"""The effects that may put a text on a face; most effects do not."""


def _face_texts(event: Event, effect: Effect, sides: Sides) -> Iterator[tuple[chess.Color, str]]:
    """The texts that an effect puts on the faces, each with the side of its face."""
    match effect:
        case PromotionOffered():
            yield sides.mover, PROMOTION
        case ArbiterActed():
            yield from _time_change_texts(event)
        case IllegalPress(side, _, penalty_s) | ClaimRefused(side, penalty_s) if penalty_s:
            yield not side, added_text(penalty_s)
        case PeriodBegun(side, number):
            yield side, f"PEr{number + 1}" if number < 9 else f"PE{number + 1:2}"
        case DrawOffered(side):
            yield not side, DRAW
        case BadReed(square):
            yield from _standing_faces(sides, f"r-{chess.SQUARE_NAMES[square].upper()}")
        case LineFaulty(line):
            yield from _standing_faces(sides, LINE + lines.NAMES[line][0].upper())


def _standing_faces(sides: Sides, text: str) -> Iterator[tuple[chess.Color, str]]:
    """The text on each face that shows no running time: a fault of the wiring is told elsewhere, too."""
    return ((side, text) for side in chess.COLORS if side != sides.running)


def _time_change_texts(event: Event) -> Iterator[tuple[chess.Color, str]]:
    """The time that the arbiter gives or takes, with the side of the face that shows it."""
    match event:
        case Ordered(ChangeTime(side, seconds)):
            yield side, added_text(seconds)
        case Ordered(Penalise(side, seconds)):
            yield not side, added_text(seconds)


def _has_ended(moment: Moment, effects: tuple[Effect, ...]) -> bool:
    return moment.text == DRAW and any(isinstance(effect, OfferEnded) for effect in effects)
