"""The data line of WS2812B lamps, level by level: which bits they read off it, and when they take them.

It decides what a high pulse means: one that is shorter than the middle between the V5's longest 0 and
shortest 1 is a 0, any longer one is a 1; one outside the data sheet's two windows is counted as doubtful. A
low of the reset time makes all lamps take what they have; bits that are no whole lamp's are lost then. A line
that is high between two transfers is one long pulse. Rise times and levels are not modelled.

Source: Worldsemi's data sheet of the WS2812B-V5 (LCSC C114586).
"""

from collections.abc import Callable
from typing import Final

ZERO_NS: Final = (220, 380)
ONE_NS: Final = (580, 1000)
RESET_NS: Final = 280_000
#: Where a pulse begins to be a 1: between the windows (a guess; each lamp has its own).
ONE_FROM_NS: Final = 480
_A_LAMP: Final = 24


class Ws2812Line:
    """A line whose lamps hand each frame, three bytes a lamp, to `taken`."""

    def __init__(self, taken: Callable[[bytes], None]) -> None:
        self._taken = taken
        self._bits: list[str] = []
        self.idles_high = False
        """Whether the line is high between two transfers."""
        self.doubtful = 0
        """How many pulses were in neither window."""

    def carry(self, data: bytes, bit_ns: float) -> None:
        """Carry the bits of a transfer, the highest bit of each byte first, each so long; then go to rest."""
        levels = f"{int.from_bytes(data):0{8 * len(data)}b}" if data else ""
        if self.idles_high:
            levels = levels.rstrip("1")  # that is where the pulse begins that lasts until the next transfer
        lows = -(-RESET_NS // bit_ns)
        first, *others = levels.split("0" * int(lows))
        self._read(first, bit_ns, begins_high=self.idles_high)
        for frame in others:
            self._take()
            self._read(frame, bit_ns, begins_high=False)
        if not self.idles_high:
            self._take()

    def _read(self, levels: str, bit_ns: float, *, begins_high: bool) -> None:
        if begins_high:  # the pulse began when the line went to rest
            self._bits.append("1")
            levels = levels.lstrip("1")
        pulses = levels.replace("0", " ").split()
        for pulse in set(pulses):  # two kinds, as long as nothing is wrong
            if not _is_sure(len(pulse) * bit_ns):
                self.doubtful += pulses.count(pulse)
        bits = {pulse: _bit(len(pulse) * bit_ns) for pulse in set(pulses)}
        self._bits += map(bits.__getitem__, pulses)

    def _take(self) -> None:
        whole = len(self._bits) // _A_LAMP * _A_LAMP
        if whole:
            self._taken(int("".join(self._bits[:whole]), 2).to_bytes(whole // 8))
        self._bits.clear()


def _bit(pulse_ns: float) -> str:
    return "1" if pulse_ns >= ONE_FROM_NS else "0"


def _is_sure(pulse_ns: float) -> bool:
    return ZERO_NS[0] <= pulse_ns <= ZERO_NS[1] or ONE_NS[0] <= pulse_ns <= ONE_NS[1]
