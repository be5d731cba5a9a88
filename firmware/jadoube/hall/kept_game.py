"""What the hall keeps of a game besides its text, and which of several games is that of a pairing.

The law: pure. A pairing has one game for the world, whatever has happened to its boards. A result stands:
what is played at the board after it is another game. A game that goes on from a position continues the one
before it; on a board that was not there before it does so whatever the one that was taken away says. At the
same board one without a result gives way to the next: it was begun wrongly. On another board the longer one
counts, where both began at the same position: somebody has made the moves again.

Games that are not that of the pairing are kept all the same.
"""

from collections.abc import Iterable
from typing import NamedTuple

import chess

from jadoube.online.game_text import RUNS


class KeptRow(NamedTuple):
    """A game that is kept."""

    game_id: str
    board: str
    """The id of the board."""
    machine: str = ""
    """The id of the machine that was the board then."""
    first: int = 0
    """Counts games in the order in which they were first seen."""
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


class PairingGame(NamedTuple):
    """The game of a pairing: it goes on from row to row. `others` were played, too, and do not count."""

    rows: tuple[KeptRow, ...] = ()
    others: tuple[KeptRow, ...] = ()

    @property
    def result(self) -> str:
        """Its result; `*`: none yet."""
        return self.rows[-1].result if self.rows else RUNS

    @property
    def over(self) -> bool:
        """Whether it is not played on."""
        return bool(self.rows) and self.rows[-1].over

    @property
    def plies(self) -> int:
        """How many plies it has, with those of its parts."""
        return sum(row.plies for row in self.rows)


def game_of_pairing(rows: Iterable[KeptRow]) -> PairingGame:
    """Return the game of a pairing, out of all that were played for it."""
    found, others = list[KeptRow](), list[KeptRow]()
    for row in sorted(rows, key=lambda each: each.first):
        starts = [each.start for each in found]
        again = starts.index(row.start) if row.start in starts else None
        is_open = bool(found) and found[-1].result == RUNS
        if not any(each.plies for each in found):
            others += found
            found = [row]
        elif not row.plies:
            others.append(row)
        elif again is None and (is_open or not any(_same_place(row, each) for each in found)):
            found.append(row)
        elif again is None or not is_open:
            others.append(row)
        elif _same_place(row, found[-1]) or row.plies >= sum(each.plies for each in found[again:]):
            others += found[again:]
            found[again:] = [row]
        else:
            others.append(row)
    return PairingGame(tuple(found), tuple(others))


def start_of(fen: str) -> str:
    """Return the FEN of a game's start as it is kept: empty for the start position."""
    return "" if fen == chess.STARTING_FEN else fen


def _same_place(one: KeptRow, other: KeptRow) -> bool:
    return (one.board, one.machine) == (other.board, other.machine)
