"""Several boards on one page: all at once, one alone, and one that is away."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.axe import faults
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch


def shows(page: Page, *boards: Simulator) -> None:
    """Wait until the page hears all of these."""
    for each in boards:
        expect(page.get_by_test_id(f"tile-{each.host}")).to_have_attribute("data-state", "live")


def choose(page: Page, *addresses: str) -> None:
    """Type these addresses, as the page asks for them."""
    page.get_by_test_id("boards-which").click()
    page.get_by_test_id("boards-field").fill("\n".join(addresses))
    page.get_by_test_id("boards-show").click()


@pytest.fixture
def boards(start: Callable[..., Simulator]) -> tuple[Simulator, Simulator]:
    """One with a clock, one without."""
    return start("--time-control", "5+3"), start("--time-control", "-")


def test_several_boards_stand_in_one_grid(
    boards: tuple[Simulator, Simulator], visit: Callable[..., Page], watch: Watch, blank: Page
) -> None:
    """Two boards by their addresses: names, clocks, moves, results; a tap shows one alone; one goes away."""
    one, other = boards
    desks = [DeskPage.opened(each, visit(each.url)) for each in boards]
    page = visit(f"{one.url}/boards", viewport={"width": 1000, "height": 640})
    shows(page, one)
    choose(page, f"{one.url}/companion", other.host)
    shows(page, one, other)
    _play_on_both(page, *desks)
    part = page.get_by_test_id
    tile = part(f"tile-{one.host}")
    assert faults(page, blank) == []
    part(f"choose-{other.host}").click()
    expect(tile).to_be_hidden()
    expect(part("own-page")).to_have_attribute("href", f"{other.url}/")
    assert faults(page, blank) == []
    page.go_back()
    expect(tile).to_be_visible()

    watch.provoke("WebSocket", "ERR_CONNECTION_REFUSED")
    desks[1].leave()
    gone = part(f"tile-{other.host}")
    expect(gone).to_contain_text("The board does not answer")
    expect(gone).to_contain_text("Black wins")  # what it said last stays
    assert faults(page, blank) == []
    shows(page, one)


def _play_on_both(page: Page, one: DeskPage, other: DeskPage) -> None:
    """A clock that runs on one board, a mate on the other."""
    here, there = one.running.host, other.running.host
    part = page.get_by_test_id
    one.say("name white Menchik, Vera | WGM")
    one.press("lever-black")
    one.plays("e2e4")
    expect(part(f"tile-{here}")).to_contain_text("WGM Menchik, Vera")
    expect(part(f"last-{here}")).to_have_text("1. e4")
    expect(part("live")).to_contain_text("pawn e4")
    was = part(f"time-white-{here}").inner_text()
    expect(part(f"time-white-{here}")).not_to_have_text(was)
    other.plays("f2f3", "e7e5", "g2g4", "d8h4")
    expect(part(f"last-{there}")).to_contain_text("Black wins")


def test_the_boards_are_kept_and_fill_the_screen(
    boards: tuple[Simulator, Simulator], visit: Callable[..., Page]
) -> None:
    """What is no address is named; the others stand in the page's own address, and the browser keeps them."""
    one, other = boards
    page = visit(f"{one.url}/boards")
    part = page.get_by_test_id
    choose(page, one.host, "board 2?")
    expect(part("boards-answer")).to_contain_text("2?")
    page.keyboard.press("Escape")
    choose(page, one.host, other.url)
    shows(page, one, other)
    assert urlsplit(page.url).query == f"at={one.host}&at={other.host}"
    part("tv").click()
    expect(part("boards-which")).to_be_hidden()
    part("leave-tv").click()
    expect(part("boards-which")).to_be_visible()
    page.goto(f"{one.url}/boards")
    page.wait_for_url(f"**/boards?at={one.host}&at={other.host}")
    shows(page, one, other)
