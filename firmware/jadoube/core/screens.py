"""What each face says: its side's time, a word, or a result.

Decides which screen a table puts on a side's face. Refuses to know how a time is written and a digit drawn
(`faces.py`, `segments.py`).
"""

import chess

from jadoube.core import faces, menu_screens
from jadoube.core.asking import question
from jadoube.core.effects import Outcome, Termination
from jadoube.core.faces import Face
from jadoube.core.table import Table, promotion_waits


def face(table: Table, side: chess.Color, now_ms: int) -> Face:
    """What the face of `side` shows at this instant."""
    if chosen := menu_screens.face(table, side, now_ms):
        return chosen
    if table.outcome:
        fallen = table.clock is not None and table.clock.fallen == side
        return _result_face(table.outcome, side, fallen=fallen)
    clock, word = table.clock, _word(table, side)
    if clock is None or word:
        return faces.words_face(word or "----")
    tenths_below_s = table.terms.tenths_below_s
    running = clock.running == side
    return faces.clock_face(clock.remaining_ms(side, now_ms), running=running, tenths_below_s=tenths_below_s)


def _word(table: Table, side: chess.Color) -> str:
    """What a side's face says instead of its time; empty if nothing."""
    move, asked = table.line.move, question(table)
    if table.refused and table.refused.side == side:
        return " no "
    if asked and asked.side == side:
        return asked.face
    if promotion_waits(table) and move and move.promotion and side == table.line.mover:
        return f"Pr-{chess.piece_symbol(move.promotion)}"
    return "FLAG" if table.clock and table.clock.fallen == side else ""


def _result_face(outcome: Outcome, side: chess.Color, *, fallen: bool) -> Face:
    if fallen:
        return faces.words_face("FLAG")
    if outcome.termination is Termination.UNFINISHED:
        return faces.words_face("----")
    return faces.words_face(faces.score_text(outcome.winner, side))


def changes_at_ms(table: Table, now_ms: int) -> int | None:
    """When a face changes although nothing happens; None if none will."""
    clock = table.clock
    if clock is None or clock.running is None:
        return menu_screens.changes_at_ms(table, now_ms)
    remaining_ms = clock.remaining_ms(clock.running, now_ms)
    wait_ms = faces.next_change_ms(remaining_ms, table.terms.tenths_below_s)
    return None if wait_ms is None else now_ms + wait_ms
