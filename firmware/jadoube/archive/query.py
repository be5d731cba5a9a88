"""What is searched for in the archive, and how the database is asked for it.

The law: every word of a search has to begin a word of the game: of its players, event, site, round, opening,
date or result. A word with a colon asks for one thing: `player:`, `event:`, `opening:`, `eco:`, `result:`,
`since:`, `until:`. Whatever is typed is searched for; nothing of it is ever a part of the question to the
database.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from jadoube.archive.troubles import ArchiveTrouble
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.orders import RESULTS
from jadoube.core.messages.phrases import Phrase, Sentence, sentence
from jadoube.formats.plain_text import plain

_DATE: Final = re.compile(r"(\d{4})(?:[.-](\d\d))?(?:[.-](\d\d))?").fullmatch
_ECO: Final = re.compile(r"[A-Ea-e]\d{0,2}").fullmatch


class Query(NamedTuple):
    """What is searched for; what is empty is not asked. `since` and `until` are days, months or years."""

    text: str = ""
    player: str = ""
    event: str = ""
    opening: str = ""
    eco: str = ""
    result: str = ""
    since: str = ""
    until: str = ""


_KEYS: Final = Query._fields[1:]
EVERYTHING: Final = Query()


def parse_query(text: str) -> Query:
    """Return what a line of search asks for: `carlsen event:tata eco:B90 since:2024`.

    A value with spaces stands in quotes: `event:"tata steel"`.
    """
    asked: dict[str, list[str]] = {}
    for found in re.finditer(r'(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))', text):
        key, value = found[1], found[2] if found[2] is not None else found[3]
        if key and key not in _KEYS:
            key, value = None, found[0]
        asked.setdefault(key or "text", []).append(value)
    return Query(**{key: " ".join(values) for key, values in asked.items()})


class Condition(NamedTuple):
    """A condition on the rows of games, and its values."""

    sql: str
    values: tuple[str, ...]


def conditions(query: Query) -> list[Condition]:
    """Return the conditions of a query. ArchiveTrouble for a result, a code or a date that is none."""
    made = _anywhere(_words(query.text))
    if words := _words(query.player):
        begins = " AND ".join(["instr(' ' || key, ?)"] * len(words))
        players = f"(SELECT player FROM players WHERE {begins})"
        # The plus keeps the database from collecting all games of many players before it sorts them.
        sql = f"(+white_player IN {players} OR +black_player IN {players})"
        made += _anywhere(words)
        made.append(Condition(sql, tuple(f" {word}" for word in (*words, *words))))
    for column, text in (("event", query.event), ("opening", query.opening)):
        made += _in_column(column, _words(text))
    if query.eco:
        code = _found(_ECO, query.eco, "eco", sentence(Expected.ECO_CODE))[0].upper()
        made += _anywhere([code.lower()])
        made.append(Condition("eco >= ? AND eco < ?", (code, f"{code}~")))
    if query.result:
        if query.result not in RESULTS:
            raise _unknown("result", query.result, sentence(Expected.ONE_OF, choices=", ".join(RESULTS)))
        made.append(Condition("result = ?", (query.result,)))
    if query.since:
        made.append(Condition("placed >= ?", (_date("since", query.since),)))
    if query.until:
        made.append(Condition("placed < ? AND placed > '0'", (f"{_date('until', query.until)}~",)))
    return made


def _in_column(column: str, words: list[str]) -> list[Condition]:
    inside = [Condition(f"instr(' ' || plain(CAST({column} AS BLOB)), ?)", (f" {word}",)) for word in words]
    return _anywhere(words) + inside


def _anywhere(words: list[str]) -> list[Condition]:
    """The words among all words of the game: that is asked first, as an index has them."""
    return [Condition("instr(words, ?)", (f" {word}",)) for word in words]


def _words(text: str) -> list[str]:
    return plain(text).split()


def _date(key: str, text: str) -> str:
    found = _found(_DATE, text, key, sentence(Expected.SOME_DATE))
    return ".".join(part for part in found.groups() if part)


def _found(
    pattern: Callable[[str], re.Match[str] | None], text: str, key: str, expected: Sentence
) -> re.Match[str]:
    found = pattern(text)
    if not found:
        raise _unknown(key, text, expected)
    return found


def _unknown(key: str, text: str, expected: Sentence) -> ArchiveTrouble:
    return ArchiveTrouble(key, sentence(Phrase.NOT_AS_EXPECTED, found=text, expected=expected))
