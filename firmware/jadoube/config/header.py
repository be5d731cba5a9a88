"""The 40-pin header J8 as it lies on every Raspberry Pi since the B+: what is on each of its pins.

It knows the Pi's side only: power, ground, and which GPIO comes out where. What a board does with a GPIO is
the pin map's to say (`pinmap.py`).
"""

from typing import Final

from jadoube.config.pinmap import HEADER_PINS, RESERVED_PINS

PINS: Final = 40

#: Pins that feed a board, by the volts that they give.
SUPPLY_PINS: Final = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUND_PINS: Final = frozenset({6, 9, 14, 20, 25, 30, 34, 39})
#: Where the GPIOs come out that no board may use: BCM number -> pin.
RESERVED_HEADER_PINS: Final = {0: 27, 1: 28, 14: 8, 15: 10}
#: The GPIOs of SPI0 that its driver moves while it feeds a board's lamps: its data, its clock.
SPI0_DATA: Final = 10
SPI0_CLOCK: Final = 11

_BCM_BY_PIN: Final = {pin: bcm for bcm, pin in (HEADER_PINS | RESERVED_HEADER_PINS).items()}


def bcm_at(pin: int) -> int | None:
    """Give the BCM number of the GPIO on a pin of the header; None for power and ground."""
    return _BCM_BY_PIN.get(pin)


def power_at(pin: int) -> str | None:
    """Say what a pin that is no GPIO carries: `5 V`, `3.3 V` or `ground`."""
    return SUPPLY_PINS.get(pin) or ("ground" if pin in GROUND_PINS else None)


def owner_of(bcm: int, lamp_bcm: int) -> str | None:
    """Say to whom a GPIO belongs that the board may not use; None where it may.

    `lamp_bcm` is the GPIO of the lamps: fed by SPI0, they leave its clock to nobody else.
    """
    if bcm == SPI0_CLOCK and lamp_bcm == SPI0_DATA:
        return "the lamps' SPI"
    return RESERVED_PINS.get(bcm)
