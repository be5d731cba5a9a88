"""The scoresheet: the moves as they are read now, and all that a PGN says of a game.

It is worked out from the table when somebody asks for it; the table stays the truth.
"""

from dataclasses import dataclass

import chess

from jadoube.core.doubts import doubts
from jadoube.core.effects import Outcome
from jadoube.core.rules import RuleSet
from jadoube.core.table import Stamp, Table
from jadoube.core.timecontrol import TimeControl


@dataclass(frozen=True, slots=True)
class Ply:
    """One ply as it is read, and what else it may have been."""

    move: chess.Move
    san: str
    remaining_ms: int | None = None
    """What the mover's clock showed after it, where it was pressed."""
    doubts: tuple[str, ...] = ()
    """What surviving rivals read instead, in SAN."""


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """A game as it can be written down."""

    start_fen: str
    plies: tuple[Ply, ...]
    outcome: Outcome | None
    rules: RuleSet
    control: TimeControl | None
    unreadable: bool = False
    """Whether the board shows something after the last ply that no legal play explains."""

    @property
    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        return self.outcome.result if self.outcome else "*"


def scoresheet(table: Table) -> Scoresheet:
    """Write down the game that the table shows."""
    clock, in_doubt = dict(_stamps(table.stamps)), doubts(table.seen)
    plies = tuple(
        Ply(line.move, line.san, clock.get(line.ply), in_doubt.get(line.ply, ()))
        for line in table.line.plies()
        if line.move
    )
    terms = table.terms
    return Scoresheet(terms.start_fen, plies, table.outcome, terms.rules, terms.control, table.illegal)


def _stamps(stamp: Stamp | None) -> list[tuple[int, int]]:
    """Give ply and time of each stamp, the oldest first."""
    stamps = []
    while stamp:
        stamps.append((stamp.ply, stamp.remaining_ms))
        stamp = stamp.earlier
    return stamps[::-1]
