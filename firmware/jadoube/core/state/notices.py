"""What a face says for a moment, because of something that has just been decided.

The law: a moment belongs to one side's face, and passes by itself. On the face of a clock that runs it hides
the time for no longer than `HIDES_MS`, whatever it says. A newer moment takes the place of an older one; of
several at once the first is shown. What holds on longer is no moment but how things stand (`face_view.py`).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.effects import (
    ArbiterActed,
    BadReed,
    ClaimRefused,
    DrawOffered,
    Effect,
    IllegalPress,
    OfferEnded,
    PeriodBegun,
    PromotionOffered,
)
from jadoube.core.messages.events import Event, Ordered
from jadoube.core.messages.orders import ChangeTime, Penalise

HIDES_MS: Final = 2000
"""For so long a moment may hide the time of a clock that runs (a guess: four characters are read in one)."""

LASTS_MS: Final = 4000
"""For so long it is shown where no time is hidden that runs."""

PROMOTION: Final = "Pr-"
DRAW: Final = "drAU"


class Moment(NamedTuple):
    """What the face of `side` says from `since_ms` on, in up to four characters."""

    side: chess.Color
    text: str
    since_ms: int

    def until_ms(self, *, running: bool) -> int:
        """When it has passed, on the face of a clock that runs or stands."""
        return self.since_ms + (HIDES_MS if running else LASTS_MS)


class Sides(NamedTuple):
    """Who has made the last ply, and whose clock runs."""

    mover: chess.Color
    running: chess.Color | None


def moments(
    before: tuple[Moment, ...], event: Event, effects: tuple[Effect, ...], sides: Sides, now_ms: int
) -> tuple[Moment, ...]:
    """Give what is shown for a moment after what an event has decided."""
    fresh: dict[chess.Color, Moment] = {}
    for side, text in (said for effect in effects for said in _face_texts(event, effect, sides)):
        fresh.setdefault(side, Moment(side, text, now_ms))
    if not before and not fresh:
        return before
    kept = [moment for moment in before if moment.side not in fresh and not _has_ended(moment, effects)]
    return (*kept, *fresh.values())


def added_text(seconds: int) -> str:
    """Say what the arbiter gives or takes: `+2:00`, `-0:30`; from ten minutes on whole minutes, `+ 60`."""
    sign, (minutes, rest) = "-" if seconds < 0 else "+", divmod(abs(seconds), 60)
    return f"{sign}{minutes}:{rest:02}" if minutes < 10 else f"{sign}{min(minutes, 999):3}"


def _face_texts(event: Event, effect: Effect, sides: Sides) -> Iterator[tuple[chess.Color, str]]:
    """What an effect has the faces say, and whose."""
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
            for side in chess.COLORS:
                if side != sides.running:  # a lamp marks it, too: no time need be hidden
                    yield side, f"r-{chess.SQUARE_NAMES[square].upper()}"


def _time_change_texts(event: Event) -> Iterator[tuple[chess.Color, str]]:
    """What the arbiter's hand gives or takes."""
    match event:
        case Ordered(ChangeTime(side, seconds)):
            yield side, added_text(seconds)
        case Ordered(Penalise(side, seconds)):
            yield not side, added_text(seconds)


def _has_ended(moment: Moment, effects: tuple[Effect, ...]) -> bool:
    return moment.text == DRAW and any(isinstance(effect, OfferEnded) for effect in effects)
