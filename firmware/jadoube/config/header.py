"""The 40-pin header J8 of every Raspberry Pi since the B+: power, ground and GPIO by pin.

It refuses to know what a board does with a GPIO: the pin map says that (`pinmap.py`).
"""

from typing import Final

from jadoube.config.pinmap import HEADER_PINS, RESERVED_PINS

PINS: Final = 40

#: Supply pins, with their voltage.
SUPPLY_PINS: Final = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
GROUND_PINS: Final = frozenset({6, 9, 14, 20, 25, 30, 34, 39})
#: GPIOs that no board may use: BCM number -> pin.
RESERVED_HEADER_PINS: Final = {0: 27, 1: 28, 14: 8, 15: 10}
#: The GPIOs of SPI0 that its driver uses for a board's lamps: data and clock.
SPI0_DATA: Final = 10
SPI0_CLOCK: Final = 11

_BCM_BY_PIN: Final = {pin: bcm for bcm, pin in (HEADER_PINS | RESERVED_HEADER_PINS).items()}


def bcm_at(pin: int) -> int | None:
    """Return the BCM number of the GPIO on a header pin; None for power and ground."""
    return _BCM_BY_PIN.get(pin)


def power_at(pin: int) -> str | None:
    """Return what a power pin carries, `5 V`, `3.3 V` or `ground`; None for a GPIO."""
    return SUPPLY_PINS.get(pin) or ("ground" if pin in GROUND_PINS else None)


def owner_of(bcm: int, lamp_bcm: int) -> str | None:
    """Return the owner of a GPIO that the board may not use; None if it may.

    `lamp_bcm` is the GPIO of the lamps. If SPI0 feeds them, its clock is not free either.
    """
    if bcm == SPI0_CLOCK and lamp_bcm == SPI0_DATA:
        return "the lamps' SPI"
    return RESERVED_PINS.get(bcm)
