"""What is wrong with the board as a machine: its supply, its heat, its speed, its parts.

Decides what each trouble is called, in words and on a face. Refuses to know how it was found (the daemon),
and the game, which goes on whatever it is. A reed that is bad is none of these: it is read from the game.
"""

from enum import StrEnum
from typing import Final, NamedTuple


class Trouble(StrEnum):
    """The troubles, the most pressing first."""

    VOLTAGE = "the voltage of the supply is too low"
    HEAT = "the Pi is too hot"
    REEDS = "the reeds do not answer"
    SLOW_SCANS = "the reeds are read too slowly"
    LAMPS = "the lamps do not answer"
    WHITE_FACE = "White's face does not answer"
    BLACK_FACE = "Black's face does not answer"
    BUZZER = "the buzzer does not answer"


class Wrong(NamedTuple):
    """A trouble, and since when it is known."""

    trouble: Trouble
    since_ms: int


#: In letters that seven segments can show; `LoPo` is low power.
FACES: Final[dict[Trouble, str]] = {
    Trouble.VOLTAGE: "LoPo",
    Trouble.HEAT: "hot ",
    Trouble.REEDS: "rEEd",
    Trouble.SLOW_SCANS: "SLo ",
    Trouble.LAMPS: "LEd ",
    Trouble.WHITE_FACE: "FACE",
    Trouble.BLACK_FACE: "FACE",
    Trouble.BUZZER: "bEEP",
}

EVERY_MS: Final = 5000
"""While no clock runs, what is wrong takes its turn on the faces this often,"""

SHOWS_MS: Final = 1000
"""for so long: one second in five does not hide what the face says (a guess),"""

TURNS: Final = 12
"""and so often, a minute in all, since it is known or the clock stands: who has not looked by then reads it
in words."""


def shown_trouble(wrong: tuple[Wrong, ...], stands_since_ms: int, now_ms: int) -> Trouble | None:
    """Give the trouble whose turn it is on the faces at this instant; None between two turns."""
    turn, into_ms = divmod(now_ms - _first_turn_ms(wrong, stands_since_ms), EVERY_MS)
    shows = wrong and 0 <= turn < TURNS and into_ms < SHOWS_MS
    return wrong[turn % len(wrong)].trouble if shows else None


def turns_at_ms(wrong: tuple[Wrong, ...], stands_since_ms: int, now_ms: int) -> int | None:
    """When a turn next begins or ends; None where none will."""
    turn, into_ms = divmod(now_ms - _first_turn_ms(wrong, stands_since_ms), EVERY_MS)
    ends_ms = SHOWS_MS if into_ms < SHOWS_MS else EVERY_MS
    return now_ms - into_ms + ends_ms if wrong and turn < TURNS - (into_ms >= SHOWS_MS) else None


def _first_turn_ms(wrong: tuple[Wrong, ...], stands_since_ms: int) -> int:
    return max([stands_since_ms, *(each.since_ms for each in wrong)])
