"""Orders at special moments: after the last ply, when a flag falls, with an offer open or a reading shown."""

from dataclasses import replace

import chess
import pytest

from jadoube.core.arbiter import begin_step, step, think
from jadoube.core.clock.account import Account
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.display.scoresheet import scoresheet
from jadoube.core.messages.effects import (
    ClockPaused,
    Effect,
    FlagFell,
    GameOver,
    IllegalPress,
    OfferEnded,
    OrderRefused,
)
from jadoube.core.messages.events import Button, Ordered, Scanned
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import (
    AcceptDraw,
    ChangeTime,
    ClaimDraw,
    Declare,
    OfferDraw,
    Order,
    Pause,
    Resign,
    Restore,
)
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.rules.outcome import Outcome, Termination
from jadoube.core.rules.rule_sets import parse_rules
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.panel.buttons import Candidate
from jadoube.core.state.table import Table, Terms, new_table
from shared.hands.named_squares import squares_of

LEVERS = {"w": Button.WHITE, "b": Button.BLACK}
ROOK_MATES = "7k/8/6K1/8/8/8/8/R7 w - - 99 80"
PAWNS = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"


class _Game:
    """A table and the hands on it."""

    def __init__(self, start: str, rules: str = "club", control: str = "") -> None:
        clock = parse_time_control(control) if control else None
        self.reeds, self.now_ms = int(chess.Board(start).occupied), 0
        terms = Terms(start, clock, parse_rules(rules), turned=False)
        self.table: Table = new_table(terms, settled_contacts(self.reeds))

    def press(self, lever: Button) -> tuple[Effect, ...]:
        """Press a lever on the board as it is, and give what is told."""
        told: tuple[Effect, ...] = ()
        for pressed in (lever, lever, 0, 0):
            told += self._take(Scanned(self.reeds, pressed), self.now_ms + 100)
        return told

    def play(self, gestures: str) -> None:
        """Lift `-e2`, place `+e4`, press `w` and `b`: each takes a tenth of a second."""
        for word in gestures.split():
            lever = LEVERS.get(word, 0)
            self.reeds ^= 0 if lever else squares_of(word[1:])
            for pressed in (lever, lever, 0, 0):
                self._take(Scanned(self.reeds, pressed), self.now_ms + 25)

    def wait(self, until_ms: int) -> tuple[Effect, ...]:
        """Show the same board at a later instant, and give what is told."""
        return self._take(Scanned(self.reeds), until_ms)

    def order(self, order: Order) -> tuple[Effect, ...]:
        """Give an order, and what comes of it."""
        return self._take(Ordered(order), self.now_ms)

    def _take(self, event: Scanned | Ordered, now_ms: int) -> tuple[Effect, ...]:
        self.now_ms = now_ms
        self.table, effects = step(self.table, event, now_ms)
        return effects


def test_no_move_is_no_move_that_a_draw_is_claimed_by() -> None:
    """A null move is refused, also as the move that would reach fifty moves."""
    game = _Game(ROOK_MATES)
    game.play("-a1 +a2 -h8 +g8")
    game.table = game.table._replace(play=game.table.play._replace(phase=Phase.PLAYING))
    assert game.order(parse_order("draw claim white --")) == (
        OrderRefused(sentence(Phrase.NO_SUCH_MOVE, found="--", side=chess.WHITE)),
    )


@pytest.mark.parametrize("order", [ClaimDraw(chess.BLACK), Resign(chess.WHITE)])
def test_after_a_ply_that_ends_the_game_nothing_else_ends_it(order: Order) -> None:
    """Mate on the fiftieth move: it is not confirmed yet, and no draw is to be had (FIDE 5.1.1)."""
    game = _Game(ROOK_MATES)
    game.play("-a1 +a8")
    assert game.order(order) == (OrderRefused(sentence(Phrase.PLY_ENDS, why=Termination.CHECKMATE)),)
    assert game.wait(5000) == (GameOver(Outcome(Termination.CHECKMATE, chess.WHITE)),)


@pytest.mark.parametrize("order", [ClaimDraw(chess.WHITE), ChangeTime(chess.WHITE, 60), Pause()])
def test_nothing_that_is_said_saves_a_flag(order: Order) -> None:
    """The flag falls at its instant, although an order comes before the scan that sees it."""
    game = _Game(PAWNS, "fide", "300")
    game.play("b")
    game.wait(5000)
    flag_ms = game.table.play.clock.flag_at_ms() if game.table.play.clock else None
    assert flag_ms is not None
    game.now_ms = flag_ms + 2
    assert game.order(order) == (OrderRefused(sentence(Phrase.FLAG_HAS_FALLEN)),)
    assert FlagFell(chess.WHITE, flag_ms) in game.wait(flag_ms + 5)


def test_a_clock_is_stopped_on_which_nothing_is_left() -> None:
    """If the game goes on after a flag, the clock can be paused as usual."""
    game = _Game(PAWNS, "casual", "300")
    game.play("b")
    assert [type(each) for each in game.wait(400_000)] == [FlagFell]
    assert game.order(Pause()) == (ClockPaused(),)
    assert game.table.play.phase is Phase.PAUSED


def test_an_illegal_press_gives_nothing_to_who_has_nothing_left() -> None:
    """A penalty of 0 s gives no time; giving time must always leave a side with some."""
    game = _Game(PAWNS, "casual illegal_loses=2", "300")
    game.play("b")
    assert game.table.play.clock is not None
    accounts = (Account(0), Account(300_000))
    game.table = game.table._replace(
        play=game.table.play._replace(clock=replace(game.table.play.clock, accounts=accounts))
    )
    assert IllegalPress(chess.WHITE, 1, 0) in game.press(Button.WHITE)


def test_what_was_offered_and_shown_is_void_in_the_position_restored() -> None:
    """A draw offer and a shown reading belong to the position before."""
    game = _Game(PAWNS)
    game.play("-e2 +e4 -e7 +e5")
    game.order(OfferDraw(chess.BLACK))
    game.table = game.table._replace(panel=game.table.panel._replace(candidate=Candidate(game.table.line)))
    assert OfferEnded(chess.BLACK) in game.order(Restore(1))
    assert (game.table.play.offer, game.table.panel.candidate) == (None, None)


def test_an_act_stays_behind_the_ply_that_the_game_went_back_to() -> None:
    """Another ply will get the number of the ply taken back."""
    game = _Game(PAWNS)
    game.play("-e2 +e4 -e7 +e5")
    game.order(OfferDraw(chess.BLACK))
    game.order(Restore(1))
    game.play("-e5 +e7 -e7 +e6 -e1 +e2")
    restored = sentence(Phrase.ARBITER, act=sentence(Phrase.RESTORED, ply=1))
    acts = (sentence(Phrase.OFFERS, side=chess.BLACK), restored)
    assert (game.table.line.ply, scoresheet(game.table).acts) == (3, {1: acts})


QUEEN_TAKES = "4k3/p6p/8/8/3Q4/8/p6p/4K3 w - - 0 1"


@pytest.mark.parametrize(
    "order", [Resign(chess.BLACK), AcceptDraw(chess.BLACK), Declare("1/2-1/2"), Declare("1-0")], ids=str
)
def test_slices_find_the_last_ply_that_an_order_asks_for(order: Order) -> None:
    """A capture that nobody pressed is sought in slices, and what is decided is the same as at once."""
    game = _Game(QUEEN_TAKES, control="300")
    game.play("b")
    game.order(OfferDraw(chess.WHITE))
    game.play("-d4")
    game.wait(5000)
    at_once, effects = step(game.table, Ordered(order), 6000)
    sliced, told = begin_step(game.table, Ordered(order), 6000)
    assert sliced.thinking
    assert not told
    while sliced.thinking:
        sliced, told = think(sliced)
    assert (scoresheet(sliced), told) == (scoresheet(at_once), effects)
    assert [ply.san for ply in scoresheet(sliced).plies] == ["Qxa7"]
    assert scoresheet(sliced).plies[0].doubts
