"""The watch: sees the running game's PGN, and what is new in the folder of games.

The law: it looks, and never listens: files are all that it has of the board, whose process need not know it.
A look costs a few questions to the system while nothing has changed. The running game lies in the daemon's
runtime folder, whole at each ply; a game that is not the running one is over, be it without a result. It
waits for nothing and says nothing; an OSError is for who asked.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.games.game_names import Kind, game_path
from jadoube.online.game_state import GameState, state_of
from jadoube.online.intake.seen_files import highest_game, read_seen, stamps, write_seen

LARGEST: Final = 4 << 20
"""Maximum bytes of a game's PGN; the longest game with all its comments has less."""

_Stamp = tuple[int, int, int]


class Changed(NamedTuple):
    """The file of a game that is over, and is new or has changed."""

    number: int
    state: GameState
    fresh: bool
    """Whether it came since games are watched; else it lay there before the first look of all."""


class RunningGame:
    """The game that is played now, in one of the runtime folders where the daemon may keep it."""

    def __init__(self, runtimes: Iterable[Path], games: Path) -> None:
        self._runtimes = tuple(dict.fromkeys(runtimes))
        self._games = games
        self._state: GameState | None = None
        self._stamp: _Stamp | None = None

    def look(self) -> GameState | None:
        """Return it as it stands; as it stood last while there is none."""
        for path in self._copies():
            with suppress(FileNotFoundError, NotADirectoryError):
                status = path.stat()
                stamp = (status.st_ino, status.st_size, status.st_mtime_ns)
                if stamp != self._stamp:
                    self._state = state_of(_read(path), left=False, otherwise=self._newest) or self._state
                    self._stamp = stamp
                break
        return self._state

    def _newest(self) -> str:
        return _name(self._games, highest_game(self._games))

    def _copies(self) -> Iterator[Path]:
        """Where it may lie: other programs of a user share his runtime folder."""
        names = ["game.pgn"]
        with suppress(OSError):
            status = self._games.stat()
            names.insert(0, f"games-{status.st_dev}-{status.st_ino}.pgn")
        yield from (folder / name for name in names for folder in self._runtimes)


class GamesFolder:
    """The folder of games. `keeps` is a folder of our own, in which it remembers what it has seen."""

    def __init__(self, games: Path, keeps: Path) -> None:
        self._games = games
        self._keeps = keeps
        self._stamp: tuple[int, str] | None = None

    def has_changed(self, running: GameState | None) -> bool:
        """Whether a file was added, or another game runs, since `changed` was last gone through."""
        with suppress(FileNotFoundError):
            return self._now(running) != self._stamp
        return False

    def changed(self, running: GameState | None) -> Iterator[Changed]:
        """Read the files that are new or have changed, the oldest first, and remember them at the end.

        Who takes them goes through all of them, or they come again.
        """
        now = self._now(running)
        found, highest = stamps(self._games)
        before = read_seen(self._keeps)
        seen = {number: stamp for number, stamp in (before or {}).items() if number in found}
        for number, stamp in sorted(found.items()):
            if seen.get(number) != stamp:
                state = self._state(number, highest, running)
                if state is None or state.over:
                    seen[number] = stamp
                if state and state.over:
                    yield Changed(number, state, before is not None)
        if seen != before:
            write_seen(self._keeps, seen)
        self._stamp = now

    def _now(self, running: GameState | None) -> tuple[int, str]:
        return self._games.stat().st_mtime_ns, running.game_id if running else ""

    def _state(self, number: int, highest: int, running: GameState | None) -> GameState | None:
        try:
            text = _read(game_path(self._games, number, Kind.PGN))
        except FileNotFoundError:
            return None
        state = state_of(text, left=number < highest, otherwise=lambda: _name(self._games, number))
        if state and running:
            return state._replace(over=running.over if state.game_id == running.game_id else True)
        return state


def _name(games: Path, number: int) -> str:
    """What names a game that has no id: its place."""
    return f"{games}/{number:06d}"


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(LARGEST).decode("utf-8", "replace")
