"""Below the surface of the simulator's page: reeds, lines and hypotheses, while pieces move above."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage

LAYERS = ("closed", "raw", "settled")


@pytest.fixture
def board(start: Callable[..., Simulator], visit: Callable[..., Page]) -> DeskPage:
    """A desk that is looked into."""
    running = start("--time-control", "-")
    desk = DeskPage.opened(running, visit(running.url))
    desk.part("tab-below").click()
    return desk


def closed(board: DeskPage, layer: str, count: int) -> None:
    """Wait until so many reeds are closed in this layer."""
    expect(board.part(f"reeds-{layer}").locator(".reed.on")).to_have_count(count)


def test_a_lifted_piece_opens_its_reed_in_every_layer(board: DeskPage) -> None:
    """The magnet is gone, it is read, and it is believed; the lamp answers within a tenth of a second."""
    for layer in LAYERS:
        closed(board, layer, 32)
    board.take("e2")
    for layer in LAYERS:
        closed(board, layer, 31)
    expect(board.part("latency").locator("b").first).to_have_text(re.compile(r"^\d\d ms"))


def test_hypotheses_are_shown_with_their_evidence(board: DeskPage) -> None:
    """The best reading comes first, and says what its rank is made of."""
    board.plays("e2e4")
    best = board.part("hypotheses").locator("li").first
    expect(best).to_contain_text("1. e4")
    board.take("e7")
    expect(best).to_contain_text("in the air")


def test_a_missing_diode_makes_a_ghost_in_the_matrix(board: DeskPage) -> None:
    """Three corners of a rectangle are closed, a diode is missing: the fourth is shown as a ghost."""
    board.plays("e2e4")
    board.part("tab-trouble").click()
    board.part("tool-diode").click()
    board.part("sq-e1").click()
    board.page.keyboard.press("Escape")
    board.part("tab-below").click()
    expect(board.part("matrix").locator(".ghost")).not_to_have_count(0)
