"""On a slow line nothing is lost: what is not heard yet is not there, and what is typed stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

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
