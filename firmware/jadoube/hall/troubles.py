"""What the arbiter is told of the hall in one line each: what is wrong now, and what has happened.

The law: a trouble has a kind and one text, and a key where several of a kind stand beside each other; while
it lasts it is said once. A passing one ends by itself. It
refuses to know what finds it.
"""

import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.core.language.render import put_in_words
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.local.desk_lines import Words
from jadoube.online.troubles import in_words

PASSES_MS: Final = 600_000
"""How long what was seen once is shown: ten minutes (a choice)."""


class Kind(StrEnum):
    """The kinds of troubles."""

    LOST = "lost"
    TWO_MACHINES = "two machines"
    EXCHANGED = "exchanged"
    CLOCK = "clock"
    WENT_BACK = "went back"
    UNREADABLE = "unreadable"
    MOVED = "moved"
    IN_PARTS = "in parts"
    LIST = "list"
    OTHERS = "others"
    EVENT = "event"
    CLAIMED = "claimed"
    ANOTHERS = "another's"
    BROKER = "broker"
    LEASE = "lease"
    ACTS_LOST = "acts lost"
    STORE = "store"
    FILE = "file"
    UNREAD = "unread"
    LIVE = "live"
    TOO_LONG = "too long"
    LICHESS = "lichess"


class Trouble(NamedTuple):
    """Something that is wrong now."""

    kind: Kind
    said: Words
    ends_ms: int | None = None
    """The instant at which it is not shown any more; None: when it is over."""
    key: str = ""
    """Which of its kind it is: those with several stand beside each other."""


class Notice(NamedTuple):
    """Something that has happened, or a trouble that has begun."""

    at_ms: int
    board: str
    """Empty: the hall."""
    said: Words


Troubles = tuple[Trouble, ...]


def worded_problem(phrase: EdgePhrase, problem: Words) -> Words:
    """Return a phrase with a problem that is in words already, each language with its own."""
    return {
        language: put_in_words(sentence(phrase, problem=text), language) for language, text in problem.items()
    }


def unread_words(problem: sqlite3.Error, file: Path | None = None) -> Words:
    """Return that games cannot be read from the hall's file, and why."""
    return worded_problem(EdgePhrase.HALL_NOT_READ, in_words(problem, file))


def with_trouble(troubles: Troubles, new: Trouble) -> Troubles:
    """Return the troubles with this one, in the place of the one of its kind and key."""
    return (*(each for each in troubles if (each.kind, each.key) != (new.kind, new.key)), new)


def without_kind(troubles: Troubles, kind: Kind, key: str = "") -> Troubles:
    """Return the troubles without that of a kind and key; the same value if there is none."""
    ended = kind, key
    return (
        tuple(each for each in troubles if (each.kind, each.key) != ended)
        if any((each.kind, each.key) == ended for each in troubles)
        else troubles
    )


def still_there(troubles: Troubles, now_ms: int) -> Troubles:
    """Return the troubles without those that have passed; the same value if none has."""
    if all(each.ends_ms is None or each.ends_ms > now_ms for each in troubles):
        return troubles
    return tuple(each for each in troubles if each.ends_ms is None or each.ends_ms > now_ms)
