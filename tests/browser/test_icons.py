"""The icons are drawn from one drawing, `icon.svg`, and a browser would install both pages with them.

`make tests ARGS="-k icons --accept"` draws them anew: with round corners, and for systems that cut their own
shape out of a full square (maskable, touch).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from shared.board.simulator import Simulator
from shared.docs.pictures import compared

STATIC = Path(__file__).parents[2] / "firmware" / "jadoube" / "web" / "static"
ROUND, SQUARE = 'rx="112"', 'rx="0"'
DRAWN = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512, "icon-touch.png": 180}
FULL = {"icon-maskable.png", "icon-touch.png"}
"""Those without round corners."""

WAYS = ("/companion", "/")


def drawn(browser: Browser, name: str) -> bytes:
    """Draw an icon of this name."""
    page = browser.new_page(viewport={"width": DRAWN[name], "height": DRAWN[name]})
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    assert ROUND in svg
    page.set_content(
        "<style>body{margin:0}svg{display:block;width:100vw}</style>"
        + (svg.replace(ROUND, SQUARE) if name in FULL else svg)
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


@pytest.mark.parametrize("name", DRAWN)
def test_the_icons_are_as_drawn(browser: Browser, request: pytest.FixtureRequest, name: str) -> None:
    """Each is what the drawing gives."""
    now = drawn(browser, name)
    if request.config.getoption("--accept"):
        (STATIC / name).write_bytes(now)
    assert compared(browser, (STATIC / name).read_bytes(), now).alike


@pytest.mark.parametrize("path", WAYS)
def test_a_page_can_be_put_on_a_home_screen(
    start: Callable[..., Simulator], visit: Callable[..., Page], path: str
) -> None:
    """Chromium finds no fault in the manifest, and its start and all icons are there, as large as it says."""
    running = start()
    page = visit(running.url + path)
    devtools = page.context.new_cdp_session(page)
    told = devtools.send("Page.getAppManifest")
    assert told["errors"] == []
    hindrances = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in hindrances] == ["in-incognito"]  # as every page of these tests
    manifest: dict[str, Any] = json.loads(told["data"])
    assert manifest["start_url"] == manifest["id"] == path
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        size = page.evaluate(SIZE, icon["src"])
        assert icon["sizes"] in ("any", f"{size}x{size}")


SIZE = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image.naturalWidth;
}"""
