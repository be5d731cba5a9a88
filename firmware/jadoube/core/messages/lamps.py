"""The language of the lamps: the meaning of a lit square, its colour and its pattern.

One table, `LOOKS`, holds it. If two meanings fall on one square, the later one in the table is shown. A look
is a colour and a pattern. No two meanings differ in hue alone: those with the same pattern differ clearly in
brightness, for every kind of colour vision (`docs/lamps.md`).

This file decides the colours of the 64 lamps at an instant, and when they change next. Patterns depend on the
instant alone, so all lamps blink together. It knows nothing of which lamps are lit (`lamp_view.py`), of their
order on the wire and of the current that they may draw (`drivers/lamps/lamp_current.py`).
"""

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.settings import BRIGHTNESS

#: Red, green and blue, 0 to 255 each.
Colour = tuple[int, int, int]

FRAME_MS: Final = 40
"""Patterns change at multiples of this: 25 frames a second, below the 30 that a chain of lamps should get at
most. Frames fall on scans if the scan period divides this (5, 10 and 20 ms are usual)."""

LOW: Final = 0.15
"""The brightness of a lamp in the low part of its pattern. It is never dark, so a new meaning shows at once
and in its own colour, in every part of the pattern. A ratio of one to seven is seen at a glance (a guess)."""


class Pattern(StrEnum):
    """The patterns of a lamp over time."""

    STEADY = "steady"
    WINK = "winks"
    BREATHE = "breathes"
    BLINK = "blinks"
    HURRY = "blinks fast"
    BEAT = "beats"


def _breath(frames: int) -> tuple[float, ...]:
    """Brightness down and up again, linear in its square root: about what the eye sees."""
    lowest, half = LOW**0.5, frames // 2
    depths = [min(frame, frames - frame) / half for frame in range(frames)]
    return tuple((1 - (1 - lowest) * depth) ** 2 for depth in depths)


#: The brightness of a lamp frame by frame, repeated; 1 is its full colour. Nothing flashes more than three
#: times a second: the limit of WCAG 2.3.1 for people with photosensitive epilepsy.
STRIPS: Final[dict[Pattern, tuple[float, ...]]] = {
    Pattern.STEADY: (1.0,),
    Pattern.WINK: (1.0,) * 43 + (LOW,) * 5,
    Pattern.BREATHE: _breath(60),
    Pattern.BLINK: (1.0,) * 13 + (LOW,) * 12,
    Pattern.HURRY: (1.0,) * 5 + (LOW,) * 5,
    Pattern.BEAT: ((1.0,) * 5 + (LOW,) * 5) * 2 + (LOW,) * 25,
}


class Lamp(IntEnum):
    """The meanings of a square's lamp, the most urgent last.

    First come standing facts, then what hands do, may do or should do, then results and faults.
    """

    DARK = 0
    BAD_REED = 1
    LAST_MOVE = 2
    GIVES_CHECK = 3
    CHECK = 4
    TARGET = 5
    TO_LIFT = 6
    TO_PLACE = 7
    TO_TAKE = 8
    LIFTED = 9
    PROMOTION = 10
    CANDIDATE = 11
    RESULT = 12
    REASON = 13
    MISSING = 14
    TOO_MUCH = 15


class Look(NamedTuple):
    """The look of a lamp: its colour at full brightness, its pattern, and its meaning in words."""

    colour: Colour
    pattern: Pattern
    meaning: str


LOOKS: Final[dict[Lamp, Look]] = {
    Lamp.DARK: Look((0, 0, 0), Pattern.STEADY, "nothing to say"),
    Lamp.BAD_REED: Look((0, 50, 50), Pattern.WINK, "the reed of this square is bad"),
    Lamp.LAST_MOVE: Look((0, 50, 17), Pattern.STEADY, "the last move went from here to here"),
    Lamp.GIVES_CHECK: Look((80, 40, 0), Pattern.BLINK, "this piece gives check"),
    Lamp.CHECK: Look((230, 80, 0), Pattern.BLINK, "this king is in check"),
    Lamp.TARGET: Look((25, 110, 0), Pattern.STEADY, "the lifted piece may go here"),
    Lamp.TO_LIFT: Look((0, 190, 130), Pattern.WINK, "the move to make: lift this piece"),
    Lamp.TO_PLACE: Look((0, 80, 55), Pattern.BEAT, "the move to make: a piece comes here"),
    Lamp.TO_TAKE: Look((0, 200, 140), Pattern.BEAT, "the move to make: this piece is taken"),
    Lamp.LIFTED: Look((190, 190, 190), Pattern.STEADY, "the piece of this square is in the air"),
    Lamp.PROMOTION: Look((75, 0, 90), Pattern.BREATHE, "a pawn promotes here: choose with plus and minus"),
    Lamp.CANDIDATE: Look(
        (220, 210, 0), Pattern.BREATHE, "a piece may have gone here: hold back to choose, ok takes it"
    ),
    Lamp.RESULT: Look((255, 255, 255), Pattern.BLINK, "this king has won; both kings: a draw"),
    Lamp.REASON: Look((255, 120, 200), Pattern.HURRY, "the move is illegal because of this"),
    Lamp.MISSING: Look((0, 80, 255), Pattern.BREATHE, "a piece is missing here: put it back"),
    Lamp.TOO_MUCH: Look((255, 0, 0), Pattern.HURRY, "nothing may stand here: take it away"),
}

STEP: Final = 2.5**0.5
"""The ratio between two steps of brightness. With the configured 0.4 at the middle step, the highest step
(two above it) is full brightness."""

MIDDLE: Final = BRIGHTNESS[len(BRIGHTNESS) // 2]
"""The step at which the brightness is the configured one."""


class Light(NamedTuple):
    """The brightness of the lamps: of those on light squares, 1 is full."""

    brightness: float = 1.0
    dark_squares: float = 1.0
    """The brightness on dark squares, as a fraction of that on light ones."""

    def at_step(self, step: int) -> "Light":
        """The brightness at a step that players chose."""
        return self._replace(brightness=min(1.0, self.brightness * STEP ** (step - MIDDLE)))


def frame(lamps: Sequence[Lamp], now_ms: int, light: Light) -> tuple[Colour, ...]:
    """The colours of the squares a1 to h8 at this instant."""
    shades = {lamp: _shades(LOOKS[lamp], now_ms, light) for lamp in set(lamps)}
    return tuple(shades[lamp][chess.BB_DARK_SQUARES >> square & 1] for square, lamp in enumerate(lamps))


def next_frame_ms(lamps: Sequence[Lamp], now_ms: int) -> int | None:
    """When a pattern next changes a lamp; None if none does."""
    patterns = {LOOKS[lamp].pattern for lamp in set(lamps)}
    strips = [strip for pattern, strip in STRIPS.items() if len(strip) > 1 and pattern in patterns]
    return min((_next_edge_ms(strip, now_ms) for strip in strips), default=None)


def _shades(look: Look, now_ms: int, light: Light) -> tuple[Colour, Colour]:
    """The colour on a light square and on a dark one."""
    strip = STRIPS[look.pattern]
    level = light.brightness * strip[now_ms // FRAME_MS % len(strip)]
    return _dim(look.colour, level), _dim(look.colour, level * light.dark_squares)


def _dim(colour: Colour, level: float) -> Colour:
    """The colour at a level; every part that is lit stays at least 1, except at level 0."""
    if not level:
        return (0, 0, 0)
    red, green, blue = (max(1, round(part * level)) if part else 0 for part in colour)
    return red, green, blue


def _next_edge_ms(strip: tuple[float, ...], now_ms: int) -> int:
    """When a strip changes next; it must not be constant."""
    begun = now_ms // FRAME_MS
    now = strip[begun % len(strip)]
    ahead = next(k for k in range(1, len(strip)) if strip[(begun + k) % len(strip)] != now)
    return (begun + ahead) * FRAME_MS
