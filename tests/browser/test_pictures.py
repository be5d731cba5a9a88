"""The pictures in README.md are what the pages look like.

`make tests ARGS="-k pictures --accept"` takes them anew. Both show one instant: Morphy at the opera, before
his last move, his rook in the air and the lamps saying where it may go. Clocks are not compared: one runs.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from shared.board.simulator import Simulator
from shared.docs.pictures import FOLDER, compared, places, taken
from shared.pages.desk import DeskPage
from shared.pages.watched import Watch

OPERA = """\
1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 *
"""
PLIES = 32
BYTES = 200_000
TOUR_BYTES = 1_000_000
TOUR_FRAMES = 20
PHONE = {
    "viewport": {"width": 390, "height": 800},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}


@pytest.fixture
def board(start: Callable[..., Simulator], visit: Callable[..., Page], watch: Watch) -> DeskPage:
    """The desk at that instant."""
    watch.provoke("503")  # asked for between two games: there is no board for an instant
    running = start("--seed", "7")
    desk = DeskPage.opened(running, visit(running.url, viewport={"width": 1280, "height": 760}))
    desk.let_hands_play(OPERA, "tidy", "50")
    expect(desk.ply(PLIES)).to_be_visible()
    expect(desk.part("mode")).to_have_text("your hands")
    desk.press("key-play")
    desk.reads("paused")
    desk.say("hints on")
    desk.press("key-play")
    expect(desk.words).not_to_contain_text("paused")
    desk.part("tab-below").click()
    desk.part("sweep").uncheck()
    desk.part("matrix").evaluate("part => part.scrollIntoView()")
    desk.take("d1")
    desk.carry("d5")
    desk.in_the_air(1)
    return desk


def hold(page: Page, file: Path, browser: Browser, *moving: Locator, accept: bool) -> None:
    """Compare what a page looks like with its picture, but for what moves; or take that anew."""
    now = taken(page, file)
    assert len(now) < BYTES
    if accept:
        file.write_bytes(now)
    scale = page.evaluate("devicePixelRatio")
    apart = compared(browser, file.read_bytes(), now, *places(scale, *moving))
    assert apart.alike, f"{file.name} shows another page: {apart}"


def test_the_readme_shows_each_picture() -> None:
    """No picture is kept that nobody sees, and none is shown without words for who cannot see it."""
    readme = (FOLDER.parents[1] / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r'<img src="docs/pictures/([^"]+)"[^>]* alt="[^"]{40,}">', readme)
    assert sorted(shown) == sorted(file.name for file in FOLDER.iterdir() if file.is_file())


def test_the_tour_is_short_and_goes_on() -> None:
    """An animated WebP under 1 MB that begins again at its end, recorded by a command."""
    tour = (FOLDER / "tour.webp").read_bytes()
    assert len(tour) < TOUR_BYTES
    assert (tour[:4], tour[8:16]) == (b"RIFF", b"WEBPVP8X")
    animation = tour.index(b"ANIM")
    assert tour[animation + 12 : animation + 14] == b"\0\0"  # how often it is shown: without end
    assert tour.count(b"ANMF") >= TOUR_FRAMES
    root = FOLDER.parents[1]
    assert "`make tour`" in (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "\ntour: " in (root / "Makefile").read_text(encoding="utf-8")


def test_the_desk_looks_as_in_the_readme(
    board: DeskPage, browser: Browser, request: pytest.FixtureRequest
) -> None:
    """The simulator's page: board, lamps, clock, scoresheet, and what lies below the surface."""
    faces = [board.part(f"face-{side}") for side in ("white", "black")]
    expect(board.page.locator(".lamp")).to_have_count(64)
    hold(board.page, FOLDER / "desk.jpg", browser, *faces, accept=request.config.getoption("--accept"))


def test_the_companion_looks_as_in_the_readme(
    board: DeskPage, visit: Callable[..., Page], browser: Browser, request: pytest.FixtureRequest
) -> None:
    """The companion on a phone, in the dark."""
    page = visit(f"{board.running.url}/companion", **PHONE)
    expect(page.get_by_test_id(f"ply-{PLIES}")).to_be_visible()
    expect(page.get_by_test_id("sq-d8")).to_have_attribute("data-marks", "target")
    clocks = [page.get_by_test_id(f"side-{side}") for side in ("white", "black")]
    hold(page, FOLDER / "companion.png", browser, *clocks, accept=request.config.getoption("--accept"))
