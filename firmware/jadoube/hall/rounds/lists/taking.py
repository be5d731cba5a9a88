"""What a list changes in a round that is known: which pairings go on, and which are of other players now.

The law: pure. A place in a round has one pairing after the other; each has an id of its own, under which its
games are kept, and a game stays with the players who played it. A pairing goes on if its players are the same
ones, also at another number, or if a name was corrected: it is spelled nearly as before, or one of two is
another while the game is played. Who is elsewhere in the round is no correction. No name is in an id:
somebody may be hidden.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Final, NamedTuple

from jadoube.core.messages.names import NO_NAME
from jadoube.formats.plain_text import is_known, is_nearly, is_short_for, player_key
from jadoube.hall.file.kept_game import KeptRow
from jadoube.hall.rounds.lists.boards_of_list import GoneOn
from jadoube.hall.rounds.pairings import has_result, is_decided, own_id, pairing_id
from jadoube.mqtt.payloads import PairedBoard, Person, Round
from jadoube.online.game_text import RUNS

BEGINNINGS: Final = (16, 40)
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
    gone: tuple[str, ...] = ()
    """The numbers with games or results that are not in the list."""
    gone_on: Mapping[str, GoneOn] = {}
    """From which pairings those go on that were played, or come back, by their numbers."""


def taken(new: Round, before: Round | None, games: Games, left: Sequence[PairedBoard] = ()) -> Taken:
    """Return a round of a list as it is kept; `before` is the one in its place, None: there is none.

    Which boards they have is said by `boards_of_list.py`.

    `left` are pairings that were in this round and are not in `before` (`left_of`): with the list that has
    their players they come back. A pairing that has another number goes on there.
    """
    goes_on, corrected = _going_on(new, before, games)
    still = {own_id(before, old) for old in goes_on.values()} if before else set[str]()
    back = _by_players(left, still)
    remembered = {each.id for each in left}
    remembered |= {own_id(before, each) for each in before.boards if is_decided(each)} if before else set()
    still |= _ids_of_two(new, before) if before else set()
    boards, gone_on = list[PairedBoard](), dict[str, GoneOn]()
    for each in new.boards:
        goes = goes_on.get(each.number)
        old = goes or (_found(back, each, still) if back else None)
        if old is None:
            own = _first_id(new, each, games, still, remembered)
            boards.append(replace(each, id=own) if own else each)
            continue
        own = own_id(before or new, old)
        is_played = bool(games(own))
        boards.append(_with_said(each, old, _unless_usual(own, new, each)))
        if is_played or goes is None:
            gone_on[each.number] = GoneOn(old, is_played, is_back=goes is None)
    begun_s = before.begun_s if before and before.begun_s and _is_begun(before, left, games) else 0
    kept = replace(new, boards=tuple(boards), begun_s=begun_s)
    lost = [each for each in _away(before, kept) if is_something(kept, each, games)]
    numbers = {each.number for each in new.boards}
    return Taken(
        kept,
        tuple(each.number for each in lost if each.number in numbers),
        tuple(corrected),
        tuple(each.number for each in lost if each.number not in numbers),
        gone_on,
    )


def _is_begun(found: Round, left: Sequence[PairedBoard], games: Games) -> bool:
    """Whether something was played in a round, be it by pairings that it has no more."""
    return any(is_something(found, each, games) for each in (*found.boards, *left))


def _with_said(new: PairedBoard, old: PairedBoard, new_id: str) -> PairedBoard:
    """A pairing that goes on: with its id, and what was said of its result; what was corrected stays so."""
    result = new.result if has_result(new) and not old.instead_of else old.result
    if (new_id, result, old.told, old.instead_of) == (new.id, new.result, new.told, new.instead_of):
        return new
    return replace(new, id=new_id, result=result, told=old.told, instead_of=old.instead_of)


def other_results(
    before: Round | None, left: Sequence[PairedBoard], now: Round, games: Games
) -> tuple[str, ...]:
    """Return the numbers whose results were said otherwise before a list came, and count: no game has one.

    `left` are pairings that were not in the round before.
    """
    decided = [each for each in now.boards if each.result]
    if not decided:
        return ()
    said = {each.id: each.result or each.told for each in left}
    if before:
        were = [each for each in before.boards if each.result or each.told]
        said |= {own_id(before, each): each.result or each.told for each in were}
    return tuple(
        each.number
        for each in decided
        if said.get(own := own_id(now, each), "") not in ("", RUNS, each.result)
        and has_result(each)
        and all(game.counted.result == RUNS for game in games(own))
    )


def of_others_before(before: Round | None, now: Round, games: Games) -> Sequence[PairedBoard]:
    """Return the pairings of a round whose ids were those of other players in the one before.

    So it is where another program has read a list in between: nothing was played yet there.
    """
    if before is None:
        return ()
    were, names = {own_id(before, each): each for each in before.boards}, _Elsewhere(before, now)
    others = list[PairedBoard]()
    for each in now.boards:
        own = own_id(now, each)
        old = were.get(own)
        if old is None or _is_pair(old, each):
            continue
        if not _is_corrected(old, each, names, is_played=_is_played(games(own))):
            others.append(each)
    return others


def left_of(
    known: Sequence[PairedBoard], before: Round | None, now: Round, games: Games
) -> tuple[PairedBoard, ...]:
    """Return the pairings that are to be remembered: a round has them no more.

    `known` are those that were so before. Each has its id, what was said of its result, and the board that a
    person gave it, or at which it was played.
    """
    ids = {own_id(now, each) for each in now.boards} if known else set[str]()
    stay = [each for each in known if each.id not in ids]
    gone = (
        each if each.by_hand or games(each.id) else replace(each, board="")
        for each in _away(before, now)
        if each.by_hand or is_something(now, each, games)
    )
    return (*stay, *gone)


def _going_on(
    new: Round, before: Round | None, games: Games
) -> tuple[Mapping[str, PairedBoard], Sequence[str]]:
    """The pairings of before that go on, by their numbers of now; and corrected ones.

    At their number, else wherever the list has both players; a corrected name counts only at its number.
    """
    if before is None:
        return {}, ()
    known = {each.number: each for each in before.boards}
    found = {
        each.number: old for each in new.boards if (old := known.get(each.number)) and _is_pair(old, each)
    }
    others = [each for each in new.boards if each.number not in found]
    if not others:
        return found, ()
    claimed = {own_id(before, old) for old in found.values()}
    with_ids = {each.number: replace(each, id=own_id(before, each)) for each in before.boards}
    elsewhere = _by_players([each for each in with_ids.values() if each.id not in claimed], claimed)
    for each in others:
        if old := _found(elsewhere, each, claimed):
            found[each.number] = old
    corrected, names = [], _Elsewhere(before, new)
    for each in others:
        old = with_ids.get(each.number)
        if old is None or each.number in found or old.id in claimed:
            continue
        played = games(old.id)
        if _is_corrected(old, each, names, is_played=_is_played(played)):
            found[each.number] = old
            claimed.add(old.id)
            if played or is_decided(old):
                corrected.append(each.number)
    return found, corrected


def _is_pair(one: PairedBoard, other: PairedBoard) -> bool:
    return is_player(one.white, other.white) and is_player(one.black, other.black)


def _by_players(
    pairings: Sequence[PairedBoard], but: Collection[str]
) -> Mapping[tuple[str, str], list[PairedBoard]]:
    """Pairings by the names of their players, where both are known; not those with such ids."""
    found: dict[tuple[str, str], list[PairedBoard]] = {}
    for each in pairings:
        if each.id not in but and (names := _players(each)):
            found.setdefault(names, []).append(each)
    return found


def _found(
    pairings: Mapping[tuple[str, str], list[PairedBoard]], wanted: PairedBoard, claimed: set[str]
) -> PairedBoard | None:
    """The pairing of these players, best the one of this number; it is claimed then."""
    names = _players(wanted)
    free = [each for each in pairings.get(names, ()) if each.id not in claimed] if names else []
    if not free:
        return None
    found = next((each for each in free if each.number == wanted.number), free[-1])
    claimed.add(found.id)
    return found


def _players(pairing: PairedBoard) -> tuple[str, str] | None:
    white, black = pairing.white.name, pairing.black.name
    return (_key(white), _key(black)) if is_known(white) and is_known(black) else None


def _away(before: Round | None, now: Round) -> Sequence[PairedBoard]:
    """The pairings of before that a round has no more, with their ids."""
    if before is None or _said_ids(before) == _said_ids(now):
        return ()
    ids = {own_id(now, each) for each in now.boards}
    return [replace(each, id=own) for each in before.boards if (own := own_id(before, each)) not in ids]


def _said_ids(found: Round) -> tuple[object, ...]:
    """What the ids of a round come from: where it is the same, they are, and none has to be made."""
    return found.event, found.site, found.round, [(each.number, each.id) for each in found.boards]


def is_something(found: Round, pairing: PairedBoard, games: Games) -> bool:
    """Return whether a pairing of a round has a game with plies, or a result that was given or told."""
    return is_decided(pairing) or bool(games(own_id(found, pairing)))


def is_player(one: Person, other: Person) -> bool:
    """Return whether two may be the same player: by names or FIDE ids, or one is not known.

    Where the ids differ, one name alone may be that of one player whose id was corrected.
    """
    if one.fide_id and other.fide_id:
        return one.fide_id == other.fide_id or _key(one.name) == _key(other.name)
    return is_name(one.name, other.name)


def is_name(one: str, other: str) -> bool:
    """Return whether two names may be those of one player."""
    if one == other or not (is_known(one) and is_known(other)):
        return True
    short, long = sorted((one, other), key=len)
    return _key(one) == _key(other) or any(short.rstrip() == long[:most].rstrip() for most in BEGINNINGS)


def bears_names(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether a game has both names of a pairing."""
    return all(_are_known_as_one(*side) for side in _sides(row, pairing))


def bears_a_name(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether a game has a known name of a pairing, on its side."""
    return any(_are_known_as_one(*side) for side in _sides(row, pairing))


def may_be_of(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether each name of a game without a round is unknown, or may be that of the pairing.

    Players who begin before they are seated may have typed their names in short. Who is nobody there may be
    the opponent of before, so he is nobody here only if the list says so.
    """
    return all(
        not is_known(told) or (shown != NO_NAME and is_name_in_short(shown, told))
        for shown, told in _sides(row, pairing)
    )


def is_name_in_short(shown: str, name: str) -> bool:
    """Return whether a name is that of a player, spelled nearly so, or in short."""
    return is_name(shown, name) or is_nearly(shown, name) or is_short_for(shown, name)


def is_as_named(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether a game has no other name than those of a pairing."""
    return all(is_name(*side) for side in _sides(row, pairing))


def _sides(row: KeptRow, pairing: PairedBoard) -> tuple[tuple[str, str], ...]:
    """The names of a game, each beside that of a pairing."""
    return (row.white, pairing.white.name), (row.black, pairing.black.name)


def _are_known_as_one(one: str, other: str) -> bool:
    return is_known(one) and is_known(other) and is_name(one, other)


def is_of_others(row: KeptRow, pairing: PairedBoard) -> bool:
    """Return whether a game names two players, and neither is that of the pairing."""
    return not any(is_name(*side) for side in _sides(row, pairing))


def fits(row: KeptRow, pairing: PairedBoard, found: Round) -> bool:
    """Return whether a game may be that of a pairing by the names that it has.

    One of two may be another, as a corrected one is, but nobody who sits elsewhere in the round.
    """
    others = [_key(one) for one, other in _sides(row, pairing) if not is_name(one, other)]
    if len(others) != 1:
        return not others
    boards = (each for each in found.boards if each.number != pairing.number)
    return all(others[0] not in (_key(each.white.name), _key(each.black.name)) for each in boards)


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
    return one_is_another or all(is_nearly(was.name, now.name) for was, now in sides)


def _is_played(games: Sequence[KeptRow]) -> bool:
    """Whether one of a pairing's games goes on."""
    return bool(games) and not any(each.over for each in games)


def _ids_of_two(new: Round, before: Round) -> set[str]:
    """The ids of pairings of before that have others now, whose names may be alike: FIDE ids say so."""
    now = {each.number: each for each in new.boards if each.white.fide_id or each.black.fide_id}
    pairs = ((old, now[old.number]) for old in before.boards if old.number in now) if now else ()
    return {own_id(before, old) for old, each in pairs if _is_two(old, each)}


def _is_two(one: PairedBoard, other: PairedBoard) -> bool:
    sides = (one.white, other.white), (one.black, other.black)
    return any(was.fide_id and now.fide_id and not is_player(was, now) for was, now in sides)


def _first_id(
    found: Round, pairing: PairedBoard, games: Games, claimed: set[str], left: Collection[str]
) -> str:
    """The first id of this place without games, or with those of these players; empty: the usual one.

    None that is claimed; it is claimed then. `left` are ids of pairings that may come back.
    """
    usual = own = pairing_id(found, pairing.number)
    for at in count(1):
        played = games(own)
        is_free = not played and own not in left
        if own not in claimed and (is_free or any(bears_names(each, pairing) for each in played)):
            break
        own = pairing_id(found, f"{pairing.number}|{at}")
    claimed.add(own)
    return own if own != usual else ""


def _unless_usual(own: str, found: Round, pairing: PairedBoard) -> str:
    return "" if own == pairing_id(found, pairing.number) else own


@lru_cache(maxsize=4096)
def _key(name: str) -> str:
    return player_key(name)


def _names_of(found: Round) -> set[str]:
    return {_key(person.name) for each in found.boards for person in (each.white, each.black)}
