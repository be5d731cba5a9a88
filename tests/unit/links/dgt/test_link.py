"""A DGT board answers every command to the byte, and says nothing that nobody asked for."""

import dataclasses

import chess
import pytest

from jadoube.core.pages.link_view import LinkClock, LinkView
from jadoube.links.dgt.link import TRADEMARK, DgtLink, Mode
from jadoube.links.shown_moves import ECHO_MS
from jadoube.links.translation import Light, Play, RunClocks, Said, Write
from shared.links.shown_views import lifted, view_after

START = "86 00 43 08 09 0a 0c 0b 0a 09 08" + " 07" * 8 + " 00" * 32 + " 01" * 8 + " 02 03 04 06 05 04 03 02"


def heard(text: str, link: DgtLink | None = None, view: LinkView | None = None) -> tuple[DgtLink, Said]:
    """What comes of these bytes."""
    return (link or DgtLink()).hear(bytes.fromhex(text), view or view_after())


def answers(text: str, link: DgtLink | None = None, view: LinkView | None = None) -> list[str]:
    """The answers to these bytes in hexadecimal."""
    return [each.hex(" ") for each in heard(text, link, view)[1].to_program]


def shown(link: DgtLink, view: LinkView) -> tuple[DgtLink, list[str]]:
    """What the board says by itself."""
    link, said = link.show(view)
    return link, [each.hex(" ") for each in said.to_program]


CLOCK = LinkClock(300_000, 295_000, "white", started=True)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("40", []),
        ("41", ["8d 00 0a 00 00 00 00 00 00 00"]),
        ("42", [START]),
        ("43", []),
        ("44", []),
        ("45", ["91 00 08 30 31 30 32 35"]),
        ("46", ["90 00 05 08 01"]),
        ("47", ["92 00 31 " + TRADEMARK.encode().hex(" ")]),
        ("4A", []),
        ("4B", []),
        ("4C", ["a0 00 0c 7f 7f 7f 00 00 00 00 00 00"]),
        ("4D", ["93 00 05 01 08"]),
        ("55", ["a2 00 0d 30 30 30 30 30 30 31 30 32 35"]),
        ("60 04 01 34 24 00", []),
        ("2B 03 03 09 00", []),
        ("4B 2B 03 03 09 00", ["8d 00 0a 0a 10 09 0a 22 00 00"]),
        ("43 2B 03 03 09 00", ["8d 00 0a 0a 10 09 0a 22 00 00"]),
        ("44 2B 03 03 09 00", []),
        ("4B 40 2B 03 03 09 00", []),
    ],
)
def test_every_command_has_its_answer(text: str, answer: list[str]) -> None:
    """Byte for byte; a clock message is acknowledged where the clock is told."""
    assert answers(text, DgtLink(number=1025)) == answer


def test_its_text_is_its_own() -> None:
    """DGT asks that nobody sends theirs; some programs read 64 letters only."""
    assert "dgt" not in TRADEMARK.lower()
    assert "digital" not in TRADEMARK.lower()
    assert len(TRADEMARK) <= 64


def test_a_burst_is_answered_in_order() -> None:
    """Graham's program sends six commands at once."""
    assert [each[:2] for each in answers("4B 45 4D 47 41 42")] == ["91", "93", "92", "8d", "86"]


def test_all_that_is_stored_is_as_long_as_on_a_board() -> None:
    """And asked for twice at once, it comes once: it is long."""
    for text in ("49", "49 45 49"):
        stored = [each for each in answers(text) if each.startswith("8f")]
        assert [len(bytes.fromhex(each)) for each in stored] == [0x1F03]
        assert stored[0].startswith("8f 3e 03 7f")
        assert stored[0].endswith("6f 6b")


def test_the_clock_of_a_game() -> None:
    """Right is Black; White's runs, and it is White's turn."""
    assert answers("41", view=view_after(clock=CLOCK)) == ["8d 00 0a 00 04 55 00 05 00 11"]


def test_a_board_without_a_clock() -> None:
    """Then no clock message is acknowledged, and nothing is written."""
    link = DgtLink(has_clock=False)
    assert answers("41", link, view_after(clock=CLOCK)) == ["8d 00 0a 00 00 00 00 00 00 20"]
    message = "4B 2B 03 03 03 00"
    assert heard(message, link)[1] == Said()


MODES = {"40": "", "44": "8e", "43": "8e 8d", "4B": "8e 8d", "4A": ""}


@pytest.mark.parametrize("mode", MODES)
def test_what_each_mode_tells(mode: str) -> None:
    """Reset: nothing, else programs that count bytes hang; 44: changes only; the others: the clock, too."""
    link, _ = heard(f"4B 42 {mode}", view=view_after(clock=CLOCK))
    after = view_after("e2e4", clock=LinkClock(300_000, 294_000, "black", started=True), at_ms=100)
    link, said = shown(link, lifted(after, "a1"))
    kinds = list(dict.fromkeys(each[:2] for each in said))
    assert " ".join(kinds) == MODES[mode]
    assert shown(link, lifted(after, "a1"))[1] == []


def test_a_change_is_told_once() -> None:
    """A lifted piece leaves its field empty; put back, it is there again; nothing is told twice."""
    link, _ = heard("44")
    link, said = shown(link, lifted(view_after(), "e2"))
    assert said == ["8e 00 05 34 00"]
    assert shown(link, lifted(view_after(), "e2"))[1] == []
    link, said = shown(link, view_after("e2e4"))
    assert said == ["8e 00 05 24 01"]
    link, said = shown(link, view_after())
    assert said == ["8e 00 05 24 00", "8e 00 05 34 01"]


def test_a_piece_that_is_recognised_late_is_told_again() -> None:
    """The same square with another code: programs that rely on changes never find out otherwise."""
    link, _ = heard("44")
    taken = dataclasses.replace(view_after(), pieces=view_after("e2e4", "d7d5", "e4d5").pieces)
    wrong = dataclasses.replace(taken, pieces=taken.pieces[:35] + "p" + taken.pieces[36:])
    link, _ = shown(link, wrong)
    link, said = shown(link, taken)
    assert said == ["8e 00 05 1b 01"]


def test_a_whole_board_goes_before_what_changes_afterwards() -> None:
    """What was told as a whole is not told again as a change; what changed before it is told first."""
    link, _ = heard("4B")
    assert answers("42", link, lifted(view_after(), "e2"))[0] == "8e 00 05 34 00"
    link, _ = heard("42", link, lifted(view_after(), "e2"))
    assert shown(link, lifted(view_after(), "e2"))[1] == []


def test_what_changed_between_the_board_and_the_mode_is_told_with_the_mode() -> None:
    """A program that reads the board first and then asks for changes misses none."""
    link, _ = heard("40 42")
    link, said = heard("44", link, lifted(view_after(), "e2"))
    assert [each.hex(" ") for each in said.to_program] == ["8e 00 05 34 00"]


def test_a_reset_begins_anew() -> None:
    """No change of before it is told afterwards: a program in Java throws at one before its first board."""
    link, _ = heard("40 42")
    link, _ = heard("40", link)
    assert heard("4B", link, view_after("e2e4"))[1] == Said()


def test_a_mode_outlives_the_program() -> None:
    """The next program finds the board as the last one left it, and asks for what it needs."""
    link, _ = heard("4B 42")
    link, said = heard("46 46 4B 45 4D 47 41 42", link, view_after("e2e4"))
    kinds = [each[:1].hex() for each in said.to_program]
    assert kinds == ["8e", "8e", "90", "90", "91", "93", "92", "8d", "86"]


def test_the_clock_is_told_when_it_shows_something_else() -> None:
    """In the nice mode, nothing at its begin, then each second."""
    running = [LinkClock(ms, 295_000, "white", started=True) for ms in (300_000, 299_500, 299_000)]
    link, said = heard("4B", view=view_after(clock=running[0]))
    assert said.to_program == ()
    link, told = shown(link, view_after(clock=running[1], at_ms=500))
    assert (told, link.due_ms()) == ([], None)
    assert shown(link, view_after(clock=running[2], at_ms=1000))[1] == ["8d 00 0a 00 04 55 00 04 59 11"]


def test_the_clock_is_told_each_second() -> None:
    """In the other mode, also when it stands, and also when the board has none."""
    for link in (DgtLink(), DgtLink(has_clock=False)):
        at, _ = heard("43", link)
        assert at.due_ms() == 1000
        at, told = shown(at, view_after(at_ms=999))
        assert told == []
        at, told = shown(at, view_after(at_ms=1000))
        assert ([each[:2] for each in told], at.due_ms()) == (["8d"], 2000)


def set_clocks(side: int) -> str:
    """Five minutes for both."""
    return f"2B 0A 03 0A 00 05 00 00 05 00 {side:02X} 00"


def lever_of(link: DgtLink, running: str) -> int:
    """The lever's bit when this side's clock runs."""
    view = view_after(clock=LinkClock(300_000, 300_000, running, started=True), at_ms=1000)
    _, said = heard("41", link, view)
    return said.to_program[-1][-1] & 0x02


def test_the_lever_goes_out() -> None:
    """The side whose clock runs has its lever up; it stays when the clock stops."""
    link, _ = heard("40", view=view_after(clock=CLOCK))
    assert (lever_of(link, "white"), lever_of(link, "black")) == (0, 2)
    link, _ = link.show(view_after(clock=LinkClock(1, 1, "black", started=True)))
    assert lever_of(link, "") == 2


@pytest.mark.parametrize(("side", "pressed"), [(0x01, False), (0x02, False), (0x09, True), (0x0C, True)])
def test_a_program_that_runs_the_clocks_sees_no_press(side: int, pressed: bool) -> None:
    """Some take a lever that moves for the wish to change sides; a program asks for presses it wants."""
    link, _ = heard(set_clocks(side), view=view_after(clock=CLOCK))
    assert (lever_of(link, "white"), lever_of(link, "black")) == (0, 2 if pressed else 0)


def test_clocks_are_set() -> None:
    """Left is White's; nothing is asked twice."""
    assert heard("4B " + set_clocks(0x02))[1] == Said(
        (bytes.fromhex("8D000A0A100A0A000000"),), (RunClocks(300_000, 300_000, chess.BLACK),)
    )


def text(words: str, beep: int = 0) -> str:
    """A clock message that writes this."""
    return f"2B0C030C{words.encode().hex()}{beep:02X}00"


def test_a_text_is_written() -> None:
    """Whatever it is; with a sound if the program wants one. It is taken back at the end."""
    link, said = heard(text("newgame ", 3))
    assert said.wishes == (Write("newgame", beeps=True),)
    link, said = heard("2B 04 03 0B 10 00", link)
    assert said.wishes == (Write("newgame", beeps=True),)
    assert heard("2B 03 03 03 00", link)[1].wishes == (Write(""),)


@pytest.mark.parametrize("words", ["      c6", "c6      ", " c7 c6  ", "    c7c6", "  1...c6"])
def test_a_move_on_the_clock_is_the_programs(words: str) -> None:
    """It is written, and it is made."""
    view = view_after("e2e4", program="black")
    assert heard(text(words), view=view)[1].wishes == (Write(words.strip()), Play(2, "c7c6"))


def test_a_hint_is_written_only() -> None:
    """The program plays White, and shows Black a move."""
    assert heard(text("      c6"), view=view_after("e2e4", program="white"))[1].wishes == (Write("c6"),)


def test_two_lights_are_a_move() -> None:
    """Field 12 is e7, 28 is e5."""
    view = view_after("e2e4")
    lights = Light(chess.BB_E7 | chess.BB_E5)
    assert heard("60 04 01 0C 1C 00", view=view)[1] == Said((), (lights, Play(2, "e7e5")))


@pytest.mark.parametrize(
    ("message", "wishes"),
    [
        ("60 04 00 40 40 00", (Light(0),)),
        ("60 04 01 40 40 00", (Light(0),)),
        ("60 04 01 3F 3F 00", (Light(chess.BB_H1),)),
        ("60 04 01 00 40 00", (Light(chess.BB_A8),)),
        ("60 04 01 00 40 01", ()),
        ("60 07 05 05 00 01 00 01 00", ()),
    ],
)
def test_lights(message: str, wishes: tuple[Light, ...]) -> None:
    """Two fields, one, none; other boards' patterns are ignored."""
    assert heard(message)[1] == Said((), wishes)


def test_a_move_that_was_lit_too_early_is_made_later() -> None:
    """It may be an echo of the hand: it counts when it has stood for a while."""
    board = view_after("e2e4", "d7d5")
    link, _ = heard("60 04 01 24 1B 00", view=lifted(board, "e4 d5"))
    link, said = link.show(board)
    assert (said, link.due_ms()) == (Said(), ECHO_MS)
    link, said = link.show(dataclasses.replace(board, at_ms=ECHO_MS))
    assert (said, link.due_ms()) == (Said((), (Play(3, "e4d5"),)), None)


def test_numbers_are_five_and_ten_digits() -> None:
    """The highest one is an address, too."""
    assert answers("45 46 55", DgtLink(number=0x3FFF)) == [
        "91 00 08 31 36 33 38 33",
        "90 00 05 7f 7f",
        "a2 00 0d 30 30 30 30 30 31 36 33 38 33",
    ]


def test_the_beginning_of_a_command_waits() -> None:
    """Cut anywhere, the session is the same."""
    whole = bytes.fromhex("4B 42 2B 03 03 09 00 60 04 01 34 24 00 45")
    expected = DgtLink().hear(whole, view_after())
    link, messages, wishes = DgtLink(), list[bytes](), list[object]()
    for each in whole:
        link, said = link.hear(bytes((each,)), view_after())
        messages += said.to_program
        wishes += said.wishes
    assert (link, tuple(messages), tuple(wishes)) == (expected[0], *expected[1])
    assert link.mode is Mode.UPDATE_NICE


@pytest.mark.parametrize("half", ["2B", "2B 0C", "2B 0C 03", "60 04 01", "60 40", "81", "82 08"])
def test_half_a_command_takes_nothing_of_the_next_program(half: str) -> None:
    """A second later its bytes, which may come one by one, are commands of their own."""
    link, _ = heard(half)
    link, said = heard("40", link, view_after(at_ms=1001))
    assert (said, link.rest) == (Said(), b"")
    assert answers("45", link, view_after(at_ms=1501)) == ["91 00 08 30 30 30 30 31"]


def test_half_a_command_is_as_old_as_its_first_byte() -> None:
    """A program that asks twice a second is heard; the second begins anew with each command."""
    link, _ = heard("2B 0C 03")
    for at_ms in (500, 1000):
        link, said = heard("45", link, view_after(at_ms=at_ms))
        assert not said.to_program
    assert len(answers("45", link, view_after(at_ms=1500))) == 1
    link, _ = heard("2B 03")
    link, _ = heard("03 09 00 2B 03", link, view_after(at_ms=900))
    link, _ = heard("03 09", link, view_after(at_ms=1900))
    assert link.rest == bytes.fromhex("2B 03 03 09")


def test_a_command_in_pieces_is_whole_within_a_second() -> None:
    """A line that falters between its bytes loses none."""
    link, _ = heard("4B 2B")
    for at_ms, byte in ((300, "03"), (600, "03"), (900, "09")):
        link, said = heard(byte, link, view_after(at_ms=at_ms))
        assert not said.to_program
    assert answers("00", link, view_after(at_ms=1000)) == ["8d 00 0a 0a 10 09 0a 22 00 00"]


def test_half_a_command_is_forgotten_without_another_byte() -> None:
    """The next view is enough."""
    link, _ = heard("2B 0C 03")
    assert shown(link, view_after(at_ms=1000))[0].rest == bytes.fromhex("2B 0C 03")
    assert shown(link, view_after(at_ms=1001))[0].rest == b""
