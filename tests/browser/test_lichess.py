"""Play on Lichess as a person finds it on the page; the room, its sockets and a model of Lichess are real.

`make tests ARGS="-k pictures --accept"` takes the pictures of docs/lichess.md and docs/opponent.md anew.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.docs.pictures import FOLDER, hold
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

OPPONENTS = FOLDER / "opponents"
RECIPES = (FOLDER.parent / "lichess.md", FOLDER.parent / "opponent.md")

TESTS = Path(__file__).parents[1]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def board(tmp_path: Path, watch: Watch) -> Iterator[tuple[str, str]]:
    """A board that plays on Lichess: its page and its PIN."""
    words = [sys.executable, "-m", "shared.lichess.play_process", str(tmp_path)]
    with subprocess.Popen(words, cwd=TESTS, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            url, pin = process.stdout.readline().split()
            watch.servers.add(url.removeprefix("http://").strip("/"))
            yield url, pin
        finally:
            process.terminate()
            process.wait()


def found(board: tuple[str, str], visit: Callable[..., Page]) -> Page:
    """The page of somebody who looks for an opponent."""
    url, pin = board
    page = visit(f"{url}companion", **PHONE)
    part = page.get_by_test_id
    part("more").click()
    part("lichess").click()
    part("pin").fill(pin)
    part("unlock").click()
    part("lichess-seek").click()
    return page


def test_three_clicks_find_an_opponent_and_his_move_is_shown(
    board: tuple[str, str], visit: Callable[..., Page]
) -> None:
    """More, Lichess, and the button that seeks. He is named, he writes, and the board asks for his move."""
    page = found(board, visit)
    part = page.get_by_test_id
    expect(part("lichess-state")).to_contain_text("You play FM Bert (1600).")
    expect(part("lichess-chat")).to_contain_text("Bert Good luck!")
    part("lichess-text").fill("You too")
    page.keyboard.press("Enter")
    expect(part("lichess-chat")).to_contain_text("Ada You too")
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_contain_text("White plays 1. e4: make this move")
    expect(page.locator("body")).to_contain_text("Bert")


def test_a_rematch_is_asked_of_lichess(board: tuple[str, str], visit: Callable[..., Page]) -> None:
    """After a game there, the button leads to who can answer it, and not to a game of the board alone."""
    page = found(board, visit)
    part = page.get_by_test_id
    expect(part("lichess-chat")).to_contain_text("Good luck!")
    page.keyboard.press("Escape")
    desk = DeskPage(visit(board[0], viewport={"width": 1280, "height": 760}))
    expect(desk.part("piece-0")).to_be_attached()
    desk.plays("e2e4", "e7e5")
    expect(desk.words).to_contain_text("White is thinking")
    page.evaluate("async () => (await import('/static/access.js')).postOrder('resign black')")
    part("rematch").click()
    expect(part("lichess-rematch")).to_be_visible()


def test_the_recipes_show_each_picture() -> None:
    """None is kept that nobody sees, and each has words for who cannot see it."""
    texts = "".join(recipe.read_text("utf-8") for recipe in RECIPES)
    shown = re.findall(r'<img src="pictures/opponents/([^"]+)"[^>]* alt="[^"]{40,}">', texts)
    assert sorted(shown) == sorted(file.name for file in OPPONENTS.iterdir())


def test_pictures_of_an_opponent_and_of_his_move(
    board: tuple[str, str],
    visit: Callable[..., Page],
    browser: Browser,
    request: pytest.FixtureRequest,
) -> None:
    """The panel of the game on Lichess, and the board that asks for the opponent's move."""
    page = found(board, visit)
    expect(page.get_by_test_id("lichess-chat")).to_contain_text("Good luck!")
    hold(page, OPPONENTS / "lichess.png", browser, accept=request.config.getoption("--accept"))
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_contain_text("White plays 1. e4: make this move")
    hold(page, OPPONENTS / "his-move.png", browser, accept=request.config.getoption("--accept"))
