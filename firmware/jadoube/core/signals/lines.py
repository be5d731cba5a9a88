"""The lines of the matrix: which one has come off, and which one touches ground.

The law: a wire that comes off opens every closed contact of its line in one scan, or in two if it comes off
during a scan, and nothing else changes. Hands do not do that: they lift a few pieces one after the other. So
such a line is *suspected* at once. It is found to be open if nothing contradicts for `SURE_MS`. A contact of
an open line cannot close; if one has stayed closed for `BACK_MS`, the wire is back.

A line that touches 3.3 V reads like an open one. A line that touches ground is found by the scanner
(`Scanned.grounded`); this file says which squares it hides.

While a line is suspected or open, or touches ground, its contacts are *hidden*: what they show is not
believed. This file knows files and ranks, no pins and no pieces.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

import chess

from jadoube.core.signals.debounce import Contacts
from jadoube.core.squares import Occupancy, squares

LEAST_CONTACTS: Final = 3
"""A line is suspected if at least so many contacts open. Two hands may lift two pieces at the same time."""

TOGETHER_MS: Final = 10
"""The contacts open within so long: two scans at the usual scan period of 5 ms."""

SURE_MS: Final = 200
"""How long a suspected line must read open while nothing else changes (a guess). A hand that sweeps three
pieces off one line goes on to others sooner."""

BACK_MS: Final = 500
"""How long a contact of an open line must stay closed until the wire counts as back (a guess). A loose wire
comes and goes."""

LINES: Final[tuple[Occupancy, ...]] = (*chess.BB_FILES, *chess.BB_RANKS)
"""The contacts of each line: lines 0 to 7 are the files a to h (columns), 8 to 15 the ranks 1 to 8 (rows)."""

BUTTONS_LINE: Final = 16
"""The line of the buttons' column. It has no squares."""

NAMES: Final = (*chess.FILE_NAMES, *chess.RANK_NAMES, "buttons")
"""The name of each line."""


class LineFault(StrEnum):
    """What is wrong with a line."""

    OPEN = "reads open"
    GROUNDED = "touches ground"


class Suspect(NamedTuple):
    """A line whose contacts have all opened at once, and the instant of that scan."""

    line: int
    since_ms: int


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

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong with any line."""
        return not (self.suspect or self.open or self.grounded)

    @property
    def blind(self) -> Occupancy:
        """The squares that cannot be read."""
        blind = grounded_squares(self.grounded, self.raw) if self.grounded else 0
        for each in self.open:
            blind |= LINES[each.line]
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
        return tuple(sorted(found.items()))

    def without_suspect(self) -> "Wires":
        """The same without the suspected line: its contacts are believed again."""
        wires = self._replace(suspect=None)
        return SOUND if wires.sound else wires

    @property
    def due_ms(self) -> int | None:
        """When a scan decides something although nothing changes; None if never."""
        due_ms = [each.closed_ms + BACK_MS for each in self.open if each.closed_ms is not None]
        if self.suspect:
            due_ms.append(self.suspect.since_ms + SURE_MS)
        return min(due_ms, default=None)


SOUND: Final = Wires()
"""Nothing is wrong with any line."""


def may_have_opened(contacts: Contacts, reeds: Occupancy) -> bool:
    """Whether so many contacts read open that a line may have come off."""
    return (contacts.settled & ~reeds).bit_count() >= LEAST_CONTACTS


def take_in_scan(wires: Wires, contacts: Contacts, reeds: Occupancy, grounded: int, now_ms: int) -> Wires:
    """Update the lines after a scan; `contacts` are the reeds as they were believed before it.

    The result is `SOUND` itself if nothing is wrong.
    """
    after = _update(wires, contacts, reeds, grounded, now_ms)
    return SOUND if after.sound else after


def _update(wires: Wires, contacts: Contacts, reeds: Occupancy, grounded: int, now_ms: int) -> Wires:
    after = Wires(reeds, wires.suspect, tuple(_open_still(wires, reeds, now_ms)), grounded)
    blind = after.blind
    if suspect := after.suspect:
        own = LINES[suspect.line]
        if (reeds ^ contacts.settled) & ~(own | blind) or reeds & own & ~blind:
            return after._replace(suspect=None)
        if now_ms >= suspect.since_ms + SURE_MS:
            return after._replace(suspect=None, open=(*after.open, Open(suspect.line)))
        return after
    line = _find_opened_line(contacts, reeds, blind, now_ms)
    return after if line is None else after._replace(suspect=Suspect(line, now_ms))


def grounded_squares(grounded: int, reeds: Occupancy) -> Occupancy:
    """The squares that lines at ground hide.

    A column at ground hides its squares. A row at ground holds each column low that has a closed reed on this
    row: it hides the other squares of these columns.
    """
    hidden = 0
    for line in squares(grounded & (1 << BUTTONS_LINE) - 1):
        contacts = LINES[line]
        if line < 8:
            hidden |= contacts
        else:
            for square in squares(reeds & contacts):
                hidden |= LINES[chess.square_file(square)] & ~contacts
    return hidden


def line_missing(missing: Occupancy, standing: Occupancy, least: int) -> int | None:
    """The line whose pieces are exactly the missing ones, at least `least` of them; None if there is none.

    `standing` has the squares that should be occupied.
    """
    if missing.bit_count() < least:
        return None
    return next((line for line, contacts in enumerate(LINES) if standing & contacts == missing), None)


def _open_still(wires: Wires, reeds: Occupancy, now_ms: int) -> Iterator[Open]:
    """Yield the open lines whose wire is not back yet."""
    for line, closed_ms in wires.open:
        if not reeds & LINES[line]:
            yield Open(line)
        elif closed_ms is None:
            yield Open(line, now_ms)
        elif now_ms < closed_ms + BACK_MS:
            yield Open(line, closed_ms)


def _find_opened_line(contacts: Contacts, reeds: Occupancy, blind: Occupancy, now_ms: int) -> int | None:
    """The line whose contacts have all just opened while nothing else has changed; None if there is none.

    If nothing is left on the board, the whole matrix was unplugged, or the pieces were swept off.
    """
    opened = contacts.settled & ~reeds & ~blind
    if opened.bit_count() < LEAST_CONTACTS or (reeds ^ contacts.settled) & ~blind != opened:
        return None
    if any(
        change.contacts & opened and change.since_ms < now_ms - TOGETHER_MS for change in contacts.changing
    ):
        return None
    standing = contacts.settled & ~blind
    return None if opened == standing else line_missing(opened, standing, LEAST_CONTACTS)
