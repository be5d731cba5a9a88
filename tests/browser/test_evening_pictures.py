"""The pictures in docs/club-evening.md are what a phone shows: a game with its names, and its end.

`make tests ARGS="-k pictures --accept"` takes them anew.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.board.simulator import Simulator
from shared.docs.pictures import FOLDER, hold
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

EVENING = FOLDER / "evening"
RECIPE = FOLDER.parent / "club-evening.md"
GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"
PLIES = 10
NAMES = (
    "event Club evening",
    "round 3",
    "name white Menchik, Vera | WGM | 2350 | - | ENG",
    "name black Dupont, Anne | - | 1950 | - | FRA",
)
PHONE = {
    "viewport": {"width": 390, "height": 800},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}


@pytest.fixture
def played(start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch) -> DeskPage:
    """The desk with a game of two players that have names."""
    watch.provoke("503")  # asked for between two games: there is no board for an instant
    running = start("--seed", "7")
    desk = DeskPage.opened(running, visit(running.url, viewport={"width": 1280, "height": 760}))
    desk.let_hands_play(GAME, "tidy", "50")
    expect(desk.ply(PLIES)).to_be_visible()
    for order in NAMES:
        desk.say(order)
    return desk


def test_the_recipe_shows_each_picture() -> None:
    """None is kept that nobody sees, and each has words for who cannot see it."""
    shown = re.findall(
        r'<img src="pictures/evening/([^"]+)"[^>]* alt="[^"]{40,}">', RECIPE.read_text("utf-8")
    )
    assert sorted(shown) == sorted(file.name for file in EVENING.iterdir())


def test_the_recipe_pictures_a_game_and_its_end(
    played: DeskPage, visit: Callable[..., Page], browser: Browser, request: pytest.FixtureRequest
) -> None:
    """The names during the game, and how it is taken along."""
    accept = request.config.getoption("--accept")
    page = visit(f"{played.running.url}/companion", **PHONE)
    expect(page.get_by_test_id(f"ply-{PLIES}")).to_be_visible()
    expect(page.get_by_test_id("name-white")).to_contain_text("Menchik")
    hold(page, EVENING / "game.png", browser, accept=accept)
    played.say("result 1-0")
    page.get_by_test_id("share-open").click()
    expect(page.get_by_test_id("share-code")).to_be_visible()
    hold(page, EVENING / "share.png", browser, accept=accept)
