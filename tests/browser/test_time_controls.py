"""A time control as players type it: both pages say what it means before it is taken, and show it so."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage


@pytest.fixture
def desk(start: Callable[..., Simulator], visit: Callable[..., Page]) -> DeskPage:
    """A simulator's desk, before a game of fifteen minutes and ten seconds a move."""
    running = start()
    return DeskPage.opened(running, visit(running.url))


def test_the_companion_takes_minutes(desk: DeskPage, visit: Callable[..., Page]) -> None:
    """In French on a phone: what is typed or chosen is said in words, then set, then shown."""
    pin = desk.pin()
    person = {"locale": "fr-FR", "viewport": {"width": 390, "height": 844}}
    page = visit(f"{desk.running.url}/companion", **person)
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(pin)
    part("unlock").click()
    means = part("control-means")
    expect(means).to_have_text("chaque camp a 15:00, et 10 s par coup")
    part("set-control-text").fill("180+2")
    expect(means).to_contain_text("180 minutes ou 180 secondes, attendu «\N{NO-BREAK SPACE}180 min + 2")
    part("set-control").select_option("classical 40/90+30+30")
    expect(part("set-control-text")).to_have_value("classical 40/90+30+30")
    expect(means).to_have_text(
        "chaque camp a 1:30:00 jusqu\N{RIGHT SINGLE QUOTATION MARK}au coup 40, puis 30:00, et 30 s par coup"
    )
    part("set-control-text").fill("3+2")
    expect(part("set-control")).to_have_value("")
    expect(means).to_have_text("chaque camp a 3:00, et 2 s par coup")
    part("set-control-send").click()
    expect(part("set-control").locator("option").first).to_have_text("3+2")
    expect(page.locator("#about")).to_contain_text("3+2 · club")
    expect(part("clock-white").locator(".time")).to_have_text(re.compile("0?3:02"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    blitz = part("set-rules").locator("option[value=fide-blitz]")
    expect(blitz).to_have_text("FIDE, rapide et blitz")


def test_the_desk_takes_minutes(desk: DeskPage) -> None:
    """On the sheet of a new game: said in words as one types; what has two readings begins no game."""
    desk.part("new-game-open").click()
    means = desk.part("new-means")
    expect(means).to_have_text("each side has 15:00, and 10 s a move")
    desk.page.locator("summary", has_text="Another kind").click()
    desk.part("new-own").fill("us 30 d5")
    expect(means).to_have_text("each side has 30:00, with a delay of 5 s a move")
    desk.part("new-own").fill("180+2")
    expect(means).to_contain_text("180 minutes or 180 seconds, expected '180 min + 2' or '180s+2' (3+2)")
    expect(desk.part("new-game")).to_be_disabled()
    desk.part("new-minutes").fill("3")
    desk.part("new-seconds").fill("2")
    expect(means).to_have_text("each side has 3:00, and 2 s a move")
    expect(desk.part("new-preset-3+2")).to_have_attribute("aria-pressed", "true")
    desk.part("new-game").click()
    desk.faces("white", "3:0")
