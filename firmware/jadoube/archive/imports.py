"""Takes the games of a PGN text into the archive, however long it is.

The law: a game that cannot be read is named with its line, and the rest is taken. Games are written in
batches, each whole or not at all, so whoever stops the work keeps what was taken before. A game of this board
is never changed by a text. It refuses to know where the text comes from.
"""

from collections.abc import Callable
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from jadoube.archive.pgn_games import read_games
from jadoube.archive.store import Archive
from jadoube.core.messages.phrases import Sentence

BATCH: Final = 200
"""Games written at a time: less than a second's work on a desktop computer."""

Refuse = Callable[[int, Sentence], object]
"""Is told of a game that cannot be read: its line, and why."""
Progress = Callable[[int], object]


class Imported(NamedTuple):
    """What became of the games of a text."""

    taken: int = 0
    """New, or in another state than before."""
    there: int = 0
    """In the archive already."""
    refused: int = 0


def import_games(
    archive: Archive, source: BinaryIO, name: str, refuse: Refuse, progress: Progress = lambda _: None
) -> Imported:
    """Take the games of a text; `refuse` is told of each that cannot be read.

    `progress` gets the number of games so far. WordedInput for what is no PGN text; what was taken before
    stays.
    """
    done, games = Imported(), read_games(source, name)
    while batch := list(islice(games, BATCH)):
        taken = 0
        with archive.changing():
            for game in batch:
                before = archive.revision
                if not game.problem:
                    archive.put(game, None)
                taken += archive.revision > before
        for game in batch:
            if game.problem:
                refuse(game.line, game.problem)
        refused = sum(bool(game.problem) for game in batch)
        there = len(batch) - taken - refused
        done = Imported(done.taken + taken, done.there + there, done.refused + refused)
        progress(sum(done))
    return done
