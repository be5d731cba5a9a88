"""Where a game stands in the live folder: its round and its board.

The law: a game stays where it is while its tags name no other place. A game whose tags name no round gets a
round of its own, the next one. At a board of a round a game with a result stays, and one without gives way to
the next: it was begun wrongly. Games that are said to be of one list give way to none, but leave a place that
is another's of them, so that each comes to its own. Boards of a round are counted from 1, and so are rounds.
"""

import re
from collections.abc import Collection, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple, Protocol, TypeVar

from jadoube.online.game_text import RUNS

MOST: Final = 999
"""The highest round or board that is taken from a tag."""

_NUMBER = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?")


class Place(NamedTuple):
    """A round and a board of it."""

    round: int
    board: int


class Named(NamedTuple):
    """The place that tags name; no round, and board 1, where they name none."""

    round: int | None
    board: int


class Standing(Protocol):
    """A game in the folder, as far as its place depends on it."""

    @property
    def game_id(self) -> str:
        """Its id."""

    @property
    def named(self) -> Named:
        """The place that its tags name."""

    @property
    def result(self) -> str:
        """Its result."""


G = TypeVar("G", bound=Standing)


class _Hold(Enum):
    """How a game holds its place."""

    STAYS = auto()
    GIVES_WAY = auto()
    BELONGS_ELSEWHERE = auto()
    """It leaves the place to the game that belongs there, and to no other."""


def named_place(tags: Mapping[str, str]) -> Named:
    """The round and the board that tags name."""
    found = _NUMBER.fullmatch(tags.get("Round", ""))
    board = _NUMBER.fullmatch(tags.get("Board", ""))
    number = int(found[1]) if found else 0
    behind = found[2] if found else None
    return Named(number or None, int(board[1] if board else behind or 1) or 1)


def arranged(game: G, games: Mapping[Place, G], own: Collection[str] = ()) -> dict[Place, G]:
    """Return where all games stand once this one has come, or changed. `own`: the ids of those of a list."""
    old = next((place for place, each in games.items() if each.game_id == game.game_id), None)
    found = {place: each for place, each in games.items() if place != old}
    place = _put(game, old, found, own)
    while old and old != place and old not in found:
        place, lost = old, _whose(old, found, own)
        if lost:
            old = lost
            _put(found.pop(old), old, found, own)
    return found


def _put(game: G, now: Place | None, games: dict[Place, G], own: Collection[str]) -> Place:
    """Put a game to its place, and who leaves that for it to his own, and so on; return the first place."""
    first = place = _place_of(game.named, _holds(games, own), now)
    while there := games.get(place):
        leaves = _hold(there, place, own) is _Hold.BELONGS_ELSEWHERE
        games[place] = game
        if not leaves:
            return first
        game, place = there, _place_of(there.named, _holds(games, own), place)
    games[place] = game
    return first


def _whose(place: Place, games: Mapping[Place, G], own: Collection[str]) -> Place | None:
    """Where the game of the list stands that belongs to this place; None if it stands nowhere."""
    return next(
        (at for at, each in games.items() if each.game_id in own and tuple(each.named) == place), None
    )


def _holds(games: Mapping[Place, G], own: Collection[str]) -> dict[Place, _Hold]:
    return {place: _hold(each, place, own) for place, each in games.items()}


def _hold(game: Standing, place: Place, own: Collection[str]) -> _Hold:
    if game.game_id not in own:
        return _Hold.GIVES_WAY if game.result == RUNS else _Hold.STAYS
    number, board = game.named
    return _Hold.STAYS if (number or place.round, board) == place else _Hold.BELONGS_ELSEWHERE


def _place_of(named: Named, taken: Mapping[Place, _Hold], now: Place | None) -> Place:
    """Return where a game goes. `now` is where it stood; `taken` has the places of all others."""
    number, board = named
    if number is None:
        number = now.round if now else 1 + max((place.round for place in taken), default=0)
    if taken.get(Place(number, board)) is not _Hold.STAYS:
        return Place(number, board)
    if now and now.round == number and now not in taken:
        return now
    while taken.get(Place(number, board)) in (_Hold.STAYS, _Hold.BELONGS_ELSEWHERE):
        board += 1
    return Place(number, board)
