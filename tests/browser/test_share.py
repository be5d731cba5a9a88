"""The game to take home: the code that a phone reads, the PGN, and Lichess after a tap."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from shared.board.simulator import Simulator
from shared.pages.desk import DeskPage
from shared.pages.read_codes import read_code
from shared.pages.watched import Watch

GAME = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Bxf7+ *"
MOVES = "https://lichess.org/analysis/pgn/e4_e5_Nf3_Nc6_Bc4_Bc5_Bxf7"
IMPORT = "https://lichess.org/api/import"
WINDOWS = [(360, 740), (1280, 800)]

Visit = Callable[..., Page]


@pytest.fixture
def ended(start: Callable[..., Simulator], visit: Visit, watch: Watch) -> Simulator:
    """A desk whose game has ended."""
    watch.provoke("503")  # asked for between two games: there is no board for an instant
    running = start("--seed", "7")
    desk = DeskPage.opened(running, visit(running.url, viewport={"width": 1280, "height": 760}))
    desk.let_hands_play(GAME, "tidy", "50")
    expect(desk.ply(7)).to_be_visible()
    desk.say("result 1-0")
    return running


def opened(page: Page) -> Page:
    """The page with its dialog open."""
    page.get_by_test_id("share-open").click()
    expect(page.get_by_test_id("share-pgn")).to_be_visible()
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_a_phone_reads_the_code_from_the_screen(
    ended: Simulator, visit: Visit, window: tuple[int, int], scheme: str, tmp_path: Path
) -> None:
    """On a light page and on a dark one, on a phone and on a desk: it is what opens the game."""
    size = {"width": window[0], "height": window[1]}
    page = opened(visit(f"{ended.url}/companion", viewport=size, color_scheme=scheme, has_touch=True))
    expect(page.get_by_test_id("share-code")).to_be_in_viewport(ratio=1)
    picture = tmp_path / "page.png"
    page.screenshot(path=picture)
    assert read_code(picture) == MOVES
    assert page.evaluate("document.documentElement.scrollWidth") <= window[0]
    expect(page.get_by_test_id("share-lichess")).to_have_attribute("href", MOVES)
    page.emulate_media(media="print")
    page.screenshot(path=picture)
    assert read_code(picture) == MOVES


def test_the_pgn_is_a_file(ended: Simulator, visit: Visit) -> None:
    """Named as such."""
    page = opened(visit(f"{ended.url}/companion"))
    with page.expect_download() as download:
        page.get_by_test_id("share-pgn").click()
    assert download.value.suggested_filename == "game.pgn"
    assert "Bxf7+" in Path(download.value.path()).read_text(encoding="utf-8")


def test_it_is_offered_at_the_end_only(start: Callable[..., Simulator], visit: Visit) -> None:
    """While a game runs there is no button, and nothing is loaded for it."""
    running = start("--seed", "7")
    page = visit(f"{running.url}/companion")
    expect(page.get_by_test_id("words")).not_to_be_empty()
    expect(page.get_by_test_id("share")).to_be_hidden()
    assert (
        page.evaluate("performance.getEntriesByType('resource').some((each) => each.name.includes('share'))")
        is False
    )


def test_the_words_follow_the_language(ended: Simulator, visit: Visit) -> None:
    """The button changes with the page, the dialog when it is opened."""
    page = visit(f"{ended.url}/companion", locale="fr-FR")
    expect(page.get_by_test_id("share-open")).to_have_text("Emporter la partie")
    page.keyboard.press("l")
    expect(page.get_by_test_id("share-open")).to_have_text("Partie mitnehmen")
    page.keyboard.press("l")
    expect(page.get_by_test_id("share-open")).to_have_text("Take the game along")
    expect(opened(page).get_by_test_id("share-lichess")).to_have_text("Open on Lichess")


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (200, {"id": "abcd1234", "url": "https://lichess.org/abcd1234"}, "Lichess has it: Open on Lichess"),
        (
            200,
            {"id": "abcd1234", "url": "https://elsewhere.example/abcd1234"},
            "Lichess does not take this game.",
        ),
        (400, {"error": "The PGN contains illegal moves"}, "Lichess does not take this game."),
        (
            429,
            {"error": "Too many requests"},
            "Lichess takes no more games for now. Try again in a few minutes.",
        ),
        (0, {}, "This device does not reach Lichess. Is it on the internet?"),
    ],
    ids=str,
)
def test_lichess_is_asked_after_a_tap(
    ended: Simulator, visit: Visit, watch: Watch, status: int, body: dict[str, str], words: str
) -> None:
    """By the visitor's own browser, with the game alone and no cookie; what comes of it is said."""
    asked: list[Request] = []

    def answer(route: Route) -> None:
        asked.append(route.request)
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "application/json"}
        if status:
            route.fulfill(status=status, headers=headers, body=json.dumps(body))
        else:
            route.abort("internetdisconnected")

    watch.servers.add("lichess.org")
    watch.provoke("400", "429", "ERR_INTERNET_DISCONNECTED")
    page = visit(f"{ended.url}/companion")
    page.context.route("https://lichess.org/**", answer)
    opened(page)
    assert asked == []
    page.get_by_test_id("share-import").click()
    expect(page.get_by_test_id("share-answer")).to_have_text(words)
    assert [(each.method, each.url) for each in asked] == [("POST", IMPORT)]
    assert (asked[0].post_data or "").startswith("pgn=%5BEvent+")
    assert "cookie" not in asked[0].headers
    expect(page.get_by_test_id("share-imported")).to_have_count(int(words.endswith("Open on Lichess")))


def test_a_page_may_send_to_nobody_else(ended: Simulator, visit: Visit, watch: Watch) -> None:
    """Not even to another path of Lichess: the browser refuses it before anything is sent."""
    watch.provoke("Content Security Policy", "CSP", "violates")
    page = visit(f"{ended.url}/companion")
    expect(page.get_by_test_id("share-open")).to_be_visible()
    for address in ("https://lichess.org/api/account", "https://elsewhere.example/"):
        sent = "address => fetch(address).then(() => 'sent', (problem) => problem.name)"
        assert page.evaluate(sent, address) == "TypeError"
