"""A slow line and a slow phone for pages: one request that is late, or all (JADOUBE_SLOW_PAGES=1).

What comes at once hides what is clicked before the page listens, and what is typed before it is overwritten.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Page, Route

LATENCY_MS = 250
"""Of each request and each message of a socket: a phone at the far end of a club's network (a guess)."""

SLOWER = 2
"""Times slower than this machine: a phone of some years ago (a guess)."""

LATE_MESSAGES = """((late) => {
  const { prototype } = WebSocket;
  const { set, get } = Object.getOwnPropertyDescriptor(prototype, "onmessage");
  Object.defineProperty(prototype, "onmessage", {
    get,
    set(take) { set.call(this, (event) => setTimeout(() => take.call(this, event), late)); },
  });
})"""


@contextmanager
def held(page: Page, pattern: str) -> Iterator[None]:
    """Keep back what the page asks for by such an address, until this is left.

    A request that comes while this is being left goes on at once: nothing else would let it go.
    """
    waiting: list[Route] = []
    is_left = False

    def hold(route: Route) -> None:
        if is_left:
            route.continue_()
        else:
            waiting.append(route)

    page.route(pattern, hold)
    yield
    is_left = True
    for each in waiting:
        each.continue_()
    page.unroute(pattern)


def is_wanted() -> bool:
    """Whether this run is to be slow."""
    return os.environ.get("JADOUBE_SLOW_PAGES") == "1"


def slow_down(context: BrowserContext) -> None:
    """Make every page slow that this context opens from now on."""
    context.add_init_script(f"{LATE_MESSAGES}({LATENCY_MS})")
    context.on("page", _slow)


def _slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    line = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", line)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
