"""`refusal`: what may be ordered in each state of the game, asked of the table without giving the order."""

from collections.abc import Callable
from typing import get_args

import chess
import pytest

from jadoube.core.messages.events import Ordered
from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import Order, Promote, Resign
from jadoube.core.messages.phrases import AnyPhrase, Phrase
from jadoube.core.messages.settings import Entry
from jadoube.core.permissions.menu_entries import entries
from jadoube.core.permissions.refusal import Asked, refusal
from jadoube.core.rules.rule_sets import FIDE
from jadoube.core.stages.carry_out import carry_out, look_first
from shared.hands.panel import Hands, at_start, paused

TAKES_AND_PROMOTES = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"
"""The pawn on e7 has one way: it takes on d8, where no reed shows that another piece stands."""


def why(hands: Hands, text: str) -> AnyPhrase | None:
    """The phrase with which an order would be refused now; None if it would be carried out."""
    sentence = refusal(hands.table, parse_order(text), hands.now_ms)
    return sentence.phrase if sentence else None


@pytest.mark.parametrize("kind", get_args(Order))
def test_every_kind_of_order_is_guarded_or_always_allowed(kind: type[Order]) -> None:
    """No order is forgotten: there is an answer for each kind, and an example of each."""
    examples = {
        type(parse_order(text)): parse_order(text)
        for text in (
            *("resign white", "draw offer white", "draw accept white", "draw decline white"),
            *("draw claim white", "pause", "play", "time white +60", "counter 41", "restore 0", "stands"),
            *("penalty white 120", "result 1-0", "take back", "undo", "promote queen", "alternative"),
            *("take", "new game", "hints on", "reopen"),
            *("time white 1:00:00", "moves white 3", "period white 2"),
            *("penalty white none", "verdict none", "wrong", "told 1 e2e4"),
            *("join lichess:AbCdEfGh black 300+3", "clocks 300000 298500 white", "shorten 0"),
            *("asks back yes", "declined", "gone 30", "cut off 3", "ended 1-0 resign"),
            *("hint", "advise 1 e2e4", "assess 1 e2e4"),
            *("lights e2 e4", "writes Nf6", "program black"),
            *("seek somebody", "seek off", "sought", "not found lost", "serves yes"),
            *("name white Zoë", "event Club", "swap names", "remember Zoë", "forget Zoë"),
        )
    }
    hands = paused()
    refused = refusal(hands.table, examples[kind], hands.now_ms)
    assert refused is None or refused.phrase in Phrase


@pytest.mark.parametrize("made", [at_start, paused])
def test_orders_that_are_asked_together_are_refused_as_each_alone(made: Callable[[], Hands]) -> None:
    """What one question found out about the table is as true for the next order."""
    hands = made()
    asked = Asked(hands.table, hands.now_ms)
    texts = ("resign white", "draw offer black", "draw accept white", "pause", "play", "take", "take back")
    for text in (*texts, "stands", "new game", "hints on", "result 1-0", *texts):
        given = parse_order(text)
        assert asked.refusal(given) == refusal(hands.table, given, hands.now_ms)


@pytest.mark.parametrize(
    ("text", "before", "in_a_pause", "after"),
    [
        ("resign white", Phrase.NOT_BEGUN, None, Phrase.IS_OVER),
        ("draw claim black", Phrase.NOT_BEGUN, Phrase.NOT_THE_MOVE, Phrase.IS_OVER),
        ("draw accept white", Phrase.NOT_BEGUN, Phrase.NO_OFFER, Phrase.IS_OVER),
        ("pause", Phrase.NOT_RUNNING, Phrase.NOT_RUNNING, Phrase.IS_OVER),
        ("play", None, None, Phrase.IS_OVER),
        ("time white -60", None, None, Phrase.IS_OVER),
        ("time white -400", Phrase.TOO_LITTLE_LEFT, Phrase.TOO_LITTLE_LEFT, Phrase.IS_OVER),
        ("restore 0", Phrase.AT_PLY_ALREADY, None, Phrase.IS_OVER),
        ("stands", Phrase.STANDS_ALREADY, Phrase.STANDS_ALREADY, Phrase.IS_OVER),
        ("result 1-0", None, None, None),
        ("reopen", Phrase.NOTHING_TO_REOPEN, Phrase.NOTHING_TO_REOPEN, None),
        ("take back", Phrase.NO_MOVE_MADE, None, Phrase.IS_OVER),
        ("promote queen", Phrase.NO_PROMOTION, Phrase.NO_PROMOTION, Phrase.IS_OVER),
        ("take", Phrase.NO_OTHER, Phrase.NO_OTHER, Phrase.IS_OVER),
        ("new game", Phrase.NOT_BEGUN, None, None),
        ("rules fide", None, Phrase.BEFORE_A_GAME, Phrase.BEFORE_A_GAME),
        ("hints on", None, None, Phrase.IS_OVER),
        ("hint", None, None, Phrase.IS_OVER),
        ("advise 1 e2e4", Phrase.NO_ADVICE_ASKED, Phrase.NO_ADVICE_ASKED, Phrase.IS_OVER),
        ("assess 1", Phrase.NOT_TO_ASSESS, Phrase.NOT_TO_ASSESS, Phrase.IS_OVER),
        ("teacher on", None, None, Phrase.IS_OVER),
        ("sound off", None, None, None),
    ],
)
def test_what_is_refused_before_in_and_after_a_game(
    text: str, before: Phrase | None, in_a_pause: Phrase | None, after: Phrase | None
) -> None:
    """The same order, asked in three phases of a game with a clock."""
    resigned = paused()
    resigned.feed(Ordered(Resign(chess.WHITE)))
    assert [why(hands, text) for hands in (at_start(), paused(), resigned)] == [before, in_a_pause, after]


def test_a_flag_that_must_have_fallen_counts_at_the_instant_of_the_question() -> None:
    """The same table lets a player resign until the time is used up, and not after."""
    hands = at_start("10")
    hands.tap("black")
    table, order = hands.table, Resign(chess.WHITE)
    assert table.play.clock is not None
    flag_ms = table.play.clock.flag_at_ms()
    assert flag_ms is not None
    assert refusal(table, order, flag_ms - 1) is None
    refused = refusal(table, order, flag_ms)
    assert refused is not None
    assert refused.phrase is Phrase.FLAG_HAS_FALLEN


def test_a_promotion_in_the_air_is_found_by_the_executor_only() -> None:
    """Without a search nothing promotes yet; who orders a piece makes the executor look, and it is chosen."""
    hands = at_start("-", fen=TAKES_AND_PROMOTES, turned=False)
    hands.touch("e7")
    assert why(hands, "promote knight") is Phrase.NO_PROMOTION
    order = Promote(chess.KNIGHT)
    ready, _ = look_first(hands.table, order, hands.now_ms)
    assert refusal(ready, order, hands.now_ms) is None
    after, _ = carry_out(hands.table, order, hands.now_ms)
    assert after.line.move == chess.Move.from_uci("e7d8n")


def test_what_saves_a_side_that_resigns_refuses_nothing() -> None:
    """Against a bare king a resignation is a draw under FIDE rules: another result, but no refusal."""
    hands = at_start("-", rules=FIDE, fen="4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", turned=False)
    hands.touch("a1 a2")
    assert why(hands, "resign white") is None
    assert Entry.RESIGN in entries(hands.table)
