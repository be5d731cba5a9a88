"""The registers of a ChessLink board (its E2ROM): how and when it reports by itself.

The law: what a program writes is what it reads back, but for a scan time that is too short. At the power-up
the board reports changes only. The document says "every scan"; a program that waits for 50 ms of silence
while it looks for the board would never find it then.

It refuses to know the board's position, and when a report was sent.
"""

from enum import IntEnum
from math import ceil
from typing import Final, NamedTuple

SCAN_UNIT_MS: Final = 2.048
REPORT_UNIT_MS: Final = 4.096

SHORTEST_SCAN: Final = 15
USUAL_SCAN: Final = 20
"""In units of 2.048 ms. A shorter scan time than 15 becomes 20."""


class At(IntEnum):
    """The registers that mean something."""

    SERIAL = 0
    """Bit 0: commands have no checksum."""
    SCAN_TIME = 1
    REPORTS = 2
    """Bits 0 to 2, a mode."""
    REPORT_TIME = 3
    BRIGHTNESS = 4


class Mode(IntEnum):
    """When the board reports by itself; 4 to 7 are changes that have stood for 2 to 5 scans."""

    EACH_SCAN = 0
    OFF = 1
    TIMED = 2
    CHANGES = 3


POWER_UP: Final = bytes((0, USUAL_SCAN, Mode.CHANGES, 10, 14)).ljust(256, b"\x00")


class Registers(NamedTuple):
    """All 256 registers; those that mean nothing keep what a program stores in them."""

    values: bytes = POWER_UP

    def write(self, address: int, value: int) -> "Registers":
        """Write one register."""
        if address == At.SCAN_TIME and value < SHORTEST_SCAN:
            value = USUAL_SCAN
        return Registers(self.values[:address] + bytes((value,)) + self.values[address + 1 :])

    @property
    def checked(self) -> bool:
        """Whether commands have a checksum."""
        return not self.values[At.SERIAL] & 1

    @property
    def mode(self) -> int:
        """The mode of reports, 0 to 7."""
        return self.values[At.REPORTS] & 7

    @property
    def period_ms(self) -> int | None:
        """The time between two reports that come without a change; None: there are none."""
        if self.mode == Mode.EACH_SCAN:
            return self.scans_ms(1)
        if self.mode == Mode.TIMED:
            return max(self.scans_ms(1), ceil(self.values[At.REPORT_TIME] * REPORT_UNIT_MS))
        return None

    @property
    def on_change(self) -> bool:
        """Whether changes are reported."""
        return self.mode >= Mode.CHANGES

    @property
    def stands_ms(self) -> int:
        """How long a change has to stand before it is reported."""
        return self.scans_ms(self.mode - 2) if self.mode > Mode.CHANGES else 0

    def scans_ms(self, scans: int) -> int:
        """The time of so many scans."""
        return ceil(scans * self.values[At.SCAN_TIME] * SCAN_UNIT_MS)
