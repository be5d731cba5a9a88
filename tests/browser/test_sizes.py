"""Both pages stay small: what is asked for before a board is to be seen, and what all of it weighs."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from simulator_here import Simulator
from watched_pages import Watch

REQUESTS = 12
BYTES = 150_000

FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
"""When something of the page was first to be seen, in ms since it was asked for."""

ASKED_BY = "(at) => performance.getEntriesByType('resource').filter((each) => each.startTime <= at).length"


@pytest.mark.parametrize("path", ["/", "/companion"])
def test_a_page_is_small(
    start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch, path: str
) -> None:
    """At most twelve requests until it is painted, sockets and itself included; at most 150 kB in all."""
    page = visit("about:blank")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - a builtin is not taken
    page.goto(start().url + path)
    expect(page.get_by_test_id("words")).not_to_be_empty()
    page.wait_for_load_state("networkidle")
    painted = page.evaluate(FIRST_PAINT)
    assert page.evaluate(ASKED_BY, painted) + 1 <= REQUESTS
    assert sum(len(each.body()) for each in answers) < BYTES
    assert len(watch.asked) > 1
