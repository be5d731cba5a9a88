"""Records the tour in README.md: real Chromium plays on the simulator's page, and a phone looks on.

    make tour        writes docs/pictures/tour.webp

Frames are taken when the page shows what it is to show, never after a time, so a slow machine records the
same tour. How long each is shown is its own. It decides what is played and said; how the page is driven is
`shared/pages/desk.py`'s.
"""

import base64
import io
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from shared.board.simulator import Simulator, simulator
from shared.docs.pictures import FOLDER
from shared.pages.chromium import find_chromium, launched
from shared.pages.desk import DeskPage

FILE: Final = FOLDER / "tour.webp"
SIZE: Final = ViewportSize(width=940, height=508)
QUALITY: Final = 80
BLINK_MS, GLANCE_MS, READ_MS = 110, 700, 2600

STAGE: Final = """<!doctype html><style>
  body { margin: 0; width: 940px; height: 508px; display: grid; grid-template: 58px 1fr / 690px 1fr;
    background: #d8d0c4; color: #2a221b; font: 600 21px/1.2 system-ui, "Liberation Sans", sans-serif; }
  p { grid-column: 1 / 3; margin: 0; padding: 0 24px; align-self: center; }
  img { display: block; }
  #desk { width: 690px; }
  #phone { width: 212px; margin: 0 auto; border: 5px solid #26221f; border-radius: 18px; }
</style><p></p><img id="desk"><img id="phone">"""

SHOW: Final = """async ([words, desk, phone]) => {
  document.querySelector("p").textContent = words;
  for (const [id, png] of [["desk", desk], ["phone", phone]]) {
    const image = document.getElementById(id);
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
  }
}"""


@dataclass
class Tour:
    """The pages that are seen, and what was taken of them."""

    desk: DeskPage
    phone: Page
    stage: Page
    words: str = ""
    frames: list[tuple[Image.Image, int]] = field(default_factory=list)

    @classmethod
    def opened(cls, browser: Browser, running: Simulator) -> "Tour":
        """Open the desk, the companion, and the stage on which both are shown."""
        desk = browser.new_page(viewport={"width": 1140, "height": 600}, color_scheme="light")
        desk.goto(running.url)
        phone = browser.new_page(viewport={"width": 360, "height": 720}, color_scheme="light")
        phone.goto(f"{running.url}/companion")
        stage = browser.new_page(viewport=SIZE)
        stage.set_content(STAGE)
        return cls(DeskPage.opened(running, desk), phone, stage)

    def show(self, duration_ms: int = BLINK_MS) -> None:
        """Take a frame of how all stands, to be shown so long."""
        desk = self.desk.page.locator(".table").screenshot()
        shown = [self.words, *(base64.b64encode(each).decode() for each in (desk, self.phone.screenshot()))]
        self.stage.evaluate(SHOW, shown)
        picture = Image.open(io.BytesIO(self.stage.screenshot())).convert("RGB")
        self.frames.append((picture, duration_ms))

    def say(self, words: str) -> None:
        """Show these words from now on."""
        self.words = words
        self.show(GLANCE_MS)

    def carry(self, start: str, end: str) -> None:
        """Lift what stands on a square, carry it in steps, and put it down."""
        self.desk.take(start)
        self.desk.in_the_air(1)
        self.show()
        here, there = self.desk.spot(start), self.desk.spot(end)
        for step in (0.33, 0.66, 1.0):
            self.desk.page.mouse.move(*(a + (b - a) * step for a, b in zip(here, there, strict=True)))
            self.show()
        self.desk.put()
        self.desk.in_the_air(0)

    def ply(self, number: int, start: str, end: str) -> None:
        """Make a ply; both pages show it."""
        self.carry(start, end)
        for each in (self.desk.ply(number), self.phone.get_by_test_id(f"ply-{number}")):
            expect(each).to_be_visible()
        self.show(GLANCE_MS)

    def press(self, side: str, other: str) -> None:
        """Press a lever; the other side's clock runs on both pages."""
        self.desk.press(f"lever-{side}")
        expect(self.phone.get_by_test_id(f"side-{other}")).to_have_attribute("data-state", "running")
        self.show(GLANCE_MS)

    def save(self, file: Path) -> None:
        """Write it: it begins again when it ends."""
        first, *others = [picture for picture, _ in self.frames]
        durations = [duration for _, duration in self.frames]
        how = {"quality": QUALITY, "method": 6, "minimize_size": True, "loop": 0}
        first.save(file, "WEBP", save_all=True, append_images=others, duration=durations, **how)


def play(tour: Tour) -> None:
    """A first move, an illegal one, a check; the clock, and the phone beside it."""
    desk = tour.desk
    tour.say("A board that feels where pieces stand. Black's lever starts White's clock.")
    tour.press("black", "white")
    tour.say("The first move: lift, carry, set down. The phone has it at once.")
    tour.ply(1, "e2", "e4")
    tour.press("white", "black")
    tour.show(READ_MS)
    tour.say("An illegal move: lamps say what is wrong, words say why.")
    tour.carry("a8", "a5")
    expect(desk.words).to_have_class("words wrong")
    expect(tour.phone.get_by_test_id("status")).to_have_attribute("data-kind", "wrong")
    tour.show(READ_MS)
    tour.carry("a5", "a8")
    expect(desk.words).not_to_have_class("words wrong")
    expect(tour.phone.get_by_test_id("status")).not_to_have_attribute("data-kind", "wrong")
    tour.say("Put right, the game goes on.")
    tour.ply(2, "d7", "d5")
    tour.press("black", "white")
    tour.say("A check: the king lights up, and what gives it.")
    tour.ply(3, "f1", "b5")
    tour.press("white", "black")
    expect(tour.phone.get_by_test_id("sq-e8")).to_have_attribute("data-marks", "check")
    tour.show(READ_MS)


def main() -> int:
    """Record the tour; 2 without a browser."""
    program = find_chromium()
    if program is None:
        print("chromium is missing (package chromium): no tour is recorded", file=sys.stderr)
        return 2
    with launched(program) as browser, simulator("--time-control", "5+3") as running:
        tour = Tour.opened(browser, running)
        expect(tour.desk.part("lever-black")).to_be_visible()
        play(tour)
        tour.save(FILE)
    print(f"{FILE}: {len(tour.frames)} frames, {FILE.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
