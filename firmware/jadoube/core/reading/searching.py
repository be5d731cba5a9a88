"""Searches in slices: how far a search goes at once, and what is left of it.

A search is a row of tasks. A task is a frozen value that says what is left of it, and so is a search: it can
stand in a table between two slices. `find_all` is what the tracker calls. If a search needs more than one
slice, it raises `Unfinished`. The arbiter then gives up the step, goes on with the search slice by slice,
and makes the step again from the table before it, with the answer in `Tracker.answers`.

The law: budgets are counts of positions looked at, never time. So what is found does not depend on the
machine, on the scan period or on how often somebody asks.

This file refuses to know what is searched for (`sequences.py`, `rare_plies.py`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from jadoube.core.reading.hypotheses import Hypothesis

SLICE: Final = 12
"""The positions looked at in one slice. One takes 20 to 40 microseconds on a desktop computer (measured), and
a step does other work besides: with 12 positions 99.95 % of the steps stay below a millisecond, with 24
99.84 % (`jadoube bench steps`)."""

MOST_POSITIONS: Final = 6000
"""The positions after which a search ends with what it has found: some 0.15 s on a desktop computer, in
slices. It is a guard, and cuts nothing that hands are known to do: the longest search found so far looked at
3,946 (only final frames were seen, and a reed was dead). It does cut a second reading for each reed: there a
position is a reading that takes in one thing, 90 to 110 microseconds, and all of them up to 0.9 s (measured;
docs/decisions.md)."""


class Worked(NamedTuple):
    """The result of working on a task once."""

    found: tuple[Hypothesis, ...]
    positions: int
    """How many positions were looked at."""
    left: "Task | None" = None
    """What is left of the task."""


class Task(Protocol):
    """A part of a search; a frozen value, which can be compared."""

    def work(self) -> Worked:
        """Look at a few positions."""


class Search(NamedTuple):
    """A search: the tasks that are left, in order, and what was found so far."""

    tasks: tuple[Task, ...]
    found: tuple[Hypothesis, ...] = ()
    positions: int = 0
    """How many positions it has looked at."""

    def next_slice(self) -> "Search":
        """Go on for one slice."""
        return self.go_on(SLICE)

    def go_on(self, positions: int) -> "Search":
        """Look at this many positions more, and at those that the last task looks at besides.

        At `MOST_POSITIONS` the search ends.
        """
        most = min(self.positions + positions, MOST_POSITIONS)
        looked, found, tasks = self.positions, list(self.found), list(reversed(self.tasks))
        while tasks and looked < most:
            worked = tasks.pop().work()
            found += worked.found
            looked += worked.positions
            if worked.left is not None:
                tasks.append(worked.left)
        left = () if looked >= MOST_POSITIONS else tuple(reversed(tasks))
        return Search(left, tuple(found), looked)


class Answer(NamedTuple):
    """What a search with these tasks has found."""

    tasks: tuple[Task, ...]
    found: tuple[Hypothesis, ...]


Answers = tuple[Answer, ...]


BRIEF: Final[Answers] = (Answer((), ()),)
"""In the place of answers: each search ends after `MOST_IN_BRIEF` positions, with what it has found."""

MOST_IN_BRIEF: Final = 12
"""The positions that a brief search looks at: as many as a slice, but what is found does not depend on
slices."""


class Unfinished(Exception):  # noqa: N818 - it is no error
    """A search needs more than one slice: `tasks` is the whole search, `search` what is left of it."""

    def __init__(self, tasks: tuple[Task, ...], search: Search) -> None:
        super().__init__(f"{search.positions} positions looked at, more are needed")
        self.tasks = tasks
        self.search = search


def find_all(asked: Sequence[Task], answers: Answers | None) -> tuple[Hypothesis, ...]:
    """Find all that these tasks find.

    `answers` are what earlier slices found for this step; raises Unfinished if this search is not among them
    and needs more than a slice. None: the search is finished at once. `BRIEF`: it ends early.
    """
    if not asked:
        return ()
    tasks = tuple(asked)
    if answers is BRIEF:
        return Search(tasks).go_on(MOST_IN_BRIEF).found
    for answer in answers or ():
        if answer.tasks == tasks:
            return answer.found
    search = Search(tasks)
    search = search.go_on(MOST_POSITIONS) if answers is None else search.next_slice()
    if search.tasks:
        raise Unfinished(tasks, search)
    return search.found
