"""The payloads: what a board and the hall tell each other, as values, and their JSON.

The law: a state is whole, so the newest replaces all before it. Reading takes no value of a wrong type, and
none that is longer than what is meant ever is: a ValueError says where, what was found and what was expected.
Names that it does not know are those of a later version, and are passed over. Instants are in ms since 1970
and may be wrong: a board's clock is not known to be right. Nothing is decided by them.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from jadoube.local.desk_lines import Words

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


class State(StrEnum):
    """Whether a board is there."""

    ON = "on"
    OFF = "off"
    """It was stopped."""
    LOST = "lost"
    """It went without a word: the broker says so, by the will."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a board is there. A will of an earlier start says nothing of a later one."""

    state: str
    start: int
    """How often the board's publisher has started."""


@dataclass(frozen=True, slots=True)
class About:
    """What a board is."""

    name: str
    version: str
    """The program's."""
    machine: str
    """An id of the machine, which a copied card does not share; no secret."""
    page: str = ""
    """The address of its page; empty: unknown."""
    can: tuple[str, ...] = ()
    """The commands that it takes."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player as others may see him; empty or None: unknown."""

    name: str = ""
    title: str = ""
    rating: int | None = None
    fide_id: str = ""
    federation: str = ""


NOBODY: Final = Person()


@dataclass(frozen=True, slots=True)
class DoubtedPly:
    """A ply in doubt, and what else it may have been, in SAN."""

    ply: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A board's game as it stands, whole."""

    game_id: str
    seq: int
    """Rises with each change of a game, also over restarts: of two states the higher one is newer."""
    at: int
    """When it was published, in ms since 1970 by the board's clock."""
    white: Person = NOBODY
    black: Person = NOBODY
    event: str = ""
    site: str = ""
    round: str = ""
    board: str = ""
    start_fen: str = ""
    fen: str = ""
    """The position now."""
    move: str = ""
    """The last ply in UCI notation; empty: none, or an irregular one."""
    san: tuple[str, ...] = ()
    clk: tuple[int | None, ...] = ()
    """What the mover's clock showed after each ply, in ms; None without a clock."""
    doubt: tuple[DoubtedPly, ...] = ()
    phase: str = ""
    """`setting up`, `playing`, `paused` or `over`."""
    result: str = "*"
    over: bool = False
    """Whether it is not played on."""
    pgn: str = ""
    """The game as the board keeps it, all its parts."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """A board's clock, when something was done to it and each minute; a reader counts on from there."""

    white_ms: int
    """The time on the face, in ms."""
    black_ms: int
    running: str
    """`white` or `black`; empty: none."""
    at: int
    """When it was published, in ms since 1970 by the board's clock."""
    fallen: str = ""
    """The side whose flag fell first; empty: none."""
    white_rate: int = 0
    """The change of the time per ms while it runs: -1 runs down, 1 counts up."""
    black_rate: int = 0
    control: str = ""
    """The time control, as people write it."""
    delay_ms: int = 0
    """What is left of the delay of the side that runs: its time stands for so long first."""

    def after(self, passed_ms: int) -> tuple[int, int]:
        """Return White's and Black's time, in ms, so long after this state, if nothing was done since."""
        running_ms = self.white_ms if self.running == "white" else self.black_ms
        runs_down = -1 in (self.white_rate, self.black_rate)
        passed = min(passed_ms, self.delay_ms + running_ms) if runs_down else passed_ms
        counted = max(0, passed - self.delay_ms)
        return self.white_ms + self.white_rate * counted, self.black_ms + self.black_rate * counted


class Need(StrEnum):
    """Why a board needs the arbiter."""

    ILLEGAL = "illegal"
    """An illegal move was pressed, or stands on the board."""
    FLAG = "flag"
    """A flag has fallen."""
    HELP = "help"
    """The clocks were stopped during the game: players may do so only to call the arbiter (FIDE 6.11.2)."""
    DOUBT = "doubt"
    """Plies are in doubt."""
    CLAIM = "claim"
    """A draw was offered or claimed, and nobody has answered."""
    MACHINE = "machine"
    """The board has a trouble: a bad reed, a loose line, low voltage, a full disk."""


@dataclass(frozen=True, slots=True)
class Call:
    """One reason to go to a board."""

    need: str
    """One of `Need`; a reader passes over what it does not know."""
    said: Words = field(default_factory=dict)
    """What the board says of it, by language."""
    ply: int = 0
    """At which ply of the game; 0: before the first, or of none."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Why a board needs the arbiter, the most urgent first. Without a call the topic is empty."""

    calls: tuple[Call, ...]
    game_id: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to sit at a board. It is carried out once: a board remembers the last stamps."""

    stamp: str
    """Differs for each seating."""
    white: Person = NOBODY
    black: Person = NOBODY
    event: str = ""
    site: str = ""
    round: str = ""
    board: str = ""
    """The number of the board in the round, for the PGN."""
    control: str = ""
    """The time control, as people write it; empty: the board's own."""
    by: str = ""
    """The arbiter's name."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the hall asks of a board. It is carried out once: a board remembers the last ids."""

    id: str
    """Differs for each request."""
    by: str = ""
    """The arbiter's name, for the journal."""
    order: str = ""
    """For `order`: the order's text, without a role."""
    text: str = ""
    """For `say`: what the faces show."""
    seconds: int = 10
    """For `say`: how long."""
    game_id: str = ""
    """For `game`."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that a board has kept."""

    game_id: str
    plies: int
    result: str
    round: str = ""
    over: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A board's answer to a request."""

    id: str
    """The request's."""
    ok: bool
    why: Words = field(default_factory=dict)
    """Why not, by language."""
    games: tuple[KeptGame, ...] = ()
    """To `games`: the newest first."""
    pgn: str = ""
    """To `game`."""


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """A pairing of the round, and where it is played."""

    number: str
    """Of the board in the round."""
    board: str
    """The id of the board; empty: none has it."""
    white: Person
    black: Person
    result: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """The round of the hall, for pages."""

    event: str = ""
    site: str = ""
    round: str = ""
    boards: tuple[PairedBoard, ...] = ()


@dataclass(frozen=True, slots=True)
class Lease:
    """Which hall program pushes. It has to be renewed; nobody compares clocks."""

    holder: str
    term: int
    """Rises with each renewal."""


_T = TypeVar("_T")


def write_payload(value: Any) -> bytes:
    """Return a value of this module as JSON, with the version of payloads."""
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
    read: _T = _read(kind, found, "")
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


def _read(kind: Any, found: Any, place: str, most: int = MOST_LETTERS) -> Any:
    """Read a value of this type; `most`: no text has more letters."""
    if is_dataclass(kind):
        return _read_fields(kind, found, place)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(found, list):
        _expect_short(len(found), MOST_ITEMS, place)
        return tuple(
            [_read(inside[0], each, f"{place}[{number}]", most) for number, each in enumerate(found)]
        )
    if origin is UnionType:
        return None if found is None and NoneType in inside else _read(inside[0], found, place, most)
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(found, Mapping):
        return {str(name): _read(str, text, f"{place}.{name}", most) for name, text in found.items()}
    if kind is str and isinstance(found, str):
        _expect_short(len(found), most, place)
        return found
    if kind in (int, bool) and type(found) is kind and (kind is not int or abs(found) <= MOST_WHOLE):
        return found
    raise ValueError(
        f"{place}: {_shortened(found)} found, expected {_TYPES.get(kind, 'a list or an object')}"
    )


def _expect_short(length: int, most: int, place: str) -> None:
    if length > most:
        raise ValueError(f"{place}: a length of {length} found, expected {most} at most")


def _read_fields(kind: Any, found: Any, place: str) -> Any:
    if not isinstance(found, Mapping):
        raise ValueError(f"{place}: {_shortened(found)} found, expected an object")  # noqa: TRY004 - as above
    hints = _hints(kind)
    values = {}
    for each in fields(kind):
        where = f"{place}.{each.name}".lstrip(".")
        if each.name in found:
            values[each.name] = _read(
                hints[each.name], found[each.name], where, _MOST_OF.get(each.name, MOST_LETTERS)
            )
        elif _is_needed(each):
            raise ValueError(f"{where}: nothing found, expected a value")
    return kind(**values)


def _is_needed(each: Field[Any]) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


_TYPES: Final[Mapping[Any, str]] = {str: "a text", int: "a whole number", bool: "true or false"}


def _shortened(found: object, most: int = 60) -> str:
    """What was found, as JSON, on a short line."""
    try:
        text = json.dumps(found)
    except RecursionError:
        return "lists in lists"
    return text if len(text) <= most else f"{text[:most]}..."
