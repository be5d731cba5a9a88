"""The boards of a list: which board each pairing of a round has that is read, perhaps again.

The law: pure. A board goes to one pairing, and each pairing takes the first of these that nobody has before
it: what a person has said since; the board at which it was played, which goes along with it to another
number; what a person has said of the number; the board that he gave it before a list left it out; the one
that was proposed since; the one that stood at the number. At last a pairing whose board went along with
another one has in exchange the board of the number to which that went. It refuses to know who plays, and
proposes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from jadoube.hall.rounds.pairings import table_of
from jadoube.mqtt.payloads import PairedBoard, Round


class GoneOn(NamedTuple):
    """The pairing of before from which one of a list goes on."""

    old: PairedBoard
    is_played: bool
    """Whether it has a game with plies."""
    is_back: bool
    """Whether the round before did not have it, but one before that."""


Claim = tuple[str, PairedBoard]
"""A number, and the pairing of before whose board it is to have; without one a person has said: none."""


def with_boards(new: Round, gone_on: Mapping[str, GoneOn], before: Sequence[PairedBoard]) -> Round:
    """Return a round of a list with its boards, out of those of its pairings before, by their numbers.

    `gone_on` are those from which the new ones go on, by the new numbers. What `new` has of boards has come
    since then.
    """
    numbers = {each.number for each in new.boards}
    given, taken = dict[str, PairedBoard](), set[str]()
    for claims in _claims(new, gone_on, before):
        _give(claims, numbers, given, taken)
    _give(_exchanged(new, given, before), numbers, given, taken)
    boards = [
        _at(each, given.get(each.number)) if each.board or each.number in given else each
        for each in new.boards
    ]
    return replace(new, boards=tuple(boards))


def _give(claims: Iterable[Claim], numbers: set[str], given: dict[str, PairedBoard], taken: set[str]) -> None:
    for number, old in claims:
        if number in numbers and number not in given and old.board not in taken:
            given[number] = old
            if old.board:
                taken.add(old.board)


def _claims(
    new: Round, gone_on: Mapping[str, GoneOn], before: Sequence[PairedBoard]
) -> Sequence[Sequence[Claim]]:
    """All claims, those that count more first."""
    played = [
        (number, old) for number, (old, played, back) in gone_on.items() if played and old.board and not back
    ]
    known = {each.number for each in before}
    back = [
        (number, old if played else replace(old, table=""))
        for number, (old, played, is_back) in gone_on.items()
        if is_back
        and ((played and old.board) or (old.by_hand and old.number == number and number not in known))
    ]
    return (
        [(each.number, each) for each in new.boards if each.by_hand or (each.table and each.board)],
        played,
        [(table_of(each), each) for each in before if each.by_hand],
        back,
        [(each.number, each) for each in new.boards if each.board],
        [(table_of(each), each) for each in before if each.board],
    )


def _exchanged(
    new: Round, given: Mapping[str, PairedBoard], before: Sequence[PairedBoard]
) -> Sequence[Claim]:
    """The boards of those whose own went along with another one: each that of the number to which it went."""
    went = {
        table: number for number, old in given.items() if old.board and (table := table_of(old)) != number
    }
    if not went:
        return ()
    stood = {table_of(each): each for each in before if each.board}
    found = []
    for each in new.boards:
        at, seen = each.number, set[str]()
        while at in went and at not in seen:
            seen.add(at)
            at = went[at]
        if at != each.number and (old := stood.get(at)):
            found.append((each.number, old))
    return found


def _at(new: PairedBoard, old: PairedBoard | None) -> PairedBoard:
    """A pairing with the board of another one."""
    board, by_hand, table = (old.board, old.by_hand, table_of(old)) if old else ("", False, "")
    table = table if board and table != new.number else ""
    if (board, by_hand, table) == (new.board, new.by_hand, new.table):
        return new
    return replace(new, board=board, by_hand=by_hand, table=table)
