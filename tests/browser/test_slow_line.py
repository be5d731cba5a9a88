"""On a slow line nothing is lost: what is not heard yet is not there, and what is typed stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from desk_page import DeskPage
from simulator_here import Simulator
from slow_pages import held

MENU = {"/": ("help", "help-dialog"), "/companion": ("more", "more-dialog")}
"""A button of each page that needs nothing of the board, and what it opens."""


@pytest.mark.parametrize("path", MENU)
def test_a_button_is_there_when_it_is_heard(
    start: Callable[..., Simulator], visit: Callable[..., Page], path: str
) -> None:
    """Before a page's modules have come its buttons are not to be seen; the first click on one is heard."""
    page = visit(start().url + path)
    button, opens = map(page.get_by_test_id, MENU[path])
    with held(page, "**/kit/i18n.js"):
        page.reload(wait_until="commit")
        expect(button).to_be_attached()
        expect(button).to_be_hidden()
    button.click()
    expect(opens).to_be_visible()


def test_a_pin_that_is_typed_stays(start: Callable[..., Simulator], visit: Callable[..., Page]) -> None:
    """Whatever the board says meanwhile: the form is not drawn anew, wherever the focus is."""
    running = start("--time-control", "-")
    board = DeskPage.opened(running, visit(running.url))
    page = visit(f"{running.url}/companion")
    part = page.get_by_test_id
    part("more").click()
    part("names").click()
    part("pin").fill("12")
    part("unlock").focus()
    board.plays("e2e4")
    expect(part("ply-1")).to_be_attached()
    expect(part("pin")).to_have_value("12")
    expect(part("unlock")).to_be_focused()


def test_a_press_on_a_button_outlasts_what_the_board_says(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """A ply comes between finger down and finger up: what was pressed is ordered all the same."""
    running = start("--time-control", "-")
    board = DeskPage.opened(running, visit(running.url))
    page = visit(f"{running.url}/companion")
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(board.pin())
    part("unlock").click()
    board.plays("e2e4")
    part("order-resign-white").hover()
    page.mouse.down()
    board.plays("e7e5")
    expect(part("ply-2")).to_be_attached()
    page.mouse.up()
    expect(part("confirm-yes")).to_be_visible()


def test_what_is_asked_for_meanwhile_stays(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """The answer to one order comes while the next one waits for a yes."""
    running = start("--time-control", "-")
    board = DeskPage.opened(running, visit(running.url))
    page = visit(f"{running.url}/companion")
    part = page.get_by_test_id
    part("act").click()
    part("pin").fill(board.pin())
    part("unlock").click()
    board.plays("e2e4")
    with held(page, "**/orders"):
        part("order-wrong").click()
        expect(part("act-answer")).to_contain_text("…")
        part("order-resign-white").click()
        expect(part("confirm-yes")).to_be_visible()
    expect(part("act-answer")).to_contain_text("noted at ply 1")
    part("confirm-yes").click()
    expect(part("result")).to_contain_text("1")
