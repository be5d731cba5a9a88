"""A pairing list as a table: CSV with commas, semicolons or tabs.

The first row may say what is in the columns, in English, French or German; without one they are board, White,
Black. A rating, title, FIDE id or federation without a side belongs to the name to its left, as programs
write them.

The law: a row is a line. Rows above the heads (a title, a date) are passed over. A row whose names cannot be
read is named.
"""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from jadoube.core.messages.expected import Expected
from jadoube.core.messages.names import clean_name
from jadoube.formats.pairings.reading import Reading, is_bye, whole
from jadoube.formats.pairings.values import Pairing

_WORDS: Final = {
    "white": "white whites weiss blanc blancs",
    "black": "black blacks schwarz noir noirs",
    "round": "round rd rnd runde rde ronde",
    "board": "board bo bd brd brett br echiquier ech table tisch",
    "result": "result res ergebnis erg resultat score",
    "event": "event tournament turnier tournoi evenement veranstaltung",
    "site": "site place ort lieu venue",
    "title": "title titel titre tit",
    "rating": "rating elo rtg elozahl classement cote dwz",
    "federation": "fed federation verband foderation land pays country nat",
    "fide": "fide fideid",
}
"""What each word of a head says."""

_MEANING: Final = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
_OF_A_SIDE: Final = ("title", "rating", "fide", "federation")
_SIDES: Final = ("white", "black")

_HEAD_WITHIN: Final = 20
"""The heads are looked for in so many rows."""

_PLAIN: Final = ("board", "white", "black", "result")
"""The columns of a table without heads."""

_SEPARATORS: Final = ("\t", ";", ",")

Columns = Mapping[str, int]


def looks_like(lines: Sequence[str]) -> bool:
    """Whether any line has two cells."""
    separator = _separator(lines)
    return any(len(_cells(line, separator)) > 1 for line in lines)


def read(lines: Sequence[str], reading: Reading) -> None:
    """Read all rows."""
    separator = _separator(lines)
    head = -1
    columns: Columns = {name: at for at, name in enumerate(_PLAIN)}
    for at, line in enumerate(islice(lines, _HEAD_WITHIN)):
        found = _columns(_cells(line, separator))
        if {"white", "black"} <= found.keys():
            head, columns = at, found
            break
    for number, line in enumerate(lines[head + 1 :], start=head + 2):
        cells = [cell.strip() for cell in _cells(line, separator)]
        if any(cells) and not re.fullmatch(r"sep=.", line.strip()):
            _take_row(number, cells, columns, reading, has_head=head >= 0)


def _take_row(
    number: int, cells: Sequence[str], columns: Columns, reading: Reading, *, has_head: bool
) -> None:
    """Take a row."""

    def cell(name: str) -> str:
        at = columns.get(name, len(cells))
        return cells[at] if at < len(cells) else ""

    names = [clean_name(cell(side)) for side in _SIDES]
    if any(map(is_bye, names)):
        return
    shown = " | ".join(cells)
    if not has_head and not _is_plain(cells):
        reading.problem(number, shown, Expected.ROW_OR_HEADS)
        return
    if not all(names):
        reading.problem(number, shown, Expected.BOTH_NAMES)
        return
    reading.call(number, cell("event"), cell("site"))
    white, black = (
        reading.make_player(number, cell(side), *(cell(f"{side} {what}") for what in _OF_A_SIDE))
        for side in _SIDES
    )
    pairing = Pairing(
        reading.short(number, whole(cell("round")), Expected.ROUND_OF),
        reading.short(number, whole(cell("board")), Expected.BOARD_OF),
        white,
        black,
        *reading.result(number, cell("result")),
    )
    reading.pair(number, pairing)


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Which column has what, by the words of its head; the first of each kind counts."""
    found: dict[str, int] = {}
    side = ""
    for at, cell in enumerate(cells):
        meanings = [_MEANING[word] for word in _words(cell) if word in _MEANING]
        named = next((each for each in _SIDES if each in meanings), "")
        what = next((each for each in _OF_A_SIDE if each in meanings), "")
        if what:
            found.setdefault(f"{named or side or _SIDES[0]} {what}", at)
        elif named:
            side = named
            found.setdefault(named, at)
        elif meanings:
            found.setdefault(meanings[0], at)
    return found


def _words(text: str) -> list[str]:
    """The words of a head: `WhiteElo` are two, and accents and capitals do not count."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).casefold()
    plain = "".join(each for each in unicodedata.normalize("NFKD", apart) if not unicodedata.combining(each))
    return re.findall(r"[a-z]+", plain)


def _separator(lines: Sequence[str]) -> str:
    """What stands between two cells: by what there are heads, else by what most rows are pairings."""
    near = [line for line in lines if line.strip()][:_HEAD_WITHIN]

    def fits(separator: str) -> tuple[bool, int]:
        rows = [_cells(line, separator) for line in near]
        heads = any({"white", "black"} <= _columns(cells).keys() for cells in rows)
        return heads, sum(_is_plain(cells) for cells in rows)

    return max(_SEPARATORS, key=fits)


def _is_plain(cells: Sequence[str]) -> bool:
    """Whether these can be board, White, Black."""
    return 3 <= len(cells) <= len(_PLAIN) and whole(cells[0]).strip().isdecimal()


def _cells(line: str, separator: str) -> list[str]:
    """The cells of a line."""
    try:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
    except csv.Error:  # a cell of over 128 kB
        return []
