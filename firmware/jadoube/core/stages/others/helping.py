"""Help with a move: a player asks for a hint, a teacher assesses his plies, and an adviser answers both.

The law: help changes nothing in play: no clock, no press, no ply. A hint is forgotten after a while, answered
or not. What may be asked, and what answers, `permissions/refusal.py` says.

This file refuses to know who advises (`state/others/help_question.py` is what he is asked).
"""

from typing import Final

from jadoube.core.messages.effects import Advised, Blundered, HintAsked, NotAdvised
from jadoube.core.messages.orders import Advise, Assess, Helping
from jadoube.core.state.announced.notices import Advice, Lesson
from jadoube.core.state.others.help_question import ask_for_help
from jadoube.core.state.table import Stepped, Table

ASKED_MS: Final = 20_000
"""How long an answer is waited for: an engine that is started first needs seconds (a guess)."""

SHOWN_MS: Final = 15_000
"""How long the answer is shown: time to find two squares and to think about them (a guess)."""


def help_with(table: Table, order: Helping, now_ms: int) -> Stepped:
    """Ask for a hint, or take in what is answered."""
    line = table.line
    match order:
        case Assess():
            return _assess(table, order)
        case Advise(_, ""):
            return _tell(table, Advice(line, now_ms + SHOWN_MS, unknown=True)), (NotAdvised(),)
        case Advise(_, move):
            best = line.after(line.board.parse_uci(move))
            return _tell(table, Advice(line, now_ms + SHOWN_MS, best)), (Advised(best.ply, best.san),)
    return _tell(table, Advice(line, now_ms + ASKED_MS)), (HintAsked(line.ply + 1),)


def _assess(table: Table, order: Assess) -> Stepped:
    """Warn of a blunder; of any other ply only remember that it is assessed."""
    asked = ask_for_help(table)
    before = asked.line.before if asked else None
    if asked is None or before is None:
        return table, ()  # `refusal` has told it
    if not order.better:
        return table._replace(notices=table.notices.teach(Lesson(asked.line))), ()
    better = before.after(before.board.parse_uci(order.better))
    table = table._replace(notices=table.notices.teach(Lesson(asked.line, better)))
    return table, (Blundered(asked.line.ply, asked.line.san, better.san),)


def _tell(table: Table, advice: Advice) -> Table:
    return table._replace(notices=table.notices.advise(advice))
