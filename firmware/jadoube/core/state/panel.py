"""The panel as its buttons show it: levers and keys, the menu, the other reading that a key has asked for.

It refuses to know what a lever or a key does (`panel/`).
"""

from typing import NamedTuple

from jadoube.core.named_tuples import quick_replace
from jadoube.core.rules.game_line import Line
from jadoube.core.signals.debounce import Contacts
from jadoube.core.state.menu import Menu


class Candidate(NamedTuple):
    """The other reading that the board shows at a player's request."""

    line: Line | None
    """The game that `ok` takes; None: there is no other reading."""
    until_ms: int | None = None
    """Until when the board shows that there is none."""


@quick_replace
class Panel(NamedTuple):
    """The buttons and what they have opened."""

    buttons: Contacts
    """By physical lever, whatever the orientation."""
    chord: bool = False
    """True once the held panel keys have acted or lost their effect; releasing them then does nothing. So it
    is after a second key came down, after a hold acted, and for keys held when the game began."""
    key_since_ms: int = 0
    """When the last panel key came down."""
    menu: Menu | None = None
    candidate: Candidate | None = None
