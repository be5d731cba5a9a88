"""What the hall keeps of a game besides its text, and which of several games is that of a pairing.

The law: pure. A pairing has one game for the world, whatever has happened to its boards. A result stands:
what is played after it is another game. A game that goes on from a position continues the one before it. At
the same board a short one without a result gives way to the next: it was begun wrongly. Else the longer one
counts, where both began at the same position: somebody has made the moves again, or plays on for fun. What a
board says after it was taken away is not of the pairing: its game counts as it was then.

Games that are not that of the pairing are kept all the same.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import chess

from jadoube.online.game_text import RUNS

ANOTHERS: Final = "-"
"""In place of a pairing: the game stood at a board that came in the place of another, and is of none."""

FALSE_START: Final = 20
"""A game of at most so many plies may have been begun wrongly: up to ten moves a new one is played where the
colours were wrong (FIDE 7.3); of other faults the Laws say nothing."""


class KeptRow(NamedTuple):
    """A game that is kept."""

    game_id: str
    board: str
    """The id of the board."""
    machine: str = ""
    """The id of the machine that was the board then."""
    first: float = 0
    """Counts games in the order of their first plies, positions or results; at first, of when they came."""
    seq: int = 0
    """Of the newest state that came; 0: it came as a text only."""
    plies: int = 0
    over: bool = False
    result: str = RUNS
    white: str = ""
    black: str = ""
    start: str = ""
    """The FEN from which it began; empty: the start position."""
    pairing: str = ""
    """The id of the pairing (`rounds.pairing_id`) to which it belongs; empty: to none."""
    left: int | None = None
    """So many plies it had when its board was taken away from the pairing; None: it was not."""
    event: str = ""
    """Event and round by its own word; empty: it says none."""
    round: str = ""
    skip: int | None = None
    """It goes on in `start`, to which its first so many plies have led only; None: it does not."""
    begun: bool = False
    """Whether its clock has run, be it that nobody has moved yet."""

    @property
    def counted(self) -> "KeptRow":
        """The game as it counts: as it was when its board was taken away, from where it goes on."""
        if self.left is None and not self.skip:
            return self
        plies = self.plies if self.left is None else min(self.plies, self.left)
        found = self._replace(plies=max(0, plies - (self.skip or 0)))
        return found if self.left is None else found._replace(result=RUNS, over=False)


class PairingGame(NamedTuple):
    """The game of a pairing: it goes on from row to row. `others` were played, too, and do not count."""

    rows: tuple[KeptRow, ...] = ()
    others: tuple[KeptRow, ...] = ()

    @property
    def result(self) -> str:
        """Its result, also at a board that was given back; `*`: none yet."""
        return next((row.result for row in reversed(self.rows) if row.result != RUNS), RUNS)

    @property
    def over(self) -> bool:
        """Whether it is not played on."""
        return self.result != RUNS or (bool(self.rows) and self.rows[-1].over)

    def is_other(self, row: KeptRow) -> bool:
        """Whether a game was played for the pairing, and does not count."""
        return any(each.game_id == row.game_id for each in self.others)

    @property
    def plies(self) -> int:
        """How many plies it has, with those of its parts."""
        return sum(row.plies for row in self.rows)


def game_of_pairing(rows: Iterable[KeptRow]) -> PairingGame:
    """Return the game of a pairing, out of all that were played for it."""
    found, others = list[KeptRow](), list[KeptRow]()
    for row in sorted((each.counted for each in rows), key=lambda each: each.first):
        starts = [each.start for each in found]
        again = starts.index(row.start) if row.start in starts else None
        is_open = PairingGame(tuple(found)).result == RUNS
        is_empty = is_open and not any(each.plies for each in found)
        if is_empty and not (row.left is not None and found):
            others += found
            found = [row]
        elif not (is_open and (row.plies or (row.over and _is_end(row, found[-1])))):
            others.append(row)
        elif again is None or not row.plies:
            found.append(row)
        elif _is_instead(row, found[again:]):
            others += found[again:]
            found[again:] = [row]
        else:
            others.append(row)
    return PairingGame(tuple(found), tuple(others))


def start_of(fen: str) -> str:
    """Return the FEN of a game's start as it is kept: empty for the start position."""
    return "" if fen == chess.STARTING_FEN else fen


def _is_end(row: KeptRow, before: KeptRow) -> bool:
    """Whether a game without plies ends the one before it: in its position, or at another board."""
    is_elsewhere = before.left is not None and row.board != before.board and row.result != RUNS
    return bool(row.start) or row.skip is not None or is_elsewhere


def _is_instead(row: KeptRow, before: Sequence[KeptRow]) -> bool:
    """Whether a game comes in the place of those that began at the same position, the last one open."""
    plies = sum(each.plies for each in before)
    return row.plies >= plies or (_same_place(row, before[-1]) and plies <= FALSE_START)


def _same_place(one: KeptRow, other: KeptRow) -> bool:
    return (one.board, one.machine) == (other.board, other.machine)
