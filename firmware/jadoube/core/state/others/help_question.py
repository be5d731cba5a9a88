"""What an adviser is asked now: a good move, as a player has asked for a hint, or how good a player's ply is.

The law: a hint is asked for in one game; in a longer, a shorter or another one it is void. A ply is assessed
once, for the teacher, when it stands. A hint goes first. Nothing is asked, and nothing that was answered is
shown, where the rule set has no hints or fair play forbids help.
"""

from enum import StrEnum
from typing import NamedTuple

from jadoube.core.messages.phases import Phase
from jadoube.core.rules.game_line import Line
from jadoube.core.state.announced.notices import Advice, Lesson
from jadoube.core.state.others.fair_play import allows_help
from jadoube.core.state.others.opponent_question import is_clocked
from jadoube.core.state.settings import has_hints
from jadoube.core.state.table import Table, promotion_waits


class About(StrEnum):
    """What a question is about."""

    HINT = "hint"
    """A good move."""
    PLY = "teacher"
    """Whether the last ply is a blunder, and what was better."""


class HelpAsked(NamedTuple):
    """The question."""

    line: Line
    """The game so far; with the ply that is to be assessed as its last one."""
    about: About = About.HINT

    def is_same(self, other: object) -> bool:
        """Whether it is the same question."""
        return isinstance(other, HelpAsked) and self == other

    @property
    def ply(self) -> int:
        """The ply that is asked for, or about."""
        return self.line.ply + (self.about is About.HINT)


def may_help(table: Table) -> bool:
    """Whether an adviser may help now: the rule set has hints, and fair play allows them."""
    if table.play.phase is Phase.OVER or (table.terms.server_game and not allows_help(table)):
        return False
    return has_hints(table.terms.rules)


def shown_advice(table: Table) -> Advice | None:
    """The hint that a player has asked for in this game, answered or not; None if none is to be shown."""
    advice = table.notices.advice
    if advice is None or advice.line is not table.line:
        return None
    return advice if may_help(table) else None


def shown_lesson(table: Table) -> Lesson | None:
    """The teacher's word on the player's last ply; None if none is to be shown."""
    lesson = table.notices.lesson
    if lesson is None or not table.terms.teacher or lesson.line is not _last_ply(table):
        return None
    return lesson if may_help(table) else None


def ask_for_help(table: Table) -> HelpAsked | None:
    """The question now; None if nothing is asked, or the answer is there."""
    advice = shown_advice(table)
    if advice and not (advice.best or advice.unknown):
        return HelpAsked(advice.line)
    if not table.terms.teacher or not may_help(table):
        return None
    line, lesson = _last_ply(table), table.notices.lesson
    if line is None or not line.ply or line.irregular or not _stands(table, line):
        return None
    is_assessed = lesson is not None and lesson.line.goes_on_from(line)
    return None if is_assessed else HelpAsked(line, About.PLY)


def _last_ply(table: Table) -> Line | None:
    """The game up to the last ply of a player at the board: all of it, or without the opponent's reply."""
    agreed, line = table.seen.agreed, table.line
    return line.before if agreed and line.mover == agreed.side else line


def _stands(table: Table, line: Line) -> bool:
    """Whether the player has made this ply: the opponent knows it, it is pressed, or it stands there."""
    agreed, play = table.seen.agreed, table.play
    if play.retreat or play.proposal:
        return False
    if agreed:
        return agreed.heard.goes_on_from(line)
    if is_clocked(table):
        return play.completed >= line.ply
    return table.board.rested and table.best.fits and not promotion_waits(table)
