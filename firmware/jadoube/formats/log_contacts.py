"""The contacts of a board as the edges of a sensor log leave them, and what a scan shows of them.

It decides what a scan shows of a faulty line: the contacts of a line that is cut read open; the scanner names
a line that touches ground or 3.3 V, and what such a line hides (`core/signals/lines.py`). It refuses to know
time and debounce.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

import chess

from jadoube.core.messages.events import BUTTONS, Scanned
from jadoube.core.signals.lines import LINES, NAMES, grounded_squares, powered_lines
from jadoube.core.squares import Occupancy, squares
from jadoube.formats.sensorlog import CHATTER_WORDS, LINE_WORDS, Edge

_REED = {name: 1 << square for square, name in enumerate(chess.SQUARE_NAMES)}
_LINE = {name: line for line, name in enumerate(NAMES)}


class LogContacts:
    """The contacts before the first edge: these reeds are closed (a 64-bit set, a1 = bit 0)."""

    def __init__(self, reeds: Occupancy) -> None:
        self._reeds = reeds
        self._buttons = 0
        self._off: Occupancy = 0
        self._faults: dict[int, str] = {}
        self._grounded = 0
        self._powered = 0
        self._chattering = 0

    @property
    def scanned(self) -> Scanned:
        """What a scan shows now."""
        reeds, powered = self._reeds & ~self._off, 0
        if self._powered:
            powered = powered_lines(self._powered, self._reeds)
            reeds &= ~_union(powered)
        if self._grounded:
            reeds |= grounded_squares(self._grounded, reeds)
        return Scanned(reeds, self._buttons, self._grounded, powered, self._chattering)

    def apply(self, edges: Iterable[Edge]) -> Scanned:
        """Apply these edges, in order; return what a scan shows then."""
        for _, word, name in edges:
            reed = _REED.get(name)
            if word in CHATTER_WORDS:
                self._chattering = (
                    self._chattering | _REED[name] if word == "chatter" else self._chattering & ~_REED[name]
                )
            elif reed is not None:
                self._reeds = self._reeds | reed if word == "close" else self._reeds & ~reed
            elif word in LINE_WORDS:
                self._change_line(_LINE[name], word)
            else:
                button = BUTTONS[name].value
                self._buttons = self._buttons | button if word == "press" else self._buttons & ~button
        return self.scanned

    def _change_line(self, line: int, word: str) -> None:
        self._faults[line] = word
        self._off = _union(self._lines_that("cut"))
        self._grounded = self._lines_that("ground")
        self._powered = self._lines_that("power")

    def _lines_that(self, word: str) -> int:
        """The set of the lines to which this happened last."""
        return sum(1 << line for line, fault in self._faults.items() if fault == word)


def _union(lines: int) -> Occupancy:
    """The squares of these lines."""
    return reduce(or_, (LINES[line] for line in squares(lines)), 0)
