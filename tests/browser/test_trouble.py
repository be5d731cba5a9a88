"""What is broken on purpose on the simulator's page is broken for the board: it says so, and goes on."""

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

SPANISH = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"]
SIDES = cycle(("white", "black"))


@pytest.fixture
def board(start: Callable[..., Simulator], visit: Callable[..., Page]) -> DeskPage:
    """A desk with its drawer of troubles open. Its log may have the parts that are broken here."""
    running = start("--time-control", "5+3")
    running.may_say = ("white face", "column_e")
    desk = DeskPage.opened(running, visit(running.url))
    desk.part("tab-trouble").click()
    return desk


def test_a_dead_reed_is_named_and_the_game_goes_on(board: DeskPage) -> None:
    """The reed of e2 never opens again: it is said which one is bad, and every ply is written."""
    board.part("tool-closed").click()
    board.part("sq-e2").click()
    board.page.keyboard.press("Escape")
    board.press("lever-black")
    for side, ply in zip(SIDES, SPANISH, strict=False):
        board.drag(ply[:2], ply[2:])
        board.press(f"lever-{side}")
    expect(board.ply(8)).to_have_text("Nf6")
    board.reads("the reed of e2 does not open")
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6" in board.plain_pgn()


def test_the_power_is_cut_and_comes_back(board: DeskPage, watch: Watch) -> None:
    """Without power faces and lamps are dark; with it the game is taken up again, and goes on."""
    watch.provoke("503", "WebSocket")
    board.plays("e2e4", "e7e5")
    board.press("power")
    expect(board.part("mode")).to_have_text("no power")
    board.press("power")
    expect(board.part("mode")).to_have_text("your hands")
    expect(board.ply(2)).to_have_text("e5")
    board.plays("g1f3")
    expect(board.ply(3)).to_have_text("Nf3")


def test_an_unplugged_face_is_named(board: DeskPage) -> None:
    """The board says which part does not answer, and plays on; plugged in again it shows what it should."""
    board.press("plug-white-face")
    board.reads("White's face does not answer")
    board.plays("e2e4")
    board.press("plug-white-face")
    expect(board.words).not_to_contain_text("does not answer")


WIRES = {
    "cut": "column_e (J1.5, green, pin 29) reads open: look for a loose wire",
    "ground": "column_e (J1.5, green, pin 29) touches ground",
}


@pytest.mark.parametrize("kind", WIRES)
def test_a_bad_wire_is_named_and_the_game_goes_on(board: DeskPage, kind: str) -> None:
    """Connector, colour and pin are said; moves beside the line are read; mended, it is believed again."""
    board.part("wire").select_option("column_e")
    board.press(f"wire-{kind}")
    board.reads(WIRES[kind])
    board.plays("d2d4", "g8f6")
    expect(board.ply(2)).to_have_text("Nf6")
    board.press("wire-sound")
    expect(board.words).not_to_contain_text("column_e")
    board.plays("e2e4")
    expect(board.ply(3)).to_have_text("e4")


def test_a_column_that_touches_the_supply_ends_no_game(board: DeskPage) -> None:
    """All pieces vanish at once, as if swept off: the wire is named, and mended the game goes on."""
    board.plays("d2d4")
    board.part("wire").select_option("column_e")
    board.press("wire-supply")
    board.reads("column_e (J1.5, green, pin 29) touches 3.3 V")
    board.press("wire-sound")
    board.plays("g8f6")
    expect(board.ply(2)).to_have_text("Nf6")
