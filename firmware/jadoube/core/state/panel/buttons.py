"""The panel as its buttons show it: levers and keys, the menu, the other reading that a key has asked for.

The law: only this file makes another `Panel` out of one. It refuses to know what a lever or a key does
(`core/panel/`).
"""

from typing import NamedTuple

from jadoube.core.messages.events import PANEL
from jadoube.core.named_tuples import quick_replace
from jadoube.core.rules.game_line import Line
from jadoube.core.signals import debounce
from jadoube.core.signals.debounce import Contacts
from jadoube.core.state.panel.menu import DRAFTED, Level, Menu


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
    draft: Menu | None = None
    """The menu as it was left while a control or a number was set by hand; `ok` returns to it."""
    candidate: Candidate | None = None
    marks: bool = False
    """True while the two keys that mark an instant are down, and have not acted yet."""

    def cleared(self) -> "Panel":
        """The panel at the start of a game: nothing is open, and keys that are still held do nothing."""
        return Panel(self.buttons._replace(bounced=()), chord=self.is_key_held)

    @property
    def is_key_held(self) -> bool:
        """Whether a panel key is down."""
        return bool(self.buttons.settled & PANEL)

    def released(self) -> "Panel":
        """All buttons count as released, and nothing is open: what was held before a restart is not known."""
        return self._replace(
            buttons=debounce.settled_contacts(0), chord=False, marks=False, menu=None, candidate=None
        )

    def settle(self, buttons: Contacts) -> "Panel":
        """Take over the buttons of a scan."""
        return self._replace(buttons=buttons)

    def press_key(self, at_ms: int, *, chord: bool, marks: bool) -> "Panel":
        """A panel key came down; `chord`: it, or one that is held, does nothing when released.

        `marks`: held for a second, this chord marks an instant.
        """
        return self._replace(chord=chord, marks=marks, key_since_ms=at_ms)

    def use_up_keys(self) -> "Panel":
        """The held keys have acted, or lost their effect."""
        return self._replace(chord=True, marks=False)

    def release_keys(self) -> "Panel":
        """No panel key is down any more: the next one acts again."""
        return self._replace(chord=False)

    def show_menu(self, menu: Menu) -> "Panel":
        """Show this level and entry of the menu; close it at the level `CLOSED`."""
        return self._replace(menu=None if menu.level is Level.CLOSED else menu)

    def leave_menu(self, *, keeps_draft: bool) -> "Panel":
        """Close the menu; releasing a key that is still held then does nothing.

        `keeps_draft`: a control or a number that is being set is kept, for when the menu is opened again.
        """
        drafted = keeps_draft and self.menu is not None and self.menu.level in DRAFTED
        draft = self.menu if drafted else self.draft
        return self._replace(menu=None, draft=draft, chord=self.is_key_held)

    def drop_draft(self) -> "Panel":
        """Forget what was being set by hand."""
        return self if self.draft is None else self._replace(draft=None)

    def shares_menu(self, other: "Panel") -> bool:
        """Whether both panels have the same menu, and the same control that was being set by hand."""
        return self.menu == other.menu and self.draft == other.draft

    def share_menu(self, other: "Panel") -> "Panel":
        """Take over the menu, and what was being set by hand, of the panel of the other orientation."""
        return self._replace(menu=other.menu, draft=other.draft)

    def show_reading(self, candidate: Candidate) -> "Panel":
        """Show another reading, or that there is none."""
        return self._replace(candidate=candidate)

    def hide_reading(self) -> "Panel":
        """Hide the other reading; none is offered any more."""
        return self if self.candidate is None else self._replace(candidate=None)

    def is_reading_over(self, now_ms: int) -> bool:
        """Whether the note that there is no other reading has been shown for its time."""
        shown = self.candidate
        return shown is not None and shown.until_ms is not None and shown.until_ms <= now_ms
