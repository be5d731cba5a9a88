"""What an order has done is said to a person: a sentence in each language, and no line of a log."""

import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from jadoube.core.arbiter import step
from jadoube.core.clock.time_control import parse_time_control
from jadoube.core.language.render import refusal_words
from jadoube.core.language.typed_orders import read_ordered
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.rules.rule_sets import RULE_SETS
from jadoube.core.signals.debounce import settled_contacts
from jadoube.core.state.table import Table, Terms, new_table
from jadoube.glances.glance import Answer, Unable, answer

TYPED = Path(__file__).parents[2] / "kept/orders/typed.txt"
LINES = [line for line in TYPED.read_text("utf-8").splitlines() if line and not line.startswith("#")]
ORDERS = [line.split(" => ")[0] for line in LINES]
BEFORE = ((), ("play",), ("play", "draw offer white"), ("play", "pause"), ("play", "resign white"))
"""What was ordered before: each order is carried out in one of these games at least."""

LOG = re.compile(r"\d\.\d{3}\b|\b[A-Z]+_[A-Z]+\b|[{}<>]|\b[A-Z][a-z]+\.[A-Z]+\b|\bNone\b|\bTrue\b|\bFalse\b")
"""What stands in lines of logs only: ms, names of values, braces that were not filled in."""


def game(orders: tuple[str, ...], rules: str = "fide") -> tuple[Table, int]:
    """A table on which these orders were given, and the instant after them."""
    terms = Terms(control=parse_time_control("300+2"), rules=RULE_SETS[rules])
    table, now_ms = new_table(terms, settled_contacts(chess.Board().occupied)), 1234
    for text in orders:
        now_ms += 1111
        table, _ = step(table, read_ordered(text), now_ms)
    return table, now_ms + 1111


def answered(text: str, before: tuple[str, ...] = (), rules: str = "fide") -> Answer | Unable:
    """What is answered to an order."""
    table, now_ms = game(before, rules)
    ordered = read_ordered(text)
    after, effects = step(table, ordered, now_ms)
    try:
        return answer(ordered.order, effects, after)
    except Unable as problem:
        return problem


def answers(text: str) -> Iterator[Answer | Unable]:
    """What is answered to an order, in each game and by two rule sets."""
    for before in BEFORE:
        for rules in ("fide", "casual"):
            yield answered(text, before, rules)


@pytest.mark.parametrize("text", ORDERS)
def test_an_answer_is_a_sentence_in_each_language(text: str) -> None:
    """Whether it was carried out or not: no language is left out, and none is another's, but for names."""
    for said in answers(text):
        assert list(said.words) == list(LANGUAGES)
        for language, words in said.words.items():
            assert words.strip(" ;") == words != "", (language, words)
            assert not LOG.search(words), (language, words)
        english = said.words["en"]
        assert all(words != english for language, words in said.words.items() if language != "en"), said.words


@pytest.mark.parametrize(
    ("text", "before", "told"),
    [
        ("pause", ("play",), "the clocks are stopped"),
        ("play", (), "White's clock runs"),
        ("draw offer white", ("play",), "White offers a draw"),
        ("draw decline black", ("play", "draw offer white"), "Black declines the draw"),
        ("resign white", ("play",), "0-1: White resigns"),
        ("result 1-0", ("play",), "the result is 1-0"),
        ("time white +60", (), "1:00 more for White"),
        ("opponent black", (), "side of the engine: Black"),
        ("sound off", (), "sound: off"),
        ("control none", (), "time control: none"),
        ("undo", ("play", "resign white"), "the last order is undone"),
    ],
)
def test_it_says_what_was_done(text: str, before: tuple[str, ...], told: str) -> None:
    """Not how things stand, and not what the program has decided on the way."""
    said = answered(text, before, "club")
    assert isinstance(said, Answer)
    assert said.words["en"].startswith(told), said.words
    assert said.effects


def test_it_is_data_too() -> None:
    """Kinds and fields, named as everywhere on a page."""
    said = answered("resign white", ("play",), "club")
    assert isinstance(said, Answer)
    assert [dict(each) for each in said.effects] == [
        {"kind": "game-over", "outcome": {"result": "0-1", "termination": "resignation"}}
    ]
    refused = answered("draw accept white", ("play",))
    assert isinstance(refused, Unable)
    assert refused.kind == "no-offer"


@pytest.mark.parametrize(
    "text",
    [
        *("", "abandon", "resign", "resign red", "draw offer", "time white 60", "time white 1:30"),
        *("stands e5=X", "stands e5=N e5=n", "stands white black", "promote king", "told 3 e9"),
        *("name white | GM", "name white A | xx", "name white A | GM | 9999", "by nobody pause"),
        *("control", "control x", "join x white -", "ended 1-0 !", "asks back maybe", "forget -"),
        *("remember -", "penalty white many", "result 2-0", "event \x00", "verdict maybe", "counter 0"),
        *("sound loud", "moves white x", "restore 99999"),
    ],
)
def test_what_is_no_order_is_refused_in_each_language(text: str) -> None:
    """What was found is quoted as each language quotes, and what was expected is said in it."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - each reader has its own kind
        read_ordered(text)
    words = refusal_words(refused.value)
    assert list(words) == list(LANGUAGES)
    assert len(set(words.values())) == len(LANGUAGES), words
