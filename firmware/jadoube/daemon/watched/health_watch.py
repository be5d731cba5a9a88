"""Collects the machine's troubles from all sources, and since when each is known.

The law: a trouble is known from the scan at which it was first found until it is no longer found. This module
refuses to know how a trouble is shown: the view decides that.
"""

from collections.abc import Iterable
from typing import Final

from jadoube.core.state.announced.health import Chattering, FaultyLine, Trouble, Wrong
from jadoube.drivers.interfaces import Part

#: The trouble of each part that does not answer.
OF_PARTS: Final = {
    Part.REEDS: Trouble.REEDS,
    Part.LAMPS: Trouble.LAMPS,
    Part.WHITE_FACE: Trouble.WHITE_FACE,
    Part.BLACK_FACE: Trouble.BLACK_FACE,
    Part.BUZZER: Trouble.BUZZER,
}


_URGENCY: Final = {trouble: number for number, trouble in enumerate(Trouble)}


class Troubled:
    """Remembers since when each trouble is known."""

    def __init__(self) -> None:
        self.wrong: tuple[Wrong, ...] = ()
        self.power: tuple[Trouble, ...] = ()
        """The system's troubles: supply voltage and heat."""
        self.slow = False
        """Whether the scan rate is too low."""
        self.unsaved = False
        """Whether the game is not being saved."""
        self.no_opponent: Trouble | None = None
        """Why the opponent from elsewhere does not play; None: he does."""

    def note(
        self,
        parts: Iterable[Part],
        now_ms: int,
        lines: Iterable[FaultyLine] = (),
        chattering: Chattering | None = None,
    ) -> bool:
        """Note which parts, lines and contacts cannot be read now; return whether a trouble has changed."""
        slow = [Trouble.SLOW_SCANS] if self.slow else []
        unsaved = [Trouble.UNSAVED] if self.unsaved else []
        missing = [self.no_opponent] if self.no_opponent else []
        alone = {*self.power, *slow, *unsaved, *missing, *(OF_PARTS[part] for part in parts)}
        found: list[tuple[Trouble, FaultyLine | Chattering | None]]
        found = [(each, None) for each in Trouble if each in alone]
        found += [(Trouble.LINE, each) for each in lines]
        if chattering:
            found.append((Trouble.CHATTER, chattering))
        since = {(each.trouble, each.what): each.since_ms for each in self.wrong}
        if len(found) == len(since) and all(each in since for each in found):
            return False
        found.sort(key=lambda each: _URGENCY[each[0]])
        self.wrong = tuple(
            Wrong(trouble, since.get((trouble, what), now_ms), what) for trouble, what in found
        )
        return True
