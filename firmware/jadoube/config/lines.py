"""Finds the line on which a key of a TOML text stands, since `tomllib` forgets it.

It decides nothing about what a key means. It knows tables, dotted keys, quoted keys and values that go on
over several lines; what it cannot find it answers with the nearest table above, and line 1 in the end.
"""

import re

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?")
_ASSIGNED = re.compile(rf"\s*({_DOTTED})\s*=")
_STRING_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|#.*""")


def line_of(text: str, *path: str) -> int:
    """Give the line, counted from 1, where `path` (its tables, then its key) is written in `text`.

    A key that is missing, or written inside an inline table, is answered with the line of what holds it;
    1 if nothing of it is there. Of an array of tables the first is meant.
    """
    best_length, best_line = 0, 1
    for number, found in _places(text):
        if len(found) > best_length and found == path[: len(found)]:
            best_length, best_line = len(found), number
    return best_line


def _places(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """Every table and key with its line."""
    places: list[tuple[int, tuple[str, ...]]] = []
    table: tuple[str, ...] = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if depth == 0 and (heading := _TABLE.fullmatch(line)):
            table = _parts(heading[1])
            places.append((number, table))
        elif depth == 0 and (assigned := _ASSIGNED.match(line)):
            places.append((number, table + _parts(assigned[1])))
        depth += _open_brackets(line)
    return places


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_KEY, dotted))


def _open_brackets(line: str) -> int:
    """How many brackets the line leaves open: inside them stand values, not keys."""
    bare = _STRING_OR_COMMENT.sub("", line)
    return sum(bare.count(bracket) for bracket in "[{") - sum(bare.count(bracket) for bracket in "]}")
