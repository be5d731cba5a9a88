"""Which PGN files of the folder of games were taken in, so that a start reads only what is new.

The law: a file is known by its number, its size and its time. The list is one small file; where it is missing
or damaged everything is read once more, which does no harm.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from jadoube.games.game_names import Kind, game_of
from jadoube.local.whole_file import write_whole

NAME: Final = "seen"
_FIRST: Final = "jadoube seen 1"

Stamps = Mapping[int, str]
"""The size and time of each game's file, by its number."""


def stamps(folder: Path) -> tuple[dict[int, str], int]:
    """Return the stamps of all PGN files of a folder, and the highest number of a game there."""
    found, highest = {}, 0
    with os.scandir(folder) as entries:
        for entry in entries:
            game = game_of(entry.name)
            if not game:
                continue
            highest = max(highest, game[0])
            if game[1] is Kind.PGN:
                with suppress(FileNotFoundError):
                    status = entry.stat()
                    found[game[0]] = f"{status.st_size} {status.st_mtime_ns}"
    return found, highest


def highest_game(folder: Path) -> int:
    """Return the highest number of a game in a folder; 0 if there is none."""
    try:
        return max((game[0] for path in folder.iterdir() if (game := game_of(path.name))), default=0)
    except FileNotFoundError:
        return 0


def read_seen(folder: Path) -> dict[int, str] | None:
    """Return what was taken in; None if that is not known."""
    try:
        first, *lines = (folder / NAME).read_text("ascii").splitlines()
        if first != _FIRST:
            return None
        return {int(number): stamp for number, _, stamp in (line.partition(" ") for line in lines)}
    except (OSError, ValueError):
        return None


def write_seen(folder: Path, seen: Stamps) -> None:
    """Keep what was taken in; OSError if that cannot be."""
    lines = [_FIRST, *(f"{number} {stamp}" for number, stamp in seen.items())]
    text = "\n".join(lines) + "\n"
    write_whole(folder / NAME, text.encode("ascii"), flushes=False)
