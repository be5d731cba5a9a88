"""The effects of an order as data: a kind, and its fields by name, as other values of a page are named.

Squares and sides have their names, sentences are in every language, and times are whole milliseconds. It
refuses to know which effects there are.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

import chess

from jadoube.core.language.render import in_each_language
from jadoube.core.messages.effects import Effect
from jadoube.core.messages.phrases import Sentence
from jadoube.core.pages.kebab import kind_name
from jadoube.core.rules.illegality import Reason
from jadoube.core.rules.outcome import Outcome
from jadoube.core.squares import names


def effects_as_data(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """Return effects as dicts of JSON's types: `{"kind": "clock-started", "side": "white"}`."""
    return [
        {
            "kind": kind_name(type(effect).__name__),
            **{each.name: _plain(each.name, getattr(effect, each.name)) for each in fields(effect)},  # type: ignore[arg-type]
        }
        for effect in effects
    ]


def _plain(name: str, value: Any) -> Any:
    match value:
        case Sentence() | Reason():
            return in_each_language(value)
        case Outcome():
            return {"result": value.result, "termination": kind_name(value.termination.name)}
        case StrEnum():
            return kind_name(value.name)
        case tuple():
            return list(value)
    named = _NAMED.get(name)
    return named(value) if named and value is not None else value


_NAMED: Final[dict[str, Callable[[int], object]]] = {
    "side": lambda side: chess.COLOR_NAMES[side],
    "square": lambda square: chess.SQUARE_NAMES[square],
    "piece": chess.piece_name,
    **dict.fromkeys(("squares", "extra", "missing"), lambda occupancy: list(names(occupancy))),
}
"""How the fields are said that are numbers in the core."""
