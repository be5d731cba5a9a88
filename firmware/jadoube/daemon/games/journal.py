"""The journal: every input of a game, as text.

The law: the journal is the truth, and the table is its fold (`fold.py`). The journal holds the table that the
game began with (the header), and every event that the arbiter was fed, with its instant. A journal that
cannot be trusted must not be read, so each line has a checksum. A power cut leaves the last line half
written; that line is dropped and reported. Damage anywhere else is refused.

It refuses to know files (see the keeper, `game_files.py`), and what an event means (see the arbiter).
`docs/journal.md` describes the format.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, NamedTuple

import chess

from jadoube.config.files import read_packed
from jadoube.config.problems import BadInput
from jadoube.core.clock.time_control import TimeControl, parse_time_control, time_control_text
from jadoube.core.messages.events import (
    Adjudicated,
    Ended,
    Event,
    Ordered,
    Page,
    Reachable,
    Restarted,
    Scanned,
    parse_ordered,
)
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.settings import AT_EASE, COMFORTS, SLOTS, Comfort, Setting
from jadoube.core.rules.rule_sets import Judge, parse_rules
from jadoube.core.signals.debounce import Change, Contacts, settled_contacts
from jadoube.core.signals.lines import SOUND, Open, Wires
from jadoube.core.stages.orientation import ORIENTATIONS
from jadoube.core.state.menu import MENU
from jadoube.core.state.table import Table, Terms

NAME = "jadoube-journal"
VERSION = 1

_FIRST_MENU = 1
"""The menu of a journal that does not say which one it has."""

TAGS = ("Event", "Site", "Date", "Round", "White", "Black")
"""The PGN tags besides moves and result; in the header in lower case."""


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a game. Instants are whole ms of the same monotonic clock as the events.

    `from_ms` is the instant of the first table; `reeds` and `buttons` are the contacts at that instant, also
    those that were changing. `comfort` was chosen in an earlier game. `reachable` is true if browsers could
    reach the board; address and PIN are in no journal. `tags` has some or all of `TAGS`. `wires` has the
    lines that could not be read.
    """

    terms: Terms
    reeds: Contacts
    buttons: Contacts = field(default_factory=lambda: settled_contacts(0))
    from_ms: int = 0
    scan_period_ms: int = 5
    comfort: Comfort = AT_EASE
    reachable: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    wires: Wires = SOUND


class Entry(NamedTuple):
    """One event and its instant."""

    at_ms: int
    event: Event


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as it was read.

    `sound_bytes` is the length of its trusted part, from the start. `torn` is true if an incomplete last line
    follows.
    """

    header: Header
    events: tuple[Entry, ...]
    sound_bytes: int
    torn: bool


def header_for(table: Table, from_ms: int, scan_period_ms: int, tags: dict[str, str]) -> Header:
    """Return the header of a game that begins with this table at this instant."""
    return Header(
        table.terms,
        table.board.reeds,
        table.panel.buttons,
        from_ms,
        scan_period_ms,
        table.comfort,
        table.page is not None,
        tags,
        table.board.wires,
    )


# Write


def format_header(header: Header) -> str:
    """Return the first lines of a journal, up to the blank line that ends them."""
    terms = header.terms
    lines = [
        f"{NAME} {VERSION}",
        f"start {terms.start_fen}",
        f"time-control {time_control_text(terms.control)}",
        f"rules {terms.rules.text}",
        f"debounce-ms {terms.debounce_ms}",
        f"tenths-below-s {terms.tenths_below_s}",
        *([f"low-time-s {terms.low_time_s}"] if terms.low_time_s else []),
        *(f"orientation {name}" for name, turned in _FIXED.items() if terms.turned is turned),
        *(f"language {name}" for name in LANGUAGES[1:] if terms.language == name),
        *(["illegal-verdict arbiter"] if terms.illegal_verdict is Judge.ARBITER else []),
        *([f"landing-ms {terms.landing_ms}"] if terms.landing_ms else []),
        *_format_menu(terms),
        f"scan-period-ms {header.scan_period_ms}",
        f"from-ms {header.from_ms}",
        f"closed {header.reeds.settled:016x}",
        *_format_changing("reeds-changing", header.reeds),
        f"pressed {header.buttons.settled:02x}",
        *_format_changing("buttons-changing", header.buttons),
        *_format_wires(header.wires),
        *(f"{name} {text}" for name in COMFORTS if (text := _comfort_text(header.comfort, name))),
        *([f"by-hand {_format_controls(slots)}"] if (slots := header.comfort.by_hand) else []),
        *(["page known"] if header.reachable else []),
        *(f"{tag.lower()} {_escape(value)}" for tag in TAGS if (value := header.tags.get(tag)) is not None),
        "",
    ]
    return "".join(map(_add_checksum, lines))


def format_event(event: Event, now_ms: int) -> str:
    """Return one event as a line."""
    match event:
        case Scanned(reeds, buttons, grounded, powered):
            lines = f" {grounded:05x} {powered:05x}" if grounded or powered else ""
            return _add_checksum(f"{now_ms} scan {reeds:016x} {buttons:02x}{lines}")
        case Restarted():
            return _add_checksum(f"{now_ms} restart")
        case Ended():
            return _add_checksum(f"{now_ms} end")
        case Ordered():
            return _add_checksum(f"{now_ms} order {event.text}")
        case Adjudicated(fen, can_mate):
            return _add_checksum(f"{now_ms} adjudicated {_VERDICTS[can_mate]} {fen}")
        case Reachable(page):
            return _add_checksum(f"{now_ms} page {'known' if page else 'unknown'}")


def encode_text(text: str) -> bytes:
    """Encode a journal's text. A name from a command line may hold bytes that are not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


def _add_checksum(line: str) -> str:
    return f"{line} *{zlib.crc32(encode_text(line)):08x}\n"


def _format_changing(key: str, contacts: Contacts) -> list[str]:
    changes = [f"{since_ms}:{mask:x}" for mask, since_ms in contacts.changing]
    return [f"{key} {' '.join(changes)}"] if changes else []


def _format_wires(wires: Wires) -> list[str]:
    """The lines that cannot be read when a game begins; none is suspected then."""
    if wires.sound:
        return []
    off = [f"{line:x}:{'-' if closed_ms is None else closed_ms}" for line, closed_ms in wires.open]
    opened = [f"lines-open {' '.join(off)}"] if off else []
    shorted = [f"lines-grounded {wires.grounded:05x}"] if wires.grounded else []
    shorted += [f"lines-powered {wires.powered:05x}"] if wires.powered else []
    return [f"reeds-raw {wires.raw:016x}", *shorted, *opened]


def _comfort_text(comfort: Comfort, name: str) -> str:
    """The text of a comfort setting; empty if it is the default."""
    kept = getattr(comfort, name)
    return "" if kept == getattr(AT_EASE, name) else COMFORTS[name].text_of(kept)


def _format_menu(terms: Terms) -> list[str]:
    """What decides the meaning of keys in the menu; nothing for a journal of before this was written."""
    menu = [f"menu {terms.menu}"] if terms.menu > _FIRST_MENU else []
    own = [f"controls {_format_controls(terms.own_controls)}"] if terms.own_controls else []
    return menu + own


def _format_controls(controls: tuple[TimeControl, ...]) -> str:
    return " | ".join(control.text for control in controls)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n")


# Read


def read_journal(path: str | PathLike[str]) -> Journal:
    """Read a journal from a file, plain or packed; BadInput if it cannot be read or trusted."""
    return parse_journal(read_packed(path, "a journal"), str(path))


def parse_journal(data: bytes | str, name: str) -> Journal:
    """Parse a journal; BadInput(`name:LINE`, ...) for any fault except a torn last line."""
    data = encode_text(data) if isinstance(data, str) else data
    lines, sound_bytes = _sound_lines(data, name)
    header, skip = _parse_header(lines, name)
    events = tuple(_parse_events(lines, skip, header.from_ms, name))
    return Journal(header, events, sound_bytes, torn=sound_bytes < len(data))


def _sound_lines(data: bytes, name: str) -> tuple[list[bytes], int]:
    """Return the lines without their checksums, and their length in bytes; a torn last line is left out."""
    *lines, unfinished = data.split(b"\n")
    _refuse_strangers(lines[0] if lines else unfinished, name)
    sound: list[bytes] = []
    for number, line in enumerate(lines, start=1):
        content, found, expected = line[:-10], line[-10:], b" *%08x" % zlib.crc32(line[:-10])
        if found != expected:
            if number < len(lines) or unfinished:
                wanted = f"the checksum {expected.decode().strip()} at its end"
                raise BadInput(f"{name}:{number}", f"damaged line {_quote(line)} found, expected {wanted}")
            break
        sound.append(content)
    return sound, sum(len(line) + 1 for line in lines[: len(sound)])


def _refuse_strangers(first_line: bytes, name: str) -> None:
    kind, _, rest = first_line.partition(b" ")
    version = rest.partition(b" ")[0]
    if kind != NAME.encode():
        raise BadInput(f"{name}:1", f"{_quote(first_line)} found, expected '{NAME} {VERSION}'")
    if version != str(VERSION).encode():
        raise BadInput(
            f"{name}:1", f"a journal of version {_quote(version)} found, expected version {VERSION}"
        )


def _parse_header(lines: list[bytes], name: str) -> tuple[Header, int]:
    """Return the header, and its number of lines with the blank line."""
    values: dict[str, Any] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            missing = [key for key in _REQUIRED if key not in values]
            if missing:
                raise BadInput(f"{name}:{number}", f"the header's end found, expected {missing[0]} before it")
            return _make_header(values), number
        try:
            key, value = _parse_header_value(line, values)
        except ValueError as problem:
            raise BadInput(f"{name}:{number}", str(problem)) from problem
        values[key] = value
    raise BadInput(f"{name}:{len(lines) + 1}", "the end found, expected the rest of the header")


def _parse_header_value(line: bytes, known: dict[str, Any]) -> tuple[str, Any]:
    key, _, value = line.decode("utf-8", "surrogatepass").partition(" ")
    if key not in _READERS:
        raise ValueError(f"header key {_quote(key.encode(errors='replace'))} found, expected {_KEYS}")
    if key in known:
        raise ValueError(f"a second {key} found, expected one at most")
    try:
        return key, _READERS[key](value)
    except ValueError as problem:
        raise ValueError(f"{key}: {problem}") from problem


def _make_header(values: dict[str, Any]) -> Header:
    return Header(
        terms=Terms(
            start_fen=values["start"],
            control=values["time-control"],
            rules=values["rules"],
            debounce_ms=values["debounce-ms"],
            tenths_below_s=values["tenths-below-s"],
            low_time_s=values.get("low-time-s", 0),
            turned=values.get("orientation"),
            language=values.get("language", LANGUAGES[0]),
            own_controls=values.get("controls", ()),
            menu=values.get("menu", _FIRST_MENU),
            landing_ms=values.get("landing-ms", 0),
            illegal_verdict=values.get("illegal-verdict", Judge.BOARD),
        ),
        reeds=_make_contacts(values["closed"], values.get("reeds-changing", ())),
        buttons=_make_contacts(values["pressed"], values.get("buttons-changing", ())),
        from_ms=values["from-ms"],
        scan_period_ms=values["scan-period-ms"],
        comfort=Comfort(
            **{name: values[name] for name in COMFORTS if name in values}, by_hand=values.get("by-hand", ())
        ),
        reachable=values.get("page", False),
        wires=_make_wires(values),
        tags={tag: values[tag.lower()] for tag in TAGS if tag.lower() in values},
    )


def _make_contacts(settled: int, changing: tuple[Change, ...]) -> Contacts:
    raw = settled
    for change in changing:
        raw ^= change.contacts
    return Contacts(raw, settled, changing)


def _make_wires(values: dict[str, Any]) -> Wires:
    grounded, powered = values.get("lines-grounded", 0), values.get("lines-powered", 0)
    return Wires(
        raw=values.get("reeds-raw", 0), open=values.get("lines-open", ()), shorts=(grounded, powered)
    ).as_shown()


# The values of the header


def _parse_start(value: str) -> str:
    chess.Board(value)
    return value


def _parse_whole(value: str) -> int:
    return int(_match(r"[0-9]{1,15}", value, "a whole number"))


def _parse_period(value: str) -> int:
    return int(_match(r"[1-9][0-9]{0,5}", value, "1 or more"))


def _parse_closed(value: str) -> int:
    return int(_match(r"[0-9a-f]{16}", value, "16 hex digits, a1 the lowest bit"), 16)


def _parse_pressed(value: str) -> int:
    return int(_match(r"[0-7][0-9a-f]", value, "2 hex digits, 7f at the most"), 16)


def _parse_changing(value: str) -> tuple[Change, ...]:
    form = r"[0-9]{1,15}:[0-9a-f]{1,16}"
    _match(rf"{form}(?: {form})*", value, "MS:SET for each change, SET in hex digits")
    pairs = [change.split(":") for change in value.split(" ")]
    return tuple(Change(int(mask, 16), int(since_ms)) for since_ms, mask in pairs)


def _parse_lines(value: str) -> int:
    return int(_match(r"[01][0-9a-f]{4}", value, "5 hex digits, 1ffff at the most"), 16)


def _parse_open_lines(value: str) -> tuple[Open, ...]:
    form = r"[0-9a-f]:(?:-|[0-9]{1,15})"
    _match(rf"{form}(?: {form})*", value, "LINE:MS for each line, LINE a hex digit, or - for MS")
    pairs = [line.split(":") for line in value.split(" ")]
    return tuple(Open(int(line, 16), None if at == "-" else int(at)) for line, at in pairs)


def _parse_controls(value: str) -> tuple[TimeControl, ...]:
    controls = tuple(map(parse_time_control, value.split("|")))
    if None in controls:
        raise ValueError("'-' found, expected time controls with | between them")
    return tuple(control for control in controls if control)


def _parse_slots(value: str) -> tuple[TimeControl, ...]:
    controls = _parse_controls(value)
    if len(controls) > SLOTS:
        raise ValueError(f"{len(controls)} time controls found, expected {SLOTS} at most")
    return controls


def _match(pattern: str, value: str, expected: str) -> str:
    if re.fullmatch(pattern, value, re.ASCII):
        return value
    raise ValueError(f"{_quote(encode_text(value))} found, expected {expected}")


def _look_up(value: str, known: dict[str, Any]) -> Any:
    if value not in known:
        raise ValueError(f"{_quote(encode_text(value))} found, expected one of: {', '.join(known)}")
    return known[value]


def _make_comfort_reader(setting: Setting) -> Callable[[str], bool | int | str]:
    kept = {str(text): choice.kept for text, choice in setting.choices.items()}
    return lambda value: _look_up(value, kept)


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda pair: "\n" if pair[1] == "n" else pair[1], value)


_FIXED = {name: turned for name, turned in ORIENTATIONS.items() if turned is not None}

_READERS: dict[str, Callable[[str], Any]] = {
    "start": _parse_start,
    "time-control": parse_time_control,
    "rules": parse_rules,
    "debounce-ms": _parse_whole,
    "tenths-below-s": _parse_whole,
    "low-time-s": _parse_whole,
    "orientation": lambda value: _look_up(value, _FIXED),
    "language": lambda value: _look_up(value, {name: name for name in LANGUAGES}),
    "menu": lambda value: _look_up(value, {str(version): version for version in range(2, MENU + 1)}),
    "controls": _parse_controls,
    "by-hand": _parse_slots,
    "illegal-verdict": lambda value: _look_up(value, {str(judge): judge for judge in Judge}),
    "landing-ms": _parse_whole,
    "scan-period-ms": _parse_period,
    "from-ms": _parse_whole,
    "closed": _parse_closed,
    "reeds-changing": _parse_changing,
    "pressed": _parse_pressed,
    "buttons-changing": _parse_changing,
    "reeds-raw": _parse_closed,
    "lines-grounded": _parse_lines,
    "lines-powered": _parse_lines,
    "lines-open": _parse_open_lines,
    **{name: _make_comfort_reader(setting) for name, setting in COMFORTS.items()},
    "page": lambda value: _look_up(value, {"known": True}),
    **dict.fromkeys((tag.lower() for tag in TAGS), _unescape),
}
_OPTIONAL = {
    *("low-time-s", "landing-ms", "illegal-verdict"),
    *("orientation", "language", "reeds-changing", "buttons-changing", *COMFORTS, "page"),
    *("menu", "controls", "by-hand"),
    *("reeds-raw", "lines-grounded", "lines-powered", "lines-open"),
    *(tag.lower() for tag in TAGS),
}
_REQUIRED = [key for key in _READERS if key not in _OPTIONAL]
_KEYS = f"one of: {', '.join(_READERS)}"


# The events

_VERDICTS = {True: "yes", False: "no", None: "undecided"}
_ANSWERS = {word: can_mate for can_mate, word in _VERDICTS.items()}
_EVENT = re.compile(
    rb"([0-9]{1,15}) "
    rb"(?:scan ([0-9a-f]{16}) ([0-7][0-9a-f])(?: ([01][0-9a-f]{4}) ([01][0-9a-f]{4}))?"
    rb"|(restart)|(end)|order (.+)|adjudicated (\S+) (.+)|page (known|unknown))"
).fullmatch
_FORMS = (
    "'MS scan REEDS BUTTONS [GROUNDED POWERED]', 'MS restart', 'MS order [by ROLE] ORDER', "
    "'MS adjudicated ANSWER FEN', 'MS page known' or 'MS end'"
)


def _parse_events(lines: list[bytes], skip: int, last_ms: int, name: str) -> Iterator[Entry]:
    for number, line in enumerate(lines[skip:], start=skip + 1):
        found = _EVENT(line)
        if found is None:
            raise BadInput(f"{name}:{number}", f"{_quote(line)} found, expected {_FORMS}")
        at_ms = int(found[1])
        if at_ms < last_ms:
            raise BadInput(f"{name}:{number}", f"instant {at_ms} found, expected {last_ms} or later")
        last_ms = at_ms
        try:
            yield Entry(at_ms, _parse_event(found))
        except ValueError as problem:
            raise BadInput(f"{name}:{number}", str(problem)) from problem


def _parse_event(found: re.Match[bytes]) -> Event:
    _, reeds, buttons, grounded, powered, restart, _, order, answer, fen, page = found.groups()
    if reeds:
        return Scanned(*(int(each or b"0", 16) for each in (reeds, buttons, grounded, powered)))
    if order:
        return parse_ordered(order.decode("utf-8", "replace"))
    if answer:
        return Adjudicated(
            fen.decode("utf-8", "replace"), _look_up(answer.decode("utf-8", "replace"), _ANSWERS)
        )
    if page:
        return Reachable(Page() if page == b"known" else None)
    return Restarted() if restart else Ended()


def _quote(found: bytes) -> str:
    """The text in quotes, as a refusal shows it: printable, and cut to less than a line."""
    text = ascii(found[:60].decode("utf-8", "replace"))
    return text if len(text) <= 64 else f"{text[:60]}...'"
