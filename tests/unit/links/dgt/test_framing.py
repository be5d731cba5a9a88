"""Bytes become commands, whatever they are cut into; what is no command is dropped."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.links.dgt.framing import Ask, Command, OnBus, bus_message, message, take_commands

BURST = "4B 45 4D 47 41 42"


def taken(text: str) -> tuple[list[Command], bytes]:
    """What is taken out of these bytes."""
    return take_commands(bytes.fromhex(text))


def test_a_burst_is_taken_in_order() -> None:
    """Graham's program sends six commands at once."""
    asks = (Ask.UPDATE_NICE, Ask.SERIAL_NUMBER, Ask.VERSION, Ask.TRADEMARK, Ask.CLOCK, Ask.BOARD)
    assert taken(BURST) == ([Command(each) for each in asks], b"")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("2B 03 03 09 00", Command(Ask.CLOCK_MESSAGE, bytes.fromhex("030900"))),
        ("60 04 01 34 24 00", Command(Ask.LIGHTS, bytes.fromhex("01342400"))),
        ("87 00 00 07", Command(OnBus.PING, b"\x00\x00")),
        ("81 10 06 17", Command(OnBus.CLOCK, b"\x10\x06")),
    ],
)
def test_what_has_data_waits_for_it(text: str, command: Command) -> None:
    """A command that is cut anywhere is taken when it is whole."""
    whole = bytes.fromhex(text)
    assert take_commands(whole) == ([command], b"")
    for cut in range(1, len(whole)):
        assert take_commands(whole[:cut]) == ([], whole[:cut])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("00 7F 0D 0A 45", [Ask.SERIAL_NUMBER]),
        ("48 4E 50 51 52 53 54 56 5A 63 45", [Ask.SERIAL_NUMBER]),
        ("C0 FF 80 8E 8F 45", [Ask.SERIAL_NUMBER]),
        ("2B 00 45", [Ask.SERIAL_NUMBER]),
        ("2B FF 45", [Ask.SERIAL_NUMBER]),
        ("2B 05 45", [Ask.SERIAL_NUMBER]),
        ("60 01 45", [Ask.SERIAL_NUMBER]),
        ("87 00 00 08 45", [Ask.SERIAL_NUMBER]),
        ("87 00 87 00 00 07", [OnBus.PING]),
    ],
)
def test_what_is_no_command_is_dropped(text: str, codes: list[int]) -> None:
    """Unknown bytes, lengths that none has, and wrong checksums; what comes next is taken."""
    commands, rest = taken(text)
    assert ([each.code for each in commands], rest) == (codes, b"")


def test_a_message_says_its_length_in_seven_bits() -> None:
    """The whole length, head included, highest bits first."""
    assert message(0x0E, b"\x34\x00") == bytes.fromhex("8E00053400")
    assert message(0x0F, bytes(0x1F00))[:3] == bytes.fromhex("8F3E03")


def test_a_bus_message_has_address_and_checksum() -> None:
    """The checksum is the sum of all bytes before it, without its highest bit."""
    assert bus_message(0x07, 0x0401) == bytes.fromhex("870006080116")
    assert bus_message(0x09, 0x0401, b"\x01\x02") == bytes.fromhex("890008080101021D")


@given(st.binary(max_size=300))
def test_anything_is_cut_anywhere(data: bytes) -> None:
    """The same commands, whole and byte by byte; what waits is shorter than the longest command."""
    commands, rest, one_by_one = list[Command](), b"", take_commands(data)
    for each in data:
        more, rest = take_commands(rest + bytes((each,)))
        commands += more
        assert len(rest) < 2 + 72
    assert (commands, rest) == one_by_one
