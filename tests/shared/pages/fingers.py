"""Fingers on a touch screen: as many at once as a test wants, each where it is put."""

from playwright.sync_api import Page

from shared.pages.desk import STEPS, Spot


class Fingers:
    """The hand of somebody who touches a page. Its context needs `has_touch`."""

    def __init__(self, page: Page) -> None:
        self._wire = page.context.new_cdp_session(page)
        self._down: dict[int, Spot] = {}

    def touch(self, finger: int, at: Spot) -> None:
        """Put a finger down."""
        self._down[finger] = at
        self._say("touchStart", self._down)

    def carry(self, finger: int, to: Spot) -> None:
        """Draw a finger that is down to another place."""
        (x, y), (x_to, y_to) = self._down[finger], to
        for part in (step / STEPS for step in range(1, STEPS + 1)):
            self._down[finger] = Spot(x + (x_to - x) * part, y + (y_to - y) * part)
            self._say("touchMove", self._down)

    def tap(self, at: Spot) -> None:
        """Touch a place with one finger, and let go at once."""
        self.touch(1, at)
        self.lift(1)

    def draw(self, start: Spot, end: Spot) -> None:
        """Draw one finger from a place to another, and let go."""
        self.touch(1, start)
        self.carry(1, end)
        self.lift(1)

    def lift(self, finger: int) -> None:
        """Take a finger away; the others stay."""
        self._say("touchEnd", {finger: self._down.pop(finger)})

    def _say(self, kind: str, fingers: dict[int, Spot]) -> None:
        points = [{"id": finger, "x": at.x, "y": at.y} for finger, at in fingers.items()]
        self._wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
