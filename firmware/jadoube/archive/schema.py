"""The tables of the archive, its versions, and how its file is opened.

The law: a file of an older version is brought to this one, step by step, each step whole or not at all. A
file of a newer version, or of another program, is refused in one line and left as it is. What is removed is
overwritten (`secure_delete`): a name that was forgotten cannot be read from the file either.

It refuses to know what stands in the tables. docs/formats.md promises what others may rely on.
"""

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Final

from jadoube.archive.sqlite_files import readable
from jadoube.archive.troubles import ArchiveTrouble, DamagedArchive, told
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import sentence

APPLICATION: Final = 0x6A61646F
"""`jado`: marks the file as ours (PRAGMA application_id)."""

PATIENCE_MS: Final = 10_000
"""How long one program waits for another one's change; a batch of an import takes less than a second."""

_FIRST: Final = """
CREATE TABLE players(
  player INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  rating INTEGER,
  fide_id TEXT NOT NULL,
  federation TEXT NOT NULL,
  games INTEGER NOT NULL DEFAULT 0,
  UNIQUE(key, fide_id)
);
CREATE TABLE games(
  row INTEGER PRIMARY KEY,
  game_id TEXT NOT NULL UNIQUE,
  number INTEGER,
  changed INTEGER NOT NULL,
  date TEXT NOT NULL,
  time TEXT NOT NULL,
  event TEXT NOT NULL,
  site TEXT NOT NULL,
  round TEXT NOT NULL,
  board TEXT NOT NULL,
  white TEXT NOT NULL,
  black TEXT NOT NULL,
  white_title TEXT NOT NULL,
  black_title TEXT NOT NULL,
  white_rating INTEGER,
  black_rating INTEGER,
  white_federation TEXT NOT NULL,
  black_federation TEXT NOT NULL,
  white_player INTEGER REFERENCES players,
  black_player INTEGER REFERENCES players,
  result TEXT NOT NULL,
  termination TEXT NOT NULL,
  eco TEXT NOT NULL,
  opening TEXT NOT NULL,
  plies INTEGER NOT NULL,
  time_control TEXT NOT NULL,
  placed TEXT NOT NULL,
  words TEXT NOT NULL
);
CREATE INDEX games_placed ON games(placed, row, words);
CREATE INDEX games_number ON games(number) WHERE number IS NOT NULL;
CREATE INDEX games_white ON games(white_player, placed);
CREATE INDEX games_black ON games(black_player, placed);
CREATE TABLE texts(row INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, pgn TEXT NOT NULL);
CREATE TABLE deleted(game_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE forgotten(game_id TEXT NOT NULL, side TEXT NOT NULL, PRIMARY KEY(game_id, side)) WITHOUT ROWID;
CREATE TABLE revision(number INTEGER NOT NULL);
INSERT INTO revision VALUES (0);
"""

MIGRATIONS: Final = (_FIRST,)
"""What brings a file from each version to the next one; version 0 is a new file."""

VERSION: Final = len(MIGRATIONS)


def connect(path: Path, *, reads_only: bool = False) -> sqlite3.Connection:
    """Open an archive of this version, or bring one of an older version to it; a missing one is made.

    `reads_only`: nothing is made or brought to this version. ArchiveTrouble if it cannot be opened,
    DamagedArchive if it is no database.
    """
    if reads_only and _is_missing(path):
        raise ArchiveTrouble(str(path), sentence(EdgePhrase.ARCHIVE_MISSING))
    with told(path):
        mode = "ro" if reads_only else "rwc"
        connection = _opened(path, mode)
        try:
            _prepare(connection, path, reads_only=reads_only)
        except BaseException:
            connection.close()
            raise
    return connection


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, timeout=PATIENCE_MS / 1000, isolation_level=None, uri=True)
    connection.text_factory = readable
    return connection


def open_damaged(path: Path) -> sqlite3.Connection:
    """Open a file to read what can still be read of it. sqlite3.Error if it is no database.

    With `writable_schema` SQLite reads a file that has fewer pages than its head says, and what is sound of
    a damaged schema; nothing is written, as the file is opened to be read.
    """
    connection = _opened(path, "ro")
    connection.execute("PRAGMA writable_schema = ON")
    return connection


def has_none(path: Path) -> bool:
    """Whether there is no archive in this file: it is missing, is empty, or has not a single table.

    A power cut while an archive is made leaves such a file. OSError if nobody can know it, DamagedArchive if
    it is no database.
    """
    if not path.exists() or path.stat().st_size == 0:
        return True
    with told(path), closing(_opened(path, "rw")) as connection:
        _known_version(connection, path)
        return _has_no_table(connection)


def _has_no_table(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(tables == 0)


def _is_missing(path: Path) -> bool:
    """Whether there is surely no such file; of a folder that may not be looked into nobody knows."""
    with suppress(PermissionError):
        return not path.exists()
    return False


def _prepare(connection: sqlite3.Connection, path: Path, *, reads_only: bool) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    version = _known_version(connection, path)
    if reads_only and _has_no_table(connection):
        raise ArchiveTrouble(str(path), sentence(EdgePhrase.ARCHIVE_EMPTY))
    if reads_only and version != VERSION:
        why = sentence(EdgePhrase.ARCHIVE_OF_VERSION, version=version, expected=VERSION)
        raise ArchiveTrouble(str(path), why)
    if not reads_only:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        _migrate(connection, path)


def _known_version(connection: sqlite3.Connection, path: Path) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    has_no_table = _has_no_table(connection)  # a damaged head is found here
    if application != APPLICATION and (application or version or not has_no_table):
        raise ArchiveTrouble(str(path), sentence(EdgePhrase.ARCHIVE_FOREIGN))
    if version > VERSION:
        why = sentence(EdgePhrase.ARCHIVE_TOO_NEW, version=version, expected=VERSION)
        raise ArchiveTrouble(str(path), why)
    return int(version)


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Take each step that is missing; another program may be about to do the same."""
    if connection.execute("PRAGMA user_version").fetchone()[0] == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(_known_version(connection, path), VERSION):
            for statement in filter(str.strip, MIGRATIONS[version].split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a file that is damaged: DamagedArchive. It reads the whole file."""
    with told(path):
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        is_whole = _columns(connection) >= _all_columns()
    if found != "ok":
        why = str(found).splitlines()[-1]  # the first one only says that it is about this file
        raise DamagedArchive(str(path), sentence(EdgePhrase.ARCHIVE_DAMAGED_SO, found=why))
    if not is_whole:
        raise DamagedArchive(str(path), sentence(EdgePhrase.ARCHIVE_DAMAGED))


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Each table with each of its columns."""
    asked = "SELECT each.name, columns.name FROM sqlite_schema each JOIN pragma_table_info(each.name) columns"
    return set(connection.execute(asked))


@cache
def _all_columns() -> set[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as made:
        for migration in MIGRATIONS:
            made.executescript(migration)
        return _columns(made)
