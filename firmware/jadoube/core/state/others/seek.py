"""An opponent on a server who is looked for: what is wished, and how far it has come.

The law: a wish holds while no game is on the board, and as long as nobody ends it. The process that speaks
with the server takes it up; a wish that nobody takes up in time has failed. What has failed is shown for a
while. This file refuses to know who looks, and how.
"""

from typing import Final, NamedTuple

from jadoube.core.messages.opponents import SERVER_LEVELS, Sought, Unfound, Whom
from jadoube.core.state.panel.menu import Level, Menu

ANSWERS_MS: Final = 20_000
"""After so long without an answer the process that looks is not there (as a page's process for its start)."""

SHOWS_MS: Final = 10_000
"""How long the board says that nobody was found: long enough to read a sentence and to come to the board."""


class Seek(NamedTuple):
    """Who is looked for."""

    sought: Sought
    until_ms: int | None
    """When the wish has failed, or its failure is shown no longer; None: it is being looked for."""
    why: Unfound | None = None
    """Why nobody was found; None: the wish holds."""

    @property
    def taken_up(self) -> bool:
        """Whether the process that speaks with the server looks."""
        return self.until_ms is None

    @property
    def holds(self) -> bool:
        """Whether somebody is still looked for."""
        return self.why is None


OPPONENTS: Final = (Sought(Whom.SOMEBODY), *(Sought(Whom.COMPUTER, level) for level in SERVER_LEVELS))
"""Who can be looked for by the keys, as `plus` steps through them."""


def chosen_opponent(menu: Menu) -> Sought:
    """Whom the menu shows, or for whom it asks the time control."""
    return OPPONENTS[int(menu.answers[0]) if menu.level is Level.SPEED else menu.choice]


def wish(sought: Sought, now_ms: int) -> Seek:
    """The wish, at the instant at which it is made."""
    return Seek(sought, now_ms + ANSWERS_MS)


def fail(seek: Seek, why: Unfound, now_ms: int) -> Seek:
    """The wish that has failed."""
    return seek._replace(until_ms=now_ms + SHOWS_MS, why=why)
