"""What a page asks for, checked: one JSON object a message, `{"do": ...}` and what that needs.

With a `number` it is answered by that number, also where it is done.

The law: what is not exactly as it should be is refused in one line that says what was found and what was
expected, and then nothing of it is done. It knows the form of messages, and not what they do.
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from jadoube.core.messages.events import BUTTONS
from jadoube_sim.page.performing.playing import NAMES
from jadoube_sim.page.world import LEAST, MOST

LONGEST: Final = 1_000_000
"""Letters of one message: some thousand games, or an hour's log."""

SLOWEST: Final = 0.01
FASTEST: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a message: whether one may be it, and in words which may."""

    holds: Callable[[Any], bool]
    expected: str
    wanted: bool = True
    """Whether it may not be left out."""


def read(message: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Give what a message asks to do, and its values; ValueError, worded, for what is no such message."""
    verb = message.pop("do", None)
    if not isinstance(verb, str) or verb not in VERBS:
        raise ValueError(f"do: {shown(verb)} found, expected one of: {', '.join(VERBS)}")
    try:
        return verb, _checked(message, VERBS[verb])
    except ValueError as problem:
        raise ValueError(f"{verb}: {problem}") from problem


def take_number(message: dict[str, Any]) -> int | None:
    """Take the number out of a message; None without one. ValueError, worded, for what is none."""
    number: int | None = message.pop("number", None)
    if number is not None and not _NUMBER.holds(number):
        raise ValueError(f"number: {shown(number)} found, expected {_NUMBER.expected}")
    return number


def shown(found: object) -> str:
    """What was found, as JSON, and not longer than a line."""
    text = json.dumps(found, ensure_ascii=True, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def parse(text: str) -> dict[str, Any]:
    """Give the object that a message is; ValueError, worded, for another text."""
    if len(text) > LONGEST:
        raise ValueError(f"message: {len(text)} letters found, expected at most {LONGEST}")
    try:
        message = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("message: too deep, expected a JSON object") from None
    except ValueError as problem:
        raise ValueError(f"message: {problem}, expected a JSON object") from problem
    if not isinstance(message, dict):
        raise ValueError(  # noqa: TRY004 - what is wrong is the text, not our types
            f"message: {shown(message)} found, expected a JSON object"
        )
    return message


def _no_number(name: str) -> float:
    raise ValueError(f"{name} found, which is no number of JSON")


def _checked(message: dict[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
    for name, field in fields.items():
        if name in message and not field.holds(message[name]):
            raise ValueError(f"{name}: {shown(message[name])} found, expected {field.expected}")
        if name not in message and field.wanted:
            raise ValueError(f"{name}: nothing found, expected {field.expected}")
    strange = next((name for name in message if name not in fields), None)
    if strange is not None:
        raise ValueError(f"{shown(strange)} found, expected {', '.join(fields) or 'nothing more'}")
    return message


def _is_number(value: object, least: float, most: float) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and least <= value <= most  # type: ignore[arg-type,operator]


def _number(least: float, most: float, unit: str = "number") -> Field:
    return Field(lambda value: _is_number(value, least, most), f"a {unit} from {least:g} to {most:g}")


def _text(most: int, expected: str) -> Field:
    return Field(lambda value: isinstance(value, str) and len(value) <= most, expected)


def _one_of(known: Iterable[str]) -> Field:
    names = tuple(known)
    return Field(lambda value: value in names, f"one of: {', '.join(names)}")


def _maybe(**fields: Field) -> dict[str, Field]:
    """Fields that may be left out."""
    return {name: replace(field, wanted=False) for name, field in fields.items()}


_YES_NO: Final = Field(lambda value: isinstance(value, bool), "true or false")
_NUMBER: Final = Field(lambda value: type(value) is int and 0 <= value < 10_000, "a whole number from 0")
_LINE: Final = _text(200, "a line of at most 200 letters")
_PIECE: Final = {"piece": _NUMBER}
_PLACE: Final = {"x": _number(LEAST, MOST), "y": _number(LEAST, MOST)}
_BUTTON: Final = {"button": _one_of(BUTTONS)}
_SPEED: Final = _number(SLOWEST, FASTEST)

VERBS: Final[dict[str, dict[str, Field]]] = {
    "lift": _PIECE,
    "carry": _PIECE | _PLACE,
    "hang": _PIECE | _PLACE,
    "put": _PIECE | _PLACE | _maybe(exact=_YES_NO),
    "slide": _PIECE | _PLACE,
    "press": _BUTTON,
    "release": _BUTTON,
    "order": {"order": _LINE},
    "fault": {"kind": _LINE, "where": _LINE, "on": _YES_NO},
    "set": _maybe(bounce_ms=_number(0, 50), reach=_number(0.3, 0.7), speed=_SPEED),
    "power": {"on": _YES_NO},
    "setup": {"fen": _LINE},
    "new": _maybe(control=_LINE, rules=_LINE),
    "arrange": {},
    "hands": {
        "pgn": _text(LONGEST, "the text of a PGN file"),
        **_maybe(game=_NUMBER, manner=_one_of(NAMES), speed=_SPEED, presses=_YES_NO),
    },
    "replay": {"log": _text(LONGEST, "the text of a sensor log"), **_maybe(speed=_SPEED)},
    "pause": {},
    "go": {},
    "step": {},
    "takeover": {},
}
"""What can be done, and what each needs."""
