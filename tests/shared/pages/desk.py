"""The simulator's page as a person uses it: squares, levers and keys by what they are called.

Every step waits for what the page shows, never for time.
"""

import re
from typing import NamedTuple

from playwright.sync_api import FloatRect, Locator, Page, expect

from shared.board.simulator import Simulator

STEPS = 6
"""Of one carry: a pointer is seen on its way, as a hand's is."""


class Spot(NamedTuple):
    """A place on the page, in its pixels."""

    x: float
    y: float


def middle(box: FloatRect | None) -> Spot:
    """Give the centre of what is to be seen."""
    assert box is not None, "not to be seen"
    return Spot(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class DeskPage:
    """The page of `jadoube sim`, open in a browser; `running` is left out where another process serves it."""

    def __init__(self, page: Page, running: Simulator | None = None) -> None:
        self.page = page
        self._running = running

    @property
    def running(self) -> Simulator:
        """The simulator that serves this page."""
        assert self._running is not None, "another process serves this page"
        return self._running

    @classmethod
    def opened(cls, running: Simulator, page: Page) -> "DeskPage":
        """Give the page when its pieces are there to be taken."""
        expect(page.get_by_test_id("piece-0")).to_be_attached()
        return cls(page, running)

    def part(self, name: str) -> Locator:
        """What bears this name (`data-testid`)."""
        return self.page.get_by_test_id(name)

    def spot(self, square: str) -> Spot:
        """Where a square's centre is."""
        return middle(self.part(f"sq-{square}").bounding_box())

    def leave(self) -> str:
        """Close the page, then end the simulator; give the PGN that it prints."""
        self.page.close()
        return self.running.leave()

    # The hand

    def take(self, square: str) -> None:
        """Press on what stands there: it is in the air."""
        self.page.mouse.move(*self.spot(square))
        self.page.mouse.down()

    def carry(self, square: str) -> None:
        """Take what is held over a square."""
        self.page.mouse.move(*self.spot(square), steps=STEPS)

    def put(self) -> None:
        """Let go."""
        self.page.mouse.up()

    def park(self) -> None:
        """Leave what is held in the air, by the right button, so that the hand is free."""
        self.page.mouse.down(button="right")
        self.page.mouse.up(button="right")
        self.page.mouse.up()

    def drag(self, start: str, end: str) -> None:
        """Lift what stands on a square, and place it on another."""
        self.take(start)
        self.carry(end)
        self.put()

    def slide(self, *squares: str) -> None:
        """Push what stands on the first square along the others; the reeds on its way close and open."""
        self.page.keyboard.down("Shift")
        self.take(squares[0])
        for square in squares[1:]:
            self.carry(square)
        self.put()
        self.page.keyboard.up("Shift")

    # What is seen

    @property
    def words(self) -> Locator:
        """How things stand, in one line."""
        return self.part("words")

    @property
    def sheet(self) -> Locator:
        """The scoresheet."""
        return self.part("sheet")

    def reads(self, words: str) -> None:
        """Wait until it says this of how things stand."""
        expect(self.words).to_contain_text(words)

    def ply(self, number: int) -> Locator:
        """A ply on the scoresheet."""
        return self.part(f"ply-{number}")

    def faces(self, side: str, text: str) -> None:
        """Wait until a clock face says this (a pattern)."""
        expect(self.part(f"face-{side}")).to_have_attribute("data-text", re.compile(text))

    def in_the_air(self, count: int) -> None:
        """Wait until so many pieces are in the air."""
        expect(self.page.locator(".piece.up")).to_have_count(count)

    def is_drawn_over(self, square: str) -> None:
        """Wait until a piece in the air is drawn over a square, also if it moves or was just let go there."""
        self._waits_over(
            square,
            """(piece, x, y) => {
              const { left, right, top, bottom } = piece.getBoundingClientRect();
              return left <= x && x <= right && top <= y && y <= bottom;
            }""",
        )

    def hangs_over(self, square: str) -> None:
        """Wait until the desk has a piece in the air in the middle of a square: a press there takes it.

        Where it was let go it is drawn for a while (`held`), and then on its way to where the desk has it.
        """
        self._waits_over(
            square,
            """(piece, x, y) => {
              const { e, f } = piece.getScreenCTM();
              return !piece.matches(".held") && !piece.getAnimations().length && Math.hypot(e - x, f - y) < 1;
            }""",
        )

    def _waits_over(self, square: str, counts: str) -> None:
        up = "[...document.querySelectorAll('.piece.up')]"
        self.page.wait_for_function(
            f"([x, y]) => {up}.some((piece) => ({counts})(piece, x, y))", arg=list(self.spot(square))
        )

    def held_elsewhere(self, count: int) -> None:
        """Wait until so many pieces are in the hands of other pages."""
        expect(self.page.locator(".piece.others")).to_have_count(count)

    def plain_pgn(self) -> str:
        """The moves of the game, without comments."""
        return " ".join(re.sub(r"\{[^}]*\}|\d+\.\.\.", "", self.pgn().partition("\n\n")[2]).split())

    def digits(self, side: str) -> str:
        """What a clock face says now."""
        return self.part(f"face-{side}").get_attribute("data-text") or ""

    def pgn(self) -> str:
        """The game as a program gets it from the page's server."""
        return self.running.get("/api/v1/game.pgn")

    # Levers and keys

    def press(self, name: str) -> None:
        """Press a lever (`lever-white`) or a key of the panel (`key-ok`) briefly."""
        self.part(name).click()

    def say(self, order: str) -> None:
        """Say an order (docs/orders.md) in the drawer of the game."""
        self.part("tab-game").click()
        self.part("order").fill(order)
        self.press("say")

    def let_hands_play(self, pgn: str, manner: str, speed: str) -> None:
        """Have hands play a game, in the drawer of hands."""
        self.part("tab-hands").click()
        self.part("hands-pgn").fill(pgn)
        self.part("hands-manner").select_option(manner)
        self.part("hands-speed").select_option(speed)
        self.press("hands-play")

    def menu(self, entry: str) -> None:
        """Open the panel's menu, and walk upwards to this entry."""
        self.press("key-ok")
        self.reads("menu: ")
        while f"menu: {entry}" not in (before := self.words.inner_text()):
            self.press("key-minus")
            expect(self.words).not_to_have_text(before)

    def pin(self) -> str:
        """The PIN of the page, from the clock faces: the panel's menu has them show it."""
        self.menu("page")
        self.press("key-ok")
        expect(self.words).not_to_contain_text("menu")
        self.faces("black", r"^\d{4}$")
        pin = self.digits("black")
        self.press("key-back")
        self.reads("menu: page")
        self.press("key-back")
        expect(self.words).not_to_contain_text("menu")
        return pin

    def plays(self, *plies: str) -> None:
        """Drag these plies (`e2e4`), each when the one before stands on the sheet."""
        before = self.sheet.locator("[data-testid^=ply-]").count()
        for number, ply in enumerate(plies, before + 1):
            self.drag(ply[:2], ply[2:])
            expect(self.ply(number)).to_be_visible()
