"""The simulator's page as somebody plays on it who does not see it: by keys, and by what is heard.

Nothing is found but by its role and its name, as a screen reader finds it, and nothing is known but what live
regions and names say. Where the cursor is, too, is known from what was heard of it.
"""

import re
from typing import Final

from playwright.sync_api import Error, Locator, Page, expect

HEAR: Final = """() => {
  window.heard = [];
  const regions = "[aria-live]:not([aria-live='off']), [role='status'], [role='alert'], [role='log']";
  const hear = (changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(regions);
      const words = region?.textContent.trim();
      if (words && !region.closest("[hidden]")) heard.push(words);
    }
  };
  new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

WHERE: Final = re.compile(r"^([a-h][1-8]): (.+)$")
BOARD: Final = re.compile("^The board")
LONGEST_WALK: Final = 24
HEARS_WITHIN_MS: Final = 30_000


class ByEar:
    """A player who hears the page `desk`, and presses keys."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(HEAR)

    def heard(self) -> list[str]:
        """All that was said so far."""
        return list(self._page.evaluate("heard"))

    def hears(self, part: str, since: int = 0) -> None:
        """Wait until something with these words is said."""
        found = "([part, since]) => heard.slice(since).some((words) => words.includes(part))"
        try:
            self._page.wait_for_function(found, arg=[part, since], timeout=HEARS_WITHIN_MS)
        except Error:
            raise AssertionError(f"{part!r} is not said, but {self.heard()[since:]}") from None

    def finds(self, role: str, name: str | re.Pattern[str]) -> Locator:
        """Give what has this role and this name; there is one."""
        found = self._page.get_by_role(role, name=name)  # type: ignore[arg-type]  # it lists all roles
        expect(found).to_have_count(1)
        return found

    def tab_to(self, role: str, name: str | re.Pattern[str], most: int = 40) -> None:
        """Press Tab until the keys reach it."""
        wanted = self.finds(role, name)
        for _ in range(most):
            self._page.keyboard.press("Tab")
            if wanted.evaluate("node => node === document.activeElement"):
                return
        raise AssertionError(f"Tab does not reach {role} {name}")

    def press(self, key: str) -> re.Match[str]:
        """Press a key; give the square that is said then, and what stands there. The board may speak, too."""
        before = len(self.heard())
        self._page.keyboard.press(key)
        said = "([where, since]) => heard.slice(since).some((words) => words.match(where))"
        self._page.wait_for_function(said, arg=[WHERE.pattern, before], timeout=HEARS_WITHIN_MS)
        return next(filter(None, map(WHERE.match, self.heard()[before:])))

    def walk_to(self, square: str) -> str:
        """Walk to a square by what is heard; give what stands there."""
        found = self.press("ArrowUp")
        for _ in range(LONGEST_WALK):
            if found[1] == square:
                return found[2]
            found = self.press(_towards(square, found[1]))
        raise AssertionError(f"{square} was not reached")

    def move(self, piece: str, start: str, end: str) -> None:
        """Take what is said to stand on a square to another."""
        assert self.walk_to(start) == piece
        self._enter(f"{piece} lifted")
        self.walk_to(end)
        self._enter(f"{piece}: {end}")

    def _enter(self, said: str) -> None:
        """Take or set down what is at the cursor; wait until this is said."""
        before = len(self.heard())
        self._page.keyboard.press("Enter")
        self.hears(said, before)


def _towards(square: str, here: str) -> str:
    """The key that leads nearer."""
    if here[0] < square[0]:
        return "ArrowRight"
    if here[0] > square[0]:
        return "ArrowLeft"
    return "ArrowUp" if here[1] < square[1] else "ArrowDown"
