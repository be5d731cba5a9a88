"""Help with a move: a player asks for a hint, and an adviser answers.

The law: help changes nothing in play: no clock, no press, no ply. It is forgotten after a while, answered or
not. What may be asked, and what answers, `permissions/refusal.py` says.

This file refuses to know who advises (`state/help_question.py` is what he is asked).
"""

from typing import Final

from jadoube.core.messages.effects import Advised, HintAsked, NotAdvised
from jadoube.core.messages.orders import Advise, Helping
from jadoube.core.state.notices import Advice
from jadoube.core.state.table import Stepped, Table

ASKED_MS: Final = 20_000
"""How long an answer is waited for: an engine that is started first needs seconds (a guess)."""

SHOWN_MS: Final = 15_000
"""How long the answer is shown: time to find two squares and to think about them (a guess)."""


def help_with(table: Table, order: Helping, now_ms: int) -> Stepped:
    """Ask for a hint, or take in what is answered."""
    line = table.line
    if not isinstance(order, Advise):
        advice = Advice(line, now_ms + ASKED_MS)
        return _tell(table, advice), (HintAsked(line.ply + 1),)
    if not order.move:
        return _tell(table, Advice(line, now_ms + SHOWN_MS, unknown=True)), (NotAdvised(),)
    best = line.after(line.board.parse_uci(order.move))
    return _tell(table, Advice(line, now_ms + SHOWN_MS, best)), (Advised(best.ply, best.san),)


def _tell(table: Table, advice: Advice) -> Table:
    return table._replace(notices=table.notices.advise(advice))
