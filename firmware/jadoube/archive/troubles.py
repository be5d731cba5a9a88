"""What can be wrong with the archive, in one line, for the command line and for the page.

The law: whatever SQLite raises becomes one line that names the file, what was found and what was expected. It
says whether something is lost: a change that fails leaves everything as it was before it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jadoube.config.problems import BadInput


class ArchiveTrouble(BadInput):
    """The archive cannot do what was asked; `french` says `problem` in French."""

    def __init__(self, place: str, problem: str, french: str) -> None:
        super().__init__(place, problem)
        self.french = french


class DamagedArchive(ArchiveTrouble):
    """The file cannot be trusted: it has to be set aside."""


_DAMAGED: Final = (
    "damaged, expected a sound archive; `jadoube games rebuild` makes it anew from the journals",
    "fichier endommagé ; `jadoube games rebuild` le refait à partir des journaux",
)
_SAID: Final = {
    sqlite3.SQLITE_FULL: (
        "no space left on the disk, expected room for the change; it was not made, nothing is lost",
        "plus de place sur le disque ; la modification n'a pas été faite, rien n'est perdu",
    ),
    sqlite3.SQLITE_READONLY: (
        "may not be written, expected an archive of this user; nothing was changed",
        "écriture interdite à cet utilisateur ; rien n'a été modifié",
    ),
    sqlite3.SQLITE_BUSY: (
        "in use by another program for too long, expected that it ends; nothing was changed",
        "utilisé trop longtemps par un autre programme ; rien n'a été modifié",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "cannot be opened, expected an archive or a folder that may be written",
        "ne peut pas être ouvert ; une archive ou un dossier accessible en écriture était attendu",
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk does not read or write, expected one that works; the change was not made",
        "le disque ne fonctionne pas ; la modification n'a pas été faite",
    ),
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
        return ArchiveTrouble(str(path), "a folder found, expected an archive", "un dossier, pas une archive")
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedArchive(str(path), *_DAMAGED)
    if code in _SAID:
        return ArchiveTrouble(str(path), *_SAID[code])
    return ArchiveTrouble(str(path), f"{problem}, expected an archive", f"{problem}")


def no_game(name: str) -> ArchiveTrouble:
    """Return the line for a game that is not in the archive."""
    english = "no such game found, expected the number, the id, or the beginning of the id of one"
    return ArchiveTrouble(f"game {name!r}", english, "aucune partie de ce numéro ni de cet identifiant")


def no_player(name: str) -> ArchiveTrouble:
    """Return the line for a player who is not in the archive."""
    english = "no game of this player found, expected a name as `jadoube games list` shows it"
    return ArchiveTrouble(f"player {name!r}", english, "aucune partie de ce joueur")
