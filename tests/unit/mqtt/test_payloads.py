"""Payloads: what is written is read back; what is none is a ValueError that says where."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.mqtt.payload_json import MOST_BYTES, read_payload, unquoted, write_payload
from jadoube.mqtt.payloads import (
    About,
    Alarm,
    Answer,
    Call,
    ClockState,
    DoubtedPly,
    KeptGame,
    Lease,
    PairedBoard,
    Person,
    PlayedGame,
    Presence,
    Request,
    Round,
    Seating,
)

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
WHOLE = st.integers(-(2**40), 2**40)
WORDS = st.dictionaries(TEXT, TEXT, max_size=2)
PERSON = st.builds(Person, TEXT, TEXT, st.none() | WHOLE, TEXT, TEXT)


def tuples(each: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Some of these."""
    return st.lists(each, max_size=3).map(tuple)


VALUES = st.one_of(
    st.builds(Presence, TEXT, WHOLE),
    st.builds(About, TEXT, TEXT, TEXT, TEXT, tuples(TEXT)),
    st.builds(
        PlayedGame,
        TEXT,
        WHOLE,
        WHOLE,
        white=PERSON,
        black=PERSON,
        san=tuples(TEXT),
        clk=tuples(st.none() | WHOLE),
        doubt=tuples(st.builds(DoubtedPly, WHOLE, tuples(TEXT))),
        over=st.booleans(),
        pgn=TEXT,
    ),
    st.builds(ClockState, WHOLE, WHOLE, TEXT, WHOLE, TEXT, WHOLE, WHOLE, TEXT, WHOLE),
    st.builds(Alarm, tuples(st.builds(Call, TEXT, WORDS, WHOLE)), TEXT),
    st.builds(Seating, TEXT, PERSON, PERSON, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT),
    st.builds(Request, TEXT, TEXT, TEXT, TEXT, WHOLE, TEXT),
    st.builds(
        Answer,
        TEXT,
        st.booleans(),
        WORDS,
        tuples(st.builds(KeptGame, TEXT, WHOLE, TEXT, TEXT, st.booleans())),
        TEXT,
    ),
    st.builds(Round, TEXT, TEXT, TEXT, tuples(st.builds(PairedBoard, TEXT, TEXT, PERSON, PERSON, TEXT))),
    st.builds(Lease, TEXT, WHOLE),
)
KINDS = (Presence, About, PlayedGame, ClockState, Alarm, Seating, Request, Answer, Round, Lease)
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False) | TEXT,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXT, below, max_size=3),
    max_leaves=8,
)


@given(value=VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    """Every payload, with any texts."""
    assert read_payload(type(value), write_payload(value)) == value


@given(value=VALUES, more=JSON)
def test_names_of_a_later_version_are_passed_over(value: Any, more: Any) -> None:
    """A field that is not known changes nothing."""
    found = json.loads(write_payload(value))
    assert read_payload(type(value), json.dumps({**found, "later": more}).encode()) == value


@given(value=VALUES, other=JSON, data=st.data())
def test_a_value_of_a_wrong_type_is_refused_in_one_line(value: Any, other: Any, data: st.DataObject) -> None:
    """Or it is of the right type; nothing else happens."""
    found = json.loads(write_payload(value))
    found[data.draw(st.sampled_from(sorted(found)))] = other
    said = ""
    try:
        assert isinstance(read_payload(type(value), json.dumps(found).encode()), type(value))
    except ValueError as problem:
        said = str(problem)
    assert not said or ("expected" in said and "\n" not in said)


@given(raw=st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_payload_is_a_value_error(raw: bytes) -> None:
    """Whatever the bytes are."""
    for kind in KINDS:
        with pytest.raises(ValueError, match=r"."):
            read_payload(kind, raw)


def test_what_it_says_of_a_wrong_value() -> None:
    """The place, what was found, what was expected."""
    with pytest.raises(ValueError, match=r"doubt\[0\]\.ply: \"1\" found, expected a whole number"):
        read_payload(PlayedGame, b'{"v":1,"game_id":"g","seq":1,"at":0,"doubt":[{"ply":"1","others":[]}]}')
    with pytest.raises(ValueError, match="seq: true found, expected a whole number"):
        read_payload(PlayedGame, b'{"v":1,"game_id":"g","seq":true,"at":0}')
    with pytest.raises(ValueError, match="seq: 9007199254740993 found, expected a whole number"):
        read_payload(PlayedGame, b'{"v":1,"game_id":"g","seq":9007199254740993,"at":0}')
    with pytest.raises(ValueError, match="seq: nothing found, expected a value"):
        read_payload(PlayedGame, b'{"v":1,"game_id":"g","at":0}')
    with pytest.raises(ValueError, match="v: 2 found, expected 1"):
        read_payload(Lease, b'{"v":2,"holder":"h","term":1}')
    with pytest.raises(ValueError, match=r"^\[\] found, expected an object$"):
        read_payload(Lease, b"[]")


def test_what_is_too_long_is_not_read() -> None:
    """64 kB are read, a byte more is not."""
    said = Answer("1", ok=True, pgn="")
    room = MOST_BYTES - len(write_payload(said))
    longest = write_payload(Answer("1", ok=True, pgn="x" * room))
    assert read_payload(Answer, longest).pgn == "x" * room
    with pytest.raises(ValueError, match="65537 bytes found, expected 65536 at most"):
        read_payload(Answer, longest + b" ")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (PlayedGame("g", 1, 0, board="1" * 5000), "board: a length of 5000 found, expected 255 at most"),
        (
            PlayedGame("g", 1, 0, start_fen="8" * 129),
            "start_fen: a length of 129 found, expected 128 at most",
        ),
        (PlayedGame("g", 1, 0, san=("e4", "e" * 33)), r"san\[1\]: a length of 33 found, expected 32 at most"),
        (PlayedGame("g", 1, 0, clk=(1,) * 4001), "clk: a length of 4001 found, expected 4000 at most"),
        (Request("1", text="x" * 2001), "text: a length of 2001 found, expected 2000 at most"),
    ],
)
def test_no_part_is_endless(value: object, why: str) -> None:
    """Each text and list has its own limit."""
    with pytest.raises(ValueError, match=why):
        read_payload(type(value), write_payload(value))


def test_no_depth_of_lists_is_another_error() -> None:
    """Thousands of brackets in each other are no payload."""
    with pytest.raises(ValueError, match="found, expected"):
        read_payload(Lease, b"[" * 30_000 + b"]" * 30_000)


def test_half_a_character_is_none() -> None:
    """It could not be written again."""
    with pytest.raises(ValueError, match="surrogates not allowed"):
        read_payload(Request, b'{"v":1,"id":"\\ud800"}')
    assert read_payload(Request, b'{"v":1,"id":"\\ud83d\\ude00"}').id == "\U0001f600"


def test_a_clock_is_counted_on() -> None:
    """The time of the side that runs stands for its delay first, and ends at nothing."""
    clock = ClockState(10_000, 5_000, "white", 0, white_rate=-1, delay_ms=2_000)
    assert clock.after(0) == (10_000, 5_000)
    assert clock.after(2_000) == (10_000, 5_000)
    assert clock.after(3_000) == (9_000, 5_000)
    assert clock.after(60_000) == (0, 5_000)
    up = ClockState(10_000, 5_000, "black", 0, black_rate=1)
    assert up.after(60_000) == (10_000, 65_000)
    assert ClockState(10_000, 5_000, "", 0).after(60_000) == (10_000, 5_000)
    hourglass = ClockState(10_000, 5_000, "white", 0, white_rate=-1, black_rate=1)
    assert hourglass.after(60_000) == (0, 15_000)


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (b'{"v":2}', "v: 2 found, expected 1"),
        (b'{"v":1,"stamp":"s","white":"Menchik"}', "white: something else found, expected an object"),
        (
            b'{"v":1,"stamp":"s","white":{"name":["a found, expected b"]}}',
            "white.name: something else found, expected a text",
        ),
        (b'"Menchik"', "something else found, expected an object"),
        (b"x" * 65_537, "65537 bytes found, expected 65536 at most"),
    ],
)
def test_a_log_does_not_quote_what_was_found(payload: bytes, said: str) -> None:
    """It may be a name; numbers and places are told."""
    with pytest.raises(ValueError, match="found, expected") as refused:
        read_payload(Seating, payload)
    assert unquoted(refused.value) == said
