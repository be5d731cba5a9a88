"""Builds the archive anew: from the journals and PGN files of the board, and from what it has beside them.

The law: the result is what running updates give. Nothing is lost by it: games of others, and games whose
files are gone, stay, with all that follows from their text worked out anew. What was deleted stays deleted,
and who was forgotten stays forgotten. It goes in batches, each whole or not at all, so whoever stops it has a
whole archive.

It refuses to know when this is due (`opening.py`).
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.archive.folder import FolderGame, folder_games
from jadoube.archive.store import Archive
from jadoube.config.problems import BadInput, os_words

BATCH: Final = 200

Say = Callable[[str], object]
Progress = Callable[[int, int], object]


class Rebuilt(NamedTuple):
    """What the archive is made of: games of the folder, and games that only it had."""

    from_folder: int
    kept: int


def rebuild(archive: Archive, folder: Path, say: Say, progress: Progress = lambda _, __: None) -> Rebuilt:
    """Build an archive anew; `progress` gets how many games were looked at, of how many.

    It begins again at zero for the games that only the archive has.
    BadInput if the folder of games cannot be read.
    """
    there: set[str] = set()
    for batch in _batches(folder, say, progress):
        with archive.changing():
            there |= {archive.put(game.read, game.number) for game in batch}
    there.discard("")
    rest = [row for row, game_id in archive.rows_and_ids() if game_id not in there]
    for place in range(0, len(rest), BATCH):
        with archive.changing():
            for row in rest[place : place + BATCH]:
                archive.work_out(row)
        progress(min(place + BATCH, len(rest)), len(rest))
    return Rebuilt(len(there), len(rest))


def _batches(folder: Path, say: Say, look: Progress) -> Iterator[list[FolderGame]]:
    """The games of the folder in batches; a folder that is missing has none."""
    batch: list[FolderGame] = []
    try:
        for done, of, game in folder_games(folder, say):
            look(done, of)
            batch += [game] if game else []
            if len(batch) == BATCH:
                yield batch
                batch = []
        yield batch
    except OSError as problem:
        found = os_words(problem)
        raise BadInput(str(folder), f"{found}, expected a folder of games that may be read") from problem
