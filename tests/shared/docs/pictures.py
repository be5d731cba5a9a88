"""Pictures of pages: where they are kept, and how they are compared so that other fonts do not matter.

Both are looked at from afar: scaled down until a letter is a grey smudge. What is left is where things stand,
how light they are and which colour they have; that must be the same. The browser compares: it can read PNG.
"""

import base64
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, FloatRect, Locator, Page

FOLDER: Final = Path(__file__).parents[3] / "docs" / "pictures"

BYTES: Final = 200_000
"""No picture of a phone is bigger."""

JPEG_QUALITY: Final = 85
"""Wood and light as PNG would be three times as big."""

CELL_PX: Final = 24
"""The side of what becomes one dot: about two lines of text high."""

ONE_CELL: Final = 80
"""How far a dot may be from the other's, of 255: text that wrapped elsewhere (56 seen), no piece (112)."""

ON_AVERAGE: Final = 4.0
"""How far dots may be apart on average, of 255: other fonts (0.9 was seen), no other ground (10.5)."""

COMPARE: Final = """async ([before, now, cell, moving]) => {
  const dots = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width / cell);
    canvas.height = Math.round(image.height / cell);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    for (const { x, y, width, height } of moving) {
      const [left, top] = [Math.floor(x / cell), Math.floor(y / cell)];
      context.fillRect(left, top, Math.ceil((x + width) / cell) - left, Math.ceil((y + height) / cell) - top);
    }
    return [image.width, image.height, ...context.getImageData(0, 0, canvas.width, canvas.height).data];
  };
  const [one, other] = [await dots(before), await dots(now)];
  if (one[0] !== other[0] || one[1] !== other[1]) return [255, 255];
  const apart = one.slice(2).map((value, index) => Math.abs(value - other[index + 2]));
  return [Math.max(...apart), apart.reduce((sum, value) => sum + value, 0) / apart.length];
}"""


class Apart(NamedTuple):
    """How far two pictures are apart, of 255: their worst dots, and all of them on average."""

    worst: float
    average: float

    @property
    def alike(self) -> bool:
        """Whether one who glances at both sees the same."""
        return self.worst <= ONE_CELL and self.average <= ON_AVERAGE


def compared(browser: Browser, before: bytes, now: bytes, *moving: FloatRect) -> Apart:
    """Compare two pictures but for what moves; of unequal size they are as far apart as can be."""
    page = browser.new_page()
    worst, average = page.evaluate(COMPARE, [_url(before), _url(now), CELL_PX, moving])
    page.close()
    return Apart(worst, average)


DRAWN = """() => [...document.querySelectorAll("use")]
    .every((use) => !use.checkVisibility() || use.getBBox().width > 0)"""
"""Whether the drawings of all pieces have come: a page asks for them when it shows the first one."""


def taken(page: Page, file: Path) -> bytes:
    """Take a picture of what a page shows, in the format of this file; nothing moves on it."""
    page.wait_for_function(DRAWN)
    if file.suffix == ".jpg":
        return page.screenshot(type="jpeg", quality=JPEG_QUALITY, animations="disabled")
    return page.screenshot(animations="disabled")


def places(scale: float, *parts: Locator) -> list[FloatRect]:
    """Where parts of a page are, in the pixels of its picture."""
    boxes = [box for part in parts if (box := part.bounding_box())]
    return [
        FloatRect(
            x=box["x"] * scale, y=box["y"] * scale, width=box["width"] * scale, height=box["height"] * scale
        )
        for box in boxes
    ]


def _url(picture: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(picture).decode()


def hold(page: Page, file: Path, browser: Browser, *, accept: bool) -> None:
    """Compare what a page looks like with its picture, but for the clocks; or take that anew."""
    now = taken(page, file)
    assert len(now) < BYTES
    if accept:
        file.write_bytes(now)
    clocks = [page.get_by_test_id(f"side-{side}") for side in ("white", "black")]
    apart = compared(browser, file.read_bytes(), now, *places(page.evaluate("devicePixelRatio"), *clocks))
    assert apart.alike, f"{file.name} shows another page: {apart}"
