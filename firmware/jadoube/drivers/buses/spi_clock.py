"""Judges the clock of an SPI bus by how long transfers take.

Up to the Pi 4 the clock is made from the core clock. If that is not what the kernel takes it for, or changes,
lamps read zeros as ones or see no bits at all. No transfer is faster than its clock, so one that was too fast
proves a fast clock; a slow one may only have waited, so only the fastest of many proves a slow clock. This
file reads no clock itself. Nothing is known of a bus that takes next to no time: no real one does.
"""

from array import array
from math import inf
from typing import Final

from jadoube.drivers.interfaces import Complaint

#: The shortest time of a transfer that a right clock allows, as a part of what is expected. A Pi's dividers
#: make at most what is asked for; between two clocks that a Pi has there is a factor of 1.25 and more.
_LEAST: Final = 0.85
#: The longest that the fastest of so many transfers takes. A Pi's dividers add 0.024, the call itself some
#: 0.1 (a guess). A Pi 5 lifts its chip select after each byte (raspberrypi/linux#6354), which may take two
#: clocks of eight (a guess): 0.25. 400 MHz that are 250 give 1.6.
_MOST: Final = 1.5
_MANY: Final = 20
#: What takes less than this is no bus with a clock.
_EMULATED: Final = 0.1

_TODO: Final = (
    "set core_freq=250 (Zero 2, 3), or core_freq=500 and core_freq_min=500 (Pi 4), in config.txt, and restart"
    "; on a Pi 5 please report it"
)
_MENDED: Final = "the SPI clock is right again"


class SpiClock:
    """Judges a bus that was asked for this clock."""

    def __init__(self, hz: int) -> None:
        self._hz = hz
        self._taken = array("d", [inf] * _MANY)  # as long from the start: nothing grows in play
        self._count = 0
        self.complaint: Complaint | None = None
        """What is wrong with the clock, if that is known."""

    def took(self, byte_count: int, duration_ns: int) -> None:
        """Note how long a transfer of so many bytes took."""
        taken = duration_ns * self._hz / (byte_count * 8e9)
        if taken < _EMULATED:
            return
        self._taken[self._count % _MANY] = taken
        self._count += 1
        fastest, enough = min(self._taken), self._count >= _MANY
        wrong = fastest < _LEAST or (enough and fastest > _MOST)
        if wrong:
            self.complaint = self._complain(fastest)
        elif enough:
            self.complaint = None

    def _complain(self, taken: float) -> Complaint:
        measured, wanted = self._hz / taken / 1e6, self._hz / 1e6
        what = f"the SPI clock is {measured:.1f} MHz, expected {wanted:.1f}, so colours may be wrong"
        return Complaint(what, _TODO, _MENDED)
