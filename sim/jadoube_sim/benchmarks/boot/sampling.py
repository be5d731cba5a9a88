"""The sampling process of `child.py`, on pins to which nothing is connected; it tells of its first scan.

It imports what the process of a board imports, and no twin, which would take most of the time. So it marks
its scan in the words of `electronics.py` without importing that.
"""

import socket
import sys
import time
from collections.abc import Mapping
from typing import Any, Final

from jadoube.daemon.sampling.process import sample
from jadoube.daemon.sampling.reports import Task
from jadoube.drivers.pi import PiElectronics

_ROWS: Final = 8


class _NoPins:
    """As much of lgpio as its scanner uses. All lines read high, as those of an empty board do."""

    SET_PULL_UP = SET_PULL_DOWN = SET_PULL_NONE = SET_OPEN_DRAIN = 0
    error = OSError

    def gpiochip_open(self, chip: int) -> int:
        """Open a chip."""
        return chip

    def gpiochip_close(self, chip: int) -> None:
        """Close it."""

    def group_claim_input(self, *_: Any) -> None:
        """Take lines as inputs."""

    def group_claim_output(self, *_: Any) -> None:
        """Take lines as outputs."""

    def group_write(self, *_: Any) -> None:
        """Drive lines."""

    def group_read(self, _chip: int, _leader: int) -> tuple[int, int]:
        """Read lines."""
        return 16, 0xFFFF


class _Marked(PiElectronics):
    """A Pi's electronics without pins: alive when all rows have settled once."""

    def __init__(self) -> None:
        super().__init__()
        self._rows_left = _ROWS

    def gpio_chips(self) -> Mapping[int, str]:
        """List one chip, of a Pi."""
        return {0: "pinctrl-bcm2711"}

    def lgpio(self) -> Any:
        """Return what stands for lgpio."""
        return _NoPins()

    def settle(self, duration_us: int) -> None:
        """Wait as a Pi does."""
        super().settle(duration_us)
        self._rows_left -= 1
        if not self._rows_left:
            sys.stderr.write(f"start: first scan {time.monotonic_ns()}\n")
            sys.stderr.flush()


def _stands_on(_task: Task) -> PiElectronics:
    return _Marked()


if __name__ == "__main__":
    sys.exit(sample(socket.socket(fileno=0), _stands_on))
