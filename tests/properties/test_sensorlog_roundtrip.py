"""The sensor log, for any log and any text."""

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.config.problems import BadInput
from jadoube.core.messages.events import BUTTONS
from jadoube.formats.sensorlog import Edge, SensorLog, format_sensor_log, parse_sensor_log

CHANGES = st.one_of(
    st.tuples(st.sampled_from(["open", "close"]), st.sampled_from(chess.SQUARE_NAMES)),
    st.tuples(st.sampled_from(["press", "release"]), st.sampled_from(list(BUTTONS))),
)
GAPS_US = st.one_of(st.just(0), st.integers(0, 2000), st.integers(0, 10**10))


@st.composite
def edges(draw: st.DrawFn) -> tuple[Edge, ...]:
    """Edges in order of time, one per reed or button at an instant."""
    at_us, kept, taken = 0, [], set()
    for gap_us, (word, name) in draw(st.lists(st.tuples(GAPS_US, CHANGES), max_size=40)):
        at_us += gap_us
        if (at_us, name) not in taken:
            taken.add((at_us, name))
            kept.append(Edge(at_us, word, name))
    return tuple(kept)


@st.composite
def starts(draw: st.DrawFn) -> str:
    """A position that some game reaches."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    board = chess.Board()
    for _ in range(draw(st.integers(0, 60))):
        if moves := list(board.legal_moves):
            board.push(rng.choice(moves))
    return board.fen(en_passant="fen")


@st.composite
def logs(draw: st.DrawFn) -> SensorLog:
    """Any log that can be written."""
    log = SensorLog(
        start=draw(starts()),
        time_control=draw(
            st.sampled_from(["-", "300", "300+3", "5400+30 ; 600", "40/5400d5:900y3x30 ; ^", "*60"])
        ),
        closed=draw(st.none() | st.integers(0, 2**64 - 1)),
        edges=draw(edges()),
    )
    end_us = draw(st.none() | GAPS_US.map(lambda gap_us: log.lasts_us + gap_us))
    return SensorLog(log.start, log.time_control, log.rules, log.closed, log.edges, end_us)


@given(log=logs())
def test_what_is_written_is_read_back(log: SensorLog) -> None:
    """Any log that is written is read back equal."""
    assert parse_sensor_log(format_sensor_log(log), "a.log") == log


@given(log=logs(), seed=st.integers(0, 2**32))
def test_comments_blanks_and_carriage_returns_change_nothing(log: SensorLog, seed: int) -> None:
    """Whatever is strewn between and behind the lines, the log is the same."""
    rng = random.Random(seed)
    first, *lines = format_sensor_log(log).split("\n")
    strewn = [first]
    for line in lines:
        strewn += rng.choice([[], [], ["# open e2"], ["\t# 1.0 end"]])
        strewn.append(line + rng.choice(["", "\r", "  ", " # close e4", "#"]) if line else line)
    assert parse_sensor_log("\n".join(strewn), "a.log") == log


LINES = st.lists(
    st.sampled_from(
        [
            "",
            "1.0",
            "2.5",
            "open",
            "close",
            "e2",
            "h9",
            "press",
            "ok",
            "end",
            "#",
            "rules",
            "club",
            "start",
            "\r",
            "\x00",
        ]
    )
).map(" ".join)


@given(text=st.text() | st.lists(LINES).map("\n".join), headed=st.booleans())
def test_any_text_is_a_log_or_refused_with_a_line(text: str, headed: bool) -> None:
    """No text does anything else, and the line that is named is one of the text's."""
    text = "jadoube-sensor-log 1\n" + text if headed else text
    try:
        log = parse_sensor_log(text, "a.log")
    except BadInput as refused:
        name, line = refused.place.split(":")
        assert name == "a.log"
        assert 1 <= int(line) <= text.count("\n") + 1
    else:
        assert parse_sensor_log(format_sensor_log(log), "a.log") == log


@given(log=logs().filter(lambda log: len(log.edges) > 1), data=st.data())
def test_the_line_that_is_named_is_the_line_that_is_wrong(log: SensorLog, data: st.DataObject) -> None:
    """A word that is none is found wherever it stands."""
    lines = format_sensor_log(log).split("\n")
    first_event = lines.index("") + 1
    wrong = data.draw(st.integers(first_event, first_event + len(log.edges) - 1))
    lines[wrong] = lines[wrong].replace(" ", " re", 1)
    with pytest.raises(BadInput, match=f"^a.log:{wrong + 1}: "):
        parse_sensor_log("\n".join(lines), "a.log")
