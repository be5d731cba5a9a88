"""The games that a board has kept, for a hall that has lost some.

The law: they are read from the PGN files of the folder of games, which the board makes of its journals; so
who is private is nobody in them. A file is read again only when it has changed. It waits for the disk, so it
runs in a thread. It refuses to know who asks.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.games.game_names import Kind, game_path
from jadoube.mqtt.payloads import KeptGame
from jadoube.online.game_state import made_id
from jadoube.online.game_text import is_over, plies_of, read_parts
from jadoube.online.intake.seen_files import stamps
from jadoube.online.intake.watch import LARGEST

LISTED_MOST: Final = 100
"""So many are told: a payload has under 64 kB, and a hall lacks those of a day or two."""


class _Seen(NamedTuple):
    """A file as it was read."""

    stamp: str
    game: KeptGame | None


class KeptGames:
    """The games in this folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: dict[int, _Seen] = {}

    def listed(self) -> tuple[KeptGame, ...]:
        """Return the newest games, the newest first."""
        return tuple([game for _, game in self._newest()])

    def pgn(self, game_id: str) -> str | None:
        """Return one of them as PGN; None if there is none."""
        for number, game in self._newest():
            if game.game_id == game_id:
                with suppress(OSError):
                    return self._read(number)
        return None

    def _newest(self) -> list[tuple[int, KeptGame]]:
        found: dict[int, str] = {}
        with suppress(OSError):
            found, _ = stamps(self._folder)
        numbers = sorted(found, reverse=True)[:LISTED_MOST]
        self._seen = {number: self._look(number, found[number]) for number in numbers}
        return [(number, seen.game) for number, seen in self._seen.items() if seen.game]

    def _look(self, number: int, stamp: str) -> _Seen:
        before = self._seen.get(number)
        if before and before.stamp == stamp:
            return before
        with suppress(OSError, ValueError):
            return _Seen(stamp, self._kept(number, self._read(number)))
        return _Seen(stamp, None)

    def _kept(self, number: int, text: str) -> KeptGame:
        """ValueError if it is no game."""
        parts = read_parts(text)
        tags = parts[0].tags
        return KeptGame(
            game_id=tags.get("GameId") or made_id(f"{self._folder}/{number:06d}"),
            plies=plies_of(parts),
            result=parts[-1].result,
            round=tags.get("Round", ""),
            over=is_over(parts),
        )

    def _read(self, number: int) -> str:
        with game_path(self._folder, number, Kind.PGN).open("rb") as file:
            return file.read(LARGEST).decode("utf-8", "replace")
