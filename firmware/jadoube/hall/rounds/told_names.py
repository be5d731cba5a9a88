"""The names of a round that another hall program has published.

The law: pure. What is published tells no hidden names, and of a very long round only the beginnings of all.
Whole names are those that are known here: of the pairing of the same id, at whatever number it is. An id may
have been that of other players before anything was played, so a hidden name is the one that is known only
beside the same opponent; else it stays hidden. A number says nothing of who is hidden.
"""

from collections.abc import Iterable
from dataclasses import replace

from jadoube.formats.plain_text import is_nearly
from jadoube.hall.rounds.lists.taking import is_player
from jadoube.hall.rounds.pairings import longer, own_id
from jadoube.hall.rounds.played.results import HIDDEN
from jadoube.mqtt.payloads import PairedBoard, Person, Round


def with_names_of(found: Round, known: Round | None, left: Iterable[PairedBoard]) -> Round:
    """Return a round that was published, with the names that are known of it, or of pairings that left it.

    The ids are those that it tells: an empty one is the usual one.
    """
    if known is None or (known.event, known.site) != (found.event, found.site):
        return found
    by_id = {own_id(known, each): each for each in (*left, *known.boards)}
    at = {each.number: each for each in known.boards}
    boards = [
        named_as(each, own)
        if (own := by_id.get(own_id(found, each)))
        else _with_whole_names(each, at.get(each.number, each))
        for each in found.boards
    ]
    return replace(found, boards=tuple(boards))


def named_as(told: PairedBoard, own: PairedBoard) -> PairedBoard:
    """Return a pairing as another program tells it, with the names that are known of the one of its id."""
    named = _with_whole_names(told, own)
    white = own.white if _is_known(told.white, named.black, own.black) else named.white
    black = own.black if _is_known(told.black, named.white, own.white) else named.black
    return replace(named, white=white, black=black)


def _with_whole_names(told: PairedBoard, own: PairedBoard) -> PairedBoard:
    return replace(told, white=longer(told.white, own.white), black=longer(told.black, own.black))


def _is_known(told: Person, opponent: Person, own_opponent: Person) -> bool:
    """Whether who is hidden is the one who is known, who has this opponent."""
    is_same = is_player(opponent, own_opponent) or is_nearly(opponent.name, own_opponent.name)
    return told == HIDDEN and is_same
