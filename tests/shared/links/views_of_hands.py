"""What a program on a link is shown while hands play a game: one view for each change of it."""

from collections.abc import Iterator
from dataclasses import replace as changed

from jadoube.core.arbiter import step
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.events import Event
from jadoube.core.pages.link_view import LinkView, link_view
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube.links.translation import Link
from jadoube_sim.benchmarks.played.reading import Job, log_of


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


class Audience:
    """A program's link while views come."""

    def __init__(self, link: Link) -> None:
        self.link = link

    def hear(self, data: bytes, view: LinkView) -> tuple[bytes, ...]:
        """The program says this; return what it is answered."""
        self.link, said = self.link.hear(data, view)
        return said.to_program

    def watch(self, views: list[LinkView]) -> Iterator[tuple[LinkView, tuple[bytes, ...]]]:
        """Show each view, and again whenever it is due, for two seconds after the end; yield what is said."""
        ends_ms = [*(each.at_ms for each in views[1:]), views[-1].at_ms + 2_000]
        for view, end_ms in zip(views, ends_ms, strict=True):
            yield view, self._show(view)
            while (due_ms := self.link.due_ms()) is not None and due_ms < end_ms:
                again = changed(view, at_ms=max(due_ms, view.at_ms))
                yield again, self._show(again)

    def _show(self, view: LinkView) -> tuple[bytes, ...]:
        self.link, said = self.link.show(view)
        return said.to_program


def _note(views: list[LinkView], view: LinkView) -> None:
    if not views or changed(views[-1], at_ms=0, clock=None) != changed(view, at_ms=0, clock=None):
        views.append(view)
