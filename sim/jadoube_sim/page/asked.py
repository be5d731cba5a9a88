"""What a page asks for, checked: one JSON object a message, `{"do": ...}` and what that needs.

The law: what is not exactly as it should be is refused in one line that says what was found and what was
expected, and then nothing of it is done. It knows the form of messages, and not what they do.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from jadoube.core.events import BUTTONS
from jadoube_sim.page.playing import NAMES
from jadoube_sim.page.world import LEAST, MOST

LONGEST: Final = 1_000_000
"""Letters of one message: some thousand games, or an hour's log."""

SLOWEST: Final = 0.01
FASTEST: Final = 1000.0

Check = Callable[[Any], Any]
"""Gives the value as it is used; a ValueError says what was expected."""


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a message."""

    check: Check
    wanted: bool = True


def read(text: str) -> tuple[str, dict[str, Any]]:
    """Give what a message asks to do, and its values; ValueError, worded, for what is no such message."""
    message = _object(text)
    verb = message.pop("do", None)
    if not isinstance(verb, str) or verb not in VERBS:
        raise ValueError(f"do: {shown(verb)} found, expected one of: {', '.join(VERBS)}")
    fields = VERBS[verb]
    try:
        return verb, {
            name: _value(name, message, field)
            for name, field in fields.items()
            if name in message or field.wanted
        } | _no_more(message, fields)
    except ValueError as problem:
        raise ValueError(f"{verb}: {problem}") from problem


def shown(found: object) -> str:
    """What was found, as JSON, and not longer than a line."""
    text = json.dumps(found, ensure_ascii=True, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def _object(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise ValueError(f"message: {len(text)} letters found, expected at most {LONGEST}")
    try:
        message = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("message: too deep, expected a JSON object") from None
    except ValueError as problem:
        raise ValueError(f"message: {problem}, expected a JSON object") from problem
    if not isinstance(message, dict):
        raise ValueError(f"message: {shown(message)} found, expected a JSON object")
    return message


def _no_number(name: str) -> float:
    raise ValueError(f"{name} found, which is no number of JSON")


def _value(name: str, message: Mapping[str, Any], field: Field) -> Any:
    if name not in message:
        raise ValueError(f"{name}: nothing found, expected {field.check.__doc__}")
    try:
        return field.check(message[name])
    except (ValueError, OverflowError):
        raise ValueError(f"{name}: {shown(message[name])} found, expected {field.check.__doc__}") from None


def _no_more(message: Mapping[str, Any], fields: Mapping[str, Field]) -> dict[str, Any]:
    strange = next((name for name in message if name not in fields), None)
    if strange is not None:
        raise ValueError(f"{shown(strange)} found, expected {', '.join(fields) or 'nothing more'}")
    return {}


def _check(ok: object) -> None:
    if not ok:
        raise ValueError


def whole(value: Any) -> int:
    """a whole number from 0"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(type(value) is int and 0 <= value < 10_000)
    return int(value)


def at(value: Any) -> float:
    """a number of squares from -4 to 12"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(_is_number(value) and LEAST <= value <= MOST)
    return float(value)


def yes_no(value: Any) -> bool:
    """true or false"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(isinstance(value, bool))
    return bool(value)


def words(value: Any) -> str:
    """a text"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(isinstance(value, str))
    return str(value)


def line(value: Any) -> str:
    """a line of at most 200 letters"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(isinstance(value, str) and len(value) <= 200 and value.isprintable())
    return str(value)


def button(value: Any) -> str:
    """one of: white, black, back, minus, play, plus, ok"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(isinstance(value, str) and value in BUTTONS)
    return str(value)


def manner(value: Any) -> str:
    _check(isinstance(value, str) and value in NAMES)
    return str(value)


manner.__doc__ = f"one of: {', '.join(NAMES)}"


def speed(value: Any) -> float:
    """a number from 0.01 to 1000"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(_is_number(value) and SLOWEST <= value <= FASTEST)
    return float(value)


def bounce_ms(value: Any) -> float:
    """milliseconds from 0 to 50"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(_is_number(value) and 0 <= value <= 50)
    return float(value)


def reach(value: Any) -> float:
    """squares from 0.3 to 0.7"""  # noqa: D400, D403, D415 - it ends a refusal
    _check(_is_number(value) and 0.3 <= value <= 0.7)
    return float(value)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


_PIECE: Final = {"piece": Field(whole)}
_PLACE: Final = {"x": Field(at), "y": Field(at)}

VERBS: Final[dict[str, dict[str, Field]]] = {
    "lift": _PIECE,
    "carry": _PIECE | _PLACE,
    "put": _PIECE | _PLACE | {"exact": Field(yes_no, wanted=False)},
    "slide": _PIECE | _PLACE,
    "press": {"button": Field(button)},
    "release": {"button": Field(button)},
    "order": {"order": Field(line)},
    "fault": {"kind": Field(line), "where": Field(line), "on": Field(yes_no)},
    "set": {
        "bounce_ms": Field(bounce_ms, wanted=False),
        "reach": Field(reach, wanted=False),
        "speed": Field(speed, wanted=False),
    },
    "power": {"on": Field(yes_no)},
    "setup": {"fen": Field(line)},
    "new": {"control": Field(line, wanted=False), "rules": Field(line, wanted=False)},
    "arrange": {},
    "hands": {
        "pgn": Field(words),
        "game": Field(whole, wanted=False),
        "manner": Field(manner, wanted=False),
        "speed": Field(speed, wanted=False),
        "presses": Field(yes_no, wanted=False),
    },
    "replay": {"log": Field(words), "speed": Field(speed, wanted=False)},
    "pause": {},
    "go": {},
    "step": {},
    "takeover": {},
}
"""What can be done, and what each needs."""
