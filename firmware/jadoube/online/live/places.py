"""Where a game stands in the live folder: its round and its board.

The law: a game stays where it is while its tags name no other place. A game whose tags name no round gets a
round of its own, the next one. At a board of a round a game with a result stays, and one without gives way to
the next: it was begun wrongly. Boards of a round are counted from 1, and so are rounds.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from jadoube.online.game_text import RUNS

MOST: Final = 999
"""The highest round or board that is taken from a tag."""

_NUMBER = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,3}))?")


class Place(NamedTuple):
    """A round and a board of it."""

    round: int
    board: int


class Taken(NamedTuple):
    """What stands at a place."""

    game_id: str
    result: str


def named_place(tags: Mapping[str, str]) -> tuple[int | None, int]:
    """The round and the board that tags name; no round, and board 1, where they name none."""
    found = _NUMBER.fullmatch(tags.get("Round", ""))
    board = _NUMBER.fullmatch(tags.get("Board", ""))
    number = int(found[1]) if found else 0
    behind = found[2] if found else None
    return number or None, int(board[1] if board else behind or 1) or 1


def place_of(game_id: str, tags: Mapping[str, str], taken: Mapping[Place, Taken], now: Place | None) -> Place:
    """Return where a game goes. `now` is where it stands; `taken` has all places."""
    number, board = named_place(tags)
    if now and number in (None, now.round) and _is_free(now, game_id, taken):
        wanted = Place(now.round, board)
        return wanted if _is_free(wanted, game_id, taken) else now
    if number is None:
        number = 1 + max((place.round for place in taken), default=0)
    while not _is_free(Place(number, board), game_id, taken):
        board += 1
    return Place(number, board)


def _is_free(place: Place, game_id: str, taken: Mapping[Place, Taken]) -> bool:
    there = taken.get(place)
    return there is None or there.game_id == game_id or there.result == RUNS
