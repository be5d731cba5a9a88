"""Lists that name no round: which round of the event they may be of.

The law: pure. Nobody can know it: the next round has the same players, and so has a correction. A list is one
plainly if most of its pairs stand in the round, at any number, or at theirs and spelled nearly so. The next
round is one that the event has not.
"""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from jadoube.formats.plain_text import is_known, is_nearly, player_key
from jadoube.hall.rounds.lists.taking import is_name
from jadoube.mqtt.payloads import Round

Pair = tuple[str, str, str]
"""Number, and the names of White and Black."""


def pairs_of(found: Round) -> list[Pair]:
    """Return the pairs of a round."""
    return [(each.number, each.white.name, each.black.name) for each in found.boards]


def is_mostly_of(pairs: Iterable[Pair], known: Round) -> bool:
    """Return whether more than half of the pairs whose players are both named stand in a round."""
    there = [pair for pair in pairs_of(known) if _are_named(pair)]
    names = {_key(pair) for pair in there}
    at = {pair[0]: pair for pair in there}
    stand = [_key(pair) in names or _is_nearly(pair, at.get(pair[0])) for pair in pairs if _are_named(pair)]
    return 2 * sum(stand) > len(stand)


def next_after(name: str, names: Collection[str]) -> str:
    """Return the name of the first round after one that is none of those that are known."""
    found = _after(name)
    while found in names:
        found = _after(found)
    return found


def _after(name: str) -> str:
    counted = re.fullmatch(r"(.* )?([0-9]{1,9})", name)
    return f"{counted[1] or ''}{int(counted[2]) + 1}" if counted else f"{name} 2"


def _are_named(pair: Pair) -> bool:
    return all(_key(pair))


def _key(pair: Pair) -> tuple[str, str]:
    return _name_key(pair[1]), _name_key(pair[2])


@lru_cache(maxsize=4096)
def _name_key(name: str) -> str:
    """The key of a player's name; empty: it is none. A list is compared with each round of an event."""
    return player_key(name) if is_known(name) else ""


def _is_nearly(pair: Pair, other: Pair | None) -> bool:
    sides = zip(pair[1:], other[1:], strict=True) if other else ()
    return other is not None and all(is_name(*each) or is_nearly(*each) for each in sides)
