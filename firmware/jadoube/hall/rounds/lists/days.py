"""Days: whether a round that a list has again may be another day's, and what its event is called then.

The law: pure. Last week's round may have had the same event, name and players, and no list says which is
meant. So an arbiter is asked, where a round was begun so long ago that it may be another one. The hall's
clock decides that, and nothing else; what it said before it was set is compared with nothing. If it is, its
event gets the day: boards, files and Lichess, which go by events, then take nothing for the same that is not.
A list of the plain event is of that day's, until another.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from jadoube.core.messages.names import NAME_MOST
from jadoube.hall.rounds.lists.taking import Games, is_something
from jadoube.hall.rounds.pairings import has_result
from jadoube.mqtt.payloads import Round

EARLIER_S: Final = 12 * 3600
"""A round that was begun so long ago may be of another day (a choice): one evening takes less."""

SET_S: Final = 1_767_225_600
"""A clock that shows less than the begin of 2026 is not set: jadoube has had no hall before (a choice)."""

EARLIEST_S: Final = 1
"""As if then was begun a round of which nobody knows when it was: on an earlier day."""

_PLAIN_MOST: Final = NAME_MOST - 16
"""So many letters of an event stay beside the day and a count: a board keeps no more of both."""

_DATE: Final = re.compile(r'^\[Date "(.*)"\]$', re.MULTILINE)

_OF_DAY: Final = re.compile(r"(?:(.*) )?(\d{4}-\d\d-\d\d)(?: (\d{1,9}))?")


def is_earlier(found: Round, unix_s: int) -> bool:
    """Return whether a round was begun so long before an instant that it may be another day's."""
    is_dated = found.begun_s == EARLIEST_S or found.begun_s >= SET_S
    return is_dated and unix_s >= SET_S and unix_s - found.begun_s >= EARLIER_S


def with_begin(found: Round, games: Games, unix_s: int = EARLIEST_S) -> Round:
    """Return a round in which something was played as begun, if it does not say when: at this instant."""
    is_begun = found.begun_s or not any(is_something(found, each, games) for each in found.boards)
    return found if is_begun else replace(found, begun_s=max(EARLIEST_S, unix_s))


def begun_of(pgn: str, unix_s: int) -> int:
    """Return when the round of a game was begun at the latest: at this instant, if its date is of the day."""
    date = _DATE.search(pgn)
    today = datetime.fromtimestamp(unix_s, UTC).astimezone().strftime("%Y.%m.%d")
    return unix_s if date and date[1] == today else EARLIEST_S


def date_of(said_s: int, unix_s: int) -> int:
    """Return when a retained game was played at the latest, by a board whose clock was perhaps never set."""
    return EARLIEST_S if said_s < SET_S <= unix_s else said_s


def is_unsaid(new: Round, before: Round, games: Games) -> bool:
    """Return whether something was played in a round of before whose result a list does not say."""
    said = {each.number for each in new.boards if has_result(each)}
    return any(each.number not in said and is_something(before, each, games) for each in before.boards)


def event_of_day(event: str, unix_s: int, known: Collection[str]) -> str:
    """Return what an event is called on the day of an instant: none of those that are known."""
    day = datetime.fromtimestamp(unix_s, UTC).astimezone().strftime("%Y-%m-%d")
    first = found = f"{_plain(event)} {day}".strip()
    count = 1
    while found in known:
        count += 1
        found = f"{first} {count}"
    return found


def is_day_of(event: str, other: str) -> bool:
    """Return whether two events are one that begins anew on some day, or goes on."""
    return event == other or _plain(event) == _plain(other)


def newest_of(plain: str, known: Collection[str]) -> str:
    """Return the newest of the known events that are a plain one on some day; if there is none, that."""
    days = {
        (found[2], int(found[3] or 1)): each
        for each in known
        if (found := _OF_DAY.fullmatch(each)) and _plain(each) == plain[:_PLAIN_MOST].rstrip()
    }
    return days[max(days)] if days else plain


def _plain(event: str) -> str:
    found = _OF_DAY.fullmatch(event)
    return ((found[1] or "") if found else event)[:_PLAIN_MOST].rstrip()
