"""The rows of the archive: how an entry is written into its tables, and read out of them.

The law: a game's row, its text and its players are written together. A player stands in the archive as long
as a game of his does, as his newest games name him. It refuses to know when something is written
(`store.py`).
"""

import sqlite3
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from jadoube.archive.entries import Entry, Person
from jadoube.formats.plain_text import is_known, player_key


class Row(NamedTuple):
    """A game as a list shows it. `row` and `changed` are numbers of this archive alone."""

    row: int
    changed: int
    entry: Entry


class Known(NamedTuple):
    """A player of the archive, as his newest games name him."""

    person: Person
    games: int


_COLUMNS: Final = (
    *("row", "changed", "game_id", "number", "date", "time", "event", "site", "round", "board"),
    *("white", "white_title", "white_rating", "white_federation"),
    *("black", "black_title", "black_rating", "black_federation"),
    *("result", "termination", "eco", "opening", "plies", "time_control"),
    *("white_player", "black_player", "placed", "words"),
)
LISTED: Final = (
    "games.row, changed, game_id, number, date, time, event, site, round, board, "
    "white, white_title, white_rating, coalesce(w.fide_id, ''), white_federation, "
    "black, black_title, black_rating, coalesce(b.fide_id, ''), black_federation, "
    "result, termination, eco, opening, plies, time_control"
)
"""What `row_of` reads, from `FROM_GAMES`."""

FROM_GAMES: Final = (
    "FROM games LEFT JOIN players w ON w.player = white_player LEFT JOIN players b ON b.player = black_player"
)

_WRITE: Final = (
    f"INSERT INTO games({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT(row) DO UPDATE SET {', '.join(f'{each} = excluded.{each}' for each in _COLUMNS[1:])}"
)


def row_of(found: tuple[Any, ...]) -> Row:
    """Return what `LISTED` has found."""
    row, changed, *rest = found
    head, white, black, tail = rest[:8], rest[8:13], rest[13:18], rest[18:]
    return Row(row, changed, Entry._make([*head, Person(*white), Person(*black), *tail]))


def write(tables: sqlite3.Connection, row: int | None, entry: Entry, pgn: str, changed: int) -> set[int]:
    """Write a game as a new row, or over this one; return the players whose games these are or were."""
    before = players_of(tables, row)
    white, black = entry.white, entry.black
    players = [_player(tables, each) for each in (white, black)]
    values = [
        *(row, changed, *entry[:8]),
        *(white.name, white.title, white.rating, white.federation),
        *(black.name, black.title, black.rating, black.federation),
        *(*entry[10:], *players, entry.placed, entry.words),
    ]
    written = tables.execute(_WRITE, values).lastrowid if row is None else row
    if row is not None:
        tables.execute(_WRITE, values)
    tables.execute("INSERT OR REPLACE INTO texts(row, pgn) VALUES (?, ?)", (written, pgn))
    return before | {player for player in players if player is not None}


def remove(tables: sqlite3.Connection, row: int) -> set[int]:
    """Remove a game; return the players whose game it was."""
    before = players_of(tables, row)
    tables.execute("DELETE FROM games WHERE row = ?", (row,))
    return before


def players_of(tables: sqlite3.Connection, row: int | None) -> set[int]:
    """Return the players of a game."""
    found = tables.execute("SELECT white_player, black_player FROM games WHERE row = ?", (row,)).fetchone()
    return {player for player in found or () if player is not None}


def _player(tables: sqlite3.Connection, person: Person) -> int | None:
    """Return the number of a player, who gets one if he is new; None if he is not known."""
    if not is_known(person.name):
        return None
    key = player_key(person.name)
    tables.execute(
        "INSERT OR IGNORE INTO players(key, name, title, rating, fide_id, federation) VALUES (?,?,?,?,?,?)",
        (key, *person),
    )
    found = tables.execute(
        "SELECT player FROM players WHERE key = ? AND fide_id = ?", (key, person.fide_id)
    ).fetchone()
    return int(found[0])


_NEWEST: Final = """
SELECT {side}, {side}_title, {side}_rating, {side}_federation, placed, row FROM games
WHERE {side}_player = ? ORDER BY placed DESC, row DESC LIMIT 20
"""
"""The newest games of a player with one colour: what is in none of them is not known."""


def refresh(tables: sqlite3.Connection, players: Iterable[int]) -> None:
    """Bring these players to what their newest games say; who has no game any more goes."""
    for player in players:
        named = [
            each
            for side in ("white", "black")
            for each in tables.execute(_NEWEST.format(side=side), (player,))
        ]
        if not named:
            tables.execute("DELETE FROM players WHERE player = ?", (player,))
            continue
        named.sort(key=lambda each: each[4:], reverse=True)
        title, rating, federation = (
            next((each[place] for each in named if each[place]), default)
            for place, default in ((1, ""), (2, None), (3, ""))
        )
        tables.execute(
            "UPDATE players SET name = ?, title = ?, rating = ?, federation = ? WHERE player = ?",
            (named[0][0], title, rating, federation, player),
        )
