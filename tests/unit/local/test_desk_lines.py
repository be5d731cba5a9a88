"""The lines of the desk: what one end writes the other reads, and nothing else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.local.desk_lines import (
    ASKS,
    FIELDS,
    LONGEST_ANSWER,
    LONGEST_ASK,
    PART,
    TEXT,
    TRUTH,
    WHOLE,
    Answer,
    Done,
    Part,
    Progress,
    Question,
    Refused,
    answer_line,
    parts_of,
    question_line,
    read_answer,
    read_question,
)

WORDS = st.builds(lambda en, fr: {"en": en, "fr": fr}, st.text(), st.text())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
ANSWERS: st.SearchStrategy[Answer] = st.one_of(
    st.builds(Progress, st.integers(0), st.integers(0)),
    st.builds(Part, st.text()),
    st.builds(Done, VALUES),
    st.builds(Refused, WORDS),
)


def some_fields(ask: str) -> dict[str, object]:
    """Fields of a question, of the first kind that each may be."""
    values: dict[object, object] = {TEXT[0]: "é\n", WHOLE[0]: 3, FIELDS[0]: {"minutes": 15}, TRUTH[0]: True}
    return {name: values[kinds[0]] for name, kinds in ASKS[ask].items()}


@pytest.mark.parametrize("ask", ASKS)
def test_a_question_is_read_as_it_was_asked(ask: str) -> None:
    """Each of them, whole, in one line."""
    line = question_line(ask, **some_fields(ask))
    assert line.count(b"\n") == 1
    assert read_question(line) == Question(ask, some_fields(ask))


@given(ANSWERS)
def test_an_answer_is_read_as_it_was_given(answer: Answer) -> None:
    """Each kind, in one line of ASCII."""
    line = answer_line(answer)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert read_answer(line) == answer


@given(st.text(min_size=1, max_size=3 * PART))
def test_parts_make_the_text_again(text: str) -> None:
    """Joined they are the text, and each is a line that may be sent."""
    parts = list(parts_of(text))
    assert "".join(part.text for part in parts) == text
    assert max(len(answer_line(part)) for part in parts) < LONGEST_ANSWER


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"", "b'' found, expected a JSON object"),
        (b"[]", "b'[]' found, expected a JSON object"),
        (b"\xff", "b'\\xff' found, expected a JSON object"),
        (b"[" * 100_000, "expected a JSON object"),
        (b"{}", 'a line without "ask" found, expected {"ask": NAME, ...}'),
        (b'{"ask": 1}', 'a line without "ask" found'),
        (b'{"ask": "jump"}', "'jump' found, expected status, token,"),
        (b'{"ask": "game"}', "game with no fields found, expected id"),
        (b'{"ask": "status", "id": ""}', "status with id found, expected no fields"),
        (b'{"ask": "game", "id": 1}', "game: id is '1', expected a text"),
        (
            b'{"ask": "games", "search": "", "before": null, "limit": true}',
            "games: limit is 'True', expected a whole number or null",
        ),
    ],
)
def test_any_other_question_is_refused_in_one_line(line: bytes, said: str) -> None:
    """It says what was found, and what was expected."""
    with pytest.raises(ValueError, match="expected") as refusal:
        read_question(line)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(st.binary() | VALUES.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_an_answer_or_refused(line: bytes) -> None:
    """Nothing else comes of them."""
    try:
        read_answer(line)
    except ValueError as refusal:
        assert "expected" in str(refusal)  # noqa: PT017 - most are refused


def test_a_question_too_long_is_not_asked() -> None:
    """The other end would hang up on it."""
    with pytest.raises(ValueError, match=f"expected {LONGEST_ASK} at most"):
        question_line("import", pgn="x" * LONGEST_ASK)
