"""Asks the opponent from elsewhere for his move, or an adviser for a hint, and makes orders of the answer.

The law: a question is asked once, and its answer counts only as long as it is the table's question. There is
one question at a time, and the opponent's goes first: no hint disturbs him. An opponent who does not answer,
or answers what the table refuses, is asked again after `AGAIN_MS`; meanwhile the trouble is known. A hint
that nobody can give is answered with that. So nothing that an engine does, or does not do, holds the board
up.

This file refuses to know who plays (`engine_player.py`).
"""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Final

from jadoube.core.messages.events import Ordered
from jadoube.core.messages.orders import AcceptDraw, Advise, Assess, OfferDraw, Order, Resign, Tell
from jadoube.core.messages.roles import Role
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.others.help_question import About, HelpAsked, ask_for_help
from jadoube.core.state.others.opponent_question import MoveAnswer, MoveAsked, ask_for_move
from jadoube.core.state.table import Table

AGAIN_MS: Final = 10_000
"""The pause before an opponent that did not answer is asked again (a guess)."""

Question = MoveAsked | HelpAsked
"""What is asked."""

BeginMove = Callable[[Question], "Future[MoveAnswer]"]
"""Starts thinking about a move."""


class NoOpponentError(Exception):
    """Nobody can play: its text says why, in one line. `fails`: somebody is there, and does not play well."""

    def __init__(self, why: str, *, fails: bool = False) -> None:
        super().__init__(why)
        self.fails = fails


def nobody_plays(_asked: Question) -> "Future[MoveAnswer]":
    """Say that there is nobody who plays: for boards without an engine."""
    answer: Future[MoveAnswer] = Future()
    answer.set_exception(NoOpponentError("no engine plays here"))
    return answer


class OpponentDesk:
    """Holds the question that is asked now, and what came of it.

    `asked_anew` is told each answer that has begun; a scan is to come when it is there.
    """

    def __init__(
        self,
        begin: BeginMove,
        say: Callable[[str], None],
        asked_anew: Callable[["Future[MoveAnswer]"], None],
    ) -> None:
        self.is_missing = False
        """Whether the opponent could not be asked, or has not answered as he should."""
        self._fails = False
        """Whether he is there all the same."""
        self._begin = begin
        self._say = say
        self._asked_anew = asked_anew
        self._asked: Question | None = None
        self._answer: Future[MoveAnswer] = Future()
        self._again_ms: int | None = None
        self._answered: Question | None = None
        """The question that was answered last; his answer was refused if the table still asks it."""
        self._said = ""
        """Why he does not answer, as it was said."""

    @property
    def trouble(self) -> Trouble | None:
        """Why he does not play; None: he does, or nobody has asked him."""
        return (Trouble.ENGINE if self._fails else Trouble.OPPONENT) if self.is_missing else None

    def wake_ms(self) -> int | None:
        """When he is to be asked again; None if no answer has failed."""
        return self._again_ms

    def orders(self, table: Table, now_ms: int) -> list[Ordered]:
        """Ask the table's question if it is a new one; return what the opponent has answered by now."""
        asked = ask_for_move(table, now_ms) or ask_for_help(table)
        if asked is None:
            self._forget()
            self._answered, self._said = None, ""
            waits = table.seen.agreed is not None or table.terms.teacher
            self.is_missing = self.is_missing and waits
            return []
        if asked.is_same(self._answered):  # the table still asks
            self._asked, self._answered = asked, None
            self._fails = True
            self._wait("his answer cannot be carried out", now_ms)
        if not asked.is_same(self._asked) or (self._again_ms is not None and now_ms >= self._again_ms):
            self._ask(asked)
        if self._again_ms is not None or not self._answer.done():
            return []
        return self._take_answer(asked, now_ms)

    def _take_answer(self, asked: Question, now_ms: int) -> list[Ordered]:
        try:
            answer = self._answer.result()
        except (NoOpponentError, OSError, CancelledError) as problem:
            self._fails = isinstance(problem, NoOpponentError) and problem.fails
            return self._do_without(asked, str(problem) or "did not answer", now_ms)
        self._forget()
        self._answered, self.is_missing = asked, False
        return orders_of(asked, answer)

    def _do_without(self, asked: Question, why: str, now_ms: int) -> list[Ordered]:
        """Ask an opponent again later; a hint that nobody gives is answered at once, and so is a teacher."""
        if isinstance(asked, MoveAsked):
            self._wait(why, now_ms)
            return []
        if asked.about is About.HINT or not self.is_missing:
            self._say(f"{asked.about}: {why}")
        self._forget()
        self.is_missing = self.is_missing or asked.about is About.PLY
        return orders_of(asked, MoveAnswer(""))

    def _wait(self, why: str, now_ms: int) -> None:
        """Ask again later; say why, once."""
        if why != self._said:
            self._say(f"opponent: {why}")
        self.is_missing, self._said, self._again_ms = True, why, now_ms + AGAIN_MS

    def _ask(self, asked: Question) -> None:
        self._answer.cancel()
        self._asked, self._again_ms = asked, None
        self._answer = self._begin(asked)
        self._asked_anew(self._answer)

    def _forget(self) -> None:
        if self._asked is not None:
            self._answer.cancel()
            self._asked, self._again_ms = None, None


def orders_of(asked: Question, answer: MoveAnswer) -> list[Ordered]:
    """What an answer means, as orders of the opponent or of the adviser."""
    if isinstance(asked, HelpAsked) and asked.about is About.PLY:
        return [Ordered(Assess(asked.ply, answer.move), Role.ADVISER)]
    if isinstance(asked, HelpAsked):
        return [Ordered(Advise(asked.ply, answer.move), Role.ADVISER)]
    orders: list[Order] = [Tell(asked.ply, answer.move)]
    if answer.resigns:
        orders = [Resign(asked.side)]
    elif asked.offered and answer.accepts_draw:
        orders = [AcceptDraw(asked.side)]
    elif answer.offers_draw and not asked.offered:
        orders.append(OfferDraw(asked.side))
    return [Ordered(order, Role.OPPONENT) for order in orders]
