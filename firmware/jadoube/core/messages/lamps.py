"""The language of the lamps: what a lit square means, in which colour it shines, and how it moves.

One table, `LOOKS`. Where two meanings meet on one square, the later one in the table is shown. A look is a
colour and a pattern, and no two meanings are told apart by their hue alone: those that share a pattern differ
clearly in how bright they are, however their colours are seen (`docs/lamps.md`).

Decides what the 64 lamps shine like at an instant, and when that changes next. Patterns follow the instant
and nothing else, so all lamps blink together. Refuses to know which lamps are lit (`lamp_view.py`), in which
order they lie on the wire and how much current they may draw (`drivers/lamps.py`).
"""

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.preferences import BRIGHTNESS

#: Red, green and blue, 0 to 255 each.
Colour = tuple[int, int, int]

FRAME_MS: Final = 40
"""Patterns move at multiples of this: 25 frames a second, within the 30 that a chain is to be given, and on
the scans of every period that divides it (5, 10 and 20 ms are the usual ones)."""

LOW: Final = 0.15
"""How bright a lamp is in the low part of its pattern. Never dark: so a new meaning shows at once, in
whatever part of the pattern it comes, and in its own colour. One to seven is told at a glance (a guess)."""


class Pattern(StrEnum):
    """How a lamp moves."""

    STEADY = "steady"
    WINK = "winks"
    BREATHE = "breathes"
    BLINK = "blinks"
    HURRY = "blinks fast"


def _breath(frames: int) -> tuple[float, ...]:
    """Down and up again. Eyes see about the root of a light, so it is the root that goes evenly."""
    lowest, half = LOW**0.5, frames // 2
    depths = [min(frame, frames - frame) / half for frame in range(frames)]
    return tuple((1 - (1 - lowest) * depth) ** 2 for depth in depths)


#: How bright a lamp is, 1 is all its colour: frame by frame, again and again. Nothing flashes more than three
#: times a second, which WCAG 2.3.1 has as the limit for people with photosensitive epilepsy.
STRIPS: Final[dict[Pattern, tuple[float, ...]]] = {
    Pattern.STEADY: (1.0,),
    Pattern.WINK: (1.0,) * 43 + (LOW,) * 5,
    Pattern.BREATHE: _breath(60),
    Pattern.BLINK: (1.0,) * 13 + (LOW,) * 12,
    Pattern.HURRY: (1.0,) * 5 + (LOW,) * 5,
}


class Lamp(IntEnum):
    """What a square's lamp says, the most pressing last.

    First what stands, then what hands do, may do or are asked to do, then what is over or wrong.
    """

    DARK = 0
    BAD_REED = 1
    LAST_MOVE = 2
    GIVES_CHECK = 3
    CHECK = 4
    TARGET = 5
    TO_PLAY = 6
    LIFTED = 7
    PROMOTION = 8
    CANDIDATE = 9
    RESULT = 10
    REASON = 11
    MISSING = 12
    TOO_MUCH = 13


class Look(NamedTuple):
    """How a lamp is shown: its colour at its brightest, how it moves, and what it says, in words."""

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
    Lamp.TO_PLAY: Look((0, 190, 130), Pattern.WINK, "make this move: from here to here"),
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
"""How much brighter each step of brightness is: with the configured 0.4 in the middle, the last of the two
steps above it is all that the lamps can."""

MIDDLE: Final = BRIGHTNESS[len(BRIGHTNESS) // 2]
"""The step of brightness that is what the configuration says."""


class Light(NamedTuple):
    """How brightly the lamps shine: 1 is all they can, on a light square."""

    brightness: float = 1.0
    dark_squares: float = 1.0
    """How much of that on a dark square."""

    def at_step(self, step: int) -> "Light":
        """The same at one of the steps of brightness that players choose."""
        return self._replace(brightness=min(1.0, self.brightness * STEP ** (step - MIDDLE)))


def frame(lamps: Sequence[Lamp], now_ms: int, light: Light) -> tuple[Colour, ...]:
    """What the squares a1 to h8 shine like at this instant."""
    shades = {lamp: _shades(LOOKS[lamp], now_ms, light) for lamp in set(lamps)}
    return tuple(shades[lamp][chess.BB_DARK_SQUARES >> square & 1] for square, lamp in enumerate(lamps))


def next_frame_ms(lamps: Sequence[Lamp], now_ms: int) -> int | None:
    """When a lamp shines otherwise although nothing happens; None if none will."""
    strips = [strip for pattern, strip in STRIPS.items() if len(strip) > 1 and pattern in _patterns(lamps)]
    return min((_next_edge_ms(strip, now_ms) for strip in strips), default=None)


def _patterns(lamps: Sequence[Lamp]) -> set[Pattern]:
    return {LOOKS[lamp].pattern for lamp in set(lamps)}


def _shades(look: Look, now_ms: int, light: Light) -> tuple[Colour, Colour]:
    """The colour on a light square and on a dark one."""
    strip = STRIPS[look.pattern]
    level = light.brightness * strip[now_ms // FRAME_MS % len(strip)]
    return _dim(look.colour, level), _dim(look.colour, level * light.dark_squares)


def _dim(colour: Colour, level: float) -> Colour:
    """The colour at a level; what is lit at all stays lit, unless there is to be no light."""
    if not level:
        return (0, 0, 0)
    red, green, blue = (max(1, round(part * level)) if part else 0 for part in colour)
    return red, green, blue


def _next_edge_ms(strip: tuple[float, ...], now_ms: int) -> int:
    """When a strip changes next; it has to change somewhere."""
    begun = now_ms // FRAME_MS
    now = strip[begun % len(strip)]
    ahead = next(k for k in range(1, len(strip)) if strip[(begun + k) % len(strip)] != now)
    return (begun + ahead) * FRAME_MS
