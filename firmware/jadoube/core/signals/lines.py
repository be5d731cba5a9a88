"""The lines of the matrix: which one has come off, and which one touches ground or 3.3 V.

The law: a wire that comes off opens every closed contact of its line in one scan, or in two if it comes off
during a scan, and nothing else changes then. Hands do not do that: they lift a few pieces one after the
other. So such a line is *suspected* at once. It is found to be open if nothing contradicts for `SURE_MS`; one
other contact may change, for a hand may be playing. A contact of an open line cannot close; if one has stayed
closed for `BACK_MS`, the wire is back.

A line that touches ground or 3.3 V is found by the scanner (`Scanned.grounded`, `Scanned.powered`); this file
says which squares it hides. A row at 3.3 V cannot be driven low, so its reeds read open. A column at 3.3 V
reads high, and feeds every row on which it has a closed reed: nothing on these rows can be read (computed by
the twin's solver; docs/twin.md).

While a line is suspected or open, or touches ground or 3.3 V, its contacts are *hidden*: what they show is
not believed. So is a reed that chatters (`Scanned.chattering`, found by `chatter.py`). This file knows files
and ranks, no pins and no pieces.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import reduce
from typing import Final, NamedTuple

import chess

from jadoube.core.signals.debounce import Contacts
from jadoube.core.squares import Occupancy, squares

LEAST_CONTACTS: Final = 3
"""A line is suspected if at least so many contacts open. Two hands may lift two pieces at the same time."""

TOGETHER_MS: Final = 10
"""The contacts open within so long: two scans at the usual scan period of 5 ms."""

SURE_MS: Final = 200
"""How long a suspected line must read open while at most one other contact changes (a guess). A hand that
sweeps three pieces off one line goes on to others sooner."""

BACK_MS: Final = 500
"""How long a contact of an open line must stay closed until the wire counts as back (a guess). A loose wire
comes and goes."""

LINES: Final[tuple[Occupancy, ...]] = (*chess.BB_FILES, *chess.BB_RANKS)
"""The contacts of each line: lines 0 to 7 are the files a to h (columns), 8 to 15 the ranks 1 to 8 (rows)."""

BUTTONS_LINE: Final = 16
"""The line of the buttons' column. It has no squares."""

SQUARED: Final = (1 << BUTTONS_LINE) - 1
"""The set of the lines that have squares."""

_COLUMNS: Final = 1 << BUTTONS_LINE | 0xFF
"""The set of the columns."""

NAMES: Final = (*chess.FILE_NAMES, *chess.RANK_NAMES, "buttons")
"""The name of each line."""


class LineFault(StrEnum):
    """What is wrong with a line."""

    OPEN = "reads open"
    GROUNDED = "touches ground"
    POWERED = "touches 3.3 V"


class Suspect(NamedTuple):
    """A line whose contacts have all opened at once, and the instant of that scan."""

    line: int
    since_ms: int
    reeds: Occupancy
    """The reeds as that scan showed them."""


class Open(NamedTuple):
    """A line that was found to be open."""

    line: int
    closed_ms: int | None = None
    """Since when a contact of it reads closed; None while none does."""


class Wires(NamedTuple):
    """What is wrong with the lines."""

    raw: Occupancy = 0
    """The reeds as the last scan showed them, also the hidden ones."""
    suspect: Suspect | None = None
    open: tuple[Open, ...] = ()
    grounded: int = 0
    """The lines that touch ground: bit n for line n."""
    powered: int = 0
    """The lines that touch 3.3 V, and the rows that a column at 3.3 V feeds."""
    shown: tuple[int, int, Occupancy] = (0, 0, 0)
    """The lines at ground and at 3.3 V, and the reeds that chatter, as the last scan showed them."""
    lost_ms: int | None = None
    """Since when the scans do not show all of `grounded`, `powered` and `chattering`; None while they do."""
    chattering: Occupancy = 0
    """The reeds that chatter."""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with any line."""
        return not (self.suspect or self.open or self.grounded or self.powered or self.chattering)

    @property
    def blind(self) -> Occupancy:
        """The squares that cannot be read."""
        blind = self.chattering
        if self.grounded:
            blind |= grounded_squares(self.grounded, self.raw)
        for each in self.open:
            blind |= LINES[each.line]
        for line in squares(self.powered & SQUARED):
            blind |= LINES[line]
        return blind

    @property
    def hidden(self) -> Occupancy:
        """The squares whose reeds are not believed: the blind ones, and those of a suspected line."""
        return self.blind | (LINES[self.suspect.line] if self.suspect else 0)

    @property
    def faults(self) -> tuple[tuple[int, LineFault], ...]:
        """The lines with a fault, in order, each with its fault."""
        found = {each.line: LineFault.OPEN for each in self.open}
        found |= dict.fromkeys(squares(self.grounded), LineFault.GROUNDED)
        found |= dict.fromkeys(squares(self.powered & _COLUMNS or self.powered), LineFault.POWERED)
        return tuple(sorted(found.items()))

    def without_suspect(self) -> "Wires":
        """The same without the suspected line: its contacts are believed again."""
        wires = self._replace(suspect=None)
        return SOUND if wires.sound else wires

    def as_shown(self) -> "Wires":
        """The same with the faults that the last scan showed, and without a suspected line."""
        grounded, powered, chattering = self.shown
        shown = self._replace(grounded=grounded, powered=powered, chattering=chattering, lost_ms=None)
        return shown.without_suspect()

    @property
    def due_ms(self) -> int | None:
        """When a scan decides something although nothing changes; None if never."""
        due_ms = [each.closed_ms + BACK_MS for each in self.open if each.closed_ms is not None]
        if self.suspect:
            due_ms.append(self.suspect.since_ms + SURE_MS)
        if self.lost_ms is not None:
            due_ms.append(self.lost_ms + BACK_MS)
        return min(due_ms, default=None)


SOUND: Final = Wires()
"""Nothing is wrong with any line."""


def may_have_opened(contacts: Contacts, reeds: Occupancy) -> bool:
    """Whether so many contacts read open that a line may have come off."""
    return (contacts.settled & ~reeds).bit_count() >= LEAST_CONTACTS


class Shown(NamedTuple):
    """What one scan shows: the closed reeds, the lines at ground and at 3.3 V, the reeds that chatter."""

    reeds: Occupancy
    grounded: int = 0
    powered: int = 0
    chattering: Occupancy = 0


def take_in_scan(wires: Wires, contacts: Contacts, shown: Shown, now_ms: int) -> Wires:
    """Update the lines after a scan; the result is `SOUND` itself if nothing is wrong.

    `contacts` are the reeds as they were believed before the scan.
    """
    after = _update(wires, contacts, shown, now_ms)
    return SOUND if after.sound else after


def _update(wires: Wires, contacts: Contacts, shown: Shown, now_ms: int) -> Wires:
    reeds = shown.reeds
    after = _take_in_shorts(wires, shown, now_ms)
    readable = shown._replace(reeds=reeds & ~after.blind)  # a short makes contacts of a cut line read closed
    after = after._replace(open=tuple(_open_still(wires.open, readable, now_ms)))
    blind = after.blind
    if suspect := after.suspect:
        own = LINES[suspect.line]
        others = (reeds ^ suspect.reeds) & ~(own | blind)
        if others & others - 1 or reeds & own & ~blind or shown.powered:
            return after._replace(suspect=None)
        if now_ms >= suspect.since_ms + SURE_MS:
            return after._replace(suspect=None, open=(*after.open, Open(suspect.line)))
        return after
    line = _find_opened_line(contacts, reeds, blind, now_ms)
    return after if line is None else after._replace(suspect=Suspect(line, now_ms, reeds))


def _take_in_shorts(wires: Wires, shown: Shown, now_ms: int) -> Wires:
    """Take over which lines touch ground or 3.3 V, and what chatters.

    What no longer does stays hidden for `BACK_MS`: so a reed that chatters while the program starts again
    stays hidden until that is known anew.
    """
    reeds, grounded, powered, chattering = shown
    lost_ms = None
    if wires.grounded & ~grounded or wires.powered & ~powered or wires.chattering & ~chattering:
        lost_ms = now_ms if wires.lost_ms is None else wires.lost_ms
        if now_ms < lost_ms + BACK_MS:
            grounded, powered = grounded | wires.grounded, powered | wires.powered
            chattering |= wires.chattering
        else:
            lost_ms = None
    return Wires(reeds, wires.suspect, (), grounded, powered, shown[1:], lost_ms, chattering)


def grounded_squares(grounded: int, reeds: Occupancy) -> Occupancy:
    """The squares that lines at ground hide.

    A column at ground hides its squares. A row at ground holds each column low that has a closed reed on this
    row: it hides the other squares of these columns.
    """
    hidden = 0
    for line in squares(grounded & SQUARED):
        contacts = LINES[line]
        if line < 8:
            hidden |= contacts
        else:
            for square in squares(reeds & contacts):
                hidden |= LINES[chess.square_file(square)] & ~contacts
    return hidden


def powered_lines(powered: int, reeds: Occupancy) -> int:
    """The lines that read high, pulled down, if these touch 3.3 V; `reeds` are those that are closed."""
    fed = 0
    for line in squares(powered & 0xFF):
        for square in squares(reeds & LINES[line]):
            fed |= 1 << 8 + chess.square_rank(square)
    return powered | fed


def lines_in(hidden: Occupancy) -> int:
    """The lines all of whose squares are among these: bit n for line n."""
    return sum(1 << number for number, line in enumerate(LINES) if not line & ~hidden)


def line_missing(missing: Occupancy, standing: Occupancy, least: int) -> int | None:
    """The line whose pieces are exactly the missing ones, at least `least` of them; None if there is none.

    `standing` has the squares that should be occupied.
    """
    if missing.bit_count() < least:
        return None
    return next((line for line, contacts in enumerate(LINES) if standing & contacts == missing), None)


def _open_still(open_lines: Iterable[Open], shown: Shown, now_ms: int) -> Iterator[Open]:
    """Yield the open lines whose wire is not back yet."""
    for line, closed_ms in open_lines:
        if shown.powered >> line & 1:
            continue  # it was not off: it touches 3.3 V
        if not shown.reeds & LINES[line]:
            yield Open(line)
        elif closed_ms is None:
            yield Open(line, now_ms)
        elif now_ms < closed_ms + BACK_MS:
            yield Open(line, closed_ms)


def _find_opened_line(contacts: Contacts, reeds: Occupancy, blind: Occupancy, now_ms: int) -> int | None:
    """The line whose contacts have all just opened while nothing else has changed; None if there is none.

    What changed before and has not settled yet is a hand's. If nothing is left on the board, the whole matrix
    was unplugged, or the pieces were swept off.
    """
    before = (each.contacts for each in contacts.changing if each.since_ms < now_ms - TOGETHER_MS)
    readable = ~reduce(int.__or__, before, blind)
    opened = contacts.settled & ~reeds & readable
    if opened.bit_count() < LEAST_CONTACTS or (reeds ^ contacts.settled) & readable != opened:
        return None
    standing = contacts.settled & readable
    return None if opened == standing else line_missing(opened, standing, LEAST_CONTACTS)
