"""Which lamps are lit, and with which meaning.

It decides every reason for a lamp. It refuses to know how a meaning looks and which of two meanings on one
square wins: `messages/lamps.py` has the colours, the patterns and the order.
"""

import chess

from jadoube.core.display.hints import advised_move, hint_squares
from jadoube.core.display.prompts import Question
from jadoube.core.messages.lamps import Lamp
from jadoube.core.messages.phases import Phase
from jadoube.core.rules.game_line import Line, differing_squares, ends_of
from jadoube.core.rules.outcome import Termination
from jadoube.core.squares import Occupancy, squares
from jadoube.core.state.hands.kings_result import find_kings_result
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.opponent_question import told_move
from jadoube.core.state.table import Table, astray_squares, is_strewn, promotion_waits


def lamps(table: Table, asked: Question | None) -> tuple[Lamp, ...]:
    """Return 64 lamps by the board's own squares, a1 first; `asked` is what the board asks now."""
    shown = [Lamp.DARK] * 64
    for lamp, lit in _lamp_reasons(table, asked):
        for square in squares(lit) if lit else ():
            shown[square] = max(shown[square], lamp)
    return tuple(reversed(shown) if table.turned else shown)


def _lamp_reasons(table: Table, asked: Question | None) -> list[tuple[Lamp, Occupancy]]:
    """Every reason for a lamp, with its squares."""
    silent = table.play.phase is Phase.OVER or find_kings_result(table) is not None
    return [*_game_reasons(table), *([] if silent else _piece_reasons(table, asked))]


def _game_reasons(table: Table) -> list[tuple[Lamp, Occupancy]]:
    """Lamps of the position, whatever the hands do with the pieces."""
    line = table.line
    checkers = line.checkers
    return [
        (Lamp.BAD_REED, table.board.named if table.best.fits else 0),
        (Lamp.LAST_MOVE, _last_move_squares(line)),
        (Lamp.GIVES_CHECK, checkers),
        (Lamp.CHECK, _king(line, line.side_to_move) if checkers else 0),
        (Lamp.RESULT, _result_kings(table)),
    ]


def _piece_reasons(table: Table, asked: Question | None) -> list[tuple[Lamp, Occupancy]]:
    """Lamps of pieces that are lifted, misplaced or to be moved."""
    line, change = table.line, astray_squares(table)
    missing, extra = change & line.occupancy, change & ~line.occupancy
    lit = [
        (Lamp.PROMOTION, _promotion_square(table)),
        (Lamp.CANDIDATE, asked.lit if asked else 0),
        (Lamp.REASON, table.notices.reason.because if table.notices.reason else 0),
    ]
    if table.play.proposal:
        earlier = table.play.proposal.earlier.occupancy
        gone = (table.seen.occupancy ^ earlier) & ~table.best.bad
        return [*lit, (Lamp.MISSING, gone & earlier), (Lamp.TOO_MUCH, gone & ~earlier)]
    if table.notices.illegal or not table.seen.ready or is_strewn(table):
        return [*lit, (Lamp.MISSING, missing), (Lamp.TOO_MUCH, extra)]
    return [
        *lit,
        (Lamp.LIFTED, missing),
        (Lamp.TARGET, hint_squares(table)),
        *(_link_reasons(table) if table.link.lights and allows_help(table) else ()),
        *(_move_reasons(table, told_move(table)) if table.seen.agreed else ()),
        *(_move_reasons(table, advised_move(table)) if table.notices.advice else ()),
    ]


def _link_reasons(table: Table) -> list[tuple[Lamp, Occupancy]]:
    """Lamps of the squares that a program on a link points at."""
    lights, stands = table.link.lights, table.seen.occupancy
    return [(Lamp.TO_PLACE, lights & ~stands), (Lamp.TO_LIFT, lights & stands)]


def _promotion_square(table: Table) -> Occupancy:
    """The square of a promotion while its piece can still be chosen."""
    move = table.line.move
    return chess.BB_SQUARES[move.to_square] if move and promotion_waits(table) else 0


def _result_kings(table: Table) -> Occupancy:
    """The winner's king; both kings after a draw; none after an unfinished game."""
    outcome, line = table.play.outcome, table.line
    if outcome is None or outcome.termination is Termination.UNFINISHED:
        return 0
    return line.board.kings if outcome.winner is None else _king(line, outcome.winner)


def _king(line: Line, side: chess.Color) -> Occupancy:
    return line.board.kings & line.board.occupied_co[side]


def _move_reasons(table: Table, after: Line | None) -> list[tuple[Lamp, Occupancy]]:
    """Lamps of a move that is to be made: what is still to be lifted, to be set down, and to be taken."""
    if after is None or after.move is None or after.before is not table.line:
        return []
    before, stands = table.line, table.seen.occupancy
    moves = before.occupancy & ~after.occupancy
    taken = before.opponents & (moves | chess.BB_SQUARES[after.move.to_square])
    comes = after.board.occupied_co[after.mover] & ~before.board.occupied_co[after.mover]
    waits = comes & ~(taken & stands)
    return [
        (Lamp.TO_PLACE, waits),
        (Lamp.TO_LIFT, moves & ~taken & stands),
        (Lamp.TO_TAKE, taken & stands & ~table.best.touched),
    ]


def _last_move_squares(line: Line) -> Occupancy:
    """Both squares of the last move; of an irregular ply all whose pieces it changed."""
    if line.irregular and line.before:
        return differing_squares(line.before.board, line.board)
    return ends_of(line.move)
