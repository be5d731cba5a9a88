"""The pages in a real Chromium: one browser for the tests of this folder, a context of its own for each test.

A page that says an error, leaves a request unanswered or asks another than its own server fails its test.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from shared.board.simulator import Simulator, simulator
from shared.pages.chromium import find_chromium, launched
from shared.pages.slow import is_wanted, slow_down
from shared.pages.watched import Watch

HERE = Path(__file__).parent

WAITS_MS = 30_000
"""How long what must happen may take: much longer than it does, on a machine that does ten things at once."""

DEFAULTS = {"locale": "en-GB", "viewport": {"width": 1200, "height": 680}, "color_scheme": "light"}
"""Who looks, where a test does not say: with a window of a usual size, in English."""


KEPT = ExitStack()
"""What ends the browser: while it is there no other test can run a loop of its own."""


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """End the browser where the next test is none of these; pytest has no scope for a folder."""
    if nextitem is None or not nextitem.path.is_relative_to(HERE):
        opened.cache_clear()
        KEPT.close()


@cache
def opened(program: str) -> Browser:
    """Start it for the first of these tests."""
    return KEPT.enter_context(launched(program))


@pytest.fixture(scope="module")
def browser() -> Browser:
    """The one browser; of a module, as the next one may come when it has ended, and another has begun."""
    program = find_chromium()
    if program is None:
        pytest.skip("chromium is missing (package chromium): the pages are not tried")
    expect.set_options(timeout=WAITS_MS)
    return opened(program)


@pytest.fixture
def watch() -> Watch:
    """What no page of this test may do."""
    return Watch()


@pytest.fixture
def start(watch: Watch) -> Iterator[Callable[..., Simulator]]:
    """Start simulators; each is left at the end, and must end well."""
    with ExitStack() as stack:

        def started(*options: str, port: int = 0) -> Simulator:
            running = stack.enter_context(simulator(*options, port=port))
            watch.servers.add(running.host)
            return running

        yield started


@pytest.fixture
def blank(browser: Browser) -> Page:
    """An empty page, on which pixels are read."""
    return browser.new_page()


@pytest.fixture
def visit(browser: Browser, watch: Watch, start: Callable[..., Simulator]) -> Iterator[Callable[..., Page]]:  # noqa: ARG001 - pages leave before their server
    """Open pages, each for somebody new (`locale`, `viewport`, …: playwright's); none may misbehave."""
    contexts: list[BrowserContext] = []

    def opened(url: str, **person: Any) -> Page:
        contexts.append(browser.new_context(**DEFAULTS | person))
        watch.over(contexts[-1])
        if is_wanted():
            slow_down(contexts[-1])
        page = contexts[-1].new_page()
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert (watch.faults, watch.strangers()) == ([], [])
