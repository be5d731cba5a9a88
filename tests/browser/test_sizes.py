"""Both pages stay small and quick: what is asked for and weighs, and how long a task keeps them in play."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

REQUESTS = 12
BYTES = {"/": 200_000, "/companion": 150_000}

FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
"""When something of the page was first to be seen, in ms since it was asked for."""

LONGEST_TASK_US = 100_000
"""How long one task may compute: what a person feels as a delay (web.dev, RAIL)."""

GAME = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bg5 e6 7. f4 Qb6 8. Qd2 Qxb2 9. Rb1 Qa3 *"

ASKED_BY = "(at) => performance.getEntriesByType('resource').filter((each) => each.startTime <= at).length"


@pytest.mark.parametrize("path", ["/", "/companion"])
def test_a_page_is_small(
    start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch, path: str
) -> None:
    """At most twelve requests until it is painted, sockets and itself included; at most so many bytes."""
    page = visit("about:blank")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - a builtin is not taken
    page.goto(start().url + path)
    expect(page.get_by_test_id("words")).not_to_be_empty()
    page.wait_for_load_state("networkidle")
    painted = page.evaluate(FIRST_PAINT)
    assert page.evaluate(ASKED_BY, painted) + 1 <= REQUESTS
    assert sum(len(each.body()) for each in answers) < BYTES[path]
    assert len(watch.asked) > 1


def test_no_task_of_a_page_is_long_in_play(
    browser: Browser, start: Callable[..., Simulator], visit: Callable[..., Page]
) -> None:
    """In one of three games at most: a page's fault is in each, what else the machine does is not."""
    longest = (max(_tasks_in_play(browser, start(), visit)) for _ in range(3))
    assert any(each < LONGEST_TASK_US for each in longest)


def _tasks_in_play(browser: Browser, running: Simulator, visit: Callable[..., Page]) -> list[int]:
    """A blitz game at twenty times, on the desk and a spectator's page, in the pages' own time."""
    desk = DeskPage.opened(running, visit(running.url))
    companion = visit(f"{running.url}/companion")
    expect(companion.get_by_test_id("words")).not_to_be_empty()
    expect(desk.part("hands-play")).to_be_visible()
    browser.start_tracing(categories=["toplevel", "devtools.timeline"])
    desk.let_hands_play(GAME, "blitz", "20")
    expect(desk.ply(18)).to_have_text("Qa3")
    expect(companion.get_by_test_id("ply-18")).to_be_visible()
    tasks = _tasks_of_pages(browser.stop_tracing())
    assert len(tasks) > 100
    return tasks


def _tasks_of_pages(trace: bytes) -> list[int]:
    """How long each task of the pages' main threads computed, in microseconds of the thread's own time."""
    events = json.loads(trace)["traceEvents"]
    named = [each for each in events if each["ph"] == "M" and each["name"] == "thread_name"]
    mains = {(each["pid"], each["tid"]) for each in named if each["args"]["name"] == "CrRendererMain"}
    ran = [each for each in events if each["ph"] == "X" and each["name"].endswith("RunTask")]
    return [each["tdur"] for each in ran if (each["pid"], each["tid"]) in mains and "tdur" in each]
