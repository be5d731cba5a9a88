"""Resuming: what the newest journal leaves behind when the board starts.

The law: what can be read of a game is taken up, and what is missing is said. A last line that was not
written whole is dropped. A journal of which nothing can be read, or whose fold fails, is said and left as it
is, and a new game begins. It refuses to know where journals lie and how they are written
(`games/game_files.py`).
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.config.problems import BadInput
from jadoube.games.journal.fold import Folded, fold
from jadoube.games.journal.text import Journal, newest_part
from jadoube.games.storage import Storage
from jadoube.local.runtime_folder import Identity

Say = Callable[[str], None]

SAID_MOST: Final = 5
"""The most damaged lines that are named."""


class Left(NamedTuple):
    """A journal that was read: its fold, the length of its sound part, and its file's device and inode."""

    folded: Folded
    sound_bytes: int
    file: Identity
    damaged: bool = False
    """Whether more than a last line cannot be read."""


def resume_from(path: Path, say: Say, storage: Storage) -> Left | None:
    """Read a journal and fold it; None if that fails, which is said. OSError from the file system."""
    try:
        data = storage.read(path, "a journal")
        journal = newest_part(data, str(path))
        folded = fold(journal)
    except OSError:
        raise
    except BadInput as problem:
        say(f"{problem}; it is left as it is, and a new game begins")
        return None
    except Exception as problem:  # noqa: BLE001 - the board must start whatever a fold raises
        say(f"{path}: {problem!r} on folding it; it is left as it is, and a new game begins")
        return None
    damaged = bool(journal.damaged) or b"\n" in data[journal.sound_bytes : -1]
    for missing in _what_is_missing(journal, folded, len(data) - journal.sound_bytes):
        if folded.unfinished or damaged:
            say(f"{path}: {missing}")
    return Left(folded, journal.sound_bytes, storage.identity(path), damaged)


def _what_is_missing(journal: Journal, folded: Folded, torn: int) -> Iterator[str]:
    """Say what is not read, and from where an unfinished game goes on."""
    ply = folded.table.line.ply
    if journal.damaged:
        lines = ", ".join(map(str, journal.damaged[:SAID_MOST]))
        more = "" if len(journal.damaged) <= SAID_MOST else f" and {len(journal.damaged) - SAID_MOST} more"
        yield f"damaged lines found ({lines}{more}); `jadoube journal check` shows what is missing"
    if folded.recorded and folded.unfinished:
        yield f"the game goes on as it was recorded (plies: {ply}): check position and clocks"
    if torn:
        goes_on = "; the game goes on before them" if folded.unfinished else ""
        yield f"the last {torn} bytes were not written whole{goes_on}"
