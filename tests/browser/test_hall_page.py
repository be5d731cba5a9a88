"""The hall's page in a browser: all boards, calls, one alone, and what an arbiter does."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from jadoube.hall.page.cards import _clock
from jadoube.mqtt.payloads import ClockState
from jadoube_sim.benchmarks.hall.recording import record, write
from shared.pages.arbiter import act_as_arbiter
from shared.pages.axe import faults
from shared.pages.watched import Watch

PIN = "123456"
BOARDS = 12


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is played in each test: it takes longer to make than to read."""
    path = tmp_path_factory.mktemp("hall") / "recording.json"
    write(record(BOARDS, 30), path)
    return path


@pytest.fixture
def hall(watch: Watch, recording: Path) -> Iterator[str]:
    """The address of a page of a hall, as it stands when two boards call; clocks run, nobody moves."""
    words = [sys.executable, "-m", "jadoube_sim.benchmarks.hall.played", "--port", "0", "--speed", "0"]
    with subprocess.Popen(
        [*words, "--recording", str(recording), "--at", "10.5"],
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    ) as process:
        try:
            assert process.stdout
            host = f"127.0.0.1:{int(process.stdout.readline())}"
            watch.servers.add(host)
            yield f"http://{host}"
        finally:
            process.kill()


def test_all_boards_are_shown_found_and_opened(hall: str, visit: Callable[..., Page], blank: Page) -> None:
    """In the order of their numbers, with moves and positions; a search leaves one; a key opens it."""
    page = visit(hall, viewport={"width": 1280, "height": 760})
    part = page.get_by_test_id
    tiles = page.locator(".tile:visible")
    expect(tiles).to_have_count(BOARDS)
    expect(tiles.locator(".tile-number")).to_have_text([str(number) for number in range(1, BOARDS + 1)])
    expect(part("counts")).to_have_text("9 playing · 3 over")
    expect(part("tile-b001").locator(".tile-move")).to_contain_text(".")  # a move with its number
    assert part("tile-b001").locator(".mini b").count() > 2  # pieces
    assert faults(page, blank) == []
    part("search").fill("12")
    expect(tiles).to_have_count(1)
    page.keyboard.press("Enter")
    expect(part("board-dialog")).to_contain_text("Board 12")
    expect(part("one-moves").locator("li").first).to_be_visible()
    expect(part("pause")).to_have_count(0)  # who looks on does nothing
    assert faults(page, blank) == []
    part("board-close").click()
    expect(page).not_to_have_url(re.compile("#"))


def test_an_arbiter_acts(hall: str, visit: Callable[..., Page], blank: Page, watch: Watch) -> None:
    """The PIN first; what touches all is asked about; answers are told; boards are arranged for the round."""
    page = visit(hall, color_scheme="dark", locale="en-GB")
    part = page.get_by_test_id
    act_as_arbiter(page, PIN)
    part("pause-all").click()
    expect(part("answers")).to_contain_text("Stop the clocks")
    part("confirm-yes").click()
    expect(part("answers")).to_contain_text("Done: ")
    assert faults(page, blank) == []
    part("acts-close").click()
    page.goto(f"{hall}/#b003")
    part("time-seconds").fill("120")
    part("time").click()
    expect(part("board-dialog").get_by_test_id("answers")).to_contain_text("1 of 1")
    part("board-close").click()
    part("round").click()
    part("assign-2").fill("b009")
    watch.provoke("428")
    part("assign-2").press("Enter")
    part("round-dialog").get_by_test_id("confirm-yes").click()
    expect(part("assign-9")).to_have_value("")
    part("result-9").select_option("1-0")
    expect(part("result-9")).to_have_value("1-0")
    assert faults(page, blank) == []
    part("pairings-file").set_input_files(
        {"name": "open.csv", "mimeType": "text/csv", "buffer": b"White,Black\nTal\n"}
    )
    expect(part("pairings-problems")).to_be_visible()


def test_calls_come_first(hall: str, visit: Callable[..., Page]) -> None:
    """A click leads to the board; an arbiter, and nobody else, says that he has seen it."""
    page = visit(hall, locale="de-DE", viewport={"width": 390, "height": 780})
    part = page.get_by_test_id
    first = part("calls").locator(".call").first
    expect(first).to_contain_text("Ruft den Schiedsrichter")
    expect(first.locator(".call-see")).to_be_hidden()
    first.locator(".call-open").click()
    expect(part("board-dialog")).to_be_visible()
    part("board-close").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    act_as_arbiter(page, PIN)
    part("acts-close").click()
    part("see-b005").click()
    expect(part("calls").locator(".call").last).to_contain_text("gesehen von Vera Menchik")
    part("tile-b005").scroll_into_view_if_needed()  # what nobody sees is not drawn
    expect(part("tile-b005")).to_have_attribute("data-need", "")


CLOCKS = [
    ClockState(5000, 9000, "white", 0, white_rate=-1),
    ClockState(5000, 9000, "white", 0, white_rate=-1, delay_ms=3000),
    ClockState(5000, 9000, "black", 0, black_rate=-1, white_rate=1, delay_ms=2000),
    ClockState(5000, 9000, "black", 0, black_rate=1),
    ClockState(5000, 9000, "", 0, delay_ms=2000),
]


def test_clocks_are_counted_on_as_the_hall_counts_them(hall: str, visit: Callable[..., Page]) -> None:
    """With what is left of a delay; those of a board that is away, and all without a broker, stand."""
    page = visit(hall)
    for clock in CLOCKS:
        for passed_ms in (0, 1000, 2500, 4000, 60_000):
            shown = {"state": "on", "clock": _clock(clock, 0)}
            texts = page.evaluate(
                "async ([card, passed]) => (await import('/hall/card.js')).timeTexts(card, passed)",
                [shown, passed_ms],
            )
            after = zip(("white", "black"), clock.after(passed_ms), strict=True)
            assert texts == {side: _text(ms, rises=getattr(clock, f"{side}_rate") > 0) for side, ms in after}
    states = page.evaluate(
        "async (card) => (await import('/hall/card.js')).clockState(card, 'white')",
        {"state": "lost", "clock": _clock(CLOCKS[0], 0)},
    )
    assert states == ""


def _text(ms: int, *, rises: bool) -> str:
    """A time as the page writes it."""
    tenths = -(-max(0, ms) // 100)
    if not rises and tenths < 200:
        return f"{tenths // 10}.{tenths % 10}"
    seconds = ms // 1000 if rises else -(-ms // 1000)
    return f"{seconds // 60:02}:{seconds % 60:02}"


def test_a_hall_that_is_away_is_said(hall: str, visit: Callable[..., Page], watch: Watch) -> None:
    """What it said last stays."""
    page = visit(hall)
    expect(page.locator(".tile:visible")).to_have_count(BOARDS)
    watch.provoke("WebSocket", "ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_test_id("line")).to_contain_text("does not answer")
    expect(page.locator(".tile:visible")).to_have_count(BOARDS)
