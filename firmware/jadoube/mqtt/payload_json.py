"""The JSON of payloads: how what boards and the hall tell each other is written and read.

The law: reading takes no value of a wrong type, and none that is longer than what is meant ever is: a
ValueError says where, what was found and what was expected. Names that it does not know are those of a later
version, and are passed over. What reads values of a type is made once: a hall reads a whole game for each ply
of each board. It refuses to know what a payload means: `payloads.py`.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

VERSION: Final = 1
"""Goes up when a reader of the old payloads could misread the new ones. New names alone do not count."""

MOST_BYTES: Final = 64 << 10
"""No payload is longer: what brokers take that count small (online.md: HiveMQ, EMQX)."""

MOST_WHOLE: Final = 2**53
"""No number is farther from nothing: what reads JSON in other programs counts no further exactly."""

MOST_LETTERS: Final = 255
"""No name is longer: PGN allows a value so many."""

MOST_WORDS: Final = 2000
"""No sentence is longer (a choice)."""

MOST_ITEMS: Final = 4000
"""No list is longer: a game of so many plies does not fit into a payload (a guess: 16 bytes a ply)."""

_MOST_OF: Final[Mapping[str, int]] = {
    **dict.fromkeys(("said", "why", "text", "order", "page"), MOST_WORDS),
    **dict.fromkeys(("fen", "start_fen"), 128),
    **dict.fromkeys(("san", "others"), 32),
    "pgn": MOST_BYTES,
}
"""The most letters of texts that are no names, by the fields that they stand in (FEN and SAN: guesses)."""

_T = TypeVar("_T")


def write_payload(value: Any) -> bytes:
    """Return a payload as JSON, with the version of payloads."""
    plain = {"v": VERSION, **_by_names(value)}
    return _JSON.encode(plain).encode()


def _by_names(value: Any) -> dict[str, Any]:
    """The fields of a value; `asdict` copies all that is in them, which takes ten times as long."""
    kind: Any = type(value)
    return {name: getattr(value, name) for name, _ in _defaults(kind)}


_JSON: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=_by_names)


def write_short(value: Any) -> bytes:
    """Return a value as `write_payload`, without what a reader takes where nothing is found."""
    return _JSON.encode({"v": VERSION, **_shortest(value)}).encode()


def _shortest(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_shortest(each) for each in value]
    if not is_dataclass(value):
        return value
    kind: Any = type(value)
    shortest = {}
    for name, default in _defaults(kind):
        found = getattr(value, name)
        if found != default:
            shortest[name] = _shortest(found) if isinstance(found, tuple) or is_dataclass(found) else found
    return shortest


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a kind of values, with what a reader takes where nothing is found; MISSING: nothing."""
    return tuple([(each.name, each.default) for each in fields(kind)])


def read_payload(kind: type[_T], payload: bytes) -> _T:
    """Read a payload of this kind; ValueError says where, what was found, what was expected."""
    if len(payload) > MOST_BYTES:
        raise ValueError(f"{len(payload)} bytes found, expected {MOST_BYTES} at most")
    found = _parsed(payload)
    if not isinstance(found, Mapping):
        raise ValueError(f"{_shortened(found)} found, expected an object")  # noqa: TRY004 - a payload, no argument
    if found.get("v") != VERSION:
        raise ValueError(f"v: {_shortened(found.get('v'))} found, expected {VERSION}")
    of: Any = kind
    try:
        read: _T = _reader(of)(found, MOST_LETTERS)
    except _MisreadError as problem:
        raise ValueError(f"{problem.place.removeprefix('.')}: {problem}") from None
    return read


def unquoted(problem: ValueError) -> str:
    """What was wrong with a payload, without a text that was found there: it may be a name."""
    match _FOUND.match(str(problem)):
        case re.Match() as found if not _NUMBER.fullmatch(found[2]):
            return f"{found[1]}something else found, expected {found[3]}"
    return str(problem)


_FOUND: Final = re.compile(r"((?:[a-z_.0-9\[\]]+: )?)(.*) found, expected (.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"-?[0-9]+( bytes)?")


def _parsed(payload: bytes) -> Any:
    """Return JSON as values; every text in it can be written again."""
    try:
        found = json.loads(payload.decode())
        if b"\\u" in payload:
            json.dumps(found, ensure_ascii=False).encode()  # half a character is none
    except RecursionError:
        raise ValueError("lists in lists found, expected an object") from None
    return found


class _MisreadError(Exception):
    """What was found and expected; each list and object around it puts its part before the place."""

    place = ""

    def inside(self, part: str) -> "_MisreadError":
        self.place = part + self.place
        return self


_Reader = Callable[[Any, int], Any]
"""Takes what was found, and the most letters of a text in it."""


@cache
def _reader(kind: Any) -> _Reader:
    """Return what reads values of a type."""
    if is_dataclass(kind):
        return _fields_reader(kind)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _list_reader(_reader(inside[0]))
    if origin is UnionType and NoneType in inside:
        return _optional_reader(_reader(inside[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _read_texts
    return _PLAIN[kind]


class _Field(NamedTuple):
    name: str
    read: _Reader
    most: int
    """The most letters of a text in it."""
    is_needed: bool


def _fields_reader(kind: Any) -> _Reader:
    hints = get_type_hints(kind)
    known = [
        _Field(
            each.name,
            _reader(hints[each.name]),
            _MOST_OF.get(each.name, MOST_LETTERS),
            each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(kind)
    ]

    def read(found: Any, _most: int) -> Any:
        if not isinstance(found, Mapping):
            raise _misread(found, "an object")
        values = {}
        for name, read_value, most, is_needed in known:
            if name not in found:
                if is_needed:
                    raise _MisreadError("nothing found, expected a value").inside(f".{name}")
                continue
            try:
                values[name] = read_value(found[name], most)
            except _MisreadError as problem:
                raise problem.inside(f".{name}") from None
        return kind(**values)

    return read


def _list_reader(read_item: _Reader) -> _Reader:
    def read(found: Any, most: int) -> tuple[Any, ...]:
        if not isinstance(found, list):
            raise _misread(found)
        _expect_short(found, MOST_ITEMS)
        values: list[Any] = []
        try:
            values.extend(read_item(each, most) for each in found)
        except _MisreadError as problem:
            raise problem.inside(f"[{len(values)}]") from None
        return tuple(values)

    return read


def _optional_reader(read_value: _Reader) -> _Reader:
    return lambda found, most: None if found is None else read_value(found, most)


def _read_texts(found: Any, most: int) -> dict[str, str]:
    if not isinstance(found, Mapping):
        raise _misread(found)
    values = {}
    for name, text in found.items():
        try:
            values[str(name)] = _read_text(text, most)
        except _MisreadError as problem:
            raise problem.inside(f".{name}") from None
    return values


def _read_text(found: Any, most: int) -> str:
    if not isinstance(found, str):
        raise _misread(found, "a text")
    _expect_short(found, most)
    return found


def _read_whole(found: Any, _most: int) -> int:
    if type(found) is not int or abs(found) > MOST_WHOLE:
        raise _misread(found, "a whole number")
    return found


def _read_truth(found: Any, _most: int) -> bool:
    if not isinstance(found, bool):
        raise _misread(found, "true or false")
    return found


_PLAIN: Final[Mapping[Any, _Reader]] = {str: _read_text, int: _read_whole, bool: _read_truth}


def _expect_short(found: str | list[Any], most: int) -> None:
    if len(found) > most:
        raise _MisreadError(f"a length of {len(found)} found, expected {most} at most")


def _misread(found: object, expected: str = "a list or an object") -> _MisreadError:
    return _MisreadError(f"{_shortened(found)} found, expected {expected}")


def _shortened(found: object, most: int = 60) -> str:
    """What was found, as JSON, on a short line."""
    try:
        text = json.dumps(found)
    except RecursionError:
        return "lists in lists"
    return text if len(text) <= most else f"{text[:most]}..."
