"""Which round and board a pairing is of, where a list says both in one text, or in two.

The law: a text such as `3.12` is round 3, board 12, as in PGN; `3.2.1` is board 1 of match 2 there, which is
the number 2.1. A board that is said apart counts more. Where most of the texts of a round stand at several
pairings with boards of their own, they name none: each is a match of teams, if there are several and nobody
plays in two of them, else a round of that name. So it is where most players are in two of them: they play two
games. It refuses to know in which format the list was written.
"""

import re
from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from jadoube.core.messages.names import NO_NAME, SHORT_MOST
from jadoube.formats.pairings.values import Pairing

_JOINED: Final = re.compile(r"(\d+)\.(\d+(?:\.\d+)*)")


class _Behind(Enum):
    """What stands behind the point of a round where the board is said apart."""

    BOARD = auto()
    MATCH = auto()
    GAME = auto()
    """One of several games of the same players: each is a round."""


def placed(pairings: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """Return the pairings of a list, which have the texts of their rounds yet, with round and board."""
    rounds = dict[str, list[Pairing]]()
    for each in pairings:
        if each.board and (found := _JOINED.fullmatch(each.round)):
            rounds.setdefault(found[1], []).append(each)
    behind = {name: _behind(of_round) for name, of_round in rounds.items()}
    return tuple([_placed(each, behind) for each in pairings])


def _placed(each: Pairing, behind: dict[str, _Behind]) -> Pairing:
    found = _JOINED.fullmatch(each.round)
    if found is None:
        return each
    name, number = found.groups()
    match behind[name] if each.board else None:
        case _Behind.GAME:
            return each
        case _Behind.MATCH:
            number = f"{number}.{each.board}"
        case _Behind.BOARD if "." not in number or not number.endswith(f".{each.board}"):
            number = each.board
    return each._replace(round=name, board=number if len(number) <= SHORT_MOST else each.board)


def _behind(of_round: Sequence[Pairing]) -> _Behind:
    """What the texts of a round say behind the point, by who plays where."""
    texts = {each.round for each in of_round}
    players = {
        (each.round, player.name)
        for each in of_round
        for player in (each.white, each.black)
        if player.name != NO_NAME
    }
    times = Counter(name for _, name in players)
    twice = sum(1 for count in times.values() if count > 1)
    if len(texts) * 2 <= len(of_round):
        return _Behind.MATCH if len(texts) > 1 and not twice else _Behind.GAME
    return _Behind.GAME if twice * 2 > len(times) else _Behind.BOARD
