"""What is wrong with the machine, taking turns on the faces."""

import chess
import pytest

from jadoube.core.display.seven_segment import segments
from jadoube.core.language.render import put_in_words
from jadoube.core.messages.scans import Button
from jadoube.core.signals.lines import LineFault
from jadoube.core.state.announced.health import (
    EVERY_MS,
    FACES,
    SHOWS_MS,
    TURNS,
    Chattering,
    FaultyLine,
    Trouble,
    Wrong,
    shown_trouble,
    turns_at_ms,
)

TWO = (Wrong(Trouble.VOLTAGE, 700), Wrong(Trouble.HEAT, 1000))


def test_every_trouble_can_be_shown() -> None:
    """Each has a word of four characters on a face."""
    assert list(FACES) == list(Trouble)
    assert all(len(text) == 4 and segments(text) for text in FACES.values())


def test_nothing_wrong_has_no_turn() -> None:
    """And nothing changes because of it."""
    assert shown_trouble((), 0, 500) is None
    assert turns_at_ms((), 0, 500) is None


def test_troubles_take_turns() -> None:
    """A second each, every five seconds, from when the last became known."""
    shown = [shown_trouble(TWO, 0, at_ms) for at_ms in (999, 1000, 1999, 2000, 5999, 6000, 7000, 11_000)]
    assert shown == [None, "LoPo", "LoPo", None, None, "hot ", None, "LoPo"]


def test_turns_begin_when_the_clock_stands() -> None:
    """What became known while it ran is shown then."""
    assert shown_trouble(TWO, 90_000, 90_000) == "LoPo"


@pytest.mark.parametrize("stands_since_ms", [0, 123_456])
def test_the_turns_are_announced_to_the_millisecond_and_end(stands_since_ms: int) -> None:
    """From one announced instant to the next nothing changes, at each something does; then all is quiet."""
    now_ms = max(1000, stands_since_ms)
    changes = 0
    while (at_ms := turns_at_ms(TWO, stands_since_ms, now_ms)) is not None:
        before = shown_trouble(TWO, stands_since_ms, now_ms)
        assert (
            shown_trouble(TWO, stands_since_ms, at_ms - 1)
            == before
            != shown_trouble(TWO, stands_since_ms, at_ms)
        )
        now_ms, changes = at_ms, changes + 1
    assert changes == 2 * TURNS - 1
    assert now_ms == max(1000, stands_since_ms) + (TURNS - 1) * EVERY_MS + SHOWS_MS
    assert shown_trouble(TWO, stands_since_ms, now_ms + 10 * EVERY_MS) is None


def test_a_line_shows_where_to_look_for_it() -> None:
    """In turn the word and its connector, which seven segments can show; of a serial board only the word."""
    line = FaultyLine("column_e", LineFault.OPEN, "J1.5", "green", 29)
    wrong = (Wrong(Trouble.LINE, 0, line),)
    assert [shown_trouble(wrong, 0, turn * EVERY_MS) for turn in range(3)] == ["LinE", "J1.5", "LinE"]
    assert segments("J1.5")
    assert Wrong(Trouble.LINE, 0, FaultyLine("line e", LineFault.OPEN)).faces == ("LinE",)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            FaultyLine("column_e", LineFault.OPEN, "J1.5", "green", 29),
            "column_e (J1.5, green, pin 29) reads open: look for a loose wire",
        ),
        (
            FaultyLine("row_3", LineFault.GROUNDED, "J2.6", "blue", 36),
            "row_3 (J2.6, blue, pin 36) touches ground",
        ),
        (FaultyLine("line e", LineFault.OPEN), "line e reads open: look for a loose wire"),
    ],
)
def test_a_line_is_named_with_its_place_and_fault(line: FaultyLine, words: str) -> None:
    """Signal, connector, colour and pin, as far as they are known."""
    assert put_in_words(Wrong(Trouble.LINE, 0, line).said) == words
    assert put_in_words(line.said, "fr") != words


@pytest.mark.parametrize(
    ("contacts", "words", "faces"),
    [
        (Chattering(chess.BB_C3 | chess.BB_D4, 0), "c3, d4", ("r-C3", "r-D4")),
        (Chattering(0, Button.BLACK | Button.OK), "Black's lever, ok", ("LEUr", "butn")),
        (Chattering(chess.BB_RANK_1 | chess.BB_A2, 1), "a1, b1, c1, d1, e1, f1, g1, h1, 2 more", None),
    ],
)
def test_contacts_that_chatter_are_named(
    contacts: Chattering, words: str, faces: tuple[str, ...] | None
) -> None:
    """By square and by button; of many only the first eight. Seven segments can show them."""
    said = contacts.said
    assert put_in_words(said) == f"chattering, and not believed: {words}; look for a loose joint"
    assert put_in_words(said, "fr") != put_in_words(said)
    wrong = Wrong(Trouble.CHATTER, 0, contacts)
    assert all(segments(text) for text in wrong.faces)
    assert faces is None or wrong.faces == ("CHAt", *faces)
