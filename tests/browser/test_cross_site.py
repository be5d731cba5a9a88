"""A page from elsewhere, open in the same browser as the board's, cannot drive the board.

One of this network may look, as anybody in it may; one from the internet may not.

It tries all that a script can: posts of both kinds that need no leave and of the one that does, both sockets,
the event stream, the view as a script and in a frame. And the board's own page under a name that an evil name
server has given out for this machine.
"""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from shared.board.simulator import Simulator
from shared.pages.chromium import STRANGE_NAME
from shared.pages.elsewhere import elsewhere
from shared.pages.watched import Watch

TRIES = """async (board) => {
  const said = async (doing) => { try { return String(await doing()); } catch (error) { return "refused"; } };
  const post = (path, type, body) => said(async () => {
    const headers = { "Content-Type": type };
    return (await fetch(`http://${board}${path}`, { method: "POST", headers, body })).status;
  });
  const opened = (thing) => new Promise((resolve) => {
    thing.onopen = () => resolve("open");
    thing.onerror = () => resolve("refused");
  });
  const order = JSON.stringify({ order: "resign white" });
  const unlock = JSON.stringify({ pin: "0000" });
  return {
    "an order as JSON": await post("/api/v1/orders", "application/json", order),
    "an order as text": await post("/api/v1/orders", "text/plain", order),
    "an order as a form": await post("/api/v1/orders", "application/x-www-form-urlencoded", order),
    "a PIN as JSON": await post("/api/v1/unlock", "application/json", unlock),
    "a PIN as text": await post("/api/v1/unlock", "text/plain", unlock),
    "the view": await said(async () => (await fetch(`http://${board}/api/v1/view`)).status),
    "the companion's socket": await opened(new WebSocket(`ws://${board}/api/v1/socket`)),
    "the desk's socket": await opened(new WebSocket(`ws://${board}/sim/socket`)),
    "the event stream": await opened(new EventSource(`http://${board}/api/v1/events`)),
  };
}"""
"""What is said of each try, `refused` where the page learns nothing."""

NO_ICON = '<link rel="icon" href="data:,">'


@pytest.fixture
def board(start: Callable[..., Simulator]) -> Simulator:
    """A simulator that somebody else's page is after."""
    return start()


def view(board: Simulator) -> str:
    """How the game stands, for who may ask."""
    return board.get("/api/v1/game.pgn")


THE_FEED = {"the view", "the companion's socket"}


@pytest.mark.parametrize(
    ("host", "open_to_it"), [("127.0.0.1", THE_FEED), ("localhost", THE_FEED), (STRANGE_NAME, set())]
)
def test_a_page_from_elsewhere_is_refused(
    visit: Callable[..., Page], watch: Watch, board: Simulator, host: str, open_to_it: set[str]
) -> None:
    """No order, no PIN, no desk for a page of another server; and no look, if it is not of this network."""
    before = view(board)
    with elsewhere(f"{NO_ICON}<title>elsewhere</title>") as port:
        watch.servers |= {f"{host}:{port}"}
        watch.provoke("CORS", "403", "WebSocket", "ERR_FAILED", "ERR_ABORTED", "favicon")
        page = visit(f"http://{host}:{port}/")
        tried = page.evaluate(TRIES, board.host)
    assert {what for what, came in tried.items() if came != "refused"} == open_to_it
    assert view(board) == before


def test_the_page_does_not_open_in_a_frame(
    visit: Callable[..., Page], watch: Watch, board: Simulator
) -> None:
    """Nobody can lay another page over the board's keys."""
    with elsewhere(f'{NO_ICON}<iframe src="{board.url}/"></iframe><p>press here</p>') as port:
        watch.servers |= {f"127.0.0.1:{port}"}
        watch.provoke("frame", "ERR_BLOCKED", "ancestor")
        page = visit(f"http://127.0.0.1:{port}/")
        framed = [frame for frame in page.frames if frame is not page.main_frame]
    assert [frame.content().count("sq-e4") for frame in framed] == [0]


def test_a_strange_name_for_this_machine_is_refused(
    visit: Callable[..., Page], watch: Watch, board: Simulator
) -> None:
    """Under a name that an evil name server gave out for this machine (DNS rebinding): 403, in one line."""
    watch.provoke("403")
    watch.servers |= {f"{STRANGE_NAME}:{board.port}"}
    page = visit("about:blank")
    for path in ("/", "/companion", "/api/v1/view", "/sim/log"):
        answer = page.goto(f"http://{STRANGE_NAME}:{board.port}{path}")
        assert answer is not None
        assert answer.status == 403, path
        assert len(answer.text().splitlines()) == 1


def test_an_open_page_is_no_way_in(visit: Callable[..., Page], board: Simulator) -> None:
    """What anybody may read is the view; a view tells no PIN and no token."""
    page = visit(board.url)
    message = json.loads(board.get("/api/v1/view"))
    assert "pin" not in json.dumps(message).lower()
    assert page.context.cookies() == []
