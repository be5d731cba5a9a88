"""SQLite files that may be damaged: what was one, how a text is read, and what an error of SQLite means.

The law: a letter that is damaged keeps nobody from the rest of the file. What SQLite says may quote what
stands there, names of people among it: only the name of its error is ever told. It refuses to know what is in
a file, and what becomes of a damaged one.
"""

import sqlite3
from pathlib import Path
from typing import Final

FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
SqliteFault = sqlite3.Error | UnicodeDecodeError
"""What an operation raises, to be caught and as a type. Python cannot decode what SQLite says when it quotes
damaged bytes."""

_HEAD: Final = b"SQLite format 3\0"
"""The first bytes of each file (https://www.sqlite.org/fileformat2.html, 1.3.1)."""
_HEAD_LEAST: Final = len(_HEAD) // 2 + 1
"""So many of them are left at their places where only the head is damaged: most (a choice)."""

_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_QUOTES: Final = "Could not decode"
"""So begins what Python's module says with a whole text of the file, where a connection has no `readable`."""


def may_be_database(path: Path) -> bool:
    """Whether a file is empty or begins as SQLite's do, although bytes of its head may be damaged.

    What is no regular file is not opened, and may be one. OSError if it cannot be read.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return True
    with path.open("rb") as file:
        head = file.read(len(_HEAD))
    return sum(found == expected for found, expected in zip(head, _HEAD, strict=False)) >= _HEAD_LEAST


def readable(raw: bytes) -> str:
    """Return a text of a file, with U+FFFD for what is no UTF-8: it is the `text_factory` of a connection."""
    return raw.decode("utf-8", "replace")


def code_of(problem: SqliteFault) -> int | None:
    """Return SQLite's primary code of an error; None for one of Python."""
    code: int | None = getattr(problem, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def name_of(problem: SqliteFault) -> str:
    """Return how SQLite calls an error, such as `SQLITE_ERROR`; the words of one that is none of SQLite's."""
    name: str | None = getattr(problem, "sqlite_errorname", None)
    said = str(problem)
    is_quoting = isinstance(problem, UnicodeDecodeError) or said.startswith(_QUOTES)
    return name or (type(problem).__name__ if is_quoting else said)


def is_damage(problem: SqliteFault) -> bool:
    """Whether it means that the file is no longer as it was written."""
    return isinstance(problem, UnicodeDecodeError) or code_of(problem) in _DAMAGE
