"""The views that a program on a link is shown of a game that hands have played."""

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event
from jadoube.core.pages.link_view import LinkView, link_view_until
from jadoube.core.state.table import Table
from jadoube.formats.sensorlog import SensorLog
from jadoube.games.replay import replay

AFTERWARDS_MS = 10_000
"""How long a program is watched after the hands: longer than anything is held back."""


class _Watcher:
    """Makes a view at each step, and where time alone changes it."""

    def __init__(self) -> None:
        self.views: list[LinkView] = []
        self.table: Table | None = None
        self.now_ms = 0
        self._again_ms: int | None = None

    def step(self, table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        """Take a step, and look at what comes of it."""
        self.wait(now_ms)
        after, effects = step(table, event, now_ms)
        if after is not self.table:
            self.look(after, now_ms)
        return after, effects

    def wait(self, until_ms: int) -> None:
        """Let time pass: what was held back may end."""
        while self.table and self._again_ms and self._again_ms < until_ms:
            self.look(self.table, self._again_ms)

    def look(self, table: Table, now_ms: int) -> None:
        """Make a view."""
        self.table, self.now_ms = table, now_ms
        view, self._again_ms = link_view_until(table, now_ms)
        self.views.append(view)


def linked_views(log: SensorLog, period_ms: int = 5) -> tuple[list[LinkView], Table]:
    """The views of a game, in order, until nothing changes any more; and its last table."""
    watcher = _Watcher()
    table = replay(log, period_ms=period_ms, stepper=watcher.step).table
    watcher.wait(watcher.now_ms + AFTERWARDS_MS)
    watcher.look(table, watcher.now_ms + AFTERWARDS_MS)
    return watcher.views, table
