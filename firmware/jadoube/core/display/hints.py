"""Hints: the squares to which a lifted piece may go, and the good move that a player has asked for.

The law: a hint is shown only if the rule set has hints and fair play allows it. The squares are those of a
single lifted piece. The move is shown in the game in which it was asked for, and in no other.
"""

import chess

from jadoube.core.rules.game_line import Line
from jadoube.core.squares import Occupancy
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.help_question import shown_advice
from jadoube.core.state.table import Table


def hint_squares(table: Table) -> Occupancy:
    """Return the legal target squares of the one lifted piece, as a 64-bit set (a1 = bit 0).

    Empty without hints, and while no piece or several are lifted.
    """
    missing, board = table.best.missing, table.line.board
    if not table.terms.rules.hints or (table.terms.server_game and not allows_help(table)):
        return 0
    if missing.bit_count() != 1 or table.best.placed:
        return 0
    return sum({chess.BB_SQUARES[move.to_square] for move in board.generate_legal_moves(missing)})


def advised_move(table: Table) -> Line | None:
    """The game after the good move that is shown; None if none is."""
    advice = shown_advice(table)
    return advice.best if advice else None
