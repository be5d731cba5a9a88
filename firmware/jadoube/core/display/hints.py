"""Hints: the squares to which a lifted piece may go.

The law: a hint is shown only if the rule set has hints, fair play allows it, and for a single lifted piece.
"""

import chess

from jadoube.core.squares import Occupancy
from jadoube.core.state.fair_play import allows_help
from jadoube.core.state.table import Table


def hint_squares(table: Table) -> Occupancy:
    """Return the legal target squares of the one lifted piece, as a 64-bit set (a1 = bit 0).

    Empty without hints, and while no piece or several are lifted.
    """
    missing, board = table.best.missing, table.line.board
    if not table.terms.rules.hints or not allows_help(table):
        return 0
    if missing.bit_count() != 1 or table.best.placed:
        return 0
    return sum({chess.BB_SQUARES[move.to_square] for move in board.generate_legal_moves(missing)})
