"""What a program on a link is shown while hands play a game: one view for each change of it."""

from dataclasses import replace as changed

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event
from jadoube.core.pages.link_view import LinkView, link_view
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.reading import Job, log_of


def views_of(job: Job) -> list[LinkView]:
    """Play a game, and return the views in their order; the last one is of the end."""
    views: list[LinkView] = []

    def watched(table: Table, event: Event, now_ms: int) -> tuple[Table, tuple[Effect, ...]]:
        after, effects = step(table, event, now_ms)
        if after is not table:
            _note(views, link_view(after, now_ms))
        return after, effects

    replay(log_of(job), stepper=watched)
    return views


def _note(views: list[LinkView], view: LinkView) -> None:
    if not views or changed(views[-1], at_ms=0, clock=None) != changed(view, at_ms=0, clock=None):
        views.append(view)
