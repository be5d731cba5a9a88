"""The bits of WS2812B lamps as bits of an SPI bus.

A lamp's bit begins high and ends low; how long it is high says whether it is a 1. Four bits of SPI make one
bit of a lamp: `1000` is a 0, `1110` a 1. At 3.2 MHz:

| | sent | WS2812B | WS2812B-V5 |
|---|---|---|---|
| T0H, a 0 is high | 312 ns | 250 to 550 | 220 to 380 |
| T0L, then low | 938 ns | 700 to 1000 | 580 to 1000 |
| T1H, a 1 is high | 938 ns | 650 to 950 | 580 to 1000 |
| T1L, then low | 312 ns | 300 to 600 | 580 to 1000 |
| reset, low | 450 us | above 50 | above 280 |

Sources: Worldsemi's data sheets of the WS2812B (cdn-shop.adafruit.com/datasheets/WS2812B.pdf) and of the
WS2812B-V5 (LCSC C114586). A Pi's dividers make 3.125 to 3.175 MHz of it. Then T1H is up to 960 ns, 10 ns more
than the first sheet has; but a lamp measures no upper end of a 1 (cpldcpu, "Understanding the WS2812": every
pulse above 625 ns up to the reset is one). The V5's T1L can be kept by no encoding that also keeps the first
sheet's; the sheets of its siblings (WS2812C) have 220 to 420 ns.

Rejected: `1100` for a 1 (T1H 625 ns is where the first lamps begin to read a 1); three bits at 2.4 MHz, as
rpi_ws281x has it (T0H 417 ns is too long for a V5, and a byte ends within a bit); eight bits at 6.4 MHz, as
Adafruit's neopixel_spi has it (T1H 625 ns again, and twice the bytes). With four bits each byte ends low. So
a pause of the controller between two bytes only makes a low longer, which lamps do not notice.
"""

from collections.abc import Sequence
from typing import Final

from jadoube.drivers.interfaces import Colour

#: The clock to ask for.
SPI_HZ: Final = 3_200_000
#: Low before and after the colours. The line may be high between two transfers (jgarff/rpi_ws281x#469: the
#: first lamp is always green): the lamps take the end of that for a bit, and the reset after it throws the
#: bit away. The V5 wants 280 us; this is enough even for a clock that is 1.6 times too fast (400 in place of
#: 250 MHz).
RESET_US: Final = 450

_BITS_PER_BIT: Final = 4
_ONE: Final = 0b1110
_ZERO: Final = 0b1000
_RESET: Final = bytes(-(-RESET_US * SPI_HZ // 8_000_000))


def _spread(level: int) -> bytes:
    """Return the SPI bytes of one colour, its highest bit first."""
    bits = 0
    for place in reversed(range(8)):
        bits = bits << _BITS_PER_BIT | (_ONE if level >> place & 1 else _ZERO)
    return bits.to_bytes(_BITS_PER_BIT)


_SPREAD: Final = [_spread(level) for level in range(256)]


def encode(colours: Sequence[Colour], order: str) -> bytes:
    """Return the transfer that gives the lamps of a chain these colours; `order` is as `GRB`."""
    first, second, third = ("RGB".index(colour) for colour in order)
    levels = (level for colour in colours for level in (colour[first], colour[second], colour[third]))
    return b"".join([_RESET, *(_SPREAD[level] for level in levels), _RESET])
