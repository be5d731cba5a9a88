"""Pending work: an event whose searches need more than one slice.

The table stays as it was before the event. What the searches have found so far stands here. It refuses to
know how a search goes on (`reading/searching.py`) and how the event is taken in again (`arbiter.py`).
"""

from typing import NamedTuple

from jadoube.core.messages.events import Event
from jadoube.core.reading.searching import Answer, Answers, Search, Task


class Thinking(NamedTuple):
    """An event that is not decided yet."""

    event: Event
    at_ms: int
    """Its instant."""
    asked: tuple[Task, ...]
    """The search that is not finished, as it was asked for."""
    search: Search
    """What is left of it."""
    answers: Answers = ()
    """What the searches before it have found."""

    @property
    def all_answers(self) -> Answers:
        """The answers once the search is finished."""
        return (*self.answers, Answer(self.asked, self.search.found))
