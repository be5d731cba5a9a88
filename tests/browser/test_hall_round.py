"""The round on the hall's page: who has taken his seating, and which pairing has no board."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from axe_here import faults
from served_hall import PIN, HallBeside, hall_beside
from watched_pages import Watch


@pytest.fixture
def hall(watch: Watch) -> Iterator[HallBeside]:
    """A hall of three boards that have not begun."""
    with hall_beside() as beside:
        watch.servers.add(beside.host)
        yield beside


@pytest.fixture
def blank(browser: Browser) -> Page:
    """An empty page, on which pixels are read."""
    return browser.new_page()


def _unlock(page: Page) -> None:
    part = page.get_by_test_id
    part("act").click()
    part("arbiter-name").fill("Vera Menchik")
    part("pin").fill(PIN)
    part("unlock").click()
    expect(part("pause-all")).to_be_visible()


def test_who_has_taken_his_seating_is_seen(hall: HallBeside, visit: Callable[..., Page], blank: Page) -> None:
    """Beside each pairing and on the tile; a pairing without a board is a call, and leads to the round."""
    page = visit(hall.url)
    part = page.get_by_test_id
    _unlock(page)
    part("acts-close").click()
    part("round").click()
    part("assign-3").fill("")
    part("assign-3").press("Enter")
    expect(part("assign-3")).to_have_value("")
    expect(part("seated")).to_have_count(0)
    part("round-seat").click()
    part("confirm-yes").click()
    expect(part("seated")).to_have_text("Seatings taken: 2 of 2 boards.")
    other = hall.do(lambda played: played.board("b002"))
    hall.do(lambda played: played.change("b002", game=replace(other.game, board="9")))
    expect(part("seat-2")).to_have_text("not seated yet")
    expect(part("seat-1")).to_have_attribute("data-seat", "taken")
    expect(part("seated")).to_have_text("Seatings taken: 1 of 2 boards.")
    assert faults(page, blank) == []
    part("round-close").click()
    expect(part("tile-b002").locator(".tile-chip")).to_have_text("not seated yet")
    expect(part("call-hall")).to_contain_text("No board plays these pairings: 3.")
    assert faults(page, blank) == []
    part("call-hall").click()
    expect(part("round-dialog")).to_be_visible()
    part("round-close").click()
    part("see-hall").click()
    expect(part("call-hall")).to_contain_text("seen by Vera Menchik")
