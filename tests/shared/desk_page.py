"""The simulator's page as a person uses it: squares, levers and keys by what they are called.

Every step waits for what the page shows, never for time.
"""

from typing import NamedTuple

from playwright.sync_api import FloatRect, Locator, Page, expect

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
    """The page of `jadoube sim`, open in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def part(self, name: str) -> Locator:
        """What bears this name (`data-testid`)."""
        return self.page.get_by_test_id(name)

    def spot(self, square: str) -> Spot:
        """Where a square's centre is."""
        return middle(self.part(f"sq-{square}").bounding_box())

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

    def pgn(self) -> str:
        """The game as a program gets it from the page's server."""
        return self.page.request.get("/api/v1/game.pgn").text()

    # Levers and keys

    def press(self, name: str) -> None:
        """Press a lever (`lever-white`) or a key of the panel (`key-ok`) briefly."""
        self.part(name).click()

    def move(self, start: str, end: str, says: str, lever: str = "") -> None:
        """Play a ply: drag, see that it is read, and press the lever, if one is named."""
        self.drag(start, end)
        self.reads(says)
        if lever:
            self.press(f"lever-{lever}")
