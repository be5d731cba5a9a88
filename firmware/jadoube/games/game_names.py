"""The names of the files of games: `000042.journal`, packed `000042.journal.gz`, and `000042.pgn`.

The law: whoever lists the folder of games asks here which file is a game's, and of which game. It opens no
file.
"""

import re
from enum import StrEnum
from pathlib import Path

_GAME = re.compile(r"([0-9]{6,12})\.(journal|journal\.gz|pgn)").fullmatch


class Kind(StrEnum):
    """The kinds of a game's files, by file extension."""

    JOURNAL = "journal"
    PACKED = "journal.gz"
    PGN = "pgn"


def game_of(name: str) -> tuple[int, Kind] | None:
    """Return the number of the game that a file belongs to, and its kind; None if it is no game's."""
    found = _GAME(name)
    return (int(found[1]), Kind(found[2])) if found else None


def game_path(directory: Path, number: int, kind: Kind) -> Path:
    """Return the path of a game's file."""
    return directory / f"{number:06d}.{kind}"
