"""The file of the hall: its tables, how it is opened, and what is written at once.

The law: SQLite, WAL, synchronous = NORMAL: a power cut may take the last batches, and they come back from
what boards have retained and kept. A damaged file is set aside, and a new one begun; one of an earlier
version is brought to this one, and one of a later version is not touched. It refuses to know when anything
is written.
"""

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.hall.file.earlier import with_delays
from jadoube.hall.file.kept_game import KeptRow, start_of
from jadoube.local.set_aside import LOG

VERSION: Final = 3

READABLE: Final = (1, 2, VERSION)
"""Whoever only reads needs nothing of what a later one has."""

_ROW: Final = ", ".join("plies_left" if name == "left" else name for name in KeptRow._fields)
"""The columns of a game besides its text."""

_SINCE_3: Final = (
    "plies_left INTEGER",
    *(f"{name} TEXT NOT NULL DEFAULT ''" for name in ("event", "round")),
    "skip INTEGER",
    "begun INTEGER NOT NULL DEFAULT 0",
)
"""The last columns of a game, which earlier versions had not."""

_VALUES: Final = ", ".join("?" * len(KeptRow._fields))

RELAYED: Final = "relayed"
"""The name of what is kept of rounds at Lichess (`rounds/bindings.py`)."""

LOCKED_S: Final = 5.0

FILE_MODE: Final = 0o600

OF_FILE: Final = (sqlite3.OperationalError, sqlite3.InternalError, sqlite3.ProgrammingError, OSError)
"""What comes of the file and not of a value: full, locked, read-only, away, closed."""

_TABLES: Final = """
CREATE TABLE games (
    game_id TEXT PRIMARY KEY, board TEXT NOT NULL, machine TEXT NOT NULL, first INTEGER NOT NULL,
    seq INTEGER NOT NULL, plies INTEGER NOT NULL, over INTEGER NOT NULL, result TEXT NOT NULL,
    white TEXT NOT NULL, black TEXT NOT NULL, start TEXT NOT NULL, pairing TEXT NOT NULL,
    pgn TEXT NOT NULL, plies_left INTEGER, event TEXT NOT NULL DEFAULT '', round TEXT NOT NULL DEFAULT '',
    skip INTEGER, begun INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE acts (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at_s INTEGER NOT NULL, who TEXT NOT NULL,
    what TEXT NOT NULL, boards TEXT NOT NULL, answer TEXT NOT NULL
);
CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
"""`acts`: what arbiters did; `kept`: the rounds and what else is one value, as JSON."""


Value = str | Callable[[], str]
"""What is kept by name, or what makes it."""


def made(value: Value) -> str:
    """Return a value."""
    return value if isinstance(value, str) else value()


class Act(NamedTuple):
    """What somebody did at the hall."""

    at_s: int
    """Seconds since 1970, by the hall's machine."""
    who: str
    what: str
    boards: str
    """The ids, with blanks between."""
    answer: str
    """What became of it, in English; empty: it was carried out."""
    id: str = ""
    """Differs for each act, so that one that is written twice is written once."""


class Batch(NamedTuple):
    """What is written at once."""

    games: Mapping[str, tuple[KeptRow, str | None]]
    """Each game with its text; None: the file has it."""
    acts: tuple[Act, ...]
    kept: Mapping[str, Value]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not (self.games or self.acts or self.kept)


class Found(NamedTuple):
    """What a file has, and its connections."""

    base: sqlite3.Connection | None
    """None: it cannot be written."""
    reader: sqlite3.Connection
    """So that reading never waits for what is written."""
    rows: list[KeptRow]
    acts: list[Act]
    kept: dict[str, str]

    @property
    def is_empty(self) -> bool:
        """Whether the file has nothing, as a new one."""
        return not (self.rows or self.acts or self.kept)


class GoneError(OSError):
    """The file was removed, replaced or emptied while it is open: what is written to it is in no file."""


Identity = tuple[int, int]
"""What a file is, whatever its name: its device and its inode."""


def identity(path: Path) -> Identity:
    """Return what a file is. OSError if there is none."""
    found = path.stat()
    return found.st_dev, found.st_ino


def expect_same(path: Path, expected: Identity) -> None:
    """GoneError if it is not this file any more that has this name, or if it is empty."""
    try:
        found = path.stat()
    except FileNotFoundError:
        found = None
    if found is None or not found.st_size or (found.st_dev, found.st_ino) != expected:
        raise GoneError(str(path))


def opened(path: Path) -> sqlite3.Connection:
    """Open the file, and make its tables if it is new.

    sqlite3.DatabaseError if it is damaged; sqlite3.NotSupportedError if it is of a later version.
    """
    path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
    base = sqlite3.connect(path, timeout=LOCKED_S, check_same_thread=False, isolation_level=None)
    try:
        path.chmod(FILE_MODE)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        _check(base, path.parent)
    except BaseException:
        base.close()
        raise
    return base


def opened_to_read(path: Path) -> sqlite3.Connection:
    """Open a file that there is, to change nothing. sqlite3.Error if it cannot be, as for `opened`.

    In a folder in which nothing may be written SQLite opens one without a log only if nobody can change it.
    """
    has_log = path.with_name(f"{path.name}{LOG}").exists()
    how = "mode=ro" if has_log or os.access(path.parent, os.W_OK) else "immutable=1"
    base = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, timeout=LOCKED_S, check_same_thread=False
    )
    try:
        _expect_version(base, READABLE)
    except BaseException:
        base.close()
        raise
    return base


def read_all(base: sqlite3.Connection, reader: sqlite3.Connection, acts_most: int) -> Found:
    """Return what the file has: of the acts the newest."""
    return Found(base, reader, read_rows(base), read_acts(base, acts_most), read_kept(base))


def _expect_version(base: sqlite3.Connection, known: Collection[int]) -> None:
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version not in known:
        raise sqlite3.NotSupportedError(f"version {version} found, expected {VERSION}")


def _check(base: sqlite3.Connection, folder: Path) -> None:
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version == 0:
        base.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
    elif version < VERSION:
        _bring_up(base, version, folder)
    _expect_version(base, (VERSION,))
    (verdict,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _bring_up(base: sqlite3.Connection, version: int, folder: Path) -> None:
    """Bring a file to this version, all of it or nothing.

    Since 2 each round at Lichess has its own delay; since 3 games know when their boards were taken away, of
    which event and round they are, and where they go on.
    """
    base.execute("BEGIN IMMEDIATE")
    try:
        if version == 1:
            _bring_delays(base, folder)
        for column in _SINCE_3:
            base.execute(f"ALTER TABLE games ADD COLUMN {column}")
        base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


def _bring_delays(base: sqlite3.Connection, folder: Path) -> None:
    for name, value in base.execute("SELECT name, value FROM kept WHERE name = ?", (RELAYED,)).fetchall():
        base.execute("UPDATE kept SET value = ? WHERE name = ?", (with_delays(value, folder), name))


def write_batch(base: sqlite3.Connection, batch: Batch) -> None:
    """Write all of it, or nothing. sqlite3.Error if it cannot be."""
    kept = [(name, made(value)) for name, value in batch.kept.items()]
    base.execute("BEGIN IMMEDIATE")
    try:
        base.executemany(
            f"INSERT OR REPLACE INTO games ({_ROW}, pgn) VALUES ({_VALUES}, ?)",
            [(*row, text) for row, text in batch.games.values() if text is not None],
        )
        base.executemany(
            f"INSERT OR REPLACE INTO games ({_ROW}, pgn) SELECT {_VALUES}, pgn FROM games WHERE game_id = ?",
            [(*row, row.game_id) for row, text in batch.games.values() if text is None],
        )
        base.executemany(
            "INSERT OR IGNORE INTO acts (at_s, who, what, boards, answer, id) VALUES (?, ?, ?, ?, ?, ?)",
            batch.acts,
        )
        base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", kept)
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


def checkpoint(base: sqlite3.Connection) -> None:
    """Bring what was written from the log into the file, as far as that waits for nobody."""
    base.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def singles(batch: Batch) -> Iterator[Batch]:
    """Yield each value of a batch as a batch of its own."""
    for game_id, game in batch.games.items():
        yield Batch({game_id: game}, (), {})
    for act in batch.acts:
        yield Batch({}, (act,), {})
    for name, value in batch.kept.items():
        yield Batch({}, (), {name: value})


def read_rows(base: sqlite3.Connection) -> list[KeptRow]:
    """Return all games, in the order in which they were first seen, without their texts."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    columns = (
        _ROW
        if version >= VERSION
        else _ROW.replace("plies_left, event, round, skip, begun", "NULL, '', '', NULL, 0")
    )
    rows = base.execute(f"SELECT {columns} FROM games ORDER BY first")
    found = (KeptRow(*row) for row in rows)
    return [
        row._replace(over=bool(row.over), start=start_of(row.start), begun=bool(row.begun)) for row in found
    ]


def read_text(base: sqlite3.Connection, game_id: str) -> str:
    """Return the text of a game; empty if it is not there."""
    row = base.execute("SELECT pgn FROM games WHERE game_id = ?", (game_id,)).fetchone()
    return row[0] if row else ""


def read_acts(base: sqlite3.Connection, most: int) -> list[Act]:
    """Return the newest acts, the oldest of them first."""
    rows = base.execute(
        "SELECT at_s, who, what, boards, answer FROM acts ORDER BY number DESC LIMIT ?", (most,)
    ).fetchall()
    return [Act(*row) for row in reversed(rows)]


def read_kept(base: sqlite3.Connection) -> dict[str, str]:
    """Return the values that are kept by name."""
    return dict(base.execute("SELECT name, value FROM kept"))
