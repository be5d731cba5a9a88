"""What a list changes in a round that is known: which pairings go on, and which are of other players now.

The law: pure. A place in a round has one pairing after the other; each has an id of its own, under which its
games are kept, and a game stays with the players who played it. A pairing goes on if its players are the same
ones, or if a name was corrected: it is spelled nearly as before, or one of two is another while the game is
played. Who is elsewhere in the round is no correction. No name is in an id: somebody may be hidden.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from jadoube.formats.plain_text import is_known, player_key
from jadoube.hall.kept_game import KeptRow
from jadoube.hall.rounds.pairings import own_id, pairing_id
from jadoube.mqtt.payloads import PairedBoard, Person, Round
from jadoube.online.game_text import RUNS

NEARLY: Final = 0.8
"""So alike are two spellings of a name, from 0 to 1 (a choice): Carlson and Carlsen are."""

BEGINNING: Final = 16
"""So many letters of a name stand for all of it: a long round is published with them (`outgoing.LETTERS`)."""

Games = Callable[[str], Sequence[KeptRow]]
"""Returns the games with plies that were played for a pairing, by its id."""


class Taken(NamedTuple):
    """What has become of a round."""

    round: Round
    left: tuple[str, ...] = ()
    """The numbers whose games and results of before do not count any more."""
    corrected: tuple[str, ...] = ()
    """The numbers whose games and results stay, under corrected names."""


def taken(new: Round, before: Round | None, games: Games) -> Taken:
    """Return a round of a list as it is kept; `before` is the one in its place, None: there is none."""
    known = {each.number: each for each in before.boards} if before else {}
    elsewhere = _Elsewhere(before, new)
    boards, left, corrected = [], list[str](), list[str]()
    for each in new.boards:
        old = known.get(each.number)
        if before is None or old is None:
            boards.append(replace(each, id=own) if (own := _first_id(new, each, games)) else each)
            continue
        old_id = own_id(before, old)
        played = games(old_id)
        is_same = is_player(old.white, each.white) and is_player(old.black, each.black)
        if is_same or _is_corrected(old, each, elsewhere, is_played=_is_played(played)):
            result = each.result if each.result not in ("", RUNS) else old.result
            boards.append(replace(each, id=_unless_usual(old_id, new, each), result=result))
            if not is_same and (played or old.result):
                corrected.append(each.number)
            continue
        boards.append(replace(each, id=_first_id(new, each, games)))
        if played or old.result not in ("", RUNS):
            left.append(each.number)
    return Taken(replace(new, boards=tuple(boards)), tuple(left), tuple(corrected))


def is_player(one: Person, other: Person) -> bool:
    """Return whether two may be the same player: by names or FIDE ids, or one is not known."""
    return (bool(one.fide_id) and one.fide_id == other.fide_id) or is_name(one.name, other.name)


def is_name(one: str, other: str) -> bool:
    """Return whether two names may be those of one player."""
    if one == other or not (is_known(one) and is_known(other)):
        return True
    is_beginning = min(len(one), len(other)) >= BEGINNING and one[:BEGINNING] == other[:BEGINNING]
    return _key(one) == _key(other) or (is_beginning and (one.startswith(other) or other.startswith(one)))


def bears_names(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether a game has both names of a pairing."""
    sides = (row.white, pairing.white.name), (row.black, pairing.black.name)
    return all(is_known(one) and is_known(other) and is_name(one, other) for one, other in sides)


def is_of_others(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether a game names two players, and neither is that of the pairing."""
    return not (is_name(row.white, pairing.white.name) or is_name(row.black, pairing.black.name))


class _Elsewhere:
    """Who is in a round before and after it was changed; made when somebody asks, as a rule nobody does."""

    def __init__(self, before: Round | None, now: Round) -> None:
        self._rounds = before, now
        self._names: tuple[Collection[str], Collection[str]] | None = None

    def is_correction(self, old: Person, new: Person) -> bool:
        """Whether who was named is not any more, and who is named was not."""
        if self._names is None:
            before, now = self._rounds
            self._names = _names_of(before) if before else (), _names_of(now)
        was, now_named = self._names
        return _key(old.name) not in now_named and _key(new.name) not in was


def _is_corrected(old: PairedBoard, new: PairedBoard, elsewhere: _Elsewhere, *, is_played: bool) -> bool:
    sides = [each for each in ((old.white, new.white), (old.black, new.black)) if not is_player(*each)]
    if not all(elsewhere.is_correction(*each) for each in sides):
        return False
    one_is_another = len(sides) == 1 and is_played
    return one_is_another or all(_is_nearly(was.name, now.name) for was, now in sides)


def _is_nearly(one: str, other: str) -> bool:
    return SequenceMatcher(None, _key(one), _key(other), autojunk=False).ratio() >= NEARLY


def _is_played(games: Sequence[KeptRow]) -> bool:
    """Whether one of a pairing's games goes on."""
    return bool(games) and not any(each.over for each in games)


def _first_id(found: Round, pairing: PairedBoard, games: Games) -> str:
    """The first id of this place without games, or with those of these players; empty: the usual one."""
    usual = own = pairing_id(found, pairing.number)
    for at in count(1):
        played = games(own)
        if not played or any(bears_names(each, pairing) for each in played):
            break
        own = pairing_id(found, f"{pairing.number}|{at}")
    return own if own != usual else ""


def _unless_usual(own: str, found: Round, pairing: PairedBoard) -> str:
    return "" if own == pairing_id(found, pairing.number) else own


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    return player_key(name)


def _names_of(found: Round) -> set[str]:
    return {_key(person.name) for each in found.boards for person in (each.white, each.black)}
