"""The moves of a side as its clock counts them: the next move's number, and the moves to the next period.

A move counts when a press has completed it. This file decides nothing, and refuses to know who shows it.
"""

import chess

from jadoube.core.clock.clock_reading import ClockReading
from jadoube.core.state.table import Table, moves_made


def next_move_number(table: Table, side: chess.Color) -> int:
    """The number of the move that this side completes next."""
    return moves_made(table, side, table.play.completed) + 1


def moves_to_go(table: Table, clock: ClockReading, side: chess.Color) -> int | None:
    """How many moves this side has to complete before its next period; None if no move begins one."""
    number = clock.sides[side].number
    due = clock.control.due(side, number)
    if due is None or clock.control.is_last(side, number):
        return None
    return max(0, due - moves_made(table, side, table.play.completed))
