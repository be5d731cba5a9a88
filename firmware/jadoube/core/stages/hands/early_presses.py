"""Early presses: the lever goes down while the piece is still in the air.

The law: such a press waits for the landing, at most `Terms.landing_ms` after it. It counts from the landing,
so an early press gains nothing, and a flag that falls before the landing falls. A piece in the air, or one
that stands where no reed reads it, is never an illegal move: no sensor penalises. An illegal move is one that
can be named, or a position that has as many pieces as the game; or that nothing was moved at all (FIDE
7.5.1, 7.5.3), unless the presser's last ply was never pressed for: he may always press for it, and is told
that it is too late once the reply is completed (FIDE 6.2.2). Games of earlier versions, whose journals have
no `landing-ms`, are judged as they were.

This file decides whether a press waits, from when it counts, and what is no illegal move. It refuses to know
what a press does (`presses.py`).
"""

import chess

from jadoube.core.messages.effects import Refusal
from jadoube.core.reading.agreed_plies import may_be_under_way
from jadoube.core.reading.hypotheses import is_on_board, is_under_way
from jadoube.core.rules.game_line import last_ply_of
from jadoube.core.rules.illegality import Kind, Reason
from jadoube.core.squares import Occupancy
from jadoube.core.stages.hands.illegal_reason import reason_of
from jadoube.core.state.others.opponent_question import is_clocked
from jadoube.core.state.play import PRESS_WAITS_MS
from jadoube.core.state.play_parts import Press
from jadoube.core.state.table import Table, owed_ply


def latest_ms(table: Table, press: Press) -> tuple[int, bool]:
    """Until when this press may wait, and whether it waits for a piece to land, however quiet the board is.

    A landing in time settles a debounce later.
    """
    landed_ms = press.landed_ms
    if landed_ms is None:
        astray = table.seen.hypotheses[0].change  # without a function call: this is asked at each press
        lands = bool(table.terms.landing_ms and astray) and _may_land(table, press.side)
    else:
        lands = False
    if not lands and (landed_ms is None or landed_ms <= press.at_ms):
        return press.at_ms + PRESS_WAITS_MS, False
    return press.at_ms + table.terms.landing_ms + table.terms.debounce_ms, lands


def note_landing(table: Table, at_ms: int) -> Table:
    """The table after squares settled at this instant: the open presses know whether their plies stand."""
    if not table.terms.landing_ms:
        return table
    landed = (press.land(at_ms if _stands(table, press.side) else None) for press in table.play.presses)
    return table._replace(play=table.play.land(tuple(landed)))


def _stands(table: Table, side: chess.Color) -> bool:
    """Whether a ply stands on the board that a press of this side would complete, and none is under way.

    With another piece of its own in the air, a rook's move may become castling.
    """
    ply, best = owed_ply(table, side), table.best
    if ply is None or not is_on_board(best, ply):
        return False
    return ply < best.line.ply or not _missing(table) & best.line.board.occupied_co[side]


def _may_land(table: Table, side: chess.Color) -> bool:
    """Whether a piece may still land that makes a ply of this side: it is in the air, or stands unread."""
    if not (table.seen.ready and _missing(table)) or _stands(table, side):
        return False
    turn = table.line.side_to_move == side or owed_ply(table, side) is not None
    return turn and is_unfinished(table)


def is_unfinished(table: Table) -> bool:
    """Whether a piece is lifted and stands on no square that a reed reads.

    Fewer squares are filled than left, or a legal ply is under way; while a position is expected, none is.
    """
    missing = _missing(table)
    filled = _trusted(table, table.best.placed)
    under_way = missing and table.seen.ready and _is_under_way(table)
    return missing.bit_count() > filled.bit_count() or bool(under_way)


def _is_under_way(table: Table) -> bool:
    agreed = table.seen.agreed
    if agreed is None:
        return is_under_way(table.best)
    return may_be_under_way(table.best, agreed, rested=table.board.rested)


def is_illegal(table: Table, reason: Reason | None) -> bool:
    """Whether a press without a legal ply is an illegal move, and no piece in the air or badly seated one.

    `reason`: why the one tried ply is illegal. Nobody captures his own piece: he has only touched it.
    """
    if not table.terms.landing_ms or table.best.fits:
        return True
    if reason:
        return reason.kind is not Kind.OWN_PIECE or not is_unfinished(table)
    return bool(_missing(table)) and not is_unfinished(table)


def _is_late(table: Table, side: chess.Color) -> bool:
    """Whether this press is for a ply whose reply is completed (FIDE 6.2.2); without a clock none is owed."""
    passed_over = table.play.passed_over
    if not passed_over or not is_clocked(table):
        return False
    return table.best.fits and last_ply_of(table.line, side) == passed_over


def refusal_of(table: Table, side: chess.Color) -> Refusal:
    """Why a press of this side completes nothing."""
    if _is_late(table, side):
        return Refusal.TOO_LATE
    if table.terms.landing_ms and table.seen.ready and is_unfinished(table) and not reason_of(table):
        return Refusal.NOT_LANDED
    return Refusal.UNREADABLE if table.notices.illegal or not table.seen.ready else Refusal.NO_PLY


def _missing(table: Table) -> Occupancy:
    return _trusted(table, table.best.missing)


def _trusted(table: Table, squares: Occupancy) -> Occupancy:
    return squares & ~table.board.flicks.flickering
