"""What can be wrong with the archive, in one line, for the command line and for the page.

The law: whatever SQLite or the file system raises becomes one line that names the file, what was found and
what was expected, and never quotes what stands in the file. It says whether something is lost: a change that
fails leaves everything as it was before it.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jadoube.archive.sqlite_files import FAULTS, SqliteFault, code_of, is_damage, name_of
from jadoube.config.problems import os_words
from jadoube.config.worded_input import WordedInput
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, sentence


class ArchiveTrouble(WordedInput):
    """The archive cannot do what was asked."""


class DamagedArchive(ArchiveTrouble):
    """The file cannot be trusted: it has to be set aside."""


_BY_SQLITE: Final = {
    sqlite3.SQLITE_FULL: EdgePhrase.ARCHIVE_DISK_FULL,
    sqlite3.SQLITE_READONLY: EdgePhrase.ARCHIVE_READ_ONLY,
    sqlite3.SQLITE_BUSY: EdgePhrase.ARCHIVE_IN_USE,
    sqlite3.SQLITE_CANTOPEN: EdgePhrase.ARCHIVE_CANNOT_OPEN,
    sqlite3.SQLITE_IOERR: EdgePhrase.ARCHIVE_DISK_BROKEN,
}
_BY_SYSTEM: Final = {
    errno.ENOSPC: EdgePhrase.ARCHIVE_DISK_FULL,
    errno.EDQUOT: EdgePhrase.ARCHIVE_DISK_FULL,
    errno.EROFS: EdgePhrase.ARCHIVE_READ_ONLY,
    errno.EIO: EdgePhrase.ARCHIVE_DISK_BROKEN,
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into one line about this file."""
    try:
        yield
    except FAULTS as problem:
        raise _trouble_of(path, problem) from problem


@contextmanager
def told_wholly(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system raise into one line about this file."""
    try:
        with told(path):
            yield
    except OSError as problem:
        found = sentence(EdgePhrase.ARCHIVE_NOT_OPENED, problem=os_words(problem))
        known = _BY_SYSTEM.get(problem.errno or 0)
        raise ArchiveTrouble(str(path), sentence(known) if known else found) from problem


def _trouble_of(path: Path, problem: SqliteFault) -> ArchiveTrouble:
    if path.is_dir():
        return ArchiveTrouble(str(path), sentence(EdgePhrase.ARCHIVE_A_FOLDER))
    if is_damage(problem):
        return DamagedArchive(str(path), sentence(EdgePhrase.ARCHIVE_DAMAGED))
    known = _BY_SQLITE.get(code_of(problem) or 0)
    found = sentence(EdgePhrase.ARCHIVE_NOT_OPENED, problem=name_of(problem))
    return ArchiveTrouble(str(path), sentence(known) if known else found)


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
