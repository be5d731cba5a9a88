"""A port on which the first byte tells the protocol, for the whole session."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadoube.links import detect
from jadoube.links.chesslink import link as chesslink
from jadoube.links.chesslink.framing import characters, message
from jadoube.links.detect import CHESSLINK, DGT, begin
from jadoube.links.dgt import link as dgt
from jadoube.links.translation import Said
from shared.links.shown_views import view_after

VIEW = view_after("e2e4", at_ms=1000)

#: How each program begins, as it was seen to.
FIRST = {
    "picochess, mchess: V": (message("V"), chesslink.ChessLink),
    "Graham, BearChess: W0000": (message("W0000"), chesslink.ChessLink),
    "a position asked for: S": (message("S"), chesslink.ChessLink),
    "dgtchess, Java: reset": (b"\x40", dgt.DgtLink),
    "Graham looks for a port": (b"\x46", dgt.DgtLink),
    "picochess, asyncdgt: update": (b"\x4b\x42", dgt.DgtLink),
    "BearChess: update and version": (b"\x4b\x4d", dgt.DgtLink),
    "a clock message": (b"\x2b\x03\x03\x09\x00", dgt.DgtLink),
}


@pytest.mark.parametrize("first", FIRST)
def test_how_a_program_begins_tells_its_protocol(first: str) -> None:
    """Each program that is known gets the protocol that it speaks, and its answer."""
    data, protocol = FIRST[first]
    link, said = begin().hear(data, VIEW)
    assert isinstance(link.link, protocol)
    alone = (chesslink.begin() if protocol is chesslink.ChessLink else dgt.begin()).hear(data, VIEW)
    assert (link.link, said) == alone


def test_later_bytes_change_nothing() -> None:
    """A letter of one protocol is a command of the other: R is 52, S is 53 without parity, X is 58."""
    link, _ = begin().hear(message("V"), VIEW)
    link, said = link.hear(b"\x4b\x42" + message("X"), VIEW)
    assert [characters(each) for each in said.to_program] == ["x78"]
    link, _ = begin().hear(b"\x40", VIEW)
    link, said = link.hear(message("V") + b"\x42", VIEW)
    assert said.to_program[-1][0] == 0x86


def test_nonsense_waits_for_a_first_byte() -> None:
    """What begins no protocol is dropped, nothing is said unasked, and nothing is due."""
    link, said = begin().hear(b"\x00\xff\x0d\x0a", VIEW)
    assert (link, said) == (begin(), Said())
    assert link.show(VIEW) == (link, Said())
    assert link.due_ms() is None
    link, said = link.hear(b"\x00\x00" + message("V"), VIEW)
    assert [characters(each) for each in said.to_program] == ["v010473"]


def test_a_computer_that_looks_for_a_modem_is_no_program() -> None:
    """ModemManager asks each new port; what comes afterwards begins the session."""
    for line in (b"AT\r", b"AT+GCAP\r", b"ATI\rAT+CPIN?\r", b"AAT+CGMI\r", b"A\r"):
        whole = begin().hear(line, VIEW)
        assert whole == (begin(), Said())
        link = begin()
        for byte in line:
            link, said = link.hear(bytes((byte,)), VIEW)
            assert (link.link, said) == (None, Said())
        assert link == begin()
        link, _ = link.hear(message("V"), VIEW)
        assert isinstance(link.link, chesslink.ChessLink)


def test_half_a_line_for_a_modem_hides_no_program() -> None:
    """After a second a byte is a first byte again."""
    link, _ = begin().hear(b"AT+G", VIEW)
    link, said = link.hear(b"\x4d", view_after("e2e4", at_ms=2000))
    assert (link.link, said) == (None, Said())
    link, said = link.hear(b"\x4d", view_after("e2e4", at_ms=2001))
    assert isinstance(link.link, dgt.DgtLink)
    assert [each[0] for each in said.to_program] == [0x93]


def test_the_letter_a_decides_nothing() -> None:
    """It asks a DGT board for its clock, but not as the first byte; afterwards it is answered."""
    link, said = begin().hear(b"A", VIEW)
    assert (link.link, said) == (None, Said())
    link, _ = link.hear(b"\x40", VIEW)
    assert isinstance(link.link, dgt.DgtLink)
    _, said = link.hear(b"A", VIEW)
    assert [each[0] for each in said.to_program] == [0x8D]


def test_reports_come_through() -> None:
    """Once a protocol is known, views and what is due go to it."""
    link, _ = begin().hear(message("S") + message("W0200"), VIEW)
    assert link.due_ms() == 1000 + 41
    _, said = link.show(view_after("e2e4", at_ms=1041))
    assert len(said.to_program) == 1


def test_no_byte_begins_two_protocols() -> None:
    """All commands that are known begin one."""
    assert not CHESSLINK & DGT
    assert {message(letter)[0] for letter in "VSW"} == CHESSLINK


@given(parts=st.lists(st.binary(max_size=6) | st.sampled_from((b"A", b"T", b"AT+G", b"\r")), max_size=8))
def test_any_bytes_in_any_pieces(parts: list[bytes]) -> None:
    """The protocol is that of the first byte that begins one, wherever the pieces end."""
    link = begin()
    for part in parts:
        link, _ = link.hear(part, VIEW)
    whole, _ = begin().hear(b"".join(parts), VIEW)
    assert type(link.link) is type(whole.link)
    assert isinstance(detect.begin(), detect.Detecting)
