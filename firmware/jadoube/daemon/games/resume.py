"""Resuming: what the newest journal leaves behind when the board starts.

The law: a journal that cannot be read, or whose fold fails, is said and left as it is, and a new game begins.
A last line that was not written whole is dropped. It refuses to know where journals lie and how they are
written (`game_files.py`).
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from jadoube.config.problems import BadInput
from jadoube.daemon.games.fold import Folded, fold
from jadoube.daemon.games.journal import parse_journal
from jadoube.daemon.games.storage import Identity, Storage

Say = Callable[[str], None]


class Left(NamedTuple):
    """A journal that was read: its fold, its whole lines, and its file's device and inode."""

    folded: Folded
    sound: bytes
    file: Identity


def resume_from(path: Path, say: Say, storage: Storage) -> Left | None:
    """Read a journal and fold it; None if that fails, which is said. OSError from the file system."""
    try:
        data = storage.read(path, "a journal")
        journal = parse_journal(data, str(path))
        folded = fold(journal)
    except OSError:
        raise
    except BadInput as problem:
        say(f"{problem}; it is left as it is, and a new game begins")
        return None
    except Exception as problem:  # noqa: BLE001 - the board must start whatever a fold raises
        say(f"{path}: {problem!r} on folding it; it is left as it is, and a new game begins")
        return None
    if folded.unfinished and journal.torn:
        torn = len(data) - journal.sound_bytes
        say(f"{path}: the last {torn} bytes were not written whole; the game goes on before them")
    return Left(folded, data[: journal.sound_bytes], storage.identity(path))
