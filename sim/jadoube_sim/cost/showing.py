"""What it costs to show a board, in calls of Python functions: its own lamps and faces, and a page's message.

During a replay, all that is shown after a step that had effects is made, a tenth of a second later, in
order: so what is kept of one message for the next counts as in play. No garbage is collected, as its
listeners would be counted. Calls differ between versions of Python.

Boards that fit the game, and boards that do not (a piece is in the air, or stands astray), are counted apart:
of the second a page looks for a position that an arbiter may declare.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import fmean
from typing import Final

from jadoube.core.display.view import view
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.phases import Phase
from jadoube.core.pages.page_view import full_view
from jadoube.core.state.table import Table
from jadoube.games.replay import replay
from jadoube_sim.benchmarks.played.reading import Job, log_of
from jadoube_sim.cost.counts import Counter
from jadoube_sim.cost.yardsticks import keep_garbage

LATER_MS: Final = 100
"""A scan or two later: the clock runs, and its faces count."""

SHOWN: Final[dict[str, Callable[[Table, int], object]]] = {"view": view, "message": full_view}

LARGEST: Final = "the largest message"
"""The name of the figure that has a ceiling."""

FITS: Final = {True: "the board fits", False: "it does not"}


def count_shown(jobs: Sequence[Job]) -> dict[str, float]:
    """Count calls during these replays, in a new process.

    The mean of all views and of all messages, and the calls of the largest message.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_count_shown, jobs).result()


def _count_shown(jobs: Sequence[Job]) -> dict[str, float]:
    counted: dict[str, list[int]] = {f"{what}, {fits}": [] for what in SHOWN for fits in FITS.values()}
    with keep_garbage():
        for job in jobs:
            for table, now_ms in _looks(job):
                for what, show in SHOWN.items():
                    calls = count_calls(partial(show, table, now_ms))
                    counted[f"{what}, {FITS[table.best.fits]}"].append(calls)
    means = {name: round(fmean(calls), 1) for name, calls in counted.items() if calls}
    messages = [calls for name, each in counted.items() if name.startswith("message") for calls in each]
    return means | ({LARGEST: max(messages)} if messages else {})


def count_calls(work: Callable[[], object]) -> int:
    """Count the calls of Python functions in this work, its own among them."""
    counter = Counter()
    counter.run(work)
    return counter.calls


def _looks(job: Job) -> list[tuple[Table, int]]:
    """The tables of a replay that are shown, with their instants."""
    looks: list[tuple[Table, int]] = []

    def look(now_ms: int, table: Table, _effects: tuple[Effect, ...]) -> None:
        if table.play.phase is Phase.PLAYING:
            looks.append((table, now_ms + LATER_MS))

    replay(log_of(job), look)
    return looks
