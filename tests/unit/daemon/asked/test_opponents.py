"""The opponent from elsewhere is asked once, in time, and what he answers becomes orders of his role."""

import asyncio
from concurrent.futures import Future
from dataclasses import dataclass, field, replace

import chess
import pytest

from jadoube.config.settings import default_settings
from jadoube.core.arbiter import step
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import Blundered, OrderRefused
from jadoube.core.messages.events import Event, Ordered, Scanned
from jadoube.core.messages.opponents import Seat
from jadoube.core.messages.orders import (
    AcceptDraw,
    Advise,
    Assess,
    Hint,
    OfferDraw,
    Order,
    Resign,
    TakeBack,
    Tell,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.roles import Role
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.announced.notices import Advice
from jadoube.core.state.others.help_question import About, HelpAsked
from jadoube.core.state.others.opponent_question import MoveAnswer, MoveAsked
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.daemon.asked.opponents import AGAIN_MS, NoOpponentError, OpponentDesk, Question, nobody_plays
from jadoube.daemon.loop import NoKeeper
from jadoube.formats.sensorlog import Edge
from jadoube.games.journal.fold import fold
from jadoube.games.journal.header import header_for
from jadoube.games.journal.text import format_event, format_start, parse_journal
from jadoube_sim.desk import Beside, Desk, Ears

START = chess.Board().occupied
AFTER_E4 = START ^ chess.BB_E2 ^ chess.BB_E4
ASKED_MS = 6_000
"""When the player's first move has stood for long enough."""
TERMS = Terms(opponent=Seat.BLACK, turned=False)
ANSWER = MoveAnswer("e7e5")


def table_after_e4() -> Table:
    """A game without a clock in which the opponent, Black, is asked for his first move."""
    table = new_table(TERMS, settled_contacts(START))
    for at_ms in range(0, ASKED_MS + 1, 100):
        reeds = START if at_ms < 1000 else START ^ chess.BB_E2 if at_ms < 1400 else AFTER_E4
        table, _ = step(table, Scanned(reeds), at_ms)
    return table


@pytest.fixture(scope="module")
def table() -> Table:
    """That table; it is frozen."""
    return table_after_e4()


def ordered(table: Table, order: Order, role: Role = Role.OWNER) -> Table:
    """The table after an order."""
    return step(table, Ordered(order, role), ASKED_MS)[0]


@dataclass
class Asking:
    """A desk whose opponent answers when a test says so."""

    asked: list[tuple[Question, "Future[MoveAnswer]"]] = field(default_factory=list)
    told: list["Future[MoveAnswer]"] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.desk = OpponentDesk(self.begin, self.said.append, self.told.append)

    def begin(self, asked: Question) -> "Future[MoveAnswer]":
        """Note a question."""
        answer: Future[MoveAnswer] = Future()
        self.asked.append((asked, answer))
        return answer

    def answer(self, answer: MoveAnswer | Exception) -> None:
        """Answer the newest question."""
        future = self.asked[-1][1]
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def orders(self, table: Table, at_ms: int = ASKED_MS) -> list[Order]:
        """What the desk orders now, in the name of the opponent."""
        found = self.desk.orders(table, at_ms)
        assert all(each.role is Role.OPPONENT for each in found)
        return [each.order for each in found]


def test_a_question_is_asked_once(table: Table) -> None:
    """As long as it is the table's, however often it looks; its answer is an order, once."""
    asking = Asking()
    assert [asking.orders(table, ASKED_MS + ms) for ms in (0, 5, 60_000)] == [[], [], []]
    ((question, future),) = asking.asked
    assert isinstance(question, MoveAsked)
    assert (question.ply, question.moves, asking.told) == (2, ("e2e4",), [future])
    asking.answer(ANSWER)
    assert asking.orders(table) == [Tell(2, "e7e5")]
    assert asking.orders(ordered(table, Tell(2, "e7e5"), Role.OPPONENT)) == []
    assert (len(asking.asked), asking.said, asking.desk.is_missing) == (1, [], False)


@pytest.mark.parametrize(
    ("answer", "offered", "orders"),
    [
        (ANSWER._replace(resigns=True, offers_draw=True), False, [Resign(chess.BLACK)]),
        (ANSWER._replace(accepts_draw=True), True, [AcceptDraw(chess.BLACK)]),
        (ANSWER._replace(accepts_draw=True), False, [Tell(2, "e7e5")]),
        (ANSWER, True, [Tell(2, "e7e5")]),
        (ANSWER._replace(offers_draw=True), False, [Tell(2, "e7e5"), OfferDraw(chess.BLACK)]),
        (ANSWER._replace(offers_draw=True), True, [Tell(2, "e7e5")]),
    ],
)
def test_an_answer_is_orders(table: Table, answer: MoveAnswer, offered: bool, orders: list[Order]) -> None:
    """He resigns, takes a draw that is offered, moves, or offers one with his move."""
    if offered:
        table = table._replace(play=table.play._replace(offer=chess.WHITE))
    asking = Asking()
    assert asking.orders(table) == []
    (question, _), *_ = asking.asked
    assert isinstance(question, MoveAsked)
    assert question.offered is offered
    asking.answer(answer)
    assert asking.orders(table) == orders


@pytest.mark.parametrize("why", ["takeback", "pause"])
def test_a_question_that_vanishes_is_cancelled(table: Table, why: str) -> None:
    """A takeback or a pause takes it back; the same question later is asked anew."""
    asking = Asking()
    asking.orders(table)
    paused = table._replace(play=table.play._replace(phase=Phase.PAUSED))
    assert asking.orders(ordered(table, TakeBack()) if why == "takeback" else paused) == []
    assert asking.asked[0][1].cancelled()
    asking.orders(table)
    assert len(asking.asked) == 2


def test_a_stale_answer_is_dropped(table: Table) -> None:
    """An offer makes it another question; what was answered to the first is not taken."""
    asking = Asking()
    asking.orders(table)
    asking.answer(ANSWER)
    offered = table._replace(play=table.play._replace(offer=chess.WHITE))
    assert asking.orders(offered) == []
    assert len(asking.asked) == 2
    asking.answer(ANSWER._replace(move="c7c5"))
    assert asking.orders(offered) == [Tell(2, "c7c5")]


@pytest.mark.parametrize("problem", [NoOpponentError("none is installed"), OSError("none is installed")])
def test_who_does_not_answer_is_asked_again(table: Table, problem: Exception) -> None:
    """The reason is said once; meanwhile it is known that he is missing."""
    asking = Asking()
    for number in range(3):
        at_ms = ASKED_MS + number * AGAIN_MS
        assert asking.orders(table, at_ms) == []
        assert len(asking.asked) == number + 1
        asking.answer(problem)
        assert asking.orders(table, at_ms) == []
        assert (asking.desk.is_missing, asking.desk.wake_ms()) == (True, at_ms + AGAIN_MS)
        assert asking.orders(table, at_ms + AGAIN_MS - 1) == []
    assert asking.said == ["opponent: none is installed"]
    asking.orders(table, ASKED_MS + 3 * AGAIN_MS)
    asking.answer(ANSWER)
    assert asking.orders(table, ASKED_MS + 3 * AGAIN_MS) == [Tell(2, "e7e5")]
    assert (asking.desk.trouble, asking.desk.wake_ms()) == (None, None)


def test_an_engine_that_fails_is_not_called_missing(table: Table) -> None:
    """Whatever it did; and the other way round, once it is no longer there."""
    asking, found = Asking(), []
    problems = (NoOpponentError("it fails", fails=True), NoOpponentError("none is installed"))
    for number, problem in enumerate(problems):
        asking.orders(table, ASKED_MS + number * AGAIN_MS)
        asking.answer(problem)
        asking.orders(table, ASKED_MS + number * AGAIN_MS)
        found.append(asking.desk.trouble)
    assert found == [Trouble.ENGINE, Trouble.OPPONENT]
    assert asking.said == ["opponent: it fails", "opponent: none is installed"]


def test_an_answer_that_is_refused_is_not_asked_for_all_the_time(table: Table) -> None:
    """The table asks the same question after it: he is asked again, but later, and it is said once."""
    asking = Asking()
    for number in range(3):
        at_ms = ASKED_MS + number * AGAIN_MS
        asking.orders(table, at_ms)
        asking.answer(MoveAnswer("e7e8"))
        assert asking.orders(table, at_ms) == [Tell(2, "e7e8")]
        assert [asking.orders(table, at_ms) for _ in range(3)] == [[], [], []]
        assert (len(asking.asked), asking.desk.trouble) == (number + 1, Trouble.ENGINE)
    assert asking.said == ["opponent: his answer cannot be carried out"]


def test_who_is_not_wanted_is_not_missing(table: Table) -> None:
    """Without an opponent at the table the trouble is over."""
    asking = Asking()
    asking.orders(table)
    asking.answer(NoOpponentError("none is installed"))
    asking.orders(table)
    asking.orders(new_table(Terms(), settled_contacts(START)))
    assert (asking.desk.is_missing, asking.desk.wake_ms()) == (False, None)


def test_a_board_without_an_engine_says_so(table: Table) -> None:
    """In one line."""
    said: list[str] = []
    desk = OpponentDesk(nobody_plays, said.append, lambda _: None)
    assert desk.orders(table, ASKED_MS) == []
    assert said == ["opponent: no engine plays here"]


# In the loop


class Journalling(NoKeeper):
    """Keeps the journal as text."""

    def __init__(self, table: Table) -> None:
        self.text = format_start(header_for(table, 0, 5, {}))
        self.events: list[Event] = []

    def append(self, event: Event, now_ms: int, table: Table) -> None:
        """Write an event."""
        del table
        self.events.append(event)
        self.text += format_event(event, now_ms)


def test_the_told_move_is_in_the_journal() -> None:
    """A scan comes when he answers; the journal tells his move, and its fold is the table."""
    journal = Journalling(new_table(TERMS, settled_contacts(START)))
    asking = Asking()

    async def play() -> Table:
        beside = Beside(keeper=journal, playing=asking.begin)
        desk = Desk(default_settings(), TERMS, closed=START, beside=beside, ears=Ears(say=pytest.fail))
        desk.act([Edge(2_000_000, "open", "e2"), Edge(2_400_000, "close", "e4")])
        async with desk:
            await desk.run_to(10_000)
            asking.answer(ANSWER)
            for _ in range(20):
                await asyncio.sleep(0)
            desk.act([Edge(12_000_000, "open", "e7"), Edge(12_400_000, "close", "e5")])
            await desk.run_to(15_000)
            return desk.table

    table = asyncio.run(play())
    assert len(asking.asked) == 1
    assert [each.move.uci() for each in table.line.plies() if each.move] == ["e2e4", "e7e5"]
    assert Ordered(Tell(2, "e7e5"), Role.OPPONENT) in journal.events
    assert table.seen.agreed
    assert table.seen.agreed.heard is table.line
    folded = fold(parse_journal(journal.text, "a.journal")).table
    assert _told(folded) == _told(table)


def _told(table: Table) -> tuple[object, ...]:
    """What two tables of one game are compared by: lines are equal only where they are the same object."""
    agreed = table.seen.agreed
    assert agreed
    known = (agreed.side, agreed.heard.fen, agreed.told, agreed.back)
    return (
        scoresheet(table),
        table.line.fen,
        known,
        table.play.phase,
        table.play.completed,
        table.play.accepted,
    )


# A hint


HINTED = step(new_table(Terms(turned=False), settled_contacts(START)), Ordered(Hint()), ASKED_MS)[0]
"""A game of two players in which White asks for a good move."""


@pytest.mark.parametrize(
    ("answer", "order", "said"),
    [
        (MoveAnswer("e2e4"), Advise(1, "e2e4"), []),
        (NoOpponentError("none is installed"), Advise(1), ["hint: none is installed"]),
    ],
)
def test_a_hint_is_asked_for_once(answer: MoveAnswer | Exception, order: Order, said: list[str]) -> None:
    """Its answer is an order of the adviser; that nobody answers is one, too, and no trouble that stays."""
    asking = Asking()
    assert [asking.desk.orders(HINTED, ASKED_MS + ms) for ms in (0, 60_000)] == [[], []]
    ((question, _),) = asking.asked
    assert question == HelpAsked(HINTED.line)
    asking.answer(answer)
    assert asking.desk.orders(HINTED, ASKED_MS) == [Ordered(order, Role.ADVISER)]
    advised, effects = step(HINTED, Ordered(order, Role.ADVISER), ASKED_MS)
    assert not any(isinstance(effect, OrderRefused) for effect in effects)
    assert asking.desk.orders(advised, ASKED_MS) == []
    assert (len(asking.asked), asking.said, asking.desk.is_missing) == (1, said, False)


def test_a_hint_does_not_disturb_the_opponent(table: Table) -> None:
    """While he is asked for his move nobody else is asked anything."""
    asking = Asking()
    asking.orders(table._replace(notices=table.notices.advise(Advice(table.line, ASKED_MS + 1000))))
    assert [type(question) for question, _ in asking.asked] == [MoveAsked]


# A teacher


def taught() -> Table:
    """The game after 1. e4 with a teacher and no opponent: the ply stands."""
    table = new_table(replace(TERMS, opponent=Seat.NOBODY, teacher=True), settled_contacts(START))
    for at_ms in range(0, ASKED_MS + 1, 100):
        reeds = START if at_ms < 1000 else START ^ chess.BB_E2 if at_ms < 1400 else AFTER_E4
        table, _ = step(table, Scanned(reeds), at_ms)
    return table


@pytest.mark.parametrize("better", ["d2d4", ""])
def test_a_teacher_assesses_a_ply_once(better: str) -> None:
    """Whatever he thinks of it; the answer is an order, and then nothing is asked."""
    table, asking = taught(), Asking()
    assert asking.desk.orders(table, ASKED_MS) == []
    ((question, _),) = asking.asked
    assert question == HelpAsked(table.line, About.PLY)
    asking.answer(MoveAnswer(better))
    ordered_by_him = asking.desk.orders(table, ASKED_MS)
    assert ordered_by_him == [Ordered(Assess(1, better), Role.ADVISER)]
    assessed, effects = step(table, ordered_by_him[0], ASKED_MS)
    assert [type(effect) for effect in effects] == ([Blundered] if better else [])
    assert asking.desk.orders(assessed, ASKED_MS) == []
    assert assessed.play == table.play


def test_a_teacher_who_is_missing_is_a_trouble_that_is_said_once() -> None:
    """The ply counts as assessed; the faces say that no engine answers."""
    asking, table = Asking(), taught()
    for _ in range(2):
        asking.desk.orders(table, ASKED_MS)
        asking.answer(NoOpponentError("none is installed"))
        assert asking.desk.orders(table, ASKED_MS) == [Ordered(Assess(1), Role.ADVISER)]
        asking.desk.orders(step(table, Ordered(Assess(1)), ASKED_MS)[0], ASKED_MS)
        assert asking.desk.is_missing
    assert asking.said == ["teacher: none is installed"]


def test_the_teacher_waits_for_the_opponent(table: Table) -> None:
    """The player's ply is assessed once the opponent has told his move, also after a hand has made it."""
    asking, table = Asking(), table._replace(terms=replace(table.terms, teacher=True))
    asking.orders(table)
    told = ordered(table, Tell(2, "e7e5"), Role.OPPONENT)
    asking.orders(told)
    assert [type(question) for question, _ in asking.asked] == [MoveAsked, HelpAsked]
    assert asking.asked[-1][0] == HelpAsked(table.line, About.PLY)
