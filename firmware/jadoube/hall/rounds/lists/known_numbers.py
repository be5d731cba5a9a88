"""The numbers of a list that names none: a TRF's are proposed.

The law: pure. A proposal is no news of who sits where. A pairing that is known keeps its number, and so does
one that has one of its two players on the same side. The others have those that are free, in the order of the
list.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from jadoube.formats.plain_text import is_known, player_key
from jadoube.hall.rounds.pairings import number_key
from jadoube.mqtt.payloads import PairedBoard, Round


def with_known_numbers(new: Round, known: Round | None) -> Round:
    """Return a round of a list that names no numbers, with those of a known one, if there is one."""
    if known is None:
        return new
    numbers, free = dict[str, str](), {each.number: each for each in known.boards}
    for sides in ((0, 1), (0,), (1,)):
        by_names = {names: each.number for each in free.values() if (names := _names(each, sides))}
        for each in new.boards:
            found = by_names.pop(_names(each, sides), "") if each.number not in numbers else ""
            if found:
                numbers[each.number] = found
                del free[found]
    others = _others(sorted(free, key=number_key), known)
    boards = [replace(each, number=numbers.get(each.number) or next(others)) for each in new.boards]
    return replace(new, boards=tuple(sorted(boards, key=lambda each: number_key(each.number))))


def _names(pairing: PairedBoard, sides: Sequence[int]) -> tuple[str, ...]:
    """The names at these sides of a pairing; none if one is not known."""
    names = [(pairing.white.name, pairing.black.name)[side] for side in sides]
    return tuple(map(player_key, names)) if all(map(is_known, names)) else ()


def _others(free: Sequence[str], known: Round) -> Iterator[str]:
    """The numbers that nobody has, then new ones."""
    yield from free
    taken = {each.number for each in known.boards}
    yield from (number for at in count(1) if (number := str(at)) not in taken)
