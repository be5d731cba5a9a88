"""Who loses, and what turns a loss into a draw: by the rule sets, and by answers that come later."""

import asyncio
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from dataclasses import replace
from errno import ENOMEM
from multiprocessing import active_children

import chess
import pytest

from jadoube.core.arbiter import deadline_ms, step
from jadoube.core.messages.effects import Adjudicating, GameOver, OrderRefused
from jadoube.core.messages.events import Adjudicated, Ordered, Scanned
from jadoube.core.messages.orders import Declare, DeclineDraw, OfferDraw, Resign
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import CLUB, FIDE, RuleSet
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.stages.result.adjudication import answer
from jadoube.core.state.play_parts import Adjudication
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.daemon.asked.adjudicator import Adjudicator, BeginAnswer, answer_now
from jadoube.daemon.loop import Daemon, NoKeeper
from jadoube.daemon.sampling.source import PacedScans
from jadoube_sim.virtual import VirtualPace

WALL = "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1"
"""Neither side can ever pass: no legal play mates."""
ROOK_AND_KNIGHT = "8/8/8/3k4/8/3n4/8/K6R w - - 0 1"
"""The knight mates with the rook's help."""
BARE = "8/8/8/2k5/8/8/8/K6Q w - - 0 1"


def playing(fen: str, rules: RuleSet) -> Table:
    """A game that goes on, without a clock."""
    table = new_table(
        Terms(start_fen=fen, rules=rules, turned=False), settled_contacts(chess.Board(fen).occupied)
    )
    return table._replace(play=table.play._replace(phase=Phase.PLAYING))


def resigned(fen: str, rules: RuleSet) -> tuple[Table, tuple[object, ...]]:
    """White resigns."""
    return step(playing(fen, rules), Ordered(Resign(chess.WHITE)), 1000)


@pytest.mark.parametrize("fen", [WALL, ROOK_AND_KNIGHT, BARE])
def test_under_club_rules_who_resigns_loses(fen: str) -> None:
    """Whatever the opponent has left."""
    assert resigned(fen, CLUB)[0].play.outcome == Outcome(Termination.RESIGNATION, chess.BLACK)


@pytest.mark.parametrize(("fen", "winner"), [(WALL, None), (ROOK_AND_KNIGHT, chess.BLACK), (BARE, None)])
def test_under_fide_rules_it_is_a_draw_if_the_opponent_cannot_mate(fen: str, winner: bool | None) -> None:
    """FIDE 5.1.2. If a short search decides nothing, the answer to the question decides."""
    table, effects = resigned(fen, FIDE)
    if asked := table.play.adjudication:
        assert (table.play.phase, table.play.outcome) == (Phase.OVER, None)
        assert effects == (Adjudicating(chess.BLACK),)
        table, effects = step(table, Adjudicated(asked.fen, answer(asked)), 1200)
    assert table.play.outcome == Outcome(Termination.RESIGNATION, winner)
    assert effects == (GameOver(table.play.outcome),)


def asked_about(fen: str = ROOK_AND_KNIGHT) -> tuple[Table, Adjudication]:
    """A game that is over and whose outcome is open."""
    table, _ = resigned(fen, FIDE)
    assert table.play.adjudication is not None
    return table, table.play.adjudication


def test_what_stays_undecided_is_lost() -> None:
    """Undecided counts as a position in which the opponent can mate."""
    table, asked = asked_about()
    table, _ = step(table, Adjudicated(asked.fen, None), 1200)
    assert table.play.outcome == Outcome(Termination.RESIGNATION, chess.BLACK)


@pytest.mark.parametrize(
    ("can_mate", "outcome"),
    [
        (False, Outcome(Termination.RESIGNATION)),
        (True, Outcome(Termination.KINGS, chess.BLACK)),
        (None, Outcome(Termination.KINGS, chess.BLACK)),
    ],
)
def test_kings_that_showed_a_win_have_resigned(can_mate: bool | None, outcome: Outcome) -> None:
    """The answer comes later; a draw is then told as a saved resignation, not as an agreement."""
    table, asked = asked_about()
    asked = asked._replace(outcome=Outcome(Termination.KINGS, chess.BLACK))
    table, effects = step(table._replace(play=table.play.ask(asked)), Adjudicated(asked.fen, can_mate), 1200)
    assert (table.play.outcome, effects) == (outcome, (GameOver(outcome),))


def test_an_answer_to_another_question_means_nothing() -> None:
    """An answer about a position that is no longer in the game is ignored."""
    table, _ = asked_about()
    after, effects = step(table, Adjudicated(chess.STARTING_FEN, can_mate=False), 1200)
    assert (after.play.adjudication, after.play.outcome, effects) == (table.play.adjudication, None, ())


def test_the_arbiters_word_needs_no_answer_and_stands_above_it() -> None:
    """The arbiter declares a result while the answer is open, or after it came."""
    table, asked = asked_about()
    declared, _ = step(table, Ordered(Declare("1/2-1/2")), 1100)
    late, effects = step(declared, Adjudicated(asked.fen, can_mate=True), 1200)
    assert (late.play.outcome, effects) == (Outcome(Termination.ARBITER), ())
    again, _ = step(late, Ordered(Declare("0-1")), 1300)
    assert again.play.outcome == Outcome(Termination.ARBITER, chess.BLACK)


def test_a_finished_game_takes_no_other_order() -> None:
    """It is refused with its reason, and nothing changes."""
    table, _ = resigned(BARE, CLUB)
    after, effects = step(table, Ordered(Resign(chess.BLACK)), 1300)
    assert (after.play.outcome, effects) == (table.play.outcome, (OrderRefused(sentence(Phrase.IS_OVER)),))


def test_saving_by_a_bare_king_is_seen_at_a_glance() -> None:
    """One rule of a preset can be changed alone."""
    rules = replace(FIDE, resignation_saves=CLUB.flag_saves)
    assert resigned(BARE, rules)[0].play.outcome == Outcome(Termination.RESIGNATION)
    assert resigned(WALL, rules)[0].play.outcome == Outcome(Termination.RESIGNATION, chess.BLACK)


def test_a_process_of_its_own_gives_the_same_answer() -> None:
    """The answer of another process equals the one given at once in virtual time."""
    adjudicator = Adjudicator()
    for fen in (WALL, BARE):
        asked = Adjudication(chess.BLACK, fen, Outcome(Termination.RESIGNATION, chess.BLACK))
        assert adjudicator(asked).result(timeout=50) == answer_now(asked).result() == answer(asked)
    adjudicator.close()


def test_a_position_that_is_found_dead_late_ends_the_game_at_once() -> None:
    """The board has been quiet for long when the answer comes, and nothing on it changes any more."""
    table = playing(WALL, FIDE)
    for now_ms in (1000, 1005):
        table, _ = step(table, Scanned(chess.Board(WALL).occupied, 1), now_ms)
    asked = Adjudication(None, table.line.board.fen())
    found, _ = step(
        table._replace(play=table.play._replace(adjudication=asked)),
        Adjudicated(asked.fen, can_mate=False),
        5000,
    )
    assert deadline_ms(found) == 5000
    _, effects = step(found, Scanned(chess.Board(WALL).occupied, 1), 5005)
    assert effects == (GameOver(Outcome(Termination.DEAD_POSITION)),)


def test_after_a_process_that_was_killed_there_is_a_new_one() -> None:
    """One answer may be lost with the process; the next one comes."""
    adjudicator = Adjudicator()
    asked = Adjudication(chess.BLACK, WALL, Outcome(Termination.RESIGNATION, chess.BLACK))
    assert adjudicator(asked).result(timeout=50) is False
    for process in active_children():
        process.kill()
        process.join()
    with suppress(BrokenExecutor):
        adjudicator(asked).result(timeout=50)
    assert adjudicator(asked).result(timeout=50) is False
    adjudicator.close()


class _Written(NoKeeper):
    """Counts how often the scoresheet is written down."""

    def __init__(self) -> None:
        self.sheets = 0

    def write_down(self, table: Table) -> None:
        """Count."""
        self.sheets += table.play.phase is Phase.PLAYING


def test_a_draw_that_is_declined_is_written_down() -> None:
    """The scoresheet tells it, although no ply comes with it."""
    keeper, scanner = _Written(), _Still(chess.Board(WALL).occupied)
    daemon = Daemon(playing(WALL, CLUB), PacedScans(scanner, VirtualPace(5)), keeper=keeper)
    daemon.feed(Ordered(OfferDraw(chess.WHITE)), 0)
    daemon.feed(Ordered(DeclineDraw(chess.BLACK)), 0)
    assert keeper.sheets == 2


class _Still:
    """A scanner that always shows the same."""

    def __init__(self, reeds: int) -> None:
        self._reeds = reeds

    def read(self) -> Scanned:
        """Give what it shows."""
        return Scanned(self._reeds)

    def close(self) -> None:
        """Nothing is open."""


def run_with(answering: BeginAnswer) -> tuple[Daemon, list[str]]:
    """Run a board whose game waits for an answer, for a moment."""
    said: list[str] = []
    table, _ = asked_about()
    pace = VirtualPace(5, until_ms=20)
    daemon = Daemon(
        table, PacedScans(_Still(table.board.reeds.settled), pace), answering=answering, say=said.append
    )
    pace.end_with(daemon.stop)
    asyncio.run(daemon.run())
    return daemon, said


def test_a_process_that_is_killed_leaves_it_undecided() -> None:
    """The game has its result all the same, and the cause is logged once."""
    broken: Future[bool | None] = Future()
    broken.set_exception(BrokenExecutor("it was killed"))
    daemon, said = run_with(lambda _: broken)
    assert daemon.table.play.outcome == Outcome(Termination.RESIGNATION, chess.BLACK)
    assert said == ["adjudication: it was killed; it stays undecided"]


def test_a_process_that_cannot_be_started_leaves_it_undecided() -> None:
    """There may be no memory for it; the board goes on all the same."""

    def cannot(_: Adjudication) -> Future[bool | None]:
        raise OSError(ENOMEM, "Cannot allocate memory")

    daemon, said = run_with(cannot)
    assert daemon.table.play.outcome == Outcome(Termination.RESIGNATION, chess.BLACK)
    assert said == ["adjudication: [Errno 12] Cannot allocate memory; it stays undecided"]


def test_a_question_that_stands_no_more_is_not_worked_out() -> None:
    """Otherwise the question that is still open would wait for it."""
    begun: list[Future[bool | None]] = []
    table, asked = asked_about()
    pace = VirtualPace(5, until_ms=20)

    def answering(_: Adjudication) -> Future[bool | None]:
        daemon.table = daemon.table._replace(
            play=daemon.table.play._replace(adjudication=asked._replace(fen=WALL))
        )
        begun.append(Future())
        return begun[-1]

    daemon = Daemon(table, PacedScans(_Still(table.board.reeds.settled), pace), answering=answering)
    pace.end_with(daemon.stop)
    asyncio.run(daemon.run())
    assert [each.cancelled() for each in begun] == [True, False]
