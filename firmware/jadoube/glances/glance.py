"""A glance: how the board stands at one instant, and what it says to an order that it cannot carry out.

It refuses to know who looks: the page's process through the daemon's socket, or the simulator's page.
"""

from collections.abc import Mapping
from typing import NamedTuple

from jadoube.core.display.status_line import words
from jadoube.core.language.render import put_in_words
from jadoube.core.messages import orders
from jadoube.core.messages.orders import Order
from jadoube.core.stages.marking import mark_words
from jadoube.core.stages.naming import naming_words
from jadoube.core.state.health import Wrong
from jadoube.core.state.table import Table


class Glance(NamedTuple):
    """The state of the board at one instant: immutable values, which any thread may read."""

    table: Table
    now_ms: int
    wrong: tuple[Wrong, ...] = ()
    tags: Mapping[str, str] = {}
    """The PGN's tags: names and event."""


class Unable(ValueError):  # noqa: N818 - it names what happened, as its readers do
    """An order cannot be carried out now. `words` has the reason in each language; the string is English."""

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__(words["en"])
        self.words = dict(words)


def answer_in_french(order: Order, table: Table, now_ms: int) -> str:
    """What came of an order, in French: effects are told in English only, so this is the status line.

    A mark and names change no status: they have words of their own.
    """
    if isinstance(order, orders.Naming):
        return put_in_words(naming_words(order), "fr")
    if isinstance(order, orders.Wrong):
        return put_in_words(mark_words(table, now_ms), "fr")
    return words(table, "fr")
