"""The clock as it is told, and what a program may tell it."""

import dataclasses

import chess
import pytest

from jadoube.core.pages.link_view import LinkClock
from jadoube.links.dgt.clock import (
    ClockAnswer,
    acknowledge,
    clock_times,
    read_clock_message,
    stored_time,
    up_lever,
)
from jadoube.links.translation import RunClocks, Write
from shared.links.shown_views import view_after


def told(clock: LinkClock, lever: chess.Color = chess.WHITE) -> str:
    """The clock's data in hexadecimal."""
    return clock_times(view_after(clock=clock), lever).hex(" ")


@pytest.mark.parametrize(
    ("clock", "lever", "data"),
    [
        (LinkClock(300_000, 295_001, "", started=False), chess.WHITE, "00 04 56 00 05 00 10"),
        (LinkClock(300_000, 295_000, "white", started=True), chess.WHITE, "00 04 55 00 05 00 11"),
        (LinkClock(299_001, 295_000, "black", started=True), chess.BLACK, "00 04 55 00 05 00 0b"),
        (LinkClock(299_001, 295_000, "black", started=True), chess.WHITE, "00 04 55 00 05 00 09"),
        (LinkClock(5_400_000, 7_199_000, "white", started=True), chess.WHITE, "01 59 59 01 30 00 11"),
        (LinkClock(360_000_000, 0, "", started=False), chess.WHITE, "00 00 00 09 59 59 10"),
        (LinkClock(60_000, 0, "", started=True), chess.BLACK, "10 00 00 00 01 00 0a"),
    ],
)
def test_times_and_status(clock: LinkClock, lever: chess.Color, data: str) -> None:
    """Black's time, White's time, whose turn it is, whose lever is up, and whether the clock runs."""
    assert told(clock, lever) == data


def test_a_game_without_a_clock_has_one_that_is_not_set() -> None:
    """All zeros: programs take no time from that, and still write on the clock."""
    assert clock_times(view_after("e2e4"), chess.BLACK) == bytes(7)


def test_the_lever_is_that_of_the_running_clock() -> None:
    """Paused, it stays; before the first press it is that of the side to move."""
    runs = view_after("e2e4", clock=LinkClock(1, 1, "black", started=True))
    stands = view_after("e2e4", clock=LinkClock(1, 1, "", started=True))
    assert up_lever(runs, chess.WHITE) == chess.BLACK
    assert up_lever(stands, chess.WHITE) == chess.WHITE
    assert up_lever(stands, None) == chess.BLACK


def test_a_halted_time_is_stored_by_its_side() -> None:
    """Left is White."""
    view = view_after(clock=LinkClock(3_661_000, 59_000, "", started=True))
    assert stored_time(view, chess.WHITE).hex(" ") == "71 01 01"
    assert stored_time(view, chess.BLACK).hex(" ") == "60 00 59"
    assert stored_time(dataclasses.replace(view, clock=None), chess.WHITE) == b""


def test_an_acknowledgement_keeps_highest_bits_in_the_hours() -> None:
    """As programs put it together: the third of four bytes is in the first, fifth and fourth."""
    assert acknowledge(0x09, 0x22).hex(" ") == "0a 10 09 0a 22 00 00"
    assert acknowledge(0x88, 0x85, 0xB1).hex(" ") == "3a 10 08 2a 05 31 00"
    for command, second, third in ((0x01, 0, 0), (0x88, 0x85, 0xB1), (0x0A, 0x7F, 0x80)):
        data = acknowledge(command, second, third)
        assert data[1] & 0x7F | (data[3] << 3) & 0x80 == 0x10
        assert data[2] & 0x7F | (data[3] << 2) & 0x80 == command
        assert data[4] & 0x7F | (data[0] << 3) & 0x80 == second
        assert data[5] & 0x7F | (data[0] << 2) & 0x80 == third


def answered(text: str, before: str = "") -> ClockAnswer | None:
    """What comes of a message without its head."""
    return read_clock_message(bytes.fromhex(text), before)


def ascii_message(text: str, beep: int = 0) -> str:
    """A message of eight letters."""
    return (b"\x03\x0c" + text.encode() + bytes((beep, 0))).hex()


@pytest.mark.parametrize(
    ("text", "ack", "wish"),
    [
        ("03 09 00", "0a 10 09 0a 22 00 00", None),
        ("03 08 00", "0a 10 08 0a 00 00 00", None),
        ("03 03 00", "0a 10 03 0a 00 00 00", Write("")),
        ("03 0B 10 00", "0a 10 0b 0a 00 00 00", Write("before", beeps=True)),
        ("03 02 01 00 00 00 00 00 00 00 00", "0a 10 02 0a 00 00 00", None),
        (ascii_message("     Nf6"), "0a 10 0c 0a 00 00 00", Write("Nf6")),
        (ascii_message("hello\x01\x7f!", 3), "0a 10 0c 0a 00 00 00", Write("hello  !", beeps=True)),
        (f"030d{b'  1.e4     '.hex()}0000", "0a 10 0d 0a 00 00 00", Write("1.e4")),
        ("03 01 5B 7B 00 66 7B 00 00 03 00", "0a 10 01 0a 00 00 00", Write("e2 e4", beeps=True)),
        ("03 01 00 5B 7B 00 66 7B 00 01 00", "0a 10 01 0a 00 00 00", Write("e2 e4")),
        ("03 0A 00 05 00 00 04 3B 01 00", "0a 10 0a 0a 00 00 00", RunClocks(300_000, 299_000, chess.WHITE)),
        ("03 0A 01 1E 00 00 00 00 0A 00", "0a 10 0a 0a 00 00 00", RunClocks(5_400_000, 0, chess.BLACK)),
        ("03 0A 00 05 00 00 05 00 04 00", "0a 10 0a 0a 00 00 00", RunClocks(300_000, 300_000, None)),
        ("03 0A 00 3C 00 00 05 00 01 00", "0a 40 0a 0a 00 00 00", None),
    ],
)
def test_a_message_is_acknowledged_and_wanted(text: str, ack: str, wish: object) -> None:
    """Each of the clock's messages, with what comes of it."""
    answer = answered(text, "before")
    assert answer is not None
    assert (answer.ack.hex(" "), answer.wishes) == (ack, (wish,) if wish else ())


def test_a_program_says_whether_a_press_is_to_start_the_other_clock() -> None:
    """Bit 3 of what runs; where clocks are not set, nothing is said."""
    for text, toggles in (
        ("03 0A 00 05 00 00 05 00 01 00", False),
        ("03 0A 00 05 00 00 05 00 09 00", True),
        ("03 03 00", None),
    ):
        answer = answered(text)
        assert answer is not None
        assert answer.toggles is toggles


@pytest.mark.parametrize("text", ["", "03", "03 00", "03 09 01", "04 09 00", "03 55 00", "03 0C 41 00"])
def test_what_is_no_message_has_no_answer(text: str) -> None:
    """Too short, unknown, without start or end."""
    assert answered(text) is None


def test_every_pattern_that_programs_draw_is_read() -> None:
    """Letters on seven segments; an unknown pattern is a blank."""
    assert answered("03 01 5E 7C 77 37 54 5C 00 00 00") == ClockAnswer(
        acknowledge(0x01), (Write("Abdon"),), "Abdon"
    )
