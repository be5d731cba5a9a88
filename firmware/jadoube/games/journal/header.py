"""The header of a journal, as text: the table that a game began with, or goes on with.

It refuses to know the journal's lines and their checksums (`text.py`). `docs/journal.md` describes the
keys.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import chess

from jadoube.config.problems import BadInput
from jadoube.core.clock.time_control import TimeControl, parse_time_control, time_control_text
from jadoube.core.messages.names import REMEMBERED, Names, Player, clean_name, parse_player, player_text
from jadoube.core.messages.opponents import LEVELS, USUAL_LEVEL, Meanwhile, Seat, Sought, Whom
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.messages.settings import AT_EASE, COMFORTS, SLOTS, Comfort, Setting
from jadoube.core.rules.rule_sets import Judge, parse_rules
from jadoube.core.signals.debounce import Change, Contacts, settled_contacts
from jadoube.core.signals.lines import SOUND, Open, Wires
from jadoube.core.stages.hands.orientation import ORIENTATIONS
from jadoube.core.state.others.seek import OPPONENTS, Seek
from jadoube.core.state.panel.menu import MENU
from jadoube.core.state.table import Table, Terms
from jadoube.formats.pgn_tags import (
    BOARD,
    GAME_ID,
    NAME_TAGS,
    PLAYER_TAGS,
    SEVEN_TAGS,
    UTC_DATE,
    UTC_TIME,
    names_of_tags,
    whole_tags,
)

_FIRST_MENU = 1
"""The menu of a journal that does not say which one it has."""

TAGS: Final = {
    **{tag: tag.lower() for tag in SEVEN_TAGS if tag != "Result"},
    BOARD: "board",
    **{tag: re.sub(r"(?<=[a-z])(?=[A-Z])", "-", tag).lower() for tag in PLAYER_TAGS},
    GAME_ID: "game-id",
    UTC_DATE: "utc-date",
    UTC_TIME: "utc-time",
}
"""The PGN tags besides moves and result, and their keys in the header: `WhiteFideId` is `white-fide-id`."""

_PRIVATE: Final = {text: tuple(text.split()) for text in ("white", "black", "white black")}
"""The sides whose player is not to be shown."""

_TAKEN_UP: Final = "taken-up"
"""Stands for an instant where somebody looks for the opponent."""

_PLAYERS_APART: Final = " || "
"""What stands between two remembered players."""


@dataclass(frozen=True, slots=True)
class Header:
    """The start of a game. Instants are whole ms of the same monotonic clock as the events.

    `from_ms` is the instant of the first table; `reeds` and `buttons` are the contacts at that instant, also
    those that were changing. `comfort` was chosen in an earlier game. `reachable` is true if browsers could
    reach the board; address and PIN are in no journal. `tags` has some or all of `TAGS`, and of players whom
    others do not see (`private`) all that is known. `wires` has the lines that could not be read.
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
    serves: bool = False
    """Whether opponents can be looked for on a server."""
    seek: Seek | None = None
    """Who is looked for there."""
    private: tuple[str, ...] = ()
    """The sides whose player is not to be shown: `white`, `black`."""

    @property
    def names(self) -> Names:
        """The names that the tags tell, with who is not to be shown."""
        names = names_of_tags(self.tags)
        return names._replace(
            white=names.white._replace(private="white" in self.private),
            black=names.black._replace(private="black" in self.private),
        )


def header_for(table: Table, from_ms: int, scan_period_ms: int, tags: Mapping[str, str]) -> Header:
    """Return the header of a game that begins with this table at this instant.

    The names in its tags are those of the table; of `tags` it has the others.
    """
    names = table.names
    if names_of_tags(tags) != names._replace(white=_seen(names.white), black=_seen(names.black)):
        tags = {tag: value for tag, value in tags.items() if tag not in NAME_TAGS} | whole_tags(names)
    return Header(
        table.terms,
        table.board.reeds,
        table.panel.buttons,
        from_ms,
        scan_period_ms,
        table.comfort,
        table.page is not None,
        dict(tags),
        table.board.wires,
        table.serves,
        table.seek,
        tuple(side for side in chess.COLOR_NAMES[::-1] if names.player(side == "white").private),
    )


def _seen(player: Player) -> Player:
    return player._replace(private=False)


# Write


def format_header(header: Header) -> list[str]:
    """Return the lines of a header, without the format's name before and the blank line after them."""
    terms = header.terms
    return [
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
        *_format_opponent(terms),
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
        *_format_seek(header),
        *([f"players {_format_players(players)}"] if (players := header.comfort.players) else []),
        *([f"usual-round {_escape(terms.round)}"] if terms.round != header.names.round else []),
        *(
            f"{key} {_escape(value)}"
            for tag, key in TAGS.items()
            if (value := header.tags.get(tag)) is not None
        ),
        *([f"private {' '.join(header.private)}"] if header.private else []),
    ]


def encode_text(text: str) -> bytes:
    """Encode a journal's text. A name from a command line may hold bytes that are not UTF-8."""
    return text.encode("utf-8", "surrogatepass")


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
    unread = [f"reeds-chattering {wires.chattering:016x}"] if wires.chattering else []
    return [f"reeds-raw {wires.raw:016x}", *shorted, *opened, *unread]


def _comfort_text(comfort: Comfort, name: str) -> str:
    """The text of a comfort setting; empty if it is the default."""
    kept = getattr(comfort, name)
    return "" if kept == getattr(AT_EASE, name) else COMFORTS[name].text_of(kept)


def _format_menu(terms: Terms) -> list[str]:
    """What decides the meaning of keys in the menu; nothing for a journal of before this was written."""
    menu = [f"menu {terms.menu}"] if terms.menu > _FIRST_MENU else []
    own = [f"controls {_format_controls(terms.own_controls)}"] if terms.own_controls else []
    return menu + own


def _format_opponent(terms: Terms) -> list[str]:
    """Who plays a side from elsewhere; nothing where it is as usual."""
    usual = Terms()
    values = {key: (getattr(terms, key), getattr(usual, key)) for key in ("opponent", "level", "meanwhile")}
    if terms.program:  # it takes its side again with its next move
        del values["opponent"]
    lines = [f"{key} {value}" for key, (value, as_usual) in values.items() if value != as_usual]
    return [*lines, "teacher on"] if terms.teacher else lines


def _format_seek(header: Header) -> list[str]:
    """Who is looked for on a server, and until when; a failure is shown no longer in the next game."""
    serves, seek = ["serves yes"] if header.serves else [], header.seek
    if seek is None or not seek.holds:
        return serves
    return [*serves, f"seek {_TAKEN_UP if seek.taken_up else seek.until_ms} {seek.sought.text}"]


def _format_controls(controls: tuple[TimeControl, ...]) -> str:
    return " | ".join(control.text for control in controls)


def _format_players(players: tuple[Player, ...]) -> str:
    return _PLAYERS_APART.join(map(player_text, players))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n")


# Read


def parse_header(lines: Iterable[tuple[int, bytes]], name: str) -> Header:
    """Return the header that these numbered lines make, up to a blank line. BadInput if they make none."""
    values: dict[str, Any] = {}
    number = 1
    for number, line in lines:
        if not line:
            missing = [key for key in _REQUIRED if key not in values]
            if missing:
                raise BadInput(f"{name}:{number}", f"the header's end found, expected {missing[0]} before it")
            return _make_header(values)
        try:
            key, value = _parse_header_value(line, values)
        except ValueError as problem:
            raise BadInput(f"{name}:{number}", str(problem)) from problem
        values[key] = value
    raise BadInput(f"{name}:{number + 1}", "the end found, expected the rest of the header")


def _parse_header_value(line: bytes, known: dict[str, Any]) -> tuple[str, Any]:
    key, _, value = line.decode("utf-8", "surrogatepass").partition(" ")
    if key not in _READERS:
        raise ValueError(f"header key {quote(key.encode(errors='replace'))} found, expected {_KEYS}")
    if key in known:
        raise ValueError(f"a second {key} found, expected one at most")
    try:
        return key, _READERS[key](value)
    except ValueError as problem:
        raise ValueError(f"{key}: {problem!s:.300}") from problem


def _make_header(values: dict[str, Any]) -> Header:
    tags = {tag: values[key] for tag, key in TAGS.items() if key in values}
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
            opponent=values.get("opponent", Seat.NOBODY),
            level=values.get("level", USUAL_LEVEL),
            teacher=values.get("teacher", False),
            meanwhile=values.get("meanwhile", Meanwhile.NEITHER),
            round=clean_name(values.get("usual-round", tags.get("Round", ""))),
        ),
        reeds=_make_contacts(values["closed"], values.get("reeds-changing", ())),
        buttons=_make_contacts(values["pressed"], values.get("buttons-changing", ())),
        from_ms=values["from-ms"],
        scan_period_ms=values["scan-period-ms"],
        comfort=Comfort(
            **{name: values[name] for name in COMFORTS if name in values},
            by_hand=values.get("by-hand", ()),
            players=values.get("players", ()),
        ),
        reachable=values.get("page", False),
        serves=values.get("serves", False),
        seek=values.get("seek"),
        wires=_make_wires(values),
        tags=tags,
        private=values.get("private", ()),
    )


def _make_contacts(settled: int, changing: tuple[Change, ...]) -> Contacts:
    raw = settled
    for change in changing:
        raw ^= change.contacts
    return Contacts(raw, settled, changing)


def _make_wires(values: dict[str, Any]) -> Wires:
    grounded, powered = values.get("lines-grounded", 0), values.get("lines-powered", 0)
    shown = (grounded, powered, values.get("reeds-chattering", 0))
    return Wires(raw=values.get("reeds-raw", 0), open=values.get("lines-open", ()), shown=shown).as_shown()


# The values


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


def _parse_players(value: str) -> tuple[Player, ...]:
    players = tuple(map(parse_player, value.split(_PLAYERS_APART.strip())))
    if len(players) > REMEMBERED:
        raise ValueError(f"{len(players)} players found, expected {REMEMBERED} at most")
    if not all(player.name for player in players):
        raise ValueError("'-' found, expected players with || between them")
    return players


def _parse_seek(value: str) -> Seek:
    until, _, sought = value.partition(" ")
    known = {each.text: each for each in (*OPPONENTS, Sought(Whom.AGAIN))}
    return Seek(look_up(sought, known), None if until == _TAKEN_UP else _parse_whole(until))


def _match(pattern: str, value: str, expected: str) -> str:
    if re.fullmatch(pattern, value, re.ASCII):
        return value
    raise ValueError(f"{quote(encode_text(value))} found, expected {expected}")


def look_up(value: str, known: dict[str, Any]) -> Any:
    """Return what a word stands for. ValueError if it stands for nothing known."""
    if value not in known:
        raise ValueError(f"{quote(encode_text(value))} found, expected one of: {', '.join(known)}")
    return known[value]


def _make_comfort_reader(setting: Setting) -> Callable[[str], bool | int | str]:
    kept = {str(text): choice.kept for text, choice in setting.choices.items()}
    return lambda value: look_up(value, kept)


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
    "orientation": lambda value: look_up(value, _FIXED),
    "language": lambda value: look_up(value, {name: name for name in LANGUAGES}),
    "menu": lambda value: look_up(value, {str(version): version for version in range(2, MENU + 1)}),
    "controls": _parse_controls,
    "by-hand": _parse_slots,
    "illegal-verdict": lambda value: look_up(value, {str(judge): judge for judge in Judge}),
    "landing-ms": _parse_whole,
    "opponent": lambda value: look_up(value, {str(seat): seat for seat in Seat}),
    "level": lambda value: look_up(value, {str(elo): elo for elo in LEVELS}),
    "teacher": lambda value: look_up(value, {"on": True}),
    "meanwhile": lambda value: look_up(value, {str(each): each for each in Meanwhile}),
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
    "reeds-chattering": _parse_closed,
    **{name: _make_comfort_reader(setting) for name, setting in COMFORTS.items()},
    "page": lambda value: look_up(value, {"known": True}),
    "serves": lambda value: look_up(value, {"yes": True}),
    "seek": _parse_seek,
    **dict.fromkeys(TAGS.values(), _unescape),
    "players": _parse_players,
    "usual-round": _unescape,
    "private": lambda value: look_up(value, _PRIVATE),
}
_OPTIONAL = {
    *("low-time-s", "landing-ms", "illegal-verdict"),
    *("orientation", "language", "reeds-changing", "buttons-changing", *COMFORTS, "page"),
    *("menu", "controls", "by-hand"),
    *("opponent", "level", "teacher", "meanwhile"),
    *("reeds-raw", "lines-grounded", "lines-powered", "lines-open", "reeds-chattering"),
    *TAGS.values(),
    *("serves", "seek"),
    *("players", "usual-round", "private"),
}
_REQUIRED = [key for key in _READERS if key not in _OPTIONAL]
_KEYS = f"one of: {', '.join(_READERS)}"


def quote(found: bytes) -> str:
    """The text in quotes, as a refusal shows it: printable, and cut to less than a line."""
    text = ascii(found[:60].decode("utf-8", "replace"))
    return text if len(text) <= 64 else f"{text[:60]}...'"
