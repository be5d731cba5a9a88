"""What does not work now, said once: when it begins, and when it is over; and what failed, in words.

The law: each kind of trouble has a name and one text; the same text is not said again before it was over.
What disk, archive or outbox refuse is said in each language, with the file where it is known. It refuses to
know what is done about it.
"""

import errno
import os
import sqlite3
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jadoube.archive.sqlite_files import SqliteFault, code_of, name_of
from jadoube.config.problems import BadInput
from jadoube.config.worded_input import WordedInput
from jadoube.core.language.render import in_each_language, worded
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, sentence
from jadoube.local.desk_lines import Words

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


def in_words(problem: OSError | BadInput | SqliteFault, file: Path | None = None) -> Words:
    """What failed, in words; `file` is where, if the problem does not know it itself."""
    match problem:
        case WordedInput():
            return problem.words
        case BadInput():
            return worded(EdgePhrase.CANNOT_BE_USED, problem=str(problem))
        case sqlite3.Error() | UnicodeDecodeError():
            kind = _AS_ERRNO.get(code_of(problem) or 0)
            return _placed(sentence(_SAID[kind]) if kind else _quoted(name_of(problem)), file)
    where = file if problem.filename is None else os.fsdecode(problem.filename)
    known = _SAID.get(problem.errno or 0)
    return _placed(sentence(known) if known else _quoted(problem.strerror or str(problem)), where)


def place_of(fault: BaseException) -> str:
    """What a fault of the program is, and where; not what it was about, as that may be private."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(fault).__name__}{where}"


def is_locked(problem: sqlite3.Error) -> bool:
    """Whether only another program is in the way, which ends soon."""
    return code_of(problem) == sqlite3.SQLITE_BUSY


def _quoted(said: str) -> Sentence:
    """What the system says, in its own words."""
    return sentence(EdgePhrase.SYSTEM_SAYS, problem=said.lower())


def _placed(why: Sentence, where: Path | str | None) -> Words:
    if where is None:
        return in_each_language(why)
    return worded(EdgePhrase.AT_PLACE, place=str(where), problem=why)


_SAID: Final[Mapping[int, EdgePhrase]] = {
    errno.ENOSPC: EdgePhrase.DISK_FULL,
    errno.EDQUOT: EdgePhrase.QUOTA_FULL,
    errno.EROFS: EdgePhrase.READ_ONLY,
    errno.EACCES: EdgePhrase.NO_PERMISSION,
    errno.EPERM: EdgePhrase.NOT_PERMITTED,
    errno.ENOENT: EdgePhrase.NO_SUCH_FILE,
    errno.ENOTDIR: EdgePhrase.NO_DIRECTORY,
    errno.EISDIR: EdgePhrase.A_DIRECTORY,
    errno.EIO: EdgePhrase.DISK_BROKEN,
    errno.EBUSY: EdgePhrase.IN_USE,
    errno.EBADF: EdgePhrase.CANNOT_OPEN,
}
"""What the system says most often of a file; the rest is quoted."""

_AS_ERRNO: Final[Mapping[int, int]] = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_CANTOPEN: errno.EBADF,
    sqlite3.SQLITE_IOERR: errno.EIO,
}
