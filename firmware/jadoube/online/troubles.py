"""What does not work now, said once: when it begins, and when it is over; and what failed, in words.

The law: each kind of trouble has a name and one text; the same text is not said again before it was over.
What disk, archive or outbox refuse is said in each language, with the file where it is known. It refuses to
know what is done about it.
"""

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jadoube.archive.troubles import ArchiveTrouble
from jadoube.config.problems import BadInput
from jadoube.local.desk_lines import Words, in_all_languages

Say = Callable[[str], None]


class Troubles:
    """The troubles of now, by their names. For any thread."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._now: dict[str, Words] = {}

    def of(self, kind: str) -> Words | None:
        """What is wrong with something; None if nothing."""
        return self._now.get(kind)

    def begin(self, kind: str, what: Words) -> None:
        """Note that something does not work."""
        if self._now.get(kind) != what:
            self._now[kind] = what
            self._say(f"{kind}: {what['en']}; it is tried again")

    def end(self, kind: str) -> None:
        """Note that it works."""
        if self._now.pop(kind, None):
            self._say(f"{kind}: it works again")

    @contextmanager
    def noted(self, kind: str) -> Iterator[None]:
        """Note what goes wrong inside with disk or input, or that nothing did; anything else comes out."""
        try:
            yield
        except (OSError, BadInput) as problem:
            self.begin(kind, in_words(problem))
        else:
            self.end(kind)


def in_words(problem: OSError | BadInput | sqlite3.Error, file: Path | None = None) -> Words:
    """What failed, in words; `file` is where, if the problem does not know it itself."""
    match problem:
        case ArchiveTrouble():
            return {"en": str(problem), "fr": f"{problem.place} : {problem.french}"}
        case BadInput():
            return in_all_languages(str(problem))
        case sqlite3.Error():
            kind = _AS_ERRNO.get(_code(problem))
            return _placed(_SAID[kind] if kind else in_all_languages(str(problem)), file)
    where = file if problem.filename is None else os.fsdecode(problem.filename)
    words = _SAID.get(problem.errno or 0) or in_all_languages((problem.strerror or str(problem)).lower())
    return _placed(words, where)


def is_locked(problem: sqlite3.Error) -> bool:
    """Whether only another program is in the way, which ends soon."""
    return _code(problem) == sqlite3.SQLITE_BUSY


def _code(problem: sqlite3.Error) -> int:
    return int(getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _placed(words: Words, where: Path | str | None) -> Words:
    if where is None:
        return words
    return {"en": f"{where}: {words['en']}", "fr": f"{where} : {words['fr']}"}


_SAID: Final[Mapping[int, Words]] = {
    errno.ENOSPC: {"en": "no space left on the disk", "fr": "plus de place sur le disque"},
    errno.EDQUOT: {"en": "no space left for this user", "fr": "plus de place pour cet utilisateur"},
    errno.EROFS: {"en": "may not be written", "fr": "écriture interdite"},
    errno.EACCES: {"en": "permission denied", "fr": "accès refusé"},
    errno.EPERM: {"en": "operation not permitted", "fr": "opération interdite"},
    errno.ENOENT: {"en": "no such file or directory", "fr": "ni fichier ni dossier de ce nom"},
    errno.ENOTDIR: {"en": "not a directory", "fr": "ce n'est pas un dossier"},
    errno.EISDIR: {"en": "is a directory", "fr": "c'est un dossier"},
    errno.EIO: {"en": "the disk does not read or write", "fr": "le disque ne fonctionne pas"},
    errno.EBUSY: {"en": "in use by another program", "fr": "utilisé par un autre programme"},
    errno.EBADF: {"en": "cannot be opened", "fr": "ne peut pas être ouvert"},
}
"""What a person may meet; of anything else the system's own words stand in each language."""

_AS_ERRNO: Final[Mapping[int, int]] = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_CANTOPEN: errno.EBADF,
    sqlite3.SQLITE_IOERR: errno.EIO,
}
