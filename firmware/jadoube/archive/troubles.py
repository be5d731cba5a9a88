"""What can be wrong with the archive, in one line, for the command line and for the page.

The law: whatever SQLite raises becomes one line that names the file, what was found and what was expected. It
says whether something is lost: a change that fails leaves everything as it was before it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jadoube.config.worded_input import WordedInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, sentence


class ArchiveTrouble(WordedInput):
    """The archive cannot do what was asked."""


class DamagedArchive(ArchiveTrouble):
    """The file cannot be trusted: it has to be set aside."""


_SAID: Final = {
    sqlite3.SQLITE_FULL: EdgePhrase.ARCHIVE_DISK_FULL,
    sqlite3.SQLITE_READONLY: EdgePhrase.ARCHIVE_READ_ONLY,
    sqlite3.SQLITE_BUSY: EdgePhrase.ARCHIVE_IN_USE,
    sqlite3.SQLITE_CANTOPEN: EdgePhrase.ARCHIVE_CANNOT_OPEN,
    sqlite3.SQLITE_IOERR: EdgePhrase.ARCHIVE_DISK_BROKEN,
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into one line about this file."""
    try:
        yield
    except sqlite3.Error as problem:
        raise trouble_of(path, problem) from problem


def trouble_of(path: Path, problem: sqlite3.Error) -> ArchiveTrouble:
    """Return the line for what SQLite has raised."""
    if path.is_dir():
        return ArchiveTrouble(str(path), sentence(EdgePhrase.ARCHIVE_A_FOLDER))
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedArchive(str(path), sentence(EdgePhrase.ARCHIVE_DAMAGED))
    if code in _SAID:
        return ArchiveTrouble(str(path), sentence(_SAID[code]))
    return ArchiveTrouble(str(path), sentence(EdgePhrase.ARCHIVE_NOT_OPENED, problem=str(problem)))


def no_game(name: str) -> ArchiveTrouble:
    """Return the line for a game that is not in the archive."""
    return ArchiveTrouble(game_place(name), sentence(EdgePhrase.ARCHIVE_NO_GAME))


def game_place(name: str) -> Sentence:
    """Return how a game is called in a line about it."""
    return sentence(EdgePhrase.ARCHIVE_GAME, name=repr(name))


def no_player(name: str) -> ArchiveTrouble:
    """Return the line for a player who is not in the archive."""
    place = sentence(EdgePhrase.ARCHIVE_PLAYER, name=repr(name))
    return ArchiveTrouble(place, sentence(EdgePhrase.ARCHIVE_NO_PLAYER))
