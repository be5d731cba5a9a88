"""The 40-pin header of a Raspberry Pi, pin by pin: what it is, and what this board has on it.

Facts of the Pi (which GPIO comes out where) are the firmware's, in `config/pinmap.py`; here they meet the
board's signals and supplies.
"""

from dataclasses import dataclass
from typing import Final

from jadoube.config.pinmap import HEADER_PINS, RESERVED_PINS, SUPPLY_PINS, PinMap

#: Where the reserved GPIOs come out; `HEADER_PINS` has those that a board may use.
_RESERVED_AT: Final = {27: 0, 28: 1, 8: 14, 10: 15}
_SUPPLY_NAMES: Final = {"five_volt": "5V", "three_volt": "3V3", "ground": "GND"}


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """One pin of J8: what the Pi calls it, the `signal` that the board has on it, where that goes."""

    number: int
    name: str
    signal: str = ""
    connector: str = ""
    wire: str = ""
    note: str = ""

    @property
    def wired(self) -> bool:
        """Whether a wire is on it."""
        return bool(self.signal)


def header(pinmap: PinMap) -> tuple[HeaderPin, ...]:
    """Give the 40 pins, in order."""
    used = _signals(pinmap) | _supplies(pinmap)
    return tuple(used.get(number) or HeaderPin(number, *_unused(number)) for number in range(1, 41))


def pi_name(number: int) -> str:
    """Say what a Pi calls a pin of J8."""
    for supply, numbers in SUPPLY_PINS.items():
        if number in numbers:
            return _SUPPLY_NAMES[supply]
    gpio = {pin: bcm for bcm, pin in HEADER_PINS.items()} | _RESERVED_AT
    return f"GPIO{gpio[number]}"


def _unused(number: int) -> tuple[str, str, str, str, str]:
    owner = RESERVED_PINS.get(_RESERVED_AT.get(number, -1))
    note = f"reserved: {owner}" if owner else "not wired"
    return pi_name(number), "", "", "", note


def _signals(pinmap: PinMap) -> dict[int, HeaderPin]:
    return {
        it.header_pin: HeaderPin(it.header_pin, pi_name(it.header_pin), it.name, it.connector, it.wire)
        for it in pinmap.signals
    }


def _supplies(pinmap: PinMap) -> dict[int, HeaderPin]:
    return {
        number: HeaderPin(number, pi_name(number), supply.name, wire=supply.wire)
        for supply in pinmap.supplies
        for number in supply.header_pins
    }
