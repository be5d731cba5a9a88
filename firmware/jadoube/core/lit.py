"""Which lamps are lit, and with which meaning.

Decides every reason for a lamp there is on a table. Refuses to know how a meaning looks, and which of two
that meet on one square is shown: that is the order of `lamps.py`.
"""

import chess

from jadoube.core.asking import question
from jadoube.core.kings import kings_centred
from jadoube.core.lamps import Lamp
from jadoube.core.occupancy import Occupancy, squares
from jadoube.core.phases import Phase
from jadoube.core.table import Table, promotion_waits, strewn


def lamps(table: Table) -> tuple[Lamp, ...]:
    """The lamps by the board's own squares, a1 first."""
    shown = [Lamp.DARK] * 64
    for lamp, lit in _lit(table):
        for square in squares(lit):
            shown[square] = max(shown[square], lamp)
    return tuple(reversed(shown) if table.turned else shown)


def _lit(table: Table) -> list[tuple[Lamp, int]]:
    """Every reason for a lamp, with its squares."""
    line, change, asked = table.line, _astray(table), question(table)
    missing, extra = change & line.occupancy, change & ~line.occupancy
    wrong = table.illegal or not table.seen.ready or strewn(table)
    silent = table.phase is Phase.OVER or kings_centred(table) is not None
    lit = [(Lamp.MISSING, missing), (Lamp.TOO_MUCH, extra)] if wrong else [(Lamp.LIFTED, missing)]
    if table.best.fits:
        lit.append((Lamp.BAD_REED, table.named))
    if table.terms.rules.hints and not wrong:
        lit.append((Lamp.TARGET, _targets(table)))
    if line.move:
        lit.append((Lamp.LAST_MOVE, 1 << line.move.from_square | 1 << line.move.to_square))
    if line.move and promotion_waits(table):
        lit.append((Lamp.PROMOTION, 1 << line.move.to_square))
    if asked:
        lit.append((Lamp.CANDIDATE, asked.lit))
    if table.reason and not silent:
        lit.append((Lamp.REASON, table.reason.because))
    if line.board.is_check():
        lit.append((Lamp.CHECK, line.board.kings & line.board.occupied_co[line.side_to_move]))
    return lit[1 + wrong :] if silent else lit


def _targets(table: Table) -> Occupancy:
    """Where the one piece that is in the air may go; nothing if there is none, or more."""
    missing, board = table.best.missing, table.line.board
    if missing.bit_count() != 1 or table.best.placed:
        return 0
    return sum({chess.BB_SQUARES[move.to_square] for move in board.generate_legal_moves(missing)})


def _astray(table: Table) -> int:
    return (table.seen.occupancy ^ table.line.occupancy) & ~table.best.bad
