"""What an adviser is asked now: a good move of the player who has the move, as he has asked for a hint.

The law: a hint is asked for in one game. In a longer, a shorter or another one it is void. Nothing is asked,
and nothing that was answered is shown, where the rule set has no hints or fair play forbids help.
"""

from typing import NamedTuple

from jadoube.core.messages.phases import Phase
from jadoube.core.rules.game_line import Line
from jadoube.core.state.fair_play import allows_help
from jadoube.core.state.notices import Advice
from jadoube.core.state.settings import has_hints
from jadoube.core.state.table import Table


class HelpAsked(NamedTuple):
    """The question for a good move."""

    line: Line
    """The game so far."""

    def is_same(self, other: object) -> bool:
        """Whether it is the same question."""
        return isinstance(other, HelpAsked) and self == other

    @property
    def ply(self) -> int:
        """The ply that is asked for."""
        return self.line.ply + 1


def shown_advice(table: Table) -> Advice | None:
    """The hint that a player has asked for in this game, answered or not; None if none is to be shown."""
    advice = table.notices.advice
    if advice is None or advice.line is not table.line or table.play.phase is Phase.OVER:
        return None
    return advice if has_hints(table.terms.rules) and allows_help(table) else None


def ask_for_help(table: Table) -> HelpAsked | None:
    """The question now; None if nothing is asked, or the answer is there."""
    advice = shown_advice(table)
    return None if advice is None or advice.best or advice.unknown else HelpAsked(advice.line)
