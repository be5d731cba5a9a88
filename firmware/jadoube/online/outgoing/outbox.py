"""The outbox: the newest state of each board that is to be shown elsewhere, and what is known of its arrival.

The law: a state, not a log. A newer state replaces an older one and has a higher number; what was
acknowledged or refused is a number, too, so an answer to an older state never hides a newer one. Each
change is on the medium when its call returns (SQLite, WAL, synchronous = FULL), so a power cut loses
nothing. A board that is over and acknowledged goes after days; what has not arrived never goes. A damaged
file is set aside, and a new one begun.

A destination is open from when it was chosen until all are closed. It refuses to know what a destination
is, reads no clock, and sends nothing.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from jadoube.archive.sqlite_files import is_damage, name_of, readable
from jadoube.local.desk_lines import Words, is_words
from jadoube.local.set_aside import remove_set_aside, set_aside
from jadoube.online.lichess.broadcast_pgn import Board

VERSION: Final = 1

LOCKED_S: Final = 0.1
"""So long it waits for another program that holds the file: everything else in the process waits, too."""

KEEPS_DAYS: Final = 14
DAY_S: Final = 86_400

_TABLES: Final = """
CREATE TABLE destinations (
    id TEXT PRIMARY KEY, open INTEGER NOT NULL, en TEXT, fr TEXT, words TEXT
) WITHOUT ROWID;
CREATE TABLE boards (
    destination TEXT NOT NULL, board_id TEXT NOT NULL, game_id TEXT NOT NULL, place TEXT NOT NULL,
    white TEXT NOT NULL, black TEXT NOT NULL, moves TEXT NOT NULL, over INTEGER NOT NULL, text TEXT NOT NULL,
    number INTEGER NOT NULL, changed_s INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0,
    acknowledged INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT 0, en TEXT, fr TEXT,
    tried INTEGER NOT NULL DEFAULT 0, shown TEXT NOT NULL DEFAULT '', words TEXT,
    PRIMARY KEY (destination, board_id)
);
CREATE INDEX boards_of_games ON boards (game_id);
CREATE TABLE counter (number INTEGER NOT NULL);
INSERT INTO counter VALUES (0);
"""
"""`words` has what is said to people, as JSON by language. Earlier versions have `en` and `fr` instead, which
are empty now: they are kept, so that such a version can still use the file."""

_ADD_WORDS: Final = """
UPDATE {table} SET words = json_object('en', en, 'fr', fr), en = NULL, fr = NULL WHERE en IS NOT NULL
"""


class Entry(NamedTuple):
    """A board in the outbox."""

    destination: str
    board_id: str
    game_id: str
    place: str
    white: str
    black: str
    moves: str
    over: bool
    text: str
    number: int
    """Rises with each state, over all boards."""
    gone: bool
    """The game has this part no more: it was taken back."""
    acknowledged: int
    refused: int
    why: Words | None
    """Why the state `refused` was refused."""
    tried: int
    """The number of the last push whose end is not known; 0 if there is none."""
    shown: str
    """The plies that were acknowledged, with those that stand there although they were taken back."""

    @property
    def waits(self) -> bool:
        """Whether its newest state has neither arrived nor been refused."""
        return not self.gone and self.number > max(self.acknowledged, self.refused)


class Destination(NamedTuple):
    """Where boards go to: whether it is open, and why nothing more is sent there, if so."""

    destination: str
    open: bool
    problem: Words | None


class Outbox:
    """The outbox in one file. `say` gets a line if the file was damaged and set aside."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path = path
        try:
            self._base = _opened(path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as problem:
            if isinstance(problem, sqlite3.OperationalError) and not is_damage(problem):
                raise  # locked, full, read-only or away: the file is sound, and no other one will help
            aside = set_aside(path).name
            found = "damaged" if is_damage(problem) else name_of(problem)
            say(f"{path}: {found}, expected an outbox; set aside as {aside}, a new one begins")
            self._base = _opened(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # Boards

    def put(self, destination: str, game_id: str, boards: Iterable[Board], now_s: int) -> bool:
        """Keep the newest state of a game's boards; return whether anything is new.

        A board that the game has no more is marked as gone, or removed if it never left.
        """
        known = {entry.board_id: entry for entry in self.entries(destination) if entry.game_id == game_id}
        given = {board.board_id: board for board in boards}
        changed = False
        with self._base:
            for board in given.values():
                before = known.get(board.board_id)
                if before and before.text == board.text and before.over == board.over and not before.gone:
                    continue
                changed = True
                self._put(destination, game_id, board, now_s)
            for board_id, entry in known.items():
                if board_id not in given and not entry.gone:
                    changed = True
                    self._take_away(entry)
        return changed

    def _put(self, destination: str, game_id: str, board: Board, now_s: int) -> None:
        self._base.execute("UPDATE counter SET number = number + 1")
        (number,) = self._base.execute("SELECT number FROM counter").fetchone()
        self._base.execute(
            "INSERT INTO boards (destination, board_id, game_id, place, white, black, moves, over, text, "
            "number,"
            " changed_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (destination, board_id) DO "
            "UPDATE SET"
            " game_id = excluded.game_id, place = excluded.place, white = excluded.white, black = "
            "excluded.black,"
            " moves = excluded.moves, over = excluded.over, text = excluded.text, number = excluded.number,"
            " changed_s = excluded.changed_s, gone = 0",
            (
                *(destination, board.board_id, game_id, board.place, board.white, board.black, board.moves),
                *(board.over, board.text, number, now_s),
            ),
        )

    def _take_away(self, entry: Entry) -> None:
        which = (entry.destination, entry.board_id)
        if entry.acknowledged or entry.tried:
            self._base.execute("UPDATE boards SET gone = 1 WHERE destination = ? AND board_id = ?", which)
        else:
            self._base.execute("DELETE FROM boards WHERE destination = ? AND board_id = ?", which)

    def entries(self, destination: str) -> list[Entry]:
        """The boards of a destination, in the order in which they are to appear there."""
        rows = self._base.execute(
            "SELECT destination, board_id, game_id, place, white, black, moves, over, text, number, gone,"
            " acknowledged, refused, words, tried, shown FROM boards WHERE destination = ?"
            " ORDER BY place, rowid",
            (destination,),
        )
        return [_entry(row) for row in rows]

    def home(self, game_id: str) -> str | None:
        """Where a game goes to; None if it goes nowhere."""
        row = self._base.execute(
            "SELECT destination FROM boards WHERE game_id = ? LIMIT 1", (game_id,)
        ).fetchone()
        return row[0] if row else None

    def leave(self, game_id: str) -> None:
        """A game goes nowhere from now on."""
        with self._base:
            self._base.execute("DELETE FROM boards WHERE game_id = ?", (game_id,))

    def tried(self, destination: str, numbers: Mapping[str, int]) -> None:
        """A push of these states begins; until its end is known it may be carried out at any time."""
        with self._base:
            self._base.executemany(
                "UPDATE boards SET tried = ? WHERE destination = ? AND board_id = ?",
                [(number, destination, board_id) for board_id, number in numbers.items()],
            )

    def acknowledge(self, destination: str, board_id: str, number: int, shown: str, *, settled: bool) -> None:
        """A state has arrived. `settled`: and no older push can be carried out any more."""
        with self._base:
            self._base.execute(
                "UPDATE boards SET acknowledged = max(acknowledged, ?), shown = ?, words = NULL,"
                " tried = CASE WHEN ? THEN 0 ELSE tried END WHERE destination = ? AND board_id = ?",
                (number, shown, settled, destination, board_id),
            )

    def refuse(self, destination: str, board_id: str, number: int, why: Words) -> None:
        """A state was refused: it is not sent again."""
        with self._base:
            self._base.execute(
                "UPDATE boards SET refused = max(refused, ?), words = ?, tried = 0"
                " WHERE destination = ? AND board_id = ?",
                (number, json.dumps(dict(why)), destination, board_id),
            )

    def settle(self, destination: str, board_ids: Iterable[str]) -> None:
        """The last push of these boards is known to have had no effect."""
        with self._base:
            self._base.executemany(
                "UPDATE boards SET tried = 0 WHERE destination = ? AND board_id = ?",
                [(destination, board_id) for board_id in board_ids],
            )

    def move(self, games: Iterable[str], destination: str) -> None:
        """All boards of these games go here; those that come from elsewhere as if they had never left."""
        with self._base:
            self._base.executemany(
                "UPDATE OR REPLACE boards SET destination = ?1, acknowledged = 0, refused = 0, words = NULL,"
                " tried = 0, shown = '' WHERE game_id = ?2 AND destination != ?1",
                [(destination, game) for game in games],
            )

    def again(self, destination: str) -> None:
        """Another program may have pushed to this destination: no state is known to have arrived."""
        with self._base:
            self._base.execute(
                "UPDATE boards SET acknowledged = 0, tried = number WHERE destination = ? AND NOT gone",
                (destination,),
            )

    def forget(self, name: str, but: str = "") -> int:
        """Forget a person in the boards of all games but one; return how many had the name.

        Each is a newer state. Damaged files that were set aside go: they have names, too.
        """
        from jadoube.games.forgetting import NOBODY, Whom, forget_in_pgn  # noqa: PLC0415 - seldom

        whom, changed = Whom(name), 0
        with self._base:
            rows = self._base.execute(
                "SELECT rowid, text, white, black, words FROM boards WHERE game_id != ?", (but,)
            ).fetchall()
            for row, text, *sides, told in rows:
                clean = forget_in_pgn(text, name)
                players = [NOBODY if whom.is_named(each) else whom.out_of(each) for each in sides]
                said = _words(told) or {}
                words = {language: whom.out_of(each) for language, each in said.items()}
                if (clean, players, words) != (text, sides, said):
                    changed += 1
                    self._base.execute("UPDATE counter SET number = number + 1")
                    self._base.execute(
                        "UPDATE boards SET text = ?, white = ?, black = ?, words = ?,"
                        " number = (SELECT number FROM counter) WHERE rowid = ?",
                        (clean, *players, json.dumps(words) if words else None, row),
                    )
        self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the log has the name, too
        remove_set_aside(self.path)
        return changed

    # Destinations

    def open(self, destination: str) -> None:
        """Send to this destination, from now on or again. What was refused is tried once more."""
        with self._base:
            self._base.execute(
                "INSERT INTO destinations (id, open) VALUES (?, 1)"
                " ON CONFLICT (id) DO UPDATE SET open = 1, words = NULL",
                (destination,),
            )
            self._base.execute(
                "UPDATE boards SET refused = 0, words = NULL WHERE destination = ?", (destination,)
            )

    def stop(self, destination: str, why: Words) -> None:
        """Send nothing more to this destination until it is opened again."""
        with self._base:
            self._base.execute(
                "UPDATE destinations SET words = ? WHERE id = ?", (json.dumps(dict(why)), destination)
            )

    def end(self, destination: str) -> None:
        """Send nothing to this destination until it is opened again."""
        with self._base:
            self._base.execute("UPDATE destinations SET open = 0 WHERE id = ?", (destination,))

    def close_all(self) -> None:
        """Send nowhere until a destination is opened."""
        with self._base:
            self._base.execute("UPDATE destinations SET open = 0")

    def destinations(self) -> list[Destination]:
        """All destinations that were ever opened, and still have boards or are open."""
        rows = self._base.execute("SELECT id, open, words FROM destinations ORDER BY id")
        return [Destination(name, bool(is_open), _words(told)) for name, is_open, told in rows]

    def tidy(self, now_s: int) -> None:
        """Remove boards that are over and have arrived, after days."""
        with self._base:
            self._base.execute(
                "DELETE FROM boards WHERE (gone OR (over AND acknowledged >= number AND tried = 0))"
                " AND changed_s < ?",
                (now_s - KEEPS_DAYS * DAY_S,),
            )
            self._base.execute(
                "DELETE FROM destinations WHERE NOT open AND id NOT IN (SELECT destination FROM boards)"
            )


def _entry(row: tuple[Any, ...]) -> Entry:
    *first, over, text, number, gone, acknowledged, refused, told, tried, shown = row
    destination, board_id, game_id, place, white, black, moves = first
    return Entry(
        destination,
        board_id,
        game_id,
        place,
        white,
        black,
        moves,
        bool(over),
        text,
        number,
        bool(gone),
        acknowledged,
        refused,
        _words(told),
        tried,
        shown,
    )


def _words(told: str | None) -> Words | None:
    """What is said to people, as it was kept; None if nothing."""
    try:
        words = json.loads(told) if told else None
    except ValueError:  # damaged: what was refused is not known, and nothing else is lost
        return None
    return words if is_words(words) else None


def _opened(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=LOCKED_S)
    base.text_factory = readable
    try:
        path.chmod(0o600)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = FULL")
        base.execute("PRAGMA secure_delete = ON")  # who is forgotten is not left in unused pages
        _check(base)
    except BaseException:
        base.close()
        raise
    return base


def _check(base: sqlite3.Connection) -> None:
    """Make the tables of a new file; sqlite3.DatabaseError if an old one is damaged or of another version."""
    (verdict,) = base.execute("PRAGMA quick_check(1)").fetchone()
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    if version == 0:
        base.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version != VERSION:
        raise sqlite3.DatabaseError(f"version {version} found")
    else:
        _bring_words(base)


def _bring_words(base: sqlite3.Connection) -> None:
    """Give a file of an earlier version the words of all languages; what it has said is kept."""
    with base:
        for table in ("destinations", "boards"):
            if "words" not in [column[1] for column in base.execute(f"PRAGMA table_info({table})")]:
                base.execute(f"ALTER TABLE {table} ADD COLUMN words TEXT")
            base.execute(_ADD_WORDS.format(table=table))
