"""The kinds of value that keys of the configuration take.

A kind decides whether a TOML value is valid, and converts it for the program. It refuses to know the key and
the file: a refusal is a ValueError that says only what was expected.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from jadoube.core.clock.time_control import TimeControl
from jadoube.core.language.control_read import ControlError, read_control

AUTO = "auto"
"""The value for "found by the program"."""

PRESET = "preset"
"""The value for "as in the rule set"."""

ANY = "any"
"""The value for all addresses of this machine."""

LOCALHOST = "localhost"
"""The value for this machine's own addresses, of IPv4 and IPv6."""

_PORT_MOST = 65535

MOST_CONTROLS = 20
"""The most time controls of an owner: with more the way through the menu would be long."""

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
ID_MOST = 32
"""The most characters of an id in an MQTT topic (a choice)."""

_ID = re.compile(rf"[a-z0-9-]{{1,{ID_MOST}}}")
_ORIGIN = re.compile(rf"https?://{_HOST.pattern}(:[0-9]{{1,5}})?")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: its limits in words, and its check.

    `take` returns the value for the program, or raises a ValueError that says what was expected.
    """

    limits: str
    take: Callable[[object], Any]


def whole(low: int, high: int) -> Kind:
    """Take a whole number from `low` to `high`, inclusive."""
    limits = f"{low} to {high}"

    def take(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError(f"a whole number, {limits}")  # noqa: TRY004 - all refusals are ValueError
        if not low <= value <= high:
            raise ValueError(limits)
        return value

    return Kind(limits, take)


def number(low: float, high: float) -> Kind:
    """Take a number from `low` to `high`, inclusive, with or without a decimal point."""
    limits = f"{low:g} to {high:g}"

    def take(value: object) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ValueError(f"a number, {limits}")  # noqa: TRY004 - all refusals are ValueError
        if not low <= value <= high:  # false for nan too
            raise ValueError(limits)
        return float(value)

    return Kind(limits, take)


def one_of(*choices: str | int) -> Kind:
    """Take one of the choices: words, whole numbers, or true and false."""
    limits = join_words([format_toml(choice) for choice in choices])

    def take(value: object) -> str | int:
        for choice in choices:
            if type(value) is type(choice) and value == choice:  # the type too, because False == 0
                return choice
        raise ValueError(limits)

    return Kind(limits, take)


def or_word(word: str, kind: Kind) -> Kind:
    """Take what `kind` takes, or this word."""
    limits = f"{format_toml(word)}, {kind.limits}"

    def take(value: object) -> object:
        try:
            return word if value == word else kind.take(value)
        except ValueError:
            raise ValueError(limits) from None

    return Kind(limits, take)


def text() -> Kind:
    """Take one line of text for a PGN tag."""
    limits = 'a line of text, "?" if unknown'
    return Kind(limits, lambda value: _take_line(value, limits))


def program() -> Kind:
    """Take the name or the path of a program."""
    limits = "a name or a path"
    return Kind(limits, lambda value: _take_line(value, limits))


def serial_line() -> Kind:
    """Take the name of a serial line, a device or a URL of pyserial."""
    limits = "a device or a URL that pyserial knows"
    return Kind(limits, lambda value: _take_line(value, limits))


def device() -> Kind:
    """Take the file of a device."""
    limits = 'the file of a device such as "/dev/ttyGS0"'

    def take(value: object) -> str:
        if not (line := _take_line(value, limits)).startswith("/"):
            raise ValueError(limits)
        return line

    return Kind(limits, take)


def host_and_port() -> Kind:
    """Take an address of this machine and a port: `localhost` is both of its own, `ANY` all that it has."""
    limits = f'HOST:PORT, such as "localhost:1982", "192.168.0.7:1982", "[::1]:1982" or "{ANY}:1982"'

    def take(value: object) -> str:
        host, _, port = _take_line(value, limits).rpartition(":")
        if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) <= _PORT_MOST):
            raise ValueError(limits)
        bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
        try:
            is_six = bare not in (ANY, LOCALHOST) and ip_address(bare).version == 6
        except ValueError:
            raise ValueError(limits) from None
        if is_six != (bare != host):
            raise ValueError(limits)
        return f"{host}:{int(port)}"

    return Kind(limits, take)


def host() -> Kind:
    """Take the name or the address of another machine."""
    limits = 'a host name or an IP address, such as "hall.local"'

    def take(value: object) -> str:
        host = _take_line(value, limits)
        if not _HOST.fullmatch(host):
            try:
                ip_address(host)
            except ValueError:
                raise ValueError(limits) from None
        return host

    return Kind(limits, take)


def topic_id() -> Kind:
    """Take an id that can be a level of an MQTT topic here."""
    limits = f"1 to {ID_MOST} of a-z, 0-9 and -"

    def take(value: object) -> str:
        line = _take_line(value, limits)
        if not is_topic_id(line):
            raise ValueError(limits)
        return line

    return Kind(limits, take)


def folder() -> Kind:
    """Take the path of a folder, which need not exist."""
    return Kind("a path", lambda value: _take_path(value, "a path in quotes"))


def pin_map(shipped: Mapping[str, Path]) -> Kind:
    """Take the name of a shipped pin map, or the path of another one."""
    limits = f"{join_words([format_toml(name) for name in shipped])} or the path of a .toml file"

    def take(value: object) -> Path:
        path = _take_path(value, limits)
        if path.suffix == ".toml":
            return path
        if str(value) not in shipped:
            raise ValueError(limits)
        return shipped[str(value)]

    return Kind(limits, take)


def time_control() -> Kind:
    """Take a time control in minutes, as people write it, or a preset's name; `-` is no clock."""
    limits = 'a time control such as "15+10" or "blitz 3+2", or "-" for no clock'

    def take(value: object) -> TimeControl | None:
        words = _take_line(value, limits)
        try:
            return read_control(words)
        except ValueError as problem:
            raise ValueError(f"{limits} ({problem})") from problem

    return Kind(limits, take)


def time_controls() -> Kind:
    """Take a list of time controls in minutes, each as people write it, or a preset's name."""
    limits = f"a list of {MOST_CONTROLS} time controls at most"
    expected = f'{limits}, such as ["20+5", "40/90+15+30"]'

    def take(value: object) -> tuple[TimeControl, ...]:
        if not isinstance(value, list | tuple) or len(value) > MOST_CONTROLS:
            raise ValueError(expected)
        try:
            controls = tuple(read_control(_take_line(words, expected)) for words in value)
        except ControlError as problem:
            raise ValueError(f"{expected} ({problem})") from problem
        if not all(controls):
            raise ValueError(f"{expected}; no clock is always offered")
        return tuple(control for control in controls if control)

    return Kind(limits, take)


def address() -> Kind:
    """Take an IP address, or `ANY`."""
    limits = f'{format_toml(ANY)} or an IP address such as "127.0.0.1"'

    def take(value: object) -> str:
        words = _take_line(value, limits)
        try:
            return words if words == ANY else str(ip_address(words))
        except ValueError:
            raise ValueError(limits) from None

    return Kind(limits, take)


def host_names() -> Kind:
    """Take a list of host names."""
    limits = "a list of names"

    def take(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(_is_host(name) for name in value):
            raise ValueError(f'{limits} in quotes, such as ["board.lan"]')
        return tuple(name.lower() for name in value)

    return Kind(limits, take)


def origins() -> Kind:
    """Take a list of origins of pages, as browsers send them."""
    limits = "a list of origins"

    def take(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not all(_is_origin(each) for each in value):
            raise ValueError(f'{limits} in quotes, such as ["https://chess.example.org"]')
        return tuple(each.lower() for each in value)

    return Kind(limits, take)


def command() -> Kind:
    """Take a program and its arguments as a list of words; an empty list is no program."""
    limits = "a list of words"

    def take(value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError(f'{limits} in quotes, such as ["systemctl", "poweroff"]')  # noqa: TRY004 - as above
        return tuple(_take_line(word, f"{limits} in quotes, none of them empty") for word in value)

    return Kind(limits, take)


def format_toml(value: object) -> str:
    """Return a value as in TOML, shortened; for a table or a list only what it is."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{_shorten(value)}"' if value.isprintable() else _shorten(ascii(value))
        case int() if value.bit_length() > 64:
            return _shorten(hex(value))  # Python refuses to write thousands of decimal digits
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return _shorten(str(value))


def join_words(words: Sequence[str]) -> str:
    """Join words as a sentence does: `a, b or c`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _is_origin(value: object) -> bool:
    return isinstance(value, str) and _ORIGIN.fullmatch(value) is not None


def is_topic_id(text: str) -> bool:
    """Whether this can name a hall, a board or an asker in an MQTT topic."""
    return bool(_ID.fullmatch(text))


def _is_host(value: object) -> bool:
    return isinstance(value, str) and _HOST.fullmatch(value) is not None


def _take_line(value: object, expected: str) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError(expected)
    return value


def _take_path(value: object, expected: str) -> Path:
    try:
        return Path(_take_line(value, expected)).expanduser()
    except RuntimeError as problem:  # `~name` of nobody here
        raise ValueError(f"{expected}, without the home of an unknown user") from problem


def _shorten(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:57]}..."
