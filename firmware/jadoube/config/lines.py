"""Finds the line of a key in a TOML text, as `tomllib` does not keep it.

It handles tables, dotted keys, quoted keys and values over several lines. For a key that it cannot find it
returns the line of the nearest table above, or line 1. It refuses to know what a key means.
"""

import re

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?")
_ASSIGNED = re.compile(rf"\s*({_DOTTED})\s*=")
_STRING_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|#.*""")


def line_of(text: str, *path: str, nth: int = 0) -> int:
    """Return the line, from 1, of `path` (its tables, then its key) in `text`.

    For a key that is missing, or inside an inline table, it is the line of the enclosing table or key; 1 if
    there is none. In an array of tables it is that of the table `nth`, from 0.
    """
    places = _places(text)
    heads = [index for index, (_, found) in enumerate(places) if found == path[:1]]
    best_length, best_line = 0, 1
    for number, found in places[heads[nth] if nth < len(heads) else 0 :]:
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
    """The number of brackets that the line leaves open; inside them are values, not keys."""
    bare = _STRING_OR_COMMENT.sub("", line)
    return sum(bare.count(bracket) for bracket in "[{") - sum(bare.count(bracket) for bracket in "]}")
