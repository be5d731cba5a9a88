"""Hardware troubles of the board: supply voltage, heat, scan speed, parts that do not answer.

This file decides the name of each trouble, in words and on a face, and when the faces show it. It knows
nothing of how a trouble is found (the daemon does that), nor of the game, which goes on. A bad reed is no
trouble of this list: it is found by reading the game.
"""

from enum import StrEnum
from typing import Final, NamedTuple


class Trouble(StrEnum):
    """The troubles, the most urgent first."""

    VOLTAGE = "the voltage of the supply is too low"
    HEAT = "the Pi is too hot"
    REEDS = "the reeds do not answer"
    SLOW_SCANS = "the reeds are read too slowly"
    LAMPS = "the lamps do not answer"
    WHITE_FACE = "White's face does not answer"
    BLACK_FACE = "Black's face does not answer"
    BUZZER = "the buzzer does not answer"


class Wrong(NamedTuple):
    """A trouble, and the instant since which it is known."""

    trouble: Trouble
    since_ms: int


#: The troubles in letters that seven segments can show; `LoPo` means low power.
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
"""The interval at which the faces show a trouble while no clock runs."""

SHOWS_MS: Final = 1000
"""How long a trouble is shown each time: one second in five does not hide the rest of the face (a guess)."""

TURNS: Final = 12
"""How often troubles are shown: for a minute after the last one was found or the clock stopped. Later they
are told in words only."""


def shown_trouble(wrong: tuple[Wrong, ...], stands_since_ms: int, now_ms: int) -> Trouble | None:
    """Return the trouble that the faces show at this instant; None between two turns and after the last."""
    turn, into_ms = divmod(now_ms - _first_turn_ms(wrong, stands_since_ms), EVERY_MS)
    shows = wrong and 0 <= turn < TURNS and into_ms < SHOWS_MS
    return wrong[turn % len(wrong)].trouble if shows else None


def turns_at_ms(wrong: tuple[Wrong, ...], stands_since_ms: int, now_ms: int) -> int | None:
    """When a turn next begins or ends; None if no turn is left."""
    turn, into_ms = divmod(now_ms - _first_turn_ms(wrong, stands_since_ms), EVERY_MS)
    ends_ms = SHOWS_MS if into_ms < SHOWS_MS else EVERY_MS
    return now_ms - into_ms + ends_ms if wrong and turn < TURNS - (into_ms >= SHOWS_MS) else None


def _first_turn_ms(wrong: tuple[Wrong, ...], stands_since_ms: int) -> int:
    return max([stands_since_ms, *(each.since_ms for each in wrong)])
