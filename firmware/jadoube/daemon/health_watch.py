"""What is wrong with the board as a machine, from all who can tell, and since when.

The law: a trouble is known from the scan at which it was first found until it is found no more. It decides
nothing about it: what is shown of it is the view's.
"""

from collections.abc import Iterable
from typing import Final

from jadoube.core.state.health import Trouble, Wrong
from jadoube.drivers.interfaces import Part

#: What it is when a part does not answer.
OF_PARTS: Final = {
    Part.REEDS: Trouble.REEDS,
    Part.LAMPS: Trouble.LAMPS,
    Part.WHITE_FACE: Trouble.WHITE_FACE,
    Part.BLACK_FACE: Trouble.BLACK_FACE,
    Part.BUZZER: Trouble.BUZZER,
}


class Troubled:
    """Remembers since when each trouble is known."""

    def __init__(self) -> None:
        self.wrong: tuple[Wrong, ...] = ()
        self.power: tuple[Trouble, ...] = ()
        """What the system tells of its supply and its heat."""
        self.slow = False
        """Whether the board makes too few scans."""

    def note(self, parts: Iterable[Part], now_ms: int) -> bool:
        """Take in which parts do not answer now, and say whether anything has changed."""
        slow = [Trouble.SLOW_SCANS] if self.slow else []
        found = {*self.power, *slow, *(OF_PARTS[part] for part in parts)}
        since = {each.trouble: each.since_ms for each in self.wrong}
        if found == since.keys():
            return False
        self.wrong = tuple(Wrong(each, since.get(each, now_ms)) for each in Trouble if each in found)
        return True
