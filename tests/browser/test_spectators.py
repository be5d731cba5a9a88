"""What a spectator sees and hears: the opening, how long each move took, and sounds if he wants them."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage

HEARD = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (when) {
    window.heard.push(this.frequency.value);
    return start.call(this, when);
  };
}"""
"""Notes the frequency of each tone that the page plays."""


def watching(start: Callable[..., Simulator], visit: Callable[..., Page]) -> tuple[DeskPage, Page]:
    """A desk with a clock that runs, and a spectator's companion."""
    running = start("--time-control", "5+3")
    desk = DeskPage.opened(running, visit(running.url))
    desk.part("lever-black").click()
    return desk, visit(f"{running.url}/companion")


def test_a_spectator_reads_the_opening_and_the_times(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """The opening's name stands over the moves; below each is a bar as long as it took."""
    desk, page = watching(start, visit)
    expect(page.get_by_test_id("opening")).to_be_hidden()
    desk.drag("e2", "e4")
    desk.part("lever-white").click()
    expect(page.get_by_test_id("opening")).to_contain_text("King's Pawn")
    ply = page.get_by_test_id("ply-1")
    expect(ply).to_have_attribute("style", re.compile(r"--thought: \d+%"))
    assert page.evaluate("getComputedStyle(document.querySelector('.ply')).backgroundSize").endswith("2px")


def test_sounds_are_off_until_somebody_wants_them(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """Then a move is heard, a capture otherwise; and the page remembers it."""
    desk, page = watching(start, visit)
    page.evaluate(HEARD)
    desk.plays("e2e4")
    expect(page.get_by_test_id("ply-1")).to_be_visible()
    assert page.evaluate("window.heard") == []
    page.get_by_test_id("more").click()
    page.get_by_test_id("sounds-on").click()
    page.keyboard.press("Escape")
    desk.part("lever-white").click()
    desk.plays("d7d5")
    expect(page.get_by_test_id("ply-2")).to_be_visible()
    page.wait_for_function("() => window.heard.length === 1")
    desk.part("lever-black").click()
    desk.plays("e4d5")
    page.wait_for_function("() => window.heard.length === 3")
    page.reload()
    page.get_by_test_id("more").click()
    expect(page.get_by_test_id("sounds-on")).to_have_attribute("aria-pressed", "true")
