"""On a bus a board answers to its address."""

import pytest

from jadoube.links.dgt.link import DgtLink, Mode
from shared.links.shown_views import view_after

NUMBER = 1025
PING = "87 00 06 08 01 16"


def said(link: DgtLink, text: str) -> tuple[DgtLink, list[str]]:
    """The link after these bytes, and its answers."""
    link, answer = link.hear(bytes.fromhex(text), view_after())
    assert answer.wishes == ()
    return link, [each.hex(" ") for each in answer.to_program]


def to(code: int, address: int = NUMBER) -> str:
    """A command to an address."""
    head = bytes((code, address >> 7, address & 0x7F))
    return (head + bytes((sum(head) & 0x7F,))).hex()


def test_boards_are_found_by_pings() -> None:
    """A board that was found does not answer the next ping for all; then it does again."""
    link, answers = said(DgtLink(number=NUMBER), to(0x87, 0))
    assert (answers, link.mode) == ([PING], Mode.BUS)
    link, answers = said(link, to(0x8A))
    assert answers == [PING]
    link, answers = said(link, to(0x87, 0))
    assert answers == []
    link, answers = said(link, to(0x87, 0) + to(0x87))
    assert answers == [PING, PING]


@pytest.mark.parametrize(
    ("code", "begins", "length"),
    [
        (0x81, "84 00 0d 08 01 00 00", 13),
        (0x82, "83 00 46 08 01 08 09", 70),
        (0x83, "85 00 47 08 01 48 00", 71),
        (0x85, "88 00 06 08 01 17", 6),
        (0x86, "86 00 06 08 01 15", 6),
        (0x87, PING, 6),
        (0x8B, "89 00 08 08 01 01 08", 8),
    ],
)
def test_each_command_has_its_answer(code: int, begins: str, length: int) -> None:
    """With the right length, and a checksum that is the sum of all before it."""
    _, answers = said(DgtLink(number=NUMBER), to(code))
    whole = bytes.fromhex(answers[0])
    assert (len(answers), len(whole), whole[2] | whole[1] << 7) == (1, length, length)
    assert answers[0].startswith(begins)
    assert whole[-1] == sum(whole[:-1]) & 0x7F
    assert all(each < 0x80 for each in whole[1:])


def test_all_at_once_is_changes_clock_and_board() -> None:
    """In this order; afterwards there are no changes, and they can be asked for again."""
    link, answers = said(DgtLink(number=NUMBER), to(0x8D))
    assert [each[:2] for each in answers] == ["85", "84", "83"]
    link, again = said(link, to(0x83) + to(0x84))
    assert again == ["85 00 06 08 01 14"] * 2
    link, _ = link.hear(b"", view_after("e2e4", at_ms=1000))
    link, answer = link.hear(bytes.fromhex(to(0x83) + to(0x84)), view_after("e2e4", at_ms=1000))
    assert [each[5:-1].hex(" ") for each in answer.to_program] == ["40 34 51 24"] * 2


def test_a_game_from_its_beginning() -> None:
    """All pieces, marked."""
    link, _ = said(DgtLink(number=NUMBER), to(0x85) + to(0x83))
    link, answers = said(link, to(0x86))
    assert bytes.fromhex(answers[0])[5:8].hex(" ") == "7b 48 00"


def test_a_reset_forgets() -> None:
    """The pieces are stored anew, as after power-up."""
    link, _ = said(DgtLink(number=NUMBER), to(0x85) + to(0x83) + to(0x89, 0))
    link, _ = link.show(view_after())
    _, answers = said(link, to(0x86) + to(0x83))
    assert [len(bytes.fromhex(each)) for each in answers] == [6, 71]


@pytest.mark.parametrize("text", [to(0x82, 77), to(0x83, 0), to(0x8C), to(0x92)])
def test_others_are_not_answered(text: str) -> None:
    """Another board's address, all boards' where one is asked for, squares of draughts, spread pings."""
    assert said(DgtLink(number=NUMBER), text)[1] == []


def test_a_single_command_leaves_the_bus() -> None:
    """So does the command for that; the board says nothing by itself until it is asked to."""
    link, answers = said(DgtLink(number=NUMBER), "4A" + to(0x87) + "46")
    assert (answers, link.mode) == ([PING, "90 00 05 08 01"], Mode.IDLE)
    link, _ = said(DgtLink(number=NUMBER), "4B" + to(0x87))
    assert (link.mode, link.show(view_after("e2e4"))[1].to_program) == (Mode.BUS, ())
    assert said(link, to(0x88))[0].mode is Mode.IDLE
