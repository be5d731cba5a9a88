"""The configuration: one TOML file, every key known, every refusal worded for the owner.

The classes below are the table of all keys: name and type, default, kind (the valid values) and meaning. The
checks, the defaults and the test of the reference file `systemd/jadoube.toml` follow from them. An unknown
key is an error, and so are two values that conflict. `version` may stand before all tables; a file without it
is of version 1. This file opens no device and makes no folder.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeGuard, TypeVar

from jadoube.config import kinds
from jadoube.config.kinds import (
    ANY,
    AUTO,
    PRESET,
    Kind,
    format_toml,
    join_words,
    number,
    one_of,
    or_word,
    text,
    whole,
)
from jadoube.config.pinmap import REV_A, PinMap, load_pinmap
from jadoube.config.problems import BadInput
from jadoube.config.tomlfile import TomlFile, read_toml
from jadoube.core.clock.time_control import TimeControl
from jadoube.core.language.control_read import read_control
from jadoube.core.messages.opponents import LEVELS, USUAL_LEVEL, Meanwhile, Seat
from jadoube.core.messages.phrases import LANGUAGES
from jadoube.core.rules.rule_sets import RULE_SETS, Dead, Judge, Repeated, RuleSet, Saves
from jadoube.core.stages.hands.orientation import ORIENTATIONS

LIVECHESS = "livechess"
"""The protocol that is spoken over a network only."""

LIVECHESS_PLACE = "localhost:1982"
"""Where browsers look for it."""

MOST_LINKS = 8
"""The most links: more than any board needs."""

VERSION = 1
"""Goes up when a file of the present version would mean something else (docs/formats.md)."""

_ALIKE: Final = 0.6
"""How similar a key has to be to be meant, as difflib counts: its own default."""
_ALIKE_ELSEWHERE: Final = 0.8
"""One of another table: hardly more than a letter is wrong, or an ending is missing (a choice)."""

_T = TypeVar("_T")


def _key(default: _T, kind: Kind, meaning: str) -> _T:
    """Declare a key; to the type checker it is its default, and ruff cannot see that it is a field."""
    return field(default=default, metadata={"kind": kind, "meaning": meaning})


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """The board as a whole."""

    pinmap: Path = _key(  # noqa: RUF009 - a field, see _key
        REV_A, kinds.pin_map({"rev_a": REV_A}), "how the board is wired"
    )
    scan_period_ms: int = _key(5, whole(1, 20), "milliseconds from one scan to the next")
    debounce_ms: int = _key(20, whole(5, 200), "milliseconds without a change after which a reed is settled")
    orientation: str = _key("auto", one_of(*ORIENTATIONS), "side that sits at the bottom")
    language: str = _key("en", one_of(*LANGUAGES), "language in which the board says how things stand")


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What a new game starts with, and what stands at the head of its PGN."""

    time_control: TimeControl | None = _key(  # noqa: RUF009 - a field, see _key
        read_control("15+10"), kinds.time_control(), "time control of a new game"
    )
    presets: tuple[TimeControl, ...] = _key(
        (), kinds.time_controls(), "time controls that the menu offers beside the usual ones"
    )
    rules: str = _key("club", one_of(*RULE_SETS), "rule set of a new game")
    illegal_verdict: str = _key(
        "arbiter", one_of(*map(str, Judge)), "who judges an illegal move where it costs something"
    )
    event: str = _key("?", text(), "name of the event")
    site: str = _key("?", text(), "place of the event")
    round: str = _key("?", text(), "number of the round")
    board: str = _key("?", text(), "number of the board")
    white: str = _key("?", text(), "name of who plays White")
    black: str = _key("?", text(), "name of who plays Black")


_SAVES = one_of(*(str(each) for each in Saves))


def _choice(kind: Kind, meaning: str) -> Any:
    """Declare a key of the rules; its default is the preset's value."""
    return _key(PRESET, or_word(PRESET, kind), meaning)


@dataclass(frozen=True, slots=True)
class RulesSettings:
    """Single rules that are not those of the rule set `game.rules`, the preset."""

    flag_ends: bool | str = _choice(one_of(True, False), "whether a fallen flag ends the game")
    flag_saves: str = _choice(_SAVES, "what saves whose flag fell, it is a draw then")
    resignation_saves: str = _choice(_SAVES, "what saves who resigns, it is a draw then")
    dead: str = _choice(one_of(*map(str, Dead)), "dead positions that end the game")
    repeated: str = _choice(
        one_of(*map(str, Repeated)), "what becomes of a threefold repetition and of fifty moves"
    )
    automatic_draws: bool | str = _choice(
        one_of(True, False), "whether the fifth repetition and 75 moves draw"
    )
    illegal_penalty_s: int | str = _choice(
        whole(0, 3600), "seconds that the opponent gets for a press without a legal move"
    )
    illegal_loses: int | str = _choice(whole(0, 9), "number of such presses that loses, 0 for none")
    touch_move: bool | str = _choice(one_of(True, False), "whether touch-move is watched and shown")
    rook_first: bool | str = _choice(
        one_of(True, False), "whether castling with the rook touched first is noted"
    )
    agreed_after: int | str = _choice(whole(0, 200), "plies before which no draw can be agreed")
    takeback: bool | str = _choice(one_of(True, False), "whether the players may take moves back")
    hints: bool | str = _choice(one_of(True, False), "whether the legal squares of a lifted piece are lit")


@dataclass(frozen=True, slots=True)
class ReedSettings:
    """The matrix of the reeds and buttons."""

    scanner: str = _key(
        AUTO,
        one_of(AUTO, "lgpio", "gpiod", "rpigpio", "gpiozero", "serial"),
        "what reads the reeds: a library over the pins, or a board on a serial line",
    )
    gpio_chip: int | str = _key(
        AUTO,
        or_word(AUTO, whole(0, 255)),
        "number of the GPIO chip for lgpio and gpiod, N of /dev/gpiochipN",
    )
    pin_factory: str = _key(
        "lgpio",
        one_of("lgpio", "rpigpio", "pigpio", "native", "mock"),
        "library under gpiozero, where that is the scanner",
    )
    serial_port: str = _key(
        "/dev/ttyACM0", kinds.serial_line(), "serial line of the board where the scanner is serial"
    )
    serial_baud: int = _key(115200, whole(9600, 4000000), "bits a second on that line")
    settle_us: int = _key(30, whole(0, 200), "microseconds from driving a row to reading its columns")


@dataclass(frozen=True, slots=True)
class LampSettings:
    """The lamps of the squares."""

    enabled: bool = _key(True, one_of(True, False), "whether the board has lamps")
    driver: str = _key(
        "spi", one_of("spi", "neopixel"), "what sends the lamps their colours: the SPI bus, or a library"
    )
    brightness: float = _key(0.4, number(0, 1), "how brightly the lamps shine, 1 is all they can")
    dark_squares: float = _key(
        0.6, number(0.2, 1), "how brightly lamps of dark squares shine, 1 is as those of light squares"
    )
    budget_ma: int = _key(1200, whole(100, 4000), "milliamperes that all lamps together may draw")


@dataclass(frozen=True, slots=True)
class FaceSettings:
    """The two clock faces."""

    enabled: bool = _key(True, one_of(True, False), "whether the board has clock faces")
    i2c_bus: int = _key(1, whole(0, 255), "number of the I2C bus, N of /dev/i2c-N")
    tenths_below_s: int = _key(20, one_of(0, 10, 20), "seconds below which tenths are shown, 0 for never")
    brightness: int = _key(15, whole(0, 15), "how brightly the face of the running clock shines")
    dim: int = _key(4, whole(0, 15), "how brightly the other face shines")


def _sound(what: str) -> bool:
    """Declare the key of one sound."""
    return _key(True, one_of(True, False), f"whether {what} is heard")


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """The buzzer: each sound by its name, and when time runs low."""

    enabled: bool = _key(True, one_of(True, False), "whether the board has a buzzer")
    press: bool = _sound("a press")
    noted: bool = _sound("that a mark was noted")
    check: bool = _sound("check")
    low_time: bool = _sound("that time runs low")
    refused: bool = _sound("what is refused")
    illegal: bool = _sound("an illegal move")
    over: bool = _sound("the end of a game")
    flag: bool = _sound("the fall of a flag")
    low_time_s: int = _key(
        10, whole(0, 60), "seconds left from which it is said that time runs low, 0 for never"
    )


@dataclass(frozen=True, slots=True)
class PowerSettings:
    """The supply, and the way to switch off."""

    watch: bool = _key(True, one_of(True, False), "whether voltage and heat are watched")
    off_command: tuple[str, ...] = _key(
        ("systemctl", "poweroff"),
        kinds.command(),
        "what switches the machine off, [] to stop the program only",
    )


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """Where the games are kept."""

    directory: Path = _key(  # noqa: RUF009 - a field, see _key
        Path("/var/lib/jadoube"), kinds.folder(), "folder of the journals and PGN files"
    )
    size_mb: int = _key(
        500, whole(0, 1_000_000), "megabytes that all games together may take, 0 for no limit"
    )


@dataclass(frozen=True, slots=True)
class ControlSettings:
    """Where the running board takes orders, such as those of `jadoube order`."""

    socket: Path = _key(  # noqa: RUF009 - a field, see _key
        Path("/run/jadoube/control"), kinds.folder(), "file of the socket"
    )


@dataclass(frozen=True, slots=True)
class WebSettings:
    """The page that browsers on the local network see."""

    enabled: bool = _key(True, one_of(True, False), "whether the board serves a page")
    address: str = _key(ANY, kinds.address(), "address at which browsers reach it")
    port: int = _key(8064, whole(0, 65535), "port at which browsers reach it, 0 for any that is free")
    names: tuple[str, ...] = _key(
        (), kinds.host_names(), "names by which browsers may reach it beside its own"
    )


@dataclass(frozen=True, slots=True)
class OnlineSettings:
    """The process that keeps the archive, and sends what is to leave the board."""

    enabled: bool = _key(True, one_of(True, False), "whether the board keeps an archive and can send games")
    directory: Path = _key(  # noqa: RUF009 - a field, see _key
        Path("/var/lib/jadoube-online"), kinds.folder(), "folder of the archive, the outbox and the secrets"
    )
    socket: Path = _key(  # noqa: RUF009 - a field, see _key
        Path("/run/jadoube-online/desk"), kinds.folder(), "file of the socket at which it is asked"
    )


@dataclass(frozen=True, slots=True)
class OpponentSettings:
    """The chess engine that plays a side."""

    side: str = _key("off", one_of(*map(str, Seat)), "side that the engine plays in a new game")
    level: int = _key(USUAL_LEVEL, one_of(*LEVELS), "strength of the engine in a new game, in Elo")
    teacher: bool = _key(
        False, one_of(True, False), "whether a player is warned after a blunder, in a new game"
    )
    engine: str = _key(
        "",
        or_word("", kinds.program()),
        "name or path of the engine, empty for the strongest that is installed",
    )
    book: Path | str = _key(  # noqa: RUF009 - a field, see _key
        "", or_word("", kinds.folder()), "file of its opening book (Polyglot), empty for none"
    )
    move_ms: int = _key(
        0, whole(0, 600_000), "milliseconds for each move, 0 for as long as level and clock say"
    )
    meanwhile: str = _key(
        "neither", one_of(*map(str, Meanwhile)), "whose clock runs while a hand makes the engine's move"
    )


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """The live folder: the games of the round as files for programs that show them elsewhere."""

    enabled: bool = _key(False, one_of(True, False), "whether there is a live folder")
    directory: Path | str = _key(  # noqa: RUF009 - a field, see _key
        "", or_word("", kinds.folder()), "where it is, empty for the folder live in online.directory"
    )
    delay_min: int = _key(0, whole(0, 240), "minutes after which a move is shown there")
    delay_plies: int = _key(0, whole(0, 100), "plies that are held back there while the game is on")


@dataclass(frozen=True, slots=True)
class BrokerSettings:
    """The MQTT broker at which boards and the hall meet; without a host nothing is published."""

    host: str = _key("", or_word("", kinds.host()), "name or address of the broker, empty for none")
    port: int = _key(8883, whole(1, 65535), "its port")
    tls: bool = _key(True, one_of(True, False), "whether the connection is encrypted")
    ca: Path | str = _key(  # noqa: RUF009 - a field, see _key
        "", or_word("", kinds.folder()), "certificate of who vouches for the broker, empty for the system's"
    )
    user: str = _key("", or_word("", text()), "name at the broker, empty for none")
    password_file: Path | str = _key(  # noqa: RUF009 - a field, see _key
        "", or_word("", kinds.folder()), "file with the password, empty for none"
    )
    certificate: Path | str = _key(  # noqa: RUF009 - a field, see _key
        "", or_word("", kinds.folder()), "certificate that proves who this is, empty for none"
    )
    key: Path | str = _key(  # noqa: RUF009 - a field, see _key
        "", or_word("", kinds.folder()), "key of that certificate, empty if it is in the same file"
    )
    hall: str = _key("hall", kinds.topic_id(), "the hall in which the boards are")
    board: str = _key("", or_word("", kinds.topic_id()), "id of this board, empty for one of its machine")


@dataclass(frozen=True, slots=True)
class HallSettings:
    """The program beside the broker that keeps all boards of a hall: `jadoube hall`."""

    directory: Path = _key(  # noqa: RUF009 - a field, see _key
        Path("/var/lib/jadoube-hall"), kinds.folder(), "folder of its games, pairings and secrets"
    )
    address: str = _key(ANY, kinds.address(), "address at which browsers reach its page")
    port: int = _key(8065, whole(0, 65535), "port at which browsers reach it, 0 for any that is free")
    names: tuple[str, ...] = _key(
        (), kinds.host_names(), "names by which browsers may reach it beside its own"
    )


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """A way by which another program sees the board as one that it knows."""

    protocol: str = _key(
        AUTO,
        one_of(AUTO, "dgt", "chesslink", LIVECHESS),
        "what is spoken there; auto: DGT or ChessLink, as the program begins",
    )
    port: str = _key("", or_word("", kinds.device()), "serial line to the program, or empty")
    listen: str = _key(
        "", or_word("", kinds.host_and_port()), "where programs reach it over the network instead"
    )
    pages: tuple[str, ...] = _key(
        (), kinds.origins(), "web pages elsewhere that may connect to livechess, besides those of Lichess"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The whole configuration, and `pins`, the loaded pin map that `board.pinmap` names."""

    pins: PinMap
    board: BoardSettings = field(default_factory=BoardSettings)
    game: GameSettings = field(default_factory=GameSettings)
    rules: RulesSettings = field(default_factory=RulesSettings)
    reeds: ReedSettings = field(default_factory=ReedSettings)
    lamps: LampSettings = field(default_factory=LampSettings)
    faces: FaceSettings = field(default_factory=FaceSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    power: PowerSettings = field(default_factory=PowerSettings)
    archive: ArchiveSettings = field(default_factory=ArchiveSettings)
    control: ControlSettings = field(default_factory=ControlSettings)
    web: WebSettings = field(default_factory=WebSettings)
    online: OnlineSettings = field(default_factory=OnlineSettings)
    live: LiveSettings = field(default_factory=LiveSettings)
    opponent: OpponentSettings = field(default_factory=OpponentSettings)
    broker: BrokerSettings = field(default_factory=BrokerSettings)
    hall: HallSettings = field(default_factory=HallSettings)
    link: tuple[LinkSettings, ...] = ()


#: The tables of the file, by name, in the order of the reference.
TABLES: dict[str, type[Any]] = {
    "board": BoardSettings,
    "game": GameSettings,
    "rules": RulesSettings,
    "reeds": ReedSettings,
    "lamps": LampSettings,
    "faces": FaceSettings,
    "sound": SoundSettings,
    "power": PowerSettings,
    "archive": ArchiveSettings,
    "control": ControlSettings,
    "web": WebSettings,
    "online": OnlineSettings,
    "live": LiveSettings,
    "opponent": OpponentSettings,
    "broker": BrokerSettings,
    "hall": HallSettings,
}

#: The name of a place in the file: its table and its key, or one name alone outside the known tables.
Names = tuple[str, ...]

#: Every key with its kind.
KEYS: dict[Names, Kind] = {
    (table, key.name): key.metadata["kind"] for table, part in TABLES.items() for key in fields(part)
}

#: The tables that may stand several times or not at all, `[[link]]`, by name.
LISTS: dict[str, type[Any]] = {"link": LinkSettings}

#: Every key of those with its kind.
LIST_KEYS: dict[Names, Kind] = {
    (table, key.name): key.metadata["kind"] for table, part in LISTS.items() for key in fields(part)
}

_EVERY_KEY: dict[Names, Kind] = KEYS | LIST_KEYS


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two keys whose values can conflict though each is valid alone."""

    key: Names
    other: Names
    expected: str
    go_together: Callable[[Any, Any], bool]


_PAIRS = (
    _Pair(
        ("board", "debounce_ms"),
        ("board", "scan_period_ms"),
        "at least",
        lambda debounce_ms, period_ms: debounce_ms >= period_ms,
    ),
    _Pair(  # a scan settles on each of the eight rows
        ("reeds", "settle_us"),
        ("board", "scan_period_ms"),
        "at most an eighth of",
        lambda settle_us, period_ms: 8 * settle_us <= 1000 * period_ms,
    ),
    _Pair(
        ("faces", "dim"),
        ("faces", "brightness"),
        "at most",
        lambda dim, brightness: dim <= brightness,
    ),
)


def rules_of(settings: Settings) -> RuleSet:
    """Return the rule set of a new game: the preset, with the single rules that the owner has set."""
    preset = RULE_SETS[settings.game.rules]
    chosen = {key.name: getattr(settings.rules, key.name) for key in fields(settings.rules)}
    kinds = {key: type(getattr(preset, key)) for key in chosen}
    return replace(preset, **{key: kinds[key](value) for key, value in chosen.items() if value != PRESET})


def live_folder(settings: Settings) -> Path:
    """Return where the live folder is."""
    return Path(settings.live.directory or settings.online.directory / "live")


def default_settings() -> Settings:
    """Return the settings of an empty file."""
    return Settings(pins=load_pinmap(None))


def load_settings(path: Path | None) -> Settings:
    """Read the file, or return the defaults without one; raises the first BadInput of `problems`."""
    if path is None:
        return default_settings()
    settings, found = _read(path)
    if settings is None or found:
        raise found[0]
    return settings


def problems(path: Path) -> list[BadInput]:
    """List all faults of the file, top to bottom, then those of the pin map that it names.

    A file that cannot be read, or is not TOML, is one problem. Conflicts between values are checked once each
    value is valid.
    """
    return _read(path)[1]


def _read(path: Path) -> tuple[Settings | None, list[BadInput]]:
    try:
        file = read_toml(path)
    except BadInput as problem:
        return None, [problem]
    version = file.content.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        return None, [file.problem(f"version is {format_toml(version)}, expected {VERSION}", "version")]
    values, found = _values(file)
    parts = {table: part(**_table_values(values, table)) for table, part in TABLES.items()}
    links, wrong = _read_links(file)
    found = [*found, *wrong] or [
        *_find_conflicts(file, values, parts),
        *_find_link_conflicts(file, links, parts["reeds"]),
    ]
    try:
        return Settings(pins=load_pinmap(parts["board"].pinmap), link=links, **parts), found
    except BadInput as problem:
        return None, [*found, problem]


def _read_links(file: TomlFile) -> tuple[tuple[LinkSettings, ...], list[BadInput]]:
    """Return the links of the file, and each fault of them; one with a fault is as if it were empty."""
    tables = file.content.get("link", [])
    if not _are_tables(tables):
        return (), [
            file.problem(f"link is {format_toml(tables)}, expected tables, each begun by [[link]]", "link")
        ]
    if len(tables) > MOST_LINKS:
        return (), [file.problem(f"{len(tables)} links found, expected {MOST_LINKS} at most", "link")]
    links, found = [], []
    for nth, table in enumerate(tables):
        values: dict[str, Any] = {}
        for key, value in table.items():
            try:
                values[key] = _take_value(("link", key), value, file.path.parent)
            except ValueError as refusal:
                found.append(file.problem(str(refusal), "link", key, nth=nth))
        links.append(_with_usual_place(LinkSettings(**values)))
    return tuple(links), found


def _are_tables(value: object) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _with_usual_place(link: LinkSettings) -> LinkSettings:
    """Return a link of LiveChess that says no place with the one at which browsers look for it."""
    if link.protocol == LIVECHESS and not (link.port or link.listen):
        return replace(link, listen=LIVECHESS_PLACE)
    return link


def _find_link_conflicts(
    file: TomlFile, links: Sequence[LinkSettings], reeds: ReedSettings
) -> Iterator[BadInput]:
    taken = {reeds.serial_port: "reeds.serial_port"} if reeds.scanner == "serial" else {}
    for nth, link in enumerate(links):
        words = _link_problem(link) or (taken.get(link.port or link.listen) and _taken_twice(link, taken))
        if words:
            named = words.removeprefix("link.").partition(" ")[0]
            yield file.problem(words, "link", named, nth=nth)
        taken.setdefault(link.port or link.listen, "that of another link")


def _link_problem(link: LinkSettings) -> str:
    """What is wrong with a link by itself; empty if nothing is."""
    if link.port and link.listen:
        return "link.port and link.listen found, expected one of them"
    if link.port and link.protocol == LIVECHESS:
        expected = f"expected link.listen: {LIVECHESS} is spoken over a network"
        return f"link.port is {format_toml(link.port)}, {expected}"
    if link.pages and link.protocol != LIVECHESS:
        return f"link.pages found, expected it with the protocol {LIVECHESS} alone: no page speaks another"
    if not (link.port or link.listen):
        return "a link without a place found, expected link.port or link.listen"
    return ""


def _taken_twice(link: LinkSettings, taken: Mapping[str, str]) -> str:
    key, place = ("port", link.port) if link.port else ("listen", link.listen)
    return f"link.{key} is {format_toml(place)}, expected another one than {taken[place]}"


def _values(file: TomlFile) -> tuple[dict[Names, Any], list[BadInput]]:
    values, found = {}, []
    for names, value in _names_and_values(file.content):
        try:
            values[names] = _take_value(names, value, file.path.parent)
        except ValueError as refusal:
            found.append(file.problem(str(refusal), *names))
    return values, found


def _names_and_values(content: dict[str, Any]) -> Iterator[tuple[Names, Any]]:
    """All keys and values of the file in order, without its version."""
    for name, value in content.items():
        if name in TABLES and isinstance(value, dict):
            yield from (((name, key), below) for key, below in value.items())
        elif name != "version" and name not in LISTS:
            yield (name,), value


def _take_value(names: Names, value: object, beside: Path) -> object:
    """Return the value for the program; a relative path starts at the file's folder."""
    if names not in _EVERY_KEY:
        raise ValueError(_describe_unknown(names, value))
    try:
        taken = _EVERY_KEY[names].take(value)
    except ValueError as expected:
        raise ValueError(f"{_join_key(names)} is {format_toml(value)}, expected {expected}") from expected
    return beside / taken if isinstance(taken, Path) else taken


def _table_values(values: dict[Names, Any], table: str) -> dict[str, Any]:
    return {names[1]: value for names, value in values.items() if names[0] == table}


def _find_conflicts(file: TomlFile, values: dict[Names, Any], parts: dict[str, Any]) -> Iterator[BadInput]:
    for pair in _PAIRS:
        value, other = (getattr(parts[table], key) for table, key in (pair.key, pair.other))
        if not pair.go_together(value, other):
            words = (
                f"{_join_key(pair.key)} is {value}, expected {pair.expected} {_join_key(pair.other)}, {other}"
            )
            yield file.problem(words, *(pair.key if pair.key in values else pair.other))


def _describe_unknown(names: Names, value: object) -> str:
    named = _join_key(names)
    match names:
        case (table,) if table in TABLES:
            return f"{named} is {format_toml(value)}, expected a table, [{named}]"
        case (table,) if isinstance(value, dict) or _are_tables(value):
            near = get_close_matches(table, [*TABLES, *LISTS], n=1)
            return f"unknown table {named}, {_hint(near, [*TABLES, *LISTS])}"
        case (key,):
            return f"unknown key {named} outside the tables, {_hint(_nearest_keys(key, KEYS), list(TABLES))}"
        case _:
            own = [known for known in _EVERY_KEY if known[0] == names[0]]
            near = _nearest_keys(names[1], own) or _nearest_keys(names[1], KEYS, _ALIKE_ELSEWHERE)
            return f"unknown key {named}, {_hint(near, [_join_key(known) for known in own])}"


def _nearest_keys(key: str, known: Iterable[Names], alike: float = _ALIKE) -> list[str]:
    """The known key with the most similar name, not counting tables; empty if none is similar."""
    by_key = {names[1]: _join_key(names) for names in known}
    return [by_key[near] for near in get_close_matches(key, by_key, n=1, cutoff=alike)]


def _hint(near: list[str], known: list[str]) -> str:
    return f"did you mean {near[0]}?" if near else f"expected {join_words(known)}"


def _join_key(names: Names) -> str:
    return format_toml(".".join(names)).strip('"')
