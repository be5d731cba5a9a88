"""Nobody is shut out: axe finds nothing on any page, in light and in dark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.axe import faults
from shared.pages.desk import DeskPage

SIZES = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_desk_shuts_nobody_out(
    start: Callable[..., Simulator], visit: Callable[..., Page], blank: Page, size: str, scheme: str
) -> None:
    """With each drawer open, after a few moves; the sheet of a new game, the guide and the help."""
    running = start("--time-control", "-")
    page = visit(running.url, viewport=SIZES[size], color_scheme=scheme)
    desk = DeskPage.opened(running, page)
    desk.plays("e2e4", "e7e5")
    for drawer in ("hands", "trouble", "below", "game"):
        page.get_by_test_id(f"tab-{drawer}").click()
        expect(page.locator(f".drawer.{drawer}")).to_be_visible()
        assert faults(page, blank) == []
    page.get_by_test_id("new-game-open").click()
    expect(page.get_by_test_id("new-means")).not_to_be_empty()
    assert faults(page, blank) == []
    page.keyboard.press("Escape")
    page.get_by_test_id("help").click()
    expect(page.get_by_test_id("lamp-legend").locator("li")).to_have_count(15)
    assert faults(page, blank) == []
    page.keyboard.press("Escape")
    page.get_by_test_id("guide-open").click()
    expect(page.get_by_test_id("confirm-yes")).to_be_focused()
    assert faults(page, blank) == []
    page.get_by_test_id("confirm-yes").click()
    expect(page.get_by_test_id("guide-text")).to_be_visible()
    assert faults(page, blank) == []


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_the_companion_shuts_nobody_out(
    start: Callable[..., Simulator], visit: Callable[..., Page], blank: Page, size: str, scheme: str
) -> None:
    """A game with moves, its dialogs, and the panels of who has the PIN.

    Each size and each scheme once: in its style sheet no rule of a size sets a colour.
    """
    running = start("--time-control", "-")
    desk = DeskPage.opened(running, visit(running.url))
    pin = desk.pin()
    desk.plays("e2e4", "e7e5")
    page = visit(f"{running.url}/companion", viewport=SIZES[size], color_scheme=scheme)
    part = page.get_by_test_id
    expect(part("ply-2")).to_be_visible()
    assert faults(page, blank) == []
    part("more").click()
    assert faults(page, blank) == []
    part("help").click()
    expect(page.locator("#legend li").first).to_be_visible()
    assert faults(page, blank) == []
    page.keyboard.press("Escape")
    part("act").click()
    part("pin").fill(pin)
    part("unlock").click()
    expect(part("order-wrong")).to_be_visible()
    assert faults(page, blank) == []
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(part("names-set")).to_be_visible()
    assert faults(page, blank) == []
