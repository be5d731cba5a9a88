"""A table of games for people: a line for each, cut to the terminal's width.

The law: a line holds what fits, and what does not fit is cut, the least important first. Whatever a file has
brought in is printed as letters: nothing of it can move the cursor. Where the output is no terminal nothing
is cut.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from jadoube.archive.entries import Person
from jadoube.archive.rows import Known, Row


class _Column(NamedTuple):
    """A column: its heading, its least and its usual width."""

    heading: str
    least: int
    usual: int


_GAMES: Final = (
    _Column("game", 6, 12),
    _Column("date", 10, 10),
    _Column("white", 10, 24),
    _Column("black", 10, 24),
    _Column("result", 7, 7),
    _Column("moves", 5, 5),
    _Column("eco", 3, 3),
    _Column("event", 8, 30),
    _Column("opening", 8, 40),
)
_PLAYERS: Final = (
    _Column("player", 12, 32),
    _Column("title", 5, 5),
    _Column("rating", 6, 6),
    _Column("FIDE id", 9, 9),
    _Column("from", 4, 4),
    _Column("games", 5, 6),
)


def game_lines(rows: Iterable[Row], width: int | None) -> Iterator[str]:
    """Yield a heading and a line for each game, of at most this width; None: of any."""
    yield from _lines(_GAMES, (_game_cells(row) for row in rows), width)


def player_lines(players: Iterable[Known], width: int | None) -> Iterator[str]:
    """Yield a heading and a line for each player."""
    yield from _lines(_PLAYERS, map(_player_cells, players), width)


def game_name(row: Row) -> str:
    """How a person names a game: by the board's number, else by its id."""
    return row.entry.game_id if row.entry.number is None else f"{row.entry.number}"


def printable(text: str) -> str:
    """The text without what a terminal would obey."""
    return "".join(each if each.isprintable() else "?" for each in text)


def person_text(person: Person) -> str:
    """A player with title and rating."""
    rating = str(person.rating) if person.rating else ""
    return " ".join(filter(None, (person.title, person.name or "?", rating)))


def _game_cells(row: Row) -> list[str]:
    entry = row.entry
    moves = str((entry.plies + 1) // 2)
    people = (person_text(each) for each in (entry.white, entry.black))
    return [game_name(row), entry.date, *people, entry.result, moves, entry.eco, entry.event, entry.opening]


def _player_cells(known: Known) -> list[str]:
    person = known.person
    rating = str(person.rating or "")
    return [person.name, person.title, rating, person.fide_id, person.federation, str(known.games)]


def _lines(columns: tuple[_Column, ...], rows: Iterable[list[str]], width: int | None) -> Iterator[str]:
    fitting = _fitting(columns, width)
    for cells in ([each.heading for each in columns], *rows):
        texts = (
            _cell(printable(text), wide, cut=width is not None)
            for text, wide in zip(cells, fitting, strict=False)
        )
        yield "  ".join(texts).rstrip()


def _fitting(columns: tuple[_Column, ...], width: int | None) -> list[int]:
    """The widths of the columns that fit, from the left; what is left over makes them wider."""
    if width is None:
        return [column.usual for column in columns]
    count = len(columns)
    while count > 1 and _total(columns[:count]) > width:
        count -= 1
    spare, made = width - _total(columns[:count]), []
    for column in columns[:count]:
        more = max(0, min(spare, column.usual - column.least))
        spare -= more
        made.append(column.least + more)
    return made


def _total(columns: tuple[_Column, ...]) -> int:
    return sum(column.least for column in columns) + 2 * (len(columns) - 1)


def _cell(text: str, width: int, *, cut: bool) -> str:
    """The text in so many columns of the terminal; a letter of East Asia takes two."""
    taken = 0
    for place, letter in enumerate(text):
        wide = (
            2 if unicodedata.east_asian_width(letter) in "WF" else 0 if unicodedata.combining(letter) else 1
        )
        if cut and taken + wide > width:
            return text[:place] + " " * (width - taken)
        taken += wide
    return text + " " * (width - taken)
