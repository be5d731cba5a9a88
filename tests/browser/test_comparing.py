"""How pictures are compared: what tells them apart, and what does not."""

import chess
import chess.svg
import pytest
from playwright.sync_api import Browser

from shared.docs.pictures import compared

START = chess.Board()
MOVED = chess.Board("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1")
LINES = ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6", "4. Ba4 Nf6", "5. O-O Be7"] * 3


def drawn(browser: Browser, board: chess.Board, *, font: str = "DejaVu Sans", ground: str = "white") -> bytes:
    """Take a picture of a board with a scoresheet beside it."""
    page = browser.new_page(viewport={"width": 900, "height": 600})
    sheet = "".join(f"<p>{line}</p>" for line in LINES)
    page.set_content(
        f'<body style="font: 16px {font}; background: {ground}; display: flex">'
        f"{chess.svg.board(board, size=560)}<div>{sheet}</div>"
    )
    picture = page.screenshot()
    page.close()
    return picture


@pytest.fixture(scope="module")
def usual(browser: Browser) -> bytes:
    """The picture that the others are compared with."""
    return drawn(browser, START)


@pytest.mark.parametrize("font", ["Liberation Sans", "DejaVu Serif"])
def test_another_font_is_no_difference(browser: Browser, usual: bytes, font: str) -> None:
    """The same page in the fonts of another machine is alike."""
    assert compared(browser, usual, drawn(browser, START, font=font)).alike


def test_a_piece_elsewhere_is_a_difference(browser: Browser, usual: bytes) -> None:
    """A single knight that stands elsewhere is seen."""
    assert not compared(browser, usual, drawn(browser, MOVED)).alike


def test_another_ground_is_a_difference(browser: Browser, usual: bytes) -> None:
    """The same page in other colours is not alike."""
    assert not compared(browser, usual, drawn(browser, START, ground="#ddd")).alike


def test_another_size_is_a_difference(browser: Browser, usual: bytes) -> None:
    """A picture of another size is another picture."""
    small = browser.new_page(viewport={"width": 300, "height": 200}).screenshot()
    assert not compared(browser, usual, small).alike
