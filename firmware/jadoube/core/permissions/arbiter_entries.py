"""The entries of the arbiter's level: which are there, and the orders that each can give.

The law: an entry is there if `refusal` lets one of its orders pass now. Before a game only the game before
can be reopened: times and rules are agreed on by other entries. A number begins at its present value. What is
chosen may still be refused when it is carried out, such as a time within the delay; the board says why. This
file knows nothing of keys and faces.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import chess

from jadoube.core.messages.order_text import MOVES_MOST, PERIODS_MOST, SECONDS_MOST
from jadoube.core.messages.orders import (
    RESULTS,
    ChangeTime,
    Decide,
    Declare,
    Order,
    Pardon,
    Penalise,
    Reopen,
    SetCounter,
    SetMoves,
    SetPeriod,
    SetTime,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Part
from jadoube.core.messages.settings import ARBITERS, NUMBERS, Entry, Value
from jadoube.core.permissions.refusal import Asked
from jadoube.core.state.panel.control_questions import CLOCK_TIME, FOUR, TWO, Ask
from jadoube.core.state.table import Table, moves_made

BONUS_MINUTES: Final = tuple(minutes for minutes in range(-9, 10) if minutes)
"""The minutes more or less that are offered: one digit, as a face has room for; other times are set."""

FIRST_BONUS: Final = BONUS_MINUTES.index(2)
"""What is shown first: two minutes, as for an illegal move (FIDE 7.5.5)."""

_WHITES: Final = (
    *(Entry.MORE_FOR_WHITE, Entry.TIME_OF_WHITE, Entry.MOVES_OF_WHITE, Entry.PERIOD_OF_WHITE),
    *(Entry.PENALTY_OF_WHITE, Entry.PARDON_OF_WHITE),
)

_ENTRIES: Final = tuple(entry for entry in Entry if entry in ARBITERS)


class Decision(NamedTuple):
    """An order that can be chosen: its letters on a face and its words."""

    order: Order
    letters: str
    words: Part = ""
    """Empty: the entry says it all, and `ok` is asked for once more."""


def side_of(entry: Entry) -> chess.Color:
    """The side that an entry is about."""
    return chess.WHITE if entry in _WHITES else chess.BLACK


def offered(asked: Asked) -> tuple[Entry, ...]:
    """The entries that are there, in their order."""
    begun = asked.table.play.phase is not Phase.SETTING_UP
    return tuple(
        entry for entry in _ENTRIES if (begun or entry is Entry.REOPEN) and _would_pass(asked, entry)
    )


def _would_pass(asked: Asked, entry: Entry) -> bool:
    """Whether one of the entry's orders would be carried out."""
    if entry not in NUMBERS:
        return any(asked.refusal(each.order) is None for each in decisions(entry))
    number = number_asked(asked.table, entry)
    wanted = number.default
    if entry in (Entry.PERIOD_OF_WHITE, Entry.PERIOD_OF_BLACK):  # the present one is refused
        wanted = 2 if wanted == 1 else 1
    return asked.refusal(order_of(entry, wanted)) is None


@lru_cache(maxsize=len(Entry))
def decisions(entry: Entry) -> tuple[Decision, ...]:
    """The orders of an entry, as `plus` steps through them; none if a number is set there."""
    side = side_of(entry)
    match entry:
        case Entry.MORE_FOR_WHITE | Entry.MORE_FOR_BLACK:
            return tuple(
                Decision(ChangeTime(side, 60 * each), f"{each:+}:00", f"{each:+}:00")
                for each in BONUS_MINUTES
            )
        case Entry.PENALTY_OF_WHITE | Entry.PENALTY_OF_BLACK:
            by_hand = (each for each in BONUS_MINUTES if each > 0)
            return (
                Decision(Penalise(side), "rULE", Value.OF_THE_RULES),
                *(Decision(Penalise(side, 60 * each), f" {each}:00", f"{each}:00") for each in by_hand),
            )
        case Entry.PARDON_OF_WHITE | Entry.PARDON_OF_BLACK:
            return (Decision(Pardon(side), "YES "),)
    return _OF_NO_SIDE.get(entry, ())


_OF_NO_SIDE: Final = {
    Entry.VERDICT: (
        Decision(Decide(penalty=True), "FAUL", Value.PENALTY),
        Decision(Decide(penalty=False), "nonE", Value.NO_PENALTY),
    ),
    Entry.REOPEN: (Decision(Reopen(), "YES "),),
    Entry.RESULT: tuple(
        Decision(Declare(result), letters, result)
        for result, letters in zip(RESULTS, ("1-0 ", "0-1 ", "drAU", "----"), strict=True)
    ),
}
"""The orders that name no side; `1/2-1/2` has no room on a face."""


def number_asked(table: Table, entry: Entry) -> Ask:
    """The number that is set at an entry, beginning with its present value; 0 if there is no clock.

    Where time is given or taken it is the time that there is.
    """
    side, clock = side_of(entry), table.play.clock
    at_ms = clock.since_ms if clock else 0
    match entry:
        case Entry.TIME_OF_WHITE | Entry.TIME_OF_BLACK | Entry.MORE_FOR_WHITE | Entry.MORE_FOR_BLACK:
            shown_s = -(-clock.remaining_ms(side, at_ms) // 1000) if clock else 0
            return Ask("", entry, (), CLOCK_TIME, range(1, SECONDS_MOST + 1), min(shown_s, SECONDS_MOST))
        case Entry.MOVES_OF_WHITE | Entry.MOVES_OF_BLACK:
            made = moves_made(table, side, table.play.completed)
            return Ask("", entry, (), FOUR, range(MOVES_MOST + 1), made)
        case Entry.PERIOD_OF_WHITE | Entry.PERIOD_OF_BLACK:
            most = min(clock.control.most_periods(side), PERIODS_MOST) if clock else 1
            present = clock.period_number(side) + 1 if clock else 1
            return Ask("", entry, (), TWO, range(1, most + 1), min(present, most))
    counter = table.line.board.fullmove_number + table.play.counter
    return Ask("", entry, (), FOUR, range(1, MOVES_MOST + 1), counter)


def order_of(entry: Entry, number: int) -> Order:
    """The order that sets this number."""
    side = side_of(entry)
    match entry:
        case Entry.TIME_OF_WHITE | Entry.TIME_OF_BLACK:
            return SetTime(side, number)
        case Entry.MOVES_OF_WHITE | Entry.MOVES_OF_BLACK:
            return SetMoves(side, number)
        case Entry.PERIOD_OF_WHITE | Entry.PERIOD_OF_BLACK:
            return SetPeriod(side, number)
    return SetCounter(number)
