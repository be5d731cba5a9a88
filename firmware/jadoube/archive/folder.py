"""The games in the board's folder, as the archive takes them: each as one PGN, by its journal if it has one.

The law: a game counts once it has a ply and is no longer running. The running one is the last that has a ply,
as long as it may go on. A journal that cannot be read is named in one line, and the game's PGN file is taken
in its place. Nothing in the folder is changed.

It refuses to know the archive's file.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from jadoube.archive.entries import Entry, id_in
from jadoube.archive.pgn_games import NO_MOVE, ReadGame, read_games
from jadoube.config.files import read_bytes, read_packed
from jadoube.config.problems import BadInput
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.phrases import Sentence, sentence
from jadoube.games.forgotten_files import numbers_in
from jadoube.games.game_names import Kind, game_path
from jadoube.games.game_pgn import pgn_of
from jadoube.games.journal.fold import Folded, fold
from jadoube.games.journal.text import newest_part

Say = Callable[[str], object]


class FolderGame(NamedTuple):
    """A game of the folder; `unfinished` if it may go on, as far as its journal tells."""

    number: int
    read: ReadGame
    unfinished: bool


def folder_games(folder: Path, say: Say) -> Iterator[tuple[int, int, FolderGame | None]]:
    """Yield for each number how many were looked at, of how many, and the game if it counts.

    The last that counts is given last, with the running one left out. OSError if the folder cannot be read.
    """
    numbers = sorted(numbers_in(folder))
    waiting: FolderGame | None = None
    for done, number in enumerate(numbers, 1):
        game = _game(folder, number, say)
        if game is None:
            yield done, len(numbers), None
            continue
        yield done, len(numbers), waiting
        waiting = game
    if waiting and not waiting.unfinished:
        yield len(numbers), len(numbers), waiting


def _game(folder: Path, number: int, say: Say) -> FolderGame | None:
    """The game of this number; None if it has no ply, or cannot be read, which is said.

    What an earlier version of the program read of it stands in its PGN: that is taken where the journal
    gives no more than plies and times.
    """
    written = game_path(folder, number, Kind.PGN)
    unfinished = False
    for kind in (Kind.JOURNAL, Kind.PACKED):
        path = game_path(folder, number, kind)
        folded = _folded(path, say) if path.is_file() else None
        if folded:
            if not (folded.recorded and written.is_file()):
                text = pgn_of(folded)
                return _counted(number, text.encode("utf-8", "replace"), str(path), folded.unfinished, say)
            unfinished = folded.unfinished
            break
    if not written.is_file():
        return None
    try:
        data = read_bytes(written, "the PGN of a game")
    except BadInput as problem:
        say(str(problem))
        return None
    return _counted(number, data, str(written), unfinished, say)


def _folded(path: Path, say: Say) -> Folded | None:
    try:
        return fold(newest_part(read_packed(path, "a journal"), str(path)))
    except BadInput as problem:
        say(f"{problem}; the PGN of the game is taken, if there is one")
    except Exception as problem:  # noqa: BLE001 - whatever a fold raises, the other games are taken
        say(f"{path}: {problem!r} on folding it; the PGN of the game is taken, if there is one")
    return None


def _counted(number: int, data: bytes, name: str, unfinished: bool, say: Say) -> FolderGame | None:
    try:
        games = list(read_games(BytesIO(data), name))
    except BadInput as problem:
        say(f"{problem}; it is left out")
        return None
    if len(games) != 1:
        found: Sentence | None = sentence(EdgePhrase.GAMES_NOT_ONE, count=len(games))
    else:
        found = games[0].problem
    if found is None:
        return FolderGame(number, games[0], unfinished)
    if found != NO_MOVE:
        say(f"{name}: {put_in_words(found)}; it is left out")
    return None


def files_of(folder: Path, entry: Entry) -> list[Path]:
    """Return the files of a game in the folder; none if the files of its number are another game's."""
    number = entry.number
    if number is None:
        return []
    paths = [path for kind in Kind if (path := game_path(folder, number, kind)).is_file()]
    game = _game(folder, number, lambda _: None) if paths else None
    return paths if game and _is_of(game.read, entry) else []


def _is_of(read: ReadGame, entry: Entry) -> bool:
    found = id_in(read.tags)
    return found == entry.game_id if found else read.tags.get("Date", "") == entry.date
