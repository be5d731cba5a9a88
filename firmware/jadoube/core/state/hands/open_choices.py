"""The choices that are open to the players: the piece of a promotion, and the other readings of the board.

This file only asks the table. It makes no new line, so another thread may call it. What a choice does is
decided in `stages/hands/choices.py`.
"""

import chess

from jadoube.core.messages.phases import Phase
from jadoube.core.reading import alternatives
from jadoube.core.rules.game_line import Line
from jadoube.core.state.table import Table, promotion_waits

NO_PLY = "--"
"""Stands for the move of a reading that has no ply there, as PGN writes a null move."""


def shown_piece(table: Table) -> chess.PieceType | None:
    """The piece of the waiting promotion; None if no promotion waits."""
    move = table.line.move
    return move.promotion if move and promotion_waits(table) else None


def find_reading(table: Table, san: str) -> Line | None:
    """The reading that may be taken by this move; without a move the one that is shown; None if none."""
    if san:
        return readings(table).get(san.rstrip("!?"))
    return offered_reading(table)


def offered_reading(table: Table) -> Line | None:
    """The reading that is shown and may be taken; None if none is.

    What is chosen or heard meanwhile, and a rest, may leave no other reading, or not this one.
    """
    shown = table.panel.candidate.line if table.panel.candidate else None
    return shown if shown and shown in alternatives.choices(table.seen) else None


def has_readings(table: Table) -> bool:
    """Whether there is another reading that may be taken."""
    return table.play.phase is not Phase.OVER and alternatives.has_alternative(table.seen)


def readings(table: Table) -> dict[str, Line]:
    """The readings that may be taken, by the move at which they differ, the best first.

    Empty if there is only one. Of several with the same move only the likeliest is included.
    """
    named: dict[str, Line] = {}
    for line in alternatives.choices(table.seen) if table.play.phase is not Phase.OVER else ():
        _, san = alternatives.first_settled_move(table.seen, line)
        named.setdefault(san or NO_PLY, line)
    return named
