"""As it stands: which game the arbiter's word makes of a board, and who is to move in it."""

import chess
import pytest

from jadoube.core.messages.effects import ArbiterActed, Effect, MoveMade, MoveUnmade, OrderRefused
from jadoube.core.messages.events import Ordered, Restarted
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import Stands
from jadoube.core.messages.phases import Phase
from jadoube.core.permissions.menu_entries import offers_stands
from jadoube.core.permissions.refusal import Asked
from jadoube.core.rules.rule_sets import FIDE
from jadoube.core.state.as_it_stands import Declared, open_questions, position_as_it_stands
from shared.hands.panel import Hands, at_start, paused


def order(hands: Hands, text: str) -> list[Effect]:
    """Give an order; its effects."""
    said = len(hands.told)
    hands.feed(Ordered(parse_order(text)))
    return hands.told[said:]


def strayed(touches: str = "g1 g4", control: str = "300+3") -> Hands:
    """Hands at a game with 1. e4 e5 in which pieces were then put where the laws forbid it."""
    hands = at_start(control)
    hands.tap("black")
    hands.touch("e2 e4")
    hands.tap("white")
    hands.touch("e7 e5")
    hands.tap("black")
    hands.touch(touches)
    hands.wait(1500)
    return hands


@pytest.mark.parametrize(
    ("touches", "text", "side"),
    [
        ("g1 g4", "stands", chess.BLACK),
        ("g1 g4", "stands white", chess.WHITE),
        ("b8 b5", "stands", chess.WHITE),
        ("g1 g4 b8 b5", "stands", chess.WHITE),
        ("g1 g4 b8 b5", "stands black", chess.BLACK),
    ],
)
def test_who_is_to_move(touches: str, text: str, side: chess.Color) -> None:
    """Who was said; else the opponent of the only side that moved; else the side whose clock runs."""
    hands = strayed(touches)
    made = order(hands, text)
    assert [type(each) for each in made] == [ArbiterActed, MoveMade]
    line = hands.table.line
    assert (line.irregular, line.ply, line.side_to_move) == (True, 3, side)
    assert hands.table.play.clock is not None
    assert hands.table.play.clock.running == chess.WHITE


def test_a_game_goes_on_in_a_pause_and_after_a_restart() -> None:
    """The clock goes on as it was: a paused one stays paused, and `play` starts the same side's."""
    hands = strayed()
    hands.tap("play")
    assert hands.table.play.phase is Phase.PAUSED
    order(hands, "stands")
    hands.feed(Restarted())
    assert (hands.table.play.phase, hands.table.line.san) == (Phase.PAUSED, "Ng1-g4")
    hands.tap("play")
    hands.tap("white")
    hands.touch("g8 f6")
    hands.tap("black")
    assert (hands.table.line.ply, hands.table.play.completed, hands.table.line.san) == (4, 4, "Nf6")


def test_where_players_take_nothing_back_hands_do_not_either() -> None:
    """Under FIDE's rules the pieces of an irregular ply that go back are a new change of the position."""
    hands = paused(rules=FIDE)
    hands.touch("g1 g4")
    order(hands, "stands")
    hands.touch("g4 g1")
    hands.wait(1500)
    assert hands.table.line.ply == 3
    assert hands.table.notices.illegal


def test_a_reading_that_fits_is_taken() -> None:
    """The board shows a takeback that is not certain yet: the earlier game is the arbiter's."""
    hands = paused()
    hands.touch("e5 e7")
    assert [type(each) for each in order(hands, "stands")] == [ArbiterActed, MoveUnmade]
    assert hands.table.line.ply == 1
    assert not hands.table.line.irregular_ply


def test_a_restored_position_is_given_up_for_what_stands() -> None:
    """After `restore` the board expects a position; the arbiter may say that the one it has is right."""
    hands = paused()
    order(hands, "restore 0")
    assert not hands.table.seen.ready
    order(hands, "stands")
    assert (hands.table.seen.ready, hands.table.line.ply, hands.table.notices.illegal) == (True, 1, False)


def test_it_is_offered_where_it_would_be_carried_out() -> None:
    """Not while the board fits, nor where too much differs; before the game only once the start has stood."""
    fits, stray, swept = paused(), strayed(), strayed("a2 b2 c2 d2 f2 g2 h2")
    before = at_start()
    before.touch("g1 g4")
    offered = [offers_stands(Asked(each.table, each.now_ms)) for each in (fits, stray, swept, before)]
    assert offered == [False, True, False, True]
    assert not [each for each in order(swept, "stands") if isinstance(each, OrderRefused)]


def test_what_is_found_once_stays_as_it_was_found() -> None:
    """The same question twice, before and after the order is carried out, has the same answer."""
    hands = at_start()
    hands.touch("g1 g4")
    table = hands.table
    before = position_as_it_stands(table, Stands())
    assert isinstance(before, Declared)
    assert before.board is not None
    fen = before.board.fen()
    order(hands, "stands")
    assert hands.table.line.fen == fen
    again = position_as_it_stands(table, Stands())
    assert isinstance(again, Declared)
    assert again.board is not None
    assert again.found is before.found
    assert again.board.fen() == fen


def test_the_questions_are_prepared_one_behind_the_other() -> None:
    """Each answer leads to the next question, and the last to none."""
    asked = open_questions(strayed("g1 e5 d8 b5 b6").table)
    assert asked is not None
    assert [chess.SQUARE_NAMES[asked.square], *(piece.symbol() for piece, _ in asked.pieces)] == [
        "b5",
        "N",
        "p",
        "q",
    ]
    below = asked.pieces[0][1]
    assert below is not None
    assert [(piece.symbol(), after) for piece, after in below.pieces] == [("q", None), ("p", None)]
