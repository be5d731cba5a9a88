"""The live folder on the disk: what it holds, and what is written when a game has changed.

The law: a file is there whole or not at all: it is written beside, under a name that no reader takes for a
game, and renamed. Nothing is flushed, as a power cut takes nothing that the archive does not have. Rounds of
before stay as they are. What cannot be written is an OSError, and written at the next call.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.local.whole_file import write_whole
from jadoube.online.game_state import GameState, state_of, without
from jadoube.online.game_text import RUNS, Part, is_over, plies_of, read_parts
from jadoube.online.live.places import Named, Place, arranged, named_place
from jadoube.online.live.texts import EMPTY, Row, game_text, index_text, row_of, tournament_text

FOLDER_MODE: Final = 0o750
FILE_MODE: Final = 0o640
"""The page's process reads it, by its group."""

_ROUND = re.compile(r"round-([1-9][0-9]{0,3})")
_GAME = re.compile(r"game-([1-9][0-9]{0,3})\.pgn")


Stays = Callable[[str, str, int], bool]
"""Whether a game of this id, event and round stays in the folder."""


class _Game(NamedTuple):
    """A game in the folder."""

    game_id: str
    row: Row
    date: str
    event: str
    site: str
    named: Named

    @property
    def result(self) -> str:
        """Its result."""
        return self.row.result


class LiveFolder:
    """The folder at a path. It is made when there is something to write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._games: dict[Place, _Game] | None = None
        self._written: dict[str, str] = {}
        self._unwritten: set[int] = set()
        self._carried: dict[str, str] = {}
        """The texts of games on their way: others may lie in their places before they do in their own."""

    def state(self, game_id: str) -> GameState | None:
        """A game as it stands in the folder; None if it is not there."""
        for place, game in self._known().items():
            if game.game_id == game_id:
                return self._state(place)
        return None

    def show(self, state: GameState) -> None:
        """Bring a game up to date, with all that depends on it. OSError if something cannot be written."""
        self.put(state)
        self.write()

    def put(self, state: GameState, own: Collection[str] = ()) -> None:
        """Bring a game up to date; `write` brings what depends on it. OSError if it cannot be written.

        `own` are the games of a list: each comes to its place, whoever of them stood there.
        """
        parts, games = read_parts(state.pgn), self._known()
        now = next((place for place, game in games.items() if game.game_id == state.game_id), None)
        if now is None and not plies_of(parts) and named_place(parts[0].tags).round is None:
            return
        game = _game(state, parts)
        found = arranged(game, games, own)
        moved = {place: each for place, each in found.items() if games.get(place) is not each}
        before = {each.game_id: place for place, each in games.items()}
        for each in moved.values():
            if each is not game and each.game_id not in self._carried:
                self._carried[each.game_id] = self._read(_game_name(before[each.game_id]))
        for place, each in moved.items():
            self._write(_game_name(place), game_text(parts) if each is game else self._carried[each.game_id])
        self._games = found
        for each in moved.values():
            self._carried.pop(each.game_id, None)
        left = games.keys() - found
        self._unwritten |= {place.round for place in (*moved, *left)}
        for place in left:
            self._remove(_game_name(place))

    def keep(self, stays: Stays) -> None:
        """Remove the games that do not stay. OSError if one cannot be removed."""
        games = self._known()
        for place, game in list(games.items()):
            if not stays(game.game_id, game.event, place.round):
                del games[place]
                self._unwritten.add(place.round)
                self._remove(_game_name(place))
        for number in self._unwritten - {place.round for place in games}:
            self._remove(f"round-{number}/games.pgn")
            self._remove(f"round-{number}/index.json")
        self._unwritten &= {place.round for place in games}

    def forget(self, name: str, but: str = "") -> None:
        """Forget a person in all games but one. OSError if something cannot be written."""
        for place, game in list(self._known().items()):
            state = self._state(place) if game.game_id != but else None
            if state and (clean := without(state, name)) != state:
                self.show(clean)
        for draft in self.path.rglob("*.tmp"):  # left by a power cut
            draft.unlink(missing_ok=True)

    def write(self) -> None:
        """Write what depends on the games, where it has changed; what failed before, too."""
        for number in sorted(self._unwritten):
            self._write_round(number)
            self._unwritten.discard(number)
        self._write_tournament()

    def _write_round(self, number: int) -> None:
        games = {place.board: game for place, game in self._known().items() if place.round == number}
        texts = [self._read(_game_name(Place(number, board))) for board in sorted(games)]
        self._write(f"round-{number}/games.pgn", "".join(texts))
        rows = [
            games[board].row if board in games else EMPTY for board in range(1, 1 + max(games, default=0))
        ]
        date = next((games[board].date for board in sorted(games)), "")
        self._write(f"round-{number}/index.json", index_text(date, rows))

    def _write_tournament(self) -> None:
        games = self._known()
        if not games:
            self._remove("tournament.json")
            return
        newest = games[max(games)]
        count, live = Counter[int](), Counter[int]()
        for place, game in games.items():
            count[place.round] += 1
            live[place.round] += game.row.live and game.row.result == RUNS
        rounds = [(count[number], live[number]) for number in range(1, 1 + max(count))]
        self._write("tournament.json", tournament_text(newest.event, newest.site, rounds))

    # Files

    def _known(self) -> dict[Place, _Game]:
        """The games of the folder; it is read once."""
        if self._games is None:
            games = {}
            for place in sorted(_places(self.path)):
                if state := self._state(place):
                    games[place] = _game(state, read_parts(state.pgn))
            self._games = games
        return self._games

    def _state(self, place: Place) -> GameState | None:
        name = _game_name(place)
        return state_of(self._read(name), left=False, otherwise=lambda: f"{self.path}/{name}")

    def _read(self, name: str) -> str:
        return (self.path / name).read_text("utf-8", "replace")

    def _write(self, name: str, text: str) -> None:
        path = self.path / name
        if self._written.get(name) == text and path.exists():
            return
        for folder in (self.path, path.parent):
            if not folder.is_dir():
                folder.mkdir(parents=True)
                folder.chmod(FOLDER_MODE)
        write_whole(path, text.encode(), mode=FILE_MODE, flushes=False)
        self._keep(name, text)

    def _keep(self, name: str, text: str) -> None:
        """Remember what was written of the newest files: they are the ones that are asked for again."""
        self._written.pop(name, None)
        self._written[name] = text
        while len(self._written) > 8:
            del self._written[next(iter(self._written))]

    def _remove(self, name: str) -> None:
        with suppress(FileNotFoundError, NotADirectoryError):
            (self.path / name).unlink()
        self._written.pop(name, None)


def _game(state: GameState, parts: tuple[Part, ...]) -> _Game:
    tags = parts[0].tags
    row = row_of(parts, live=not state.over and not is_over(parts))
    date, event, site = (tags.get(name, "?") for name in ("Date", "Event", "Site"))
    return _Game(state.game_id, row, date, event, site, named_place(tags))


def _game_name(place: Place) -> str:
    return f"round-{place.round}/game-{place.board}.pgn"


def _places(path: Path) -> Iterator[Place]:
    """The places of the games that lie in a folder."""
    with suppress(FileNotFoundError, NotADirectoryError):
        for folder in path.iterdir():
            if found := _ROUND.fullmatch(folder.name):
                for file in folder.iterdir():
                    if game := _GAME.fullmatch(file.name):
                        yield Place(int(found[1]), int(game[1]))
