"""Names, library and broadcast as a person uses them, in a browser; the desk is at a real socket."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from shared.board.scripted_engine import scripted_program
from shared.board.told_desk import GAME
from shared.pages.desk import Spot, middle
from shared.pages.fingers import Fingers
from shared.pages.slow import held
from shared.pages.watched import Watch

TESTS = Path(__file__).parents[1]

BEGINS_WITHIN_MS = 60_000
"""An analysis starts two processes, on a machine that does ten things at once."""

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


class Library:
    """A board with a library, in a process of its own: its page, its PIN, what its desk was asked."""

    def __init__(self, url: str, pin: str, asked: Path) -> None:
        self.url = url
        self.pin = pin
        self._asked = asked

    def asked(self) -> list[dict[str, object]]:
        """The questions so far."""
        return [json.loads(line) for line in self._asked.read_text(encoding="utf-8").splitlines()]

    def unlock(self, page: Page) -> Page:
        """Say the PIN."""
        page.get_by_test_id("pin").fill(self.pin)
        page.get_by_test_id("unlock").click()
        expect(page.get_by_test_id("pin")).to_have_count(0)
        return page


@contextmanager
def _running(folder: Path) -> Iterator[Library]:
    words = [sys.executable, "-m", "shared.board.library_process", str(folder)]
    with subprocess.Popen(words, cwd=TESTS, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            url, pin = process.stdout.readline().split()
            yield Library(url, pin, folder / "asked")
        finally:
            process.terminate()
            process.wait()


@pytest.fixture
def library(tmp_path: Path, watch: Watch) -> Iterator[Library]:
    """A board whose library answers."""
    with _running(tmp_path) as running:
        watch.servers.add(running.url.removeprefix("http://").strip("/"))
        yield running


def test_a_remembered_player_is_offered_and_stays_hidden(
    library: Library, visit: Callable[..., Page]
) -> None:
    """Whom keys of the board can choose, the page offers, too; who is `N. N.` stays so."""
    page = visit(f"{library.url}companion", **PHONE)
    part = page.get_by_test_id
    part("more").click()
    part("names").click()
    library.unlock(page)
    order = "remember Quist, Ada | WFM | 1900 | - | - | private"
    page.evaluate("async (order) => (await import('/static/access.js')).postOrder(order)", order)
    part("names-black").fill("Qui")
    expect(page.locator("#known-players option[value='Quist, Ada']")).to_be_attached()
    part("names-black").fill("Quist, Ada")
    expect(part("names-black-title")).to_have_value("WFM")
    expect(part("names-black-private")).to_be_checked()


def test_a_name_on_the_sheet_of_a_new_game_brings_its_title(
    library: Library, visit: Callable[..., Page]
) -> None:
    """Also where it is known only after the name was typed, and by whichever answer: one may be late."""
    page = visit(f"{library.url}companion", **PHONE)
    part = page.get_by_test_id
    part("new-game-open").click()
    library.unlock(page)
    with held(page, "**/players?prefix=Menchik*"):
        with held(page, "**/players?prefix="), page.expect_request("**/players?prefix=Menchik*"):
            part("new-white").fill("Menchik, Vera")
        expect(page.locator("#new-players option[value='Menchik, Vera']")).to_be_attached()
        with page.expect_request(lambda request: "name white" in (request.post_data or "")) as named:
            part("new-game").click()
        assert "name white Menchik, Vera | WGM" in str(named.value.post_data)


def test_names_are_set_and_a_pairing_is_chosen_by_one_tap(
    library: Library, visit: Callable[..., Page], tmp_path: Path
) -> None:
    """A name brings its title, however late; a tap sends the orders; bad lines of a list are named."""
    page = visit(f"{library.url}companion", **PHONE)
    part = page.get_by_test_id
    part("more").click()
    part("names").click()
    late: list[Route] = []
    page.route("**/players?*", lambda route: late.insert(0, route))
    library.unlock(page)
    with page.expect_request("**/players?prefix=Menchik*"):
        part("names-white").fill("Menchik, Vera")
    expect(part("names-white")).to_have_value("Menchik, Vera")
    for each in late:
        each.continue_()
    expect(part("names-white-title")).to_have_value("WGM")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_file_chooser() as chooser:
        part("pairings-file-open").click()
    listed = tmp_path / "list.csv"
    listed.write_text("White;Black\n", encoding="utf-8")
    chooser.value.set_files(listed)
    expect(part("pairings-problems")).to_contain_text("line 12: 'Smith' found, expected White and Black")
    orders = []
    page.on("request", lambda request: orders.append(request.post_data) if "orders" in request.url else None)
    with page.expect_response("**/orders"):
        part("pairing-0").click()
    assert json.loads(orders[0]) == {"order": "name white Reshevsky, Samuel | GM | 2565 | 2000024 | USA"}


def test_a_ply_that_was_read_wrongly_is_corrected(library: Library, visit: Callable[..., Page]) -> None:
    """What does not fit then is asked for; the PGN says what was read, and who has corrected it."""
    page = visit(f"{library.url}game/{GAME['id']}", **PHONE)
    part = page.get_by_test_id
    part("ply-4").click()
    part("correction-open").click()
    library.unlock(page)
    expect(part("correction-question")).to_have_text("What was played instead of 2... ♘\ufe0ec6?")
    part("played-other").select_option("d6")
    expect(part("correction-question")).to_have_text("3... a6 does not fit after that. What was played?")
    expect(part("sq-d6")).to_have_attribute("data-piece", "p")
    part("correction-cancel").click()
    expect(part("sq-c6")).to_have_attribute("data-piece", "n")
    part("correction-open").click()
    for san in ("d6", "c6"):
        part("played-other").select_option(san)
    part("played-bxc6").click()
    changes = ["2... d6, not ♘\ufe0ec6", "3... c6, not a6", "4... bxc6, not dxc6"]
    expect(part("correction-changes").locator("li")).to_have_text(changes)
    part("correction-save").click()
    expect(page.locator("#rows")).to_contain_text("owner: Nc6 had been read")
    expect(part("ply-4")).to_have_attribute("aria-current", "location")
    pgn = str(page.evaluate("fetch(document.getElementById('download').href).then((got) => got.text())"))
    assert "3. Bb5+" in pgn
    assert "2... d6 { corrected: Nc6 was read, by the owner } { [%clk 0:14:20] }" in " ".join(pgn.split())
    part("ply-4").click()
    part("correction-open").click()
    expect(part("played-Nc6")).to_be_visible()  # what was read can stand again


def test_a_correction_that_is_given_up_stays_so(library: Library, visit: Callable[..., Page]) -> None:
    """Also where the board's answer comes later; and nothing is there before it is heard."""
    page = visit(f"{library.url}game/{GAME['id']}", **PHONE)
    part = page.get_by_test_id
    with held(page, f"**/games/{GAME['id']}"):
        page.reload()
        expect(part("nav-previous")).to_be_hidden()
    part("nav-previous").click()
    part("correction-open").click()
    library.unlock(page)
    asks, answers = page.expect_request("**/correction"), page.expect_response("**/correction")
    with answers, held(page, "**/correction"), asks:
        part("played-other").select_option(index=1)
        part("correction-cancel").click()
    expect(part("correction-open")).to_be_visible()
    expect(part("correction-question")).to_have_count(0)


def test_the_games_are_there_with_a_new_pin(
    library: Library, visit: Callable[..., Page], watch: Watch
) -> None:
    """A board that was started anew asks for it; then its games are listed, not none."""
    watch.provoke("401")
    page = visit(f"{library.url}games")
    page.evaluate("sessionStorage.setItem('jadoube-token', 'of-before')")
    page.reload()
    library.unlock(page)
    expect(page.get_by_test_id(f"game-{GAME['id']}")).to_be_visible()


def test_a_game_is_found_opened_and_deleted(
    library: Library, visit: Callable[..., Page], tmp_path: Path
) -> None:
    """On a phone; what an import did not take; the game's own page without the PIN; a deletion asks once."""
    page = visit(f"{library.url}games", **PHONE)
    field, unlock = (page.get_by_test_id(name).bounding_box() for name in ("pin", "unlock"))
    assert field
    assert unlock
    assert unlock["height"] <= field["height"] + 4  # not as high as the field with its label
    library.unlock(page)
    part = page.get_by_test_id
    row = part(f"game-{GAME['id']}")
    expect(row).to_contain_text(re.compile("WGM Menchik, Vera . GM Reshevsky, Samuel"))
    expect(row).to_contain_text("Ruy Lopez: Exchange Variation")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_response("**/games?search=vera"):
        part("search").fill("vera")
    expect(row).to_be_visible()
    with page.expect_file_chooser() as chooser:
        part("import-open").click()
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 *\n", encoding="utf-8")
    chooser.value.set_files(games)
    expect(part("games-answer")).to_have_text("✕ Imported: 1 new, 1 known. 1 could not be read:")
    expect(part("import-problems")).to_have_text("line 12: no move found")
    part(f"delete-{GAME['id']}").click()
    part("confirm-no").click()
    part(f"delete-{GAME['id']}").click()
    with page.expect_response(f"**/games/{GAME['id']}"):
        part("confirm-yes").click()
    asked = [each for each in library.asked() if each["ask"] in ("games", "delete")]
    assert {"ask": "delete", "id": GAME["id"]} in asked
    assert any(each.get("search") == "vera" for each in asked)
    stranger = visit(f"{library.url}game/{GAME['id']}")
    expect(stranger.get_by_test_id("name-white")).to_have_text("WGM Menchik, Vera")
    expect(stranger.get_by_test_id("sq-g1")).to_have_attribute("data-piece", "K")
    stranger.get_by_test_id("share-open").click()
    expect(stranger.get_by_test_id("share-code")).to_be_visible()
    expect(stranger.get_by_test_id("share-pgn")).to_have_attribute("href", f"/api/v1/games/{GAME['id']}.pgn")
    stranger.keyboard.press("ArrowLeft")
    expect(stranger.get_by_test_id("sq-e1")).to_have_attribute("data-piece", "K")


def test_a_swipe_walks_through_a_stored_game(library: Library, visit: Callable[..., Page]) -> None:
    """To the right a ply back, to the left a ply on; past the end nothing happens, and the page stays."""
    page = visit(f"{library.url}game/{GAME['id']}", **PHONE)
    king = page.get_by_test_id("sq-g1")
    expect(king).to_have_attribute("data-piece", "K")
    fingers = Fingers(page)
    x, y = middle(page.get_by_test_id("board").bounding_box())
    left, right = Spot(x - 120, y), Spot(x + 120, y)
    fingers.draw(left, right)
    expect(king).to_have_attribute("data-piece", "")
    fingers.draw(right, left)
    expect(king).to_have_attribute("data-piece", "K")
    fingers.draw(right, left)
    expect(king).to_have_attribute("data-piece", "K")
    assert page.url.endswith(GAME["id"])


def test_a_game_is_analysed_stopped_and_gone_on_with(
    library: Library, visit: Callable[..., Page], watch: Watch, tmp_path: Path
) -> None:
    """Without an engine a package is named; then progress, cancel, what is done, the rest, and the graph."""
    watch.provoke("409")
    page = visit(f"{library.url}game/{GAME['id']}", **PHONE)
    part = page.get_by_test_id
    part("analyse").click()
    library.unlock(page)
    expect(part("analysis-problem")).to_contain_text("sudo apt install stockfish")
    scripted_program("hangs-from 4", tmp_path)
    part("analyse").click()
    expect(part("analysis-progress")).to_contain_text("4 of 10 positions", timeout=BEGINS_WITHIN_MS)
    part("analysis-stop").click()
    expect(part("analysis")).to_contain_text("4 of 10 positions")
    expect(part("analysis-words")).to_have_text("not analysed yet")
    scripted_program("blunders 5", tmp_path)
    part("analyse").click()
    expect(part("analysis")).to_contain_text("Scripted 1.0", timeout=BEGINS_WITHIN_MS)
    assert (tmp_path / "asked").read_text(encoding="utf-8").split().count("0") == 1
    expect(part("analysis-words")).to_have_text(re.compile(r"^-5\.00 Black is winning · best: 5\.\.\."))
    expect(part("ply-5")).to_have_text(re.compile(r"b5\?\?"))
    graph = part("analysis-graph")
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] * 5 / 9, "y": 5})
    expect(part("ply-5")).to_have_attribute("aria-current", "location")
    expect(part("analysis-words")).to_contain_text("b5?? blunder · better: 3. ")
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "4")
    expect(part("analysis-words")).to_contain_text("+0.13 about equal")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as download:
        part("analysis-pgn").click()
    assert "$4" in download.value.path().read_text(encoding="utf-8")


def test_a_broadcast_is_started_and_its_token_is_shown_nowhere(
    library: Library, visit: Callable[..., Page]
) -> None:
    """Token, rounds, start; the page says how it stands, and has the token no more."""
    page = visit(f"{library.url}companion", **PHONE)
    part = page.get_by_test_id
    part("more").click()
    part("broadcast").click()
    library.unlock(page)
    part("token").fill("lip_secret")
    part("token-set").click()
    expect(part("token-forget")).to_be_visible()
    part("broadcast-rounds").click()
    expect(part("broadcast-round")).to_be_visible()
    part("broadcast-minutes").fill("15")
    part("broadcast-start").click()
    expect(part("broadcast-state")).to_contain_text("Club Evening · Round 3. Sending.")
    chosen = {"ask": "broadcast", "round": "Q4XJHLBL", "delay_min": 15, "delay_plies": 0, "parts": "boards"}
    assert chosen in library.asked()
    assert "lip_secret" not in page.content()
    assert page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])").count("lip_") == 0
