"""The desk teaches itself: a guided first minute, hints by one click, and every thing says what it is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from jadoube.core.messages.lamps import Lamp
from jadoube_sim.page.performing.playing import NAMES
from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Callable[..., Page]) -> DeskPage:
    """A simulator's desk, as a newcomer finds it."""
    running = start()
    return DeskPage.opened(running, visit(running.url))


def at_step(desk: DeskPage, number: int) -> None:
    """Wait until the guide has come to this step."""
    expect(desk.part("guide-step")).to_have_text(f"{number} of 10")


def skipped_to(desk: DeskPage, last: int) -> None:
    """Begin the guide, and skip its steps to this one."""
    desk.part("guide-open").click()
    for number in range(1, last):
        at_step(desk, number)
        desk.part("guide-next").click()
    at_step(desk, last)


def test_a_guide_leads_through_the_first_minute(desk: DeskPage) -> None:
    """Each step sees that it is done: clock, lift, put, press, an illegal move, check, a broken reed."""
    desk.part("guide-open").click()
    expect(desk.part("guide-text")).to_contain_text("Press Black")
    desk.faces("white", "15:10")
    desk.part("lever-black").click()
    at_step(desk, 2)
    desk.take("e2")
    at_step(desk, 3)
    desk.carry("e4")
    desk.put()
    at_step(desk, 4)
    desk.part("lever-white").click()
    at_step(desk, 5)
    desk.drag("a8", "a5")
    at_step(desk, 6)
    desk.reads("the path is blocked")
    desk.drag("a5", "a8")
    at_step(desk, 7)
    desk.reads("White to move; Black's lever")
    desk.drag("d2", "e2")
    at_step(desk, 8)
    desk.reads("White to move; Black's lever")
    desk.drag("e2", "e4")
    at_step(desk, 9)
    desk.drag("e7", "e5")
    at_step(desk, 10)
    expect(desk.ply(1)).to_have_text("e4")
    desk.reads("the reed of e2 does not open")
    desk.part("guide-next").click()
    expect(desk.part("guide")).to_be_hidden()
    expect(desk.part("confirm-dialog")).to_contain_text("This ends the game that is running.")
    expect(desk.part("fault-closed-e2")).to_have_count(0)
    desk.part("confirm-yes").click()
    expect(desk.ply(1)).to_have_count(0)


def test_who_plays_on_in_the_guides_game_keeps_it(desk: DeskPage) -> None:
    """Whoever leaves the guide is asked first; a no leaves the plies, and the reed is mended all the same."""
    skipped_to(desk, 10)
    expect(desk.part("fault-closed-e2")).to_be_visible()
    desk.plays("d2d4", "d7d5", "c2c4")
    expect(desk.ply(3)).to_have_text("c4")
    desk.part("guide-next").click()
    desk.part("confirm-no").click()
    expect(desk.part("guide")).to_be_hidden()
    expect(desk.part("fault-closed-e2")).to_have_count(0)
    desk.plays("e7e6")
    expect(desk.ply(4)).to_have_text("e6")


@pytest.mark.parametrize("last", [5, 10])
def test_a_game_of_ones_own_is_not_ended_by_the_guide(desk: DeskPage, last: int) -> None:
    """Neither by its last step nor by one that sets a position up: the guide goes, and nothing is asked."""
    skipped_to(desk, last)
    desk.part("new-game-open").click()
    desk.part("new-white").fill("Vera")
    desk.part("new-game").click()
    expect(desk.part("new-game-dialog")).to_be_hidden()
    desk.plays("d2d4", "d7d5")
    expect(desk.ply(2)).to_be_visible()
    desk.part("guide-next").click()
    expect(desk.part("guide")).to_be_hidden()
    expect(desk.part("fault-closed-e2")).to_have_count(0)
    desk.plays("c2c4")
    expect(desk.ply(3)).to_have_text("c4")
    expect(desk.part("confirm-dialog")).to_have_count(0)
    expect(desk.sheet).to_contain_text("Vera")


def test_the_guide_is_skipped_and_left_and_begun_again(desk: DeskPage) -> None:
    """Nobody has to; what it broke is mended when it is left."""
    skipped_to(desk, 8)
    expect(desk.part("fault-closed-e2")).to_be_visible()
    desk.part("guide-end").click()
    expect(desk.part("guide")).to_be_hidden()
    expect(desk.part("fault-closed-e2")).to_have_count(0)
    desk.part("guide-open").click()
    at_step(desk, 1)


def test_who_plays_on_at_once_is_not_left_behind(desk: DeskPage) -> None:
    """A step that the game has gone past is done, too."""
    desk.part("guide-open").click()
    desk.faces("white", "15:10")
    desk.part("lever-black").click()
    desk.drag("e2", "e4")
    desk.part("lever-white").click()
    desk.drag("e7", "e5")
    desk.part("lever-black").click()
    expect(desk.ply(2)).to_be_visible()
    at_step(desk, 5)


def test_the_guide_asks_before_it_ends_a_game_and_gives_its_terms_back(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """A no leaves the game as it was; after the guide the next game has names and time of that one."""
    running = start("--time-control", "5+3")
    desk = DeskPage.opened(running, visit(running.url))
    desk.say("name white Vera")
    desk.plays("e2e4", "e7e5")
    desk.part("guide-open").click()
    expect(desk.part("confirm-dialog")).to_contain_text("This ends the game that is running.")
    desk.part("confirm-no").click()
    expect(desk.part("confirm-dialog")).to_be_hidden()
    expect(desk.part("guide")).to_be_hidden()
    expect(desk.ply(2)).to_be_visible()
    desk.part("guide-open").click()
    desk.part("confirm-yes").click()
    at_step(desk, 1)
    desk.faces("white", "15:10")
    desk.part("lever-black").click()
    at_step(desk, 2)
    desk.part("guide-end").click()
    desk.faces("white", "5:03")
    expect(desk.sheet).to_contain_text("Vera")


def test_hints_are_one_click_away(desk: DeskPage) -> None:
    """A lifted knight then lights where it may go."""
    desk.part("hints").click()
    expect(desk.part("hints")).to_have_attribute("aria-pressed", "true")
    desk.take("g1")
    desk.in_the_air(1)
    lit = desk.page.locator('.lamp[style]:not([style*="opacity: 0;"])')
    expect(lit).to_have_count(3)
    desk.put()


def test_manners_say_what_they_are(desk: DeskPage) -> None:
    """The three that most people want stand first; each has a line in words."""
    manner = desk.part("hands-manner")
    expect(manner).to_have_value("club")
    groups = manner.locator("optgroup")
    expect(groups.first.locator("option")).to_have_text(["club", "blitz", "tidy"])
    means = desk.part("manner-means")
    for name in NAMES:
        manner.select_option(name)
        expect(means).not_to_have_text(f"manner {name}")
        expect(means).to_contain_text(".")


def test_each_fault_says_what_it_does(desk: DeskPage) -> None:
    """The tools of the drawer of troubles, chosen or not."""
    desk.part("tab-trouble").click()
    desk.page.locator("summary", has_text="What each fault does").click()
    expect(desk.part("faults-do").locator("dd")).to_have_count(4)
    desk.part("tool-flicker").click()
    expect(desk.page.locator(".hint.using")).to_contain_text("shows the opposite")


def test_the_help_explains_every_lamp(desk: DeskPage) -> None:
    """By its colour, and in words."""
    desk.part("help").click()
    expect(desk.part("lamp-legend").locator("li")).to_have_count(len(Lamp) - 1)
    expect(desk.part("lamp-legend")).to_contain_text("missing: put it back")
