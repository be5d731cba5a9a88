"""What a page outlives: its daemon restarted, its wire cut, another page beside it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch
from shared.pages.wire import wire


def test_pages_outlive_their_daemon(
    start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch
) -> None:
    """Both say that the board is gone; when it is back on the same port, both show what it shows."""
    watch.provoke("ERR_CONNECTION_REFUSED", "WebSocket")
    first = start("--time-control", "-")
    desk = DeskPage.opened(first, visit(first.url))
    companion = visit(f"{first.url}/companion")
    desk.plays("e2e4")
    expect(companion.get_by_test_id("ply-1")).to_be_visible()
    first.leave()
    expect(desk.part("link")).to_have_attribute("data-state", "lost")
    expect(companion.get_by_test_id("connection")).to_have_attribute("data-state", "lost")
    second = start("--time-control", "-", port=first.port)
    expect(desk.part("link")).to_have_attribute("data-state", "connected")
    expect(companion.get_by_test_id("connection")).to_have_attribute("data-state", "live")
    expect(desk.ply(1)).to_have_count(0)
    DeskPage.opened(second, desk.page).plays("d2d4")
    expect(companion.get_by_test_id("ply-1")).to_contain_text("d4")


@pytest.mark.parametrize("path", ["/", "/companion"])
def test_a_page_outlives_a_cut_wire(
    start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch, path: str
) -> None:
    """While the wire is cut the page says so; mended, it shows what was played in between."""
    watch.provoke("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket")
    running = start("--time-control", "-")
    desk = DeskPage.opened(running, visit(running.url))
    with wire(running.port) as cable:
        watch.servers.add(cable.host)
        page = visit(cable.url + path)
        link = page.locator("[data-testid=link], [data-testid=connection]")
        expect(page.get_by_test_id("words")).not_to_be_empty()
        page.wait_for_load_state("networkidle")  # the drawer, too: it is loaded after the board is shown
        cable.cut()
        expect(link).to_have_attribute("data-state", "lost")
        desk.plays("e2e4")
        expect(page.get_by_test_id("ply-1")).to_have_count(0)
        cable.mend()
        expect(page.get_by_test_id("ply-1")).to_contain_text("e4")
        page.close()


def test_two_pages_share_a_board(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """What one lifts hangs on the other's page, too; what one holds no other takes."""
    running = start("--time-control", "-")
    white, black = (DeskPage.opened(running, visit(running.url)) for _ in range(2))
    white.take("e2")
    black.in_the_air(1)
    black.drag("e2", "d3")
    white.carry("e4")
    white.put()
    expect(black.ply(1)).to_have_text("e4")
    black.plays("e7e5")
    expect(white.ply(2)).to_have_text("e5")
    white.in_the_air(0)


def test_a_hand_that_leaves_lets_its_piece_hang(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """A page is closed with a piece in its hand: it stays in the air, and another page places it."""
    running = start("--time-control", "-")
    one, other = (DeskPage.opened(running, visit(running.url)) for _ in range(2))
    one.take("e2")
    one.carry("e3")
    other.hangs_over("e3")
    one.page.close()
    other.held_elsewhere(0)
    other.in_the_air(1)
    other.drag("e3", "e4")
    expect(other.ply(1)).to_have_text("e4")
