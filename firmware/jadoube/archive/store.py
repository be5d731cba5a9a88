"""The archive: adds games, finds them, removes them. One file of SQLite; several programs may use it at once.

The law: a game stands in it once, by its `GameId`, with all its parts, as it was last. What was deleted does
not come back by itself. A change is made whole or not at all. What another program wrote in between is seen.

It refuses to know journals (`rebuild.py`) and damaged files (`opening.py`), and it reads no clock.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple, Self

from jadoube.archive.entries import Entry, Person, derived_id, entry_of, id_in
from jadoube.archive.pgn_games import ReadGame, games_in
from jadoube.archive.query import EVERYTHING, Query, conditions
from jadoube.archive.rows import FROM_GAMES, LISTED, Known, Row, refresh, remove, row_of, write
from jadoube.archive.schema import connect
from jadoube.archive.sqlite_files import readable
from jadoube.archive.troubles import ArchiveTrouble, game_place, no_game, told
from jadoube.config.problems import BadInput
from jadoube.config.worded_input import WordedInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence
from jadoube.formats.corrected_pgn import (
    Corrected,
    Correction,
    Uncorrectable,
    correct_again,
    corrected,
)
from jadoube.formats.plain_text import plain, player_key
from jadoube.games.forgetting import SIDES, Whom, forget_in_pgn, hide_in_pgn
from jadoube.local.set_aside import remove_set_aside

LIMIT: Final = 50
"""Games of one answer, if nothing else was asked."""
PLAYERS_MOST: Final = 20

_ID_BYTES: Final = 6


class Found(NamedTuple):
    """Games that were found, the newest first, and whether there are more."""

    rows: tuple[Row, ...]
    more: bool


class _Standing(NamedTuple):
    """A game as it stands in the archive."""

    row: int
    entry: Entry
    text: str

    @property
    def number(self) -> int | None:
        """Its number on this board."""
        return self.entry.number


class Archive:
    """An open archive. Use it in one thread; `close` it."""

    def __init__(self, path: Path, *, reads_only: bool = False) -> None:
        self.path = path
        self.tables = connect(path, reads_only=reads_only)
        self.tables.create_function("plain", 1, lambda raw: plain(readable(raw or b"")), deterministic=True)
        self._touched: set[int] = set()
        self._depth = 0

    def close(self) -> None:
        """Close the file."""
        self.tables.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def write_out(self) -> None:
        """Bring all changes from the log into the file itself."""
        with told(self.path):
            self.tables.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # Changes

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Make all changes within whole or not at all, and visible to others at the end."""
        if self._depth:
            yield
            return
        with told(self.path):
            self.tables.execute("BEGIN IMMEDIATE")
            self._depth, self._touched = 1, set()
            try:
                yield
                refresh(self.tables, sorted(self._touched))
                self.tables.execute("COMMIT")
            except BaseException:
                if self.tables.in_transaction:  # a full disk has rolled back already
                    self.tables.execute("ROLLBACK")
                raise
            finally:
                self._depth = 0

    def add(self, pgn: str, number: int | None = None) -> bool:
        """Add a game of this board, or its newer state; return whether anything is changed.

        `number` is that of its files. A game that was deleted, and an older file of a game that went on in
        another one, change nothing. WordedInput for a text that is not one game.
        """
        games = games_in(pgn)
        if len(games) != 1 or games[0].problem:
            why = (games[0].problem if games else None) or sentence(EdgePhrase.GAME_EMPTY)
            found = sentence(EdgePhrase.GAMES_NOT_ONE, count=len(games))
            raise WordedInput("game", why if len(games) < 2 else found)
        with self.changing():
            before = self.revision
            self.put(games[0], number)
            return self.revision > before

    def put(self, game: ReadGame, number: int | None, known_id: str = "") -> str:
        """Write a game within `changing`, unless it stands there so; return its id, "" if it was deleted.

        `known_id` is what a game without `GameId` was called before.
        """
        game_id = id_in(game.tags) or known_id or self._id_by_number(game, number) or derived_id(game, number)
        if number is not None:
            if self._is_deleted(game_id, derived_id(game, number)):
                return ""
            game = self._hidden(game, game_id)
        there = self._written(game_id)
        if there and number is not None:
            game = _reread(game, correct_again(game.text, there.text))
        older = there and there.number is not None and (number is None or there.number > number)
        if not older:
            entry = entry_of(game, number, known_id=game_id)
            if there is None or there != (there.row, entry, game.text):
                self._write(there.row if there else None, entry, game.text)
        return game_id

    def work_out(self, row: int) -> None:
        """Write anew, within `changing`, what follows from the text of a game."""
        there = self._stands("games.row = ?", row)
        if there:
            game = _game_of(there.text)
            entry = entry_of(game, there.number, known_id=there.entry.game_id)
            if not game.problem and entry != there.entry:
                self._write(row, entry, there.text)

    def _hidden(self, game: ReadGame, game_id: str) -> ReadGame:
        """The game of this board without who was forgotten in it: its files may have the name still."""
        found = self.tables.execute("SELECT side FROM forgotten WHERE game_id = ?", (game_id,)).fetchall()
        if not found:
            return game
        return _reread(game, hide_in_pgn(game.text, [side for (side,) in found]))

    def _write(self, row: int | None, entry: Entry, text: str) -> None:
        self.tables.execute("UPDATE revision SET number = number + 1")
        self._touched |= write(self.tables, row, entry, text, self.revision)

    def _written(self, game_id: str) -> "_Standing | None":
        return self._stands("game_id = ?", game_id)

    def _stands(self, where: str, value: object) -> "_Standing | None":
        ((*listed, text),) = self.tables.execute(
            f"SELECT {LISTED}, pgn {FROM_GAMES} JOIN texts USING (row) WHERE {where}", (value,)
        ).fetchall() or [[None]]
        if text is None:
            return None
        row = row_of(tuple(listed))
        return _Standing(row.row, row.entry, text)

    def _id_by_number(self, game: ReadGame, number: int | None) -> str:
        """The id by which a game of this board without `GameId` is known, which may have grown since."""
        if number is None:
            return ""
        found = self.tables.execute(
            "SELECT game_id FROM games JOIN texts USING (row) WHERE number = ? AND date = ? "
            "AND instr(pgn, '[GameId ') = 0",
            (number, game.tags.get("Date", "")),
        ).fetchone()
        return str(found[0]) if found else ""

    def _is_deleted(self, *ids: str) -> bool:
        marks = ", ".join("?" * len(ids))
        return (
            self.tables.execute(f"SELECT 1 FROM deleted WHERE game_id IN ({marks})", ids).fetchone()
            is not None
        )

    def correct(self, name: str, wanted: Mapping[int, Correction], *, save: bool) -> Corrected:
        """Return what becomes of a game if these plies are corrected; with `save` it stands so from now on.

        Its files stay as they are; a newer state that comes from them is corrected in the same way. What is
        stuck is not saved. ArchiveTrouble for what cannot be corrected.
        """
        row = self.game(name)
        with self.changing():
            there = self._stands("games.row = ?", row.row)
            if there is None:
                raise no_game(name)
            try:
                done = corrected(there.text, wanted)
            except Uncorrectable as problem:
                raise ArchiveTrouble(game_place(name), problem.why) from problem
            if save and done.changed and not done.stuck:
                game = _game_of(done.text)
                entry = entry_of(game, there.number, known_id=there.entry.game_id)
                self._write(there.row, entry, done.text)
        return done

    def delete(self, name: str) -> Row:
        """Delete a game, so that it does not come back from its files; return what stood there."""
        row = self.game(name)
        with self.changing():
            if row.entry.number is not None:
                game = _game_of(self.pgn(row))
                ids = {row.entry.game_id, derived_id(game, row.entry.number)}
                self.tables.executemany("INSERT OR IGNORE INTO deleted VALUES (?)", [(each,) for each in ids])
            self.tables.execute("UPDATE revision SET number = number + 1")
            self._touched |= remove(self.tables, row.row)
        return row

    def forget(self, name: str) -> int:
        """Forget a person wholly; return the number of games that had the name.

        It is not noted who was forgotten, only in which games of this board: their files may have the name
        still, and what they bring is without it. Damaged files that were set aside go: they have names, too.
        """
        key, whom = player_key(name), Whom(name)
        self.tables.create_function("mentions", 1, lambda raw: whom.out_of(readable(raw)) != readable(raw))
        with self.changing():
            rows = self.tables.execute(
                "SELECT g.row FROM games g JOIN players p ON p.player IN (g.white_player, g.black_player) "
                "WHERE p.key = ?1 AND ?1 != '' UNION SELECT row FROM texts WHERE mentions(CAST(pgn AS BLOB))",
                (key,),
            ).fetchall()
            changed = sum(self._forget_in(row, name, key) for (row,) in rows)
        self.write_out()  # the file with the changes so far has the name, too
        remove_set_aside(self.path)
        return changed

    def _forget_in(self, row: int, name: str, key: str) -> bool:
        there = self._stands("games.row = ?", row)
        text = forget_in_pgn(there.text, name) if there else ""
        if there is None or text == there.text:
            return False
        before = _game_of(there.text)
        game = _game_of(text)
        game_id, number = there.entry.game_id, there.number
        if number is None and game_id == derived_id(before, None):
            game_id = token_hex(_ID_BYTES)  # the one that it had is a checksum of the name
        entry = entry_of(game, number, known_id=game_id)
        if number is not None:
            sides = [side for side in SIDES if player_key(before.tags.get(side, "")) == key]
            self.tables.executemany(
                "INSERT OR IGNORE INTO forgotten VALUES (?, ?)", [(game_id, side) for side in sides]
            )
        self._write(row, entry, text)
        return True

    # Questions

    @property
    def revision(self) -> int:
        """A number that every change of the games increases."""
        with told(self.path):
            return int(self.tables.execute("SELECT number FROM revision").fetchone()[0])

    def rows_and_ids(self) -> list[tuple[int, str]]:
        """Return the row and the id of every game."""
        with told(self.path):
            return self.tables.execute("SELECT row, game_id FROM games ORDER BY row").fetchall()

    def count(self, query: Query = EVERYTHING) -> int:
        """Return the number of games that a query finds."""
        where, values = _where(query)
        with told(self.path):
            return int(self.tables.execute(f"SELECT count(*) FROM games{where}", values).fetchone()[0])

    def search(self, query: Query = EVERYTHING, before: str | None = None, limit: int = LIMIT) -> Found:
        """Return the games that a query finds, the newest first, after the game `before`, if one is given."""
        last = self.game(before) if before else None
        with told(self.path):
            found = self.tables.execute(*_select(LISTED, query, last, limit + 1)).fetchall()
        return Found(tuple(map(row_of, found[:limit])), len(found) > limit)

    def game(self, name: str) -> Row:
        """Return the game of this id, number, or beginning of an id that no other game has.

        ArchiveTrouble if there is none, or more than one.
        """
        with told(self.path):
            for where, value in (("game_id = ?", name), ("number = ?", _number(name))):
                rows = self._listed(f"{where} ORDER BY games.row DESC LIMIT 1", value)
                if rows:
                    return rows[0]
            rows = self._listed("game_id >= ? AND game_id < ? LIMIT 2", name, f"{name}~") if name else []
        if len(rows) != 1:
            raise no_game(name)
        return rows[0]

    def _listed(self, where: str, *values: object) -> list[Row]:
        found = self.tables.execute(f"SELECT {LISTED} {FROM_GAMES} WHERE {where}", values)
        return [row_of(each) for each in found]

    def pgn(self, row: Row) -> str:
        """Return the PGN of a game with all its parts, and an empty line at the end."""
        with told(self.path):
            found = self.tables.execute("SELECT pgn FROM texts WHERE row = ?", (row.row,)).fetchone()
        if found is None:
            raise no_game(row.entry.game_id)
        return f"{found[0]}\n\n"

    def export(self, query: Query = EVERYTHING) -> Iterator[str]:
        """Yield the PGN of each game that a query finds, the oldest first."""
        where, values = _where(query)
        with told(self.path):
            rows = self.tables.execute(
                f"SELECT row FROM games{where} ORDER BY placed, row",
                values,
            ).fetchall()
        for (row,) in rows:
            with told(self.path):
                found = self.tables.execute("SELECT pgn FROM texts WHERE row = ?", (row,)).fetchone()
            if found:  # else it was deleted meanwhile
                yield f"{found[0]}\n\n"

    def players(self, prefix: str = "", limit: int = PLAYERS_MOST) -> list[Known]:
        """Return the players in whose names each word of `prefix` begins a word, who play most first."""
        words = plain(prefix).split()
        begins = "".join(" AND instr(' ' || p.key, ?)" for _ in words)
        asked = (
            "SELECT name, title, rating, fide_id, federation, games "
            "FROM players p WHERE (fide_id != '' OR NOT EXISTS ("
            "SELECT 1 FROM players o WHERE o.key = p.key AND o.fide_id != ''))"
            f"{begins} ORDER BY games DESC, name LIMIT ?"
        )
        with told(self.path):
            found = self.tables.execute(asked, [*(f" {word}" for word in words), limit]).fetchall()
        return [Known(Person(*each[:5]), each[5]) for each in found]


def _reread(game: ReadGame, text: str) -> ReadGame:
    """The game of this text, which was made of its own."""
    return game if text == game.text else _game_of(text)


def _game_of(text: str) -> ReadGame:
    """The game of a stored text; of one that was damaged what can be read, and what is wrong with it."""
    games: list[ReadGame] = []
    with suppress(BadInput):
        games = games_in(text)
    if len(games) == 1:
        return games[0]
    problem = sentence(EdgePhrase.GAMES_NOT_ONE, count=len(games))
    return ReadGame(1, text, games[0].tags if games else {}, (), 0, problem)


def _number(name: str) -> int | None:
    return int(name) if name.isdecimal() and name.isascii() and len(name) <= 12 else None


def _where(query: Query, *more: str) -> tuple[str, list[object]]:
    made = conditions(query)
    all_ = [*(each.sql for each in made), *more]
    return f" WHERE {' AND '.join(all_)}" if all_ else "", [value for each in made for value in each.values]


def _select(columns: str, query: Query, last: Row | None, limit: int) -> tuple[str, list[object]]:
    more = ["(placed, games.row) < (?, ?)"] if last else []
    where, values = _where(query, *more)
    if last:
        values += [last.entry.placed, last.row]
    sql = f"SELECT {columns} {FROM_GAMES}{where} ORDER BY placed DESC, games.row DESC LIMIT ?"
    return sql, [*values, limit]
