"""Nodes: a table as plain JSON, and the same table again.

The law: a value that was read back behaves as the one that was written. What was one object is one object
again: games are compared by identity (`game_line.py`), and some constants are (`SOUND`). Only classes that a
table can hold are ever made, so no text can run anything.

A text is a list of nodes; the last one is the value. A node is a list: the name of its class, then what it
consists of; values that are linked, each to the one before, are one node. A number, a text, true, false and
null stand for themselves; `[7]` stands for node 7, which comes before. A field that has its default is left
out. The schema names all classes and their fields: a text of another schema is not read (`outline.py` is for
that).

This file refuses to know what a table means, and how the text is stored.
"""

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import chess

from jadoube.core.messages import phrases
from jadoube.core.messages.effects import Note
from jadoube.core.messages.events import Page
from jadoube.core.messages.names import Names, Player
from jadoube.core.messages.settings import AT_EASE
from jadoube.core.rules.game_line import Line, begin
from jadoube.core.signals.lines import SOUND
from jadoube.core.state.table import Table, Terms
from jadoube.core.state.thinking import Thinking

_CONSTANTS: Final = {"SOUND": SOUND, "AT_EASE": AT_EASE}
"""Values that the core compares by identity, or shares everywhere."""

_TUPLE: Final = ""
_CONSTANT: Final = "="
_MOVE: Final = "Move"
_LINE: Final = "Line"
_CHAIN: Final = "*"

_LINK: Final = "earlier"
"""The field by which values of a class are linked to the one before: stamps, acts, penalties."""

Node = list[Any]


class Unreadable(ValueError):  # noqa: N818 - it is no error of the program
    """A text that is no table of this schema."""


def to_nodes(table: Table) -> list[Node]:
    """Return a table as nodes, the table's own last. TypeError if it holds what no table should."""
    return _Writer().write(table)


def from_nodes(nodes: object) -> Table:
    """Return the table that these nodes describe. Unreadable if they describe none."""
    if not isinstance(nodes, list) or not nodes:
        raise Unreadable("no list of nodes found")
    made: list[Any] = []
    try:
        for node in nodes:
            made.append(_make(node, made))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError) as problem:
        raise Unreadable(f"node {len(made)}: {problem!r}") from problem
    if not isinstance(made[-1], Table):
        raise Unreadable(f"{type(made[-1]).__name__} found, expected a table")
    return made[-1]


def nodes_without_names(nodes: Any) -> Any:
    """Return the nodes of any version's table with nothing of who plays, and where."""
    if not isinstance(nodes, list):
        return None
    return [_without_names(node) for node in nodes]


def _without_names(node: Any) -> Any:
    match node:
        case [str(name), dict(values)] if name in (_name(Player), _name(Names)):  # the players are lists
            return [name, {field: value for field, value in values.items() if isinstance(value, list)}]
        case [str(name), dict(values)] if name == _name(Terms):
            return [name, {field: value for field, value in values.items() if field != "round"}]
    return node


@cache
def schema() -> str:
    """Return the checksum of all classes that a table can hold, with their fields and defaults, in hex."""
    described = sorted(f"{name}: {_describe(each)}" for name, each in _classes().items())
    return f"{zlib.crc32(json.dumps(described).encode()):08x}"


# Write


class _Writer:
    """Writes one value: each object once, what it consists of before it."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._places: dict[int, list[int]] = {}
        self._kept: list[object] = []  # an identity counts only while its object lives

    def write(self, value: object) -> list[Node]:
        waiting: list[tuple[object, bool]] = [(value, False)]
        while waiting:
            each, below_done = waiting.pop()
            if id(each) in self._places:
                continue
            if below_done:
                self._add(each)
                continue
            waiting.append((each, True))
            waiting += [(below, False) for below in _below(each) if not _is_plain(below)]
        return self._nodes

    def _add(self, value: object) -> None:
        self._nodes.append(_node(value, self._refer))
        self._places[id(value)] = [len(self._nodes) - 1]
        self._kept.append(value)

    def _refer(self, value: object) -> object:
        return value if _is_plain(value) else self._places[id(value)]


def _is_plain(value: object) -> bool:
    return value is None or type(value) in (bool, int, float, str)


def _constant(value: object) -> str | None:
    return next((name for name, each in _CONSTANTS.items() if each is value), None)


def _below(value: object) -> Iterator[object]:
    """The values of which a value consists."""
    if _constant(value) or isinstance(value, Enum | chess.Move):
        return
    if isinstance(value, Line):
        if value.before:
            yield value.before
    elif _is_linked(value):
        yield from (each for row in _rows(value) for each in row)
    elif _is_record(value):
        yield from (each for _, each in _changed(value))
    elif type(value) is tuple:
        yield from value
    else:
        raise TypeError(f"{type(value).__name__} found, expected what a table holds")


def _node(value: Any, refer: Callable[[object], object]) -> Node:  # noqa: PLR0911 - one for each kind
    if name := _constant(value):
        return [_CONSTANT, name]
    match value:
        case Enum():
            return [_name(type(value)), value.name]
        case chess.Move():
            return [_MOVE, value.uci()]
        case Line():
            return [_LINE, *_line_parts(value, refer)]
    if _is_linked(value):
        return [_CHAIN, _name(type(value)), *([*map(refer, row)] for row in _rows(value))]
    if _is_record(value):
        return [_name(type(value)), {name: refer(each) for name, each in _changed(value)}]
    return [_TUPLE, *map(refer, value)]


def _line_parts(line: Line, refer: Callable[[object], object]) -> list[object]:
    """Its first position; or the line before and the move, and the position too if the ply is irregular."""
    if line.before is None:
        return [start_fen(line)]
    parts = [refer(line.before), line.move.uci() if line.move else None]
    return [*parts, line.fen] if line.irregular else parts


def start_fen(line: Line) -> str:
    """Return the position in which a game began, with an en passant square even where nobody can capture."""
    return line.back_to(0).board.fen(en_passant="fen")


def _is_linked(value: Any) -> bool:
    return type(getattr(value, _LINK, None)) is type(value)


def _rows(value: Any) -> list[list[object]]:
    """The fields of each linked value, the first one first, without the link."""
    kind: Any = type(value)
    names, rows = [name for name in _fields(kind) if name != _LINK], []
    while value is not None:
        rows.append([getattr(value, name) for name in names])
        value = getattr(value, _LINK)
    return rows[::-1]


def _is_record(value: object) -> bool:
    return hasattr(value, "_fields") or (is_dataclass(value) and not isinstance(value, type))


def _changed(value: Any) -> Iterator[tuple[str, object]]:
    """The fields of a record that do not have their defaults; of a page none: no file holds its PIN."""
    if isinstance(value, Page):
        return
    kind: Any = type(value)
    for name, default in _fields(kind).items():
        each = getattr(value, name)
        if each is not default and not (_is_plain(each) and type(each) is type(default) and each == default):
            yield name, each


@cache
def _fields(kind: Any) -> dict[str, object]:
    """The fields of a class and their defaults."""
    if names := getattr(kind, "_fields", None):
        defaults = getattr(kind, "_field_defaults", {})
        return {name: defaults.get(name, MISSING) for name in names}
    return {each.name: each.default for each in fields(kind) if each.init}


# Read


def _make(node: object, made: list[Any]) -> Any:  # noqa: PLR0911 - one for each kind of node
    match node:
        case ["=", str(name)]:
            return _CONSTANTS[name]
        case ["", *parts]:
            return tuple(_find(part, made) for part in parts)
        case ["*", str(name), *rows]:
            return _make_linked(_classes()[name], rows, made)
        case ["Move", str(uci)]:
            return chess.Move.from_uci(uci)
        case ["Line", str(fen)]:
            return begin(fen)
        case ["Line", before, str() | None as uci]:
            return play_on(_find(before, made), uci)
        case ["Line", before, str() | None as uci, str(fen)]:
            return play_on(_find(before, made), uci, fen)
        case [str(name), str(member)] if issubclass(kind := _classes()[name], Enum):
            return kind[member]
        case [str(name), dict(values)] if not issubclass(kind := _classes()[name], Enum):
            return _checked(kind(**{field: _find(value, made) for field, value in values.items()}))
    raise ValueError("no node found")


def _find(part: object, made: list[Any]) -> Any:
    if isinstance(part, list):
        (place,) = part
        if not 0 <= place < len(made):
            raise IndexError(f"[{place}] found, expected a node before")
        return made[place]
    return part


def _make_linked(kind: Any, rows: Sequence[Any], made: list[Any]) -> Any:
    names, value = [name for name in _fields(kind) if name != _LINK], None
    for row in rows:
        found = (_find(part, made) for part in row)
        value = _checked(kind(**dict(zip(names, found, strict=True)), **{_LINK: value}))
    return value


def _checked(value: Any) -> Any:
    """Return a record whose fields are of their types; TypeError for any other."""
    kind: Any = type(value)
    for name, hint in _hints(kind).items():
        if not _is_of(getattr(value, name), hint):
            raise TypeError(f"{name}: {getattr(value, name)!a:.80} found, expected {hint}")
    return value


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of the fields of a class."""
    found = get_type_hints(kind, localns=_NAMED_LATER)
    return {name: found[name] for name in _fields(kind)}


def _is_of(value: Any, hint: Any) -> bool:
    """Whether a value is of this type; of what is no class, a union or a tuple it is not asked."""
    if isinstance(hint, type) and get_origin(hint) is None:
        return isinstance(value, (int, float) if hint is float else hint)
    match get_origin(hint), get_args(hint):
        case (origin, kinds) if origin in (Union, UnionType):
            return any(_is_of(value, kind) for kind in kinds)
        case (origin, (kind, end)) if origin is tuple and end is ...:
            return isinstance(value, tuple) and all(_is_of(each, kind) for each in value)
        case (origin, kinds) if origin is tuple:
            fits = isinstance(value, tuple) and len(value) == len(kinds)
            return fits and all(map(_is_of, value, kinds))
    return True


def play_on(before: Line, uci: str | None, fen: str | None = None) -> Line:
    """Return the line after one more ply; ValueError if it is illegal.

    `fen` is the position after an irregular ply.
    """
    move = chess.Move.from_uci(uci) if uci else None
    if fen is not None:
        return before.standing(chess.Board(fen), move)
    if move is None or move not in before.board.pseudo_legal_moves:
        raise ValueError(f"{uci} found, expected a move in {before.fen}")
    return before.after(move)


# The classes

_NAMED_LATER: Final = {"Part": phrases.Part}
"""Names in annotations that their own modules do not import."""

_IN_SENTENCES: Final = (Note,)
"""Named constants that stand as text in a sentence, so that no annotation names them."""

_LEFT_OUT: Final = frozenset({Thinking, Line, chess.Move})
"""No snapshot is taken while a search is going on; games and moves have nodes of their own."""


@cache
def _classes() -> dict[str, type]:
    """All classes of records and of named constants that a table can hold, by name."""
    found: dict[str, type] = {}
    waiting: list[Any] = [Table, *_IN_SENTENCES]
    while waiting:
        kind = waiting.pop()
        waiting += get_args(kind)
        if not _is_class(kind) or found.get(_name(kind)) is kind:
            continue
        if _name(kind) in found:
            raise TypeError(f"two classes named {_name(kind)} found, expected one")
        found[_name(kind)] = kind
        if not issubclass(kind, Enum):
            waiting += _hints(kind).values()
    return found


def _is_class(kind: object) -> bool:
    """Whether this is the class of a record or of named constants."""
    if not isinstance(kind, type) or get_origin(kind) or kind in _LEFT_OUT:
        return False
    return issubclass(kind, Enum) or hasattr(kind, "_fields") or is_dataclass(kind)


def _name(kind: type) -> str:
    """The class's name behind that of its file, as there is more than one `Kind`."""
    return f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"


def _describe(kind: Any) -> list[str]:
    if issubclass(kind, Enum):
        return sorted(kind.__members__)
    hints = _hints(kind)
    defaults = {name: "" if each is MISSING else repr(each) for name, each in _fields(kind).items()}
    return [f"{name} {hints[name]} {default}" for name, default in defaults.items()]
