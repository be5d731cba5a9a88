"""Shows the loop no contact that chatters: its changes stay in the process that scans.

The law: a scan without a chattering contact is passed on as it is, the same value. A contact that chatters
counts as it was when it last rested; a line that touches ground or 3.3 V now and again counts as touching it,
which hides its squares. When a contact chatters is decided in `core/signals/chatter.py`. It refuses to know
what a contact means, and who is told of it.
"""

from typing import Final, NamedTuple

from jadoube.core.messages.scans import Scanned
from jadoube.core.signals import chatter
from jadoube.core.signals.chatter import BUTTONS, REEDS, Chatter

_LINE_BITS: Final = 17
"""Lines of the matrix, each with a bit in `Scanned.grounded` and in `Scanned.powered`."""

_GROUNDED: Final = (1 << _LINE_BITS) - 1


class Held(NamedTuple):
    """The contacts that chatter, and are not believed: physical squares, and bits of `Button`."""

    reeds: int = 0
    buttons: int = 0


NOTHING_HELD: Final = Held()
"""No contact chatters."""


class Steady:
    """The scans of a board without what chatters; `held` has the contacts that chatter now."""

    def __init__(self) -> None:
        self.held = NOTHING_HELD
        self.due_ms: int | None = None
        """When a contact is believed again if it stays quiet; a scan is wanted then."""
        self._raw: Scanned | None = None
        self._shown: Scanned | None = None
        self._reeds = self._buttons = self._lines = Chatter(0, 0)

    def take_in(self, scanned: Scanned, now_ms: int) -> Scanned:
        """Take in a scan; return what the loop is shown of it."""
        if self._shown is None:
            self._begin(scanned, now_ms)
        elif scanned == self._raw and (self.due_ms is None or now_ms < self.due_ms):
            return self._shown
        self._raw = scanned
        reeds = self._reeds = chatter.take_in(self._reeds, scanned.reeds, now_ms, REEDS)
        buttons = self._buttons = chatter.take_in(self._buttons, scanned.buttons, now_ms, BUTTONS)
        lines = self._lines = chatter.take_in(self._lines, _lines(scanned), now_ms, REEDS)
        if reeds.held or buttons.held or lines.held:
            self.held = Held(reeds.held, buttons.held)
            touching = lines.raw | lines.held
            shown = Scanned(
                reeds.believed, buttons.believed, touching & _GROUNDED, touching >> _LINE_BITS, reeds.held
            )
            dues = (each.due_ms for each in (reeds, buttons, lines))
            self.due_ms = min(at_ms for at_ms in dues if at_ms is not None)
        else:
            self.held, self.due_ms, shown = NOTHING_HELD, None, scanned
        self._shown = shown
        return shown

    def _begin(self, scanned: Scanned, now_ms: int) -> None:
        self._reeds = chatter.first_scan(scanned.reeds, now_ms)
        self._buttons = chatter.first_scan(scanned.buttons, now_ms)
        self._lines = chatter.first_scan(_lines(scanned), now_ms)


def _lines(scanned: Scanned) -> int:
    """The lines at ground and those at 3.3 V as one set."""
    return scanned.grounded | scanned.powered << _LINE_BITS
