"""On a slow line nothing is lost: what is not heard yet is not there, and what is typed stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.slow import held
from shared.pages.watched import Watch

MENU = {"/": ("help", "help-dialog"), "/companion": ("more", "more-dialog")}
"""A button of each page that needs nothing of the board, and what it opens."""


def _board_and_companion(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> tuple[DeskPage, Page]:
    """A board without a clock on its desk's page, and the companion that it serves."""
    running = start("--time-control", "-")
    return DeskPage.opened(running, visit(running.url)), visit(f"{running.url}/companion")


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
    board, page = _board_and_companion(start, visit)
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
    board, page = _board_and_companion(start, visit)
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
    board, page = _board_and_companion(start, visit)
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


@pytest.mark.parametrize("module", ["act", "unpressed"], ids=["the part", "what it imports"])
def test_a_part_of_the_page_that_did_not_come_is_asked_for_again(
    start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch, module: str
) -> None:
    """Once by the page itself; then it says so, and the next click asks again."""
    watch.provoke("ERR_FAILED")
    page = visit(f"{start().url}/companion")
    part = page.get_by_test_id
    fails = 1
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) <= fails else route.continue_()

    page.route(f"**/static/{module}.js", answer)
    part("act").click()
    expect(part("act-dialog")).to_be_visible()
    assert len(asked) == 3, "fetched twice, then imported"
    page.reload()
    asked.clear()
    fails = 2
    part("act").click()
    expect(part("toast")).to_contain_text("did not come")
    expect(part("act-dialog")).to_be_hidden()
    part("act").click()
    expect(part("act-dialog")).to_be_visible()


def test_a_part_of_the_page_that_has_come_is_asked_for_no_more(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """Also where the browser no longer tells what it has loaded: it lists so many addresses at most."""
    page = visit(f"{start().url}/companion")
    part = page.get_by_test_id
    part("act").click()
    expect(part("act-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(part("act-dialog")).to_be_hidden()
    page.evaluate("performance.clearResourceTimings()")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    part("act").click()
    expect(part("act-dialog")).to_be_visible()
    assert [url for url in asked if url.endswith(".js")] == []


def test_names_that_were_set_stay_in_the_form(
    start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """It is not drawn anew for the message that has them: whoever goes on stays where he was."""
    board, page = _board_and_companion(start, visit)
    part = page.get_by_test_id
    part("more").click()
    part("names").click()
    part("pin").fill(board.pin())
    part("unlock").click()
    part("names-white").fill("Graf, Sonja")
    part("names-set").click()
    expect(page.locator("#names-answer")).to_contain_text("Graf, Sonja")
    expect(page.locator("#side-white")).to_contain_text("Graf")
    expect(part("names-white")).to_have_value("Graf, Sonja")
    expect(part("names-set")).to_be_focused()
    part("names-swap").click()
    expect(part("names-black")).to_have_value("Graf, Sonja")
    expect(part("names-white")).to_have_value("")
