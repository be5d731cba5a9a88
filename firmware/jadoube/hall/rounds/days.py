"""Days: whether a round that a list has again may be another day's, and what its event is called then.

The law: pure. Last week's round may have had the same event, name and players, and no list says which is
meant. So an arbiter is asked, where a round was begun so long ago that it may be another one. The hall's
clock decides that, and nothing else. If it is, its event gets the day: boards, files and Lichess, which go by
events, then take nothing for the same that is not. A list of the plain event is of that day's, until another.
"""

import re
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

from jadoube.hall.rounds.pairings import has_result
from jadoube.hall.rounds.taking import Games, is_something
from jadoube.mqtt.payloads import Round

EARLIER_S: Final = 12 * 3600
"""A round that was begun so long ago may be of another day (a choice): one evening takes less."""

_PLAIN_MOST: Final = 240
"""So many letters of an event stay beside the day (a payload takes 255)."""

_OF_DAY: Final = re.compile(r"(?:(.*) )?\d{4}-\d\d-\d\d(?: \d+)?")


def is_earlier(found: Round, unix_s: int) -> bool:
    """Return whether a round was begun so long before an instant that it may be another day's."""
    return bool(found.begun_s) and unix_s - found.begun_s >= EARLIER_S


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


def is_of_day(event: str, plain: str) -> bool:
    """Return whether an event is a plain one on some day."""
    return _OF_DAY.fullmatch(event) is not None and _plain(event) == plain[:_PLAIN_MOST].rstrip()


def _plain(event: str) -> str:
    found = _OF_DAY.fullmatch(event)
    return ((found[1] or "") if found else event)[:_PLAIN_MOST].rstrip()
