"""A glance: how the board stands at one instant, and what it answers to an order.

It refuses to know who looks: the page's process through the daemon's socket, or the simulator's page.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from jadoube.core.display.done_words import done_words
from jadoube.core.language.render import in_each_language
from jadoube.core.messages.effects import Effect, OrderRefused
from jadoube.core.messages.orders import Order
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.pages.effect_view import effects_as_data
from jadoube.core.pages.kebab import kind_name
from jadoube.core.state.announced.health import Wrong
from jadoube.core.state.table import Table
from jadoube.local.desk_lines import is_words


class Glance(NamedTuple):
    """The state of the board at one instant: immutable values, which any thread may read."""

    table: Table
    now_ms: int
    wrong: tuple[Wrong, ...] = ()
    tags: Mapping[str, str] = {}
    """The PGN's tags: names and event."""


class Answer(NamedTuple):
    """What came of an order that was carried out."""

    words: Mapping[str, str]
    """In a sentence of each language."""
    effects: Sequence[Mapping[str, Any]] = ()
    """As data: each with its kind and its fields."""


class Unable(ValueError):  # noqa: N818 - it names what happened, as its readers do
    """An order cannot be carried out now. `words` has the reason in each language; the string is English.

    `kind` is the reason's name, for programs.
    """

    def __init__(self, words: Mapping[str, str], kind: str = "") -> None:
        super().__init__(words[LANGUAGES[0]])
        self.words = dict(words)
        self.kind = kind


def answer(order: Order, effects: Iterable[Effect], table: Table) -> Answer:
    """Return what came of an order: `table` is the one after it. Raises Unable if it was refused."""
    effects = list(effects)
    for effect in effects:
        if isinstance(effect, OrderRefused):
            raise Unable(in_each_language(effect.why), kind_name(effect.why.phrase.name))
    return Answer(in_each_language(*done_words(order, effects, table)), effects_as_data(effects))


def read_answer(line: bytes) -> Answer | Unable:
    """Return what came of an order, or why it was refused; ValueError for what is no answer to an order."""
    try:
        found = json.loads(line)
    except RecursionError:
        found = None
    match found:
        case {"ok": dict() as words, "effects": list() as effects} if is_words(words):
            return Answer(words, effects)
        case {"refused": dict() as words, "kind": str(kind)} if is_words(words):
            return Unable(words, kind)
    raise ValueError(f"{line[:80]!r} found, expected an answer to an order")
