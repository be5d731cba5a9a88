"""The language of the lamps: what a lit square means, and in which colour.

One table. Where two meanings meet on one square, the later one in the table is shown.
"""

from enum import IntEnum
from typing import NamedTuple


class Lamp(IntEnum):
    """What a square's lamp says, the most pressing last."""

    DARK = 0
    BAD_REED = 1
    LAST_MOVE = 2
    TARGET = 3
    LIFTED = 4
    PROMOTION = 5
    CANDIDATE = 6
    CHECK = 7
    REASON = 8
    MISSING = 9
    TOO_MUCH = 10


class Look(NamedTuple):
    """How a lamp is shown: its colour (red, green, blue, 0 to 255) and what it says, in words."""

    colour: tuple[int, int, int]
    meaning: str


LOOKS: dict[Lamp, Look] = {
    Lamp.DARK: Look((0, 0, 0), "nothing to say"),
    Lamp.BAD_REED: Look((0, 60, 60), "the reed of this square is bad"),
    Lamp.LAST_MOVE: Look((0, 60, 20), "the last move went from here to here"),
    Lamp.TARGET: Look((60, 100, 0), "the lifted piece may go here"),
    Lamp.LIFTED: Look((90, 90, 90), "the piece of this square is in the air"),
    Lamp.PROMOTION: Look((120, 0, 160), "a pawn promotes here: choose with plus and minus"),
    Lamp.CANDIDATE: Look((130, 130, 0), "a piece may have gone here: hold back to choose, ok takes it"),
    Lamp.CHECK: Look((255, 80, 0), "this king is in check"),
    Lamp.REASON: Look((255, 0, 150), "the move is illegal because of this"),
    Lamp.MISSING: Look((0, 60, 255), "a piece is missing here: put it back"),
    Lamp.TOO_MUCH: Look((255, 0, 0), "nothing may stand here: take it away"),
}
