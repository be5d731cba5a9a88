"""`jadoube pinout`: draws the Pi's header in the terminal, from the pin map.

It decides how the drawing looks. It refuses to know what is on a pin: the pin map and `header.py` say that.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from jadoube.cli.common.parser import Parser
from jadoube.config.header import PINS, bcm_at, owner_of, power_at
from jadoube.config.matrix import Signal
from jadoube.config.pinmap import PinMap
from jadoube.config.settings import load_settings

#: The width of one side of the drawing, and of its parts: two sides and the pins between them are 80.
_SIDE: Final = 33
_NAME: Final = 14
_WIRE: Final = 6
_CONNECTOR: Final = 4
_GPIO: Final = 6
_WORDS: Final = _NAME + 1 + _WIRE + 1 + _CONNECTOR
_RESET: Final = "\x1b[0m"
#: The escape codes of wires' colours and kinds of pin; other names are not coloured.
_COLOURS: Final = {
    "brown": "33",
    "red": "31",
    "orange": "91",
    "yellow": "93",
    "green": "32",
    "blue": "94",
    "violet": "35",
    "grey": "90",
    "white": "97",
    "black": "30;47",
    "5 V": "1;31",
    "3.3 V": "1;33",
    "ground": "2",
    "free": "2",
}


class _Use(NamedTuple):
    """The text of a pin, for the left and the right side of the header; and its colour."""

    left: str
    right: str
    colour: str


def main(argv: Sequence[str]) -> int:
    """Draw the header of the configured board."""
    parser = Parser(
        prog="jadoube pinout",
        description="Draw the 40-pin header of the Pi: what is on each pin, its connector on the board and "
        "its wire. Drawn from the pin map that the configuration names.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the board's configuration; without it, its defaults"
    )
    file: Path | None = parser.parse_args(argv).config
    settings = load_settings(file)
    coloured = in_colour(sys.stdout.isatty(), os.environ)
    sys.stdout.write(pinout(settings.pins, coloured=coloured))
    return 0


def in_colour(is_terminal: bool, environment: Mapping[str, str]) -> bool:
    """Whether to use colours: on a terminal that has them, unless NO_COLOR (no-color.org) is set."""
    plain = environment.get("NO_COLOR") or environment.get("TERM", "dumb") == "dumb"
    return is_terminal and not plain


def pinout(pinmap: PinMap, *, coloured: bool = False) -> str:
    """Return the drawing, 80 wide: a line for each pair of pins, pin 1 on top."""
    uses = {pin: _use(pin, pinmap) for pin in range(1, PINS + 1)}
    lines = [_line(pin, uses[pin], uses[pin + 1], coloured=coloured) for pin in range(1, PINS, 2)]
    top = f"{'the corner with pin 1, away from the USB ports':^80}".rstrip()
    bottom = f"{'towards the USB ports':^80}".rstrip()
    count = f"{len(pinmap.signals)} pins used. Even pins lie along the Pi's edge."
    return "\n".join([f"{pinmap.name}, header J8", "", top, *lines, bottom, "", count, ""])


def _use(pin: int, pinmap: PinMap) -> _Use:
    bcm = bcm_at(pin)
    if bcm is None:
        power = power_at(pin) or ""
        return _Use(power, power, power)
    gpio = f"GPIO{bcm}"
    for signal in pinmap.signals:
        if signal.bcm == bcm:
            return _signal(signal, gpio)
    owner = owner_of(bcm, pinmap.lamps.signal.bcm)
    words = f"{owner}, reserved" if owner else "free"
    return _Use(f"{words:>{_WORDS}} {gpio:>{_GPIO}}", f"{gpio:{_GPIO}} {words}", "free")


def _signal(signal: Signal, gpio: str) -> _Use:
    name, wire, connector = signal.name, signal.wire, signal.connector
    return _Use(
        f"{name:>{_NAME}} {wire:>{_WIRE}} {connector:>{_CONNECTOR}} {gpio:>{_GPIO}}",
        f"{gpio:{_GPIO}} {connector:{_CONNECTOR}} {wire:{_WIRE}} {name}",
        wire,
    )


def _line(pin: int, left: _Use, right: _Use, *, coloured: bool) -> str:
    """One line with two pins; the text on the left is aligned to the right."""
    odd = _painted(f"{left.left:>{_SIDE}}", left.colour, coloured=coloured)
    even = _painted(right.right, right.colour, coloured=coloured)
    return f"{odd} {pin:>2} (o)(o) {pin + 1:<2} {even}".rstrip()


def _painted(words: str, colour: str, *, coloured: bool) -> str:
    code = _COLOURS.get(colour)
    return f"\x1b[{code}m{words}{_RESET}" if coloured and code else words
