"""lgpio's groups over the circuit: the functions that a scanner uses, by their names and arguments.

Signatures and constants are those of lgpio 0.2.2; a test compares them where lgpio is installed. Each call
counts as one of the kernel's, as in lgpio, so that a scan can be priced.

A claim whose flags say nothing of the pull leaves it as it is, as the kernel does (`gpio_set_bias` in
drivers/gpio/gpiolib.c). So does a write to an open-drain line, which only turns its direction, and so does
freeing a line, which also leaves an output an output where the kernel does so (`pads.py`).
"""

from collections.abc import Sequence
from typing import Final

from jadoube_sim.twin.circuit import Drive
from jadoube_sim.twin.pads import Pads

SET_OPEN_DRAIN: Final = 8
SET_PULL_UP: Final = 32
SET_PULL_DOWN: Final = 64
SET_PULL_NONE: Final = 128
_PULLS: Final = {
    SET_PULL_UP: Drive.PULLED_UP,
    SET_PULL_DOWN: Drive.PULLED_DOWN,
    SET_PULL_NONE: Drive.RELEASED,
}
_ALL: Final = 0xFFFFFFFFFFFFFFFF


class error(Exception):  # noqa: N801, N818 - lgpio's own name
    """What lgpio raises."""


class TwinLgpio:
    """What stands in the place of the module lgpio. One chip, 0, with the lines of a Pi."""

    SET_OPEN_DRAIN = SET_OPEN_DRAIN
    SET_PULL_UP = SET_PULL_UP
    SET_PULL_DOWN = SET_PULL_DOWN
    SET_PULL_NONE = SET_PULL_NONE
    error = error

    def __init__(self, pads: Pads) -> None:
        self.calls = 0
        """Calls of the kernel so far."""
        self._pads = pads
        self._handles = 0
        self._groups: dict[tuple[int, int], tuple[Sequence[int], int]] = {}

    def gpiochip_open(self, gpiochip: int) -> int:
        """Open a chip."""
        self.calls += 1
        if gpiochip != 0:
            raise error("can not open gpiochip")
        self._handles += 1
        return self._handles - 1

    def gpiochip_close(self, handle: int) -> int:
        """Close a chip, which frees the groups that were claimed by this handle."""
        for owner, leader in list(self._groups):
            if owner == handle:
                self.group_free(handle, leader)
        return 0

    def group_claim_input(self, handle: int, gpio: Sequence[int], lFlags: int = 0) -> int:  # noqa: N803 - lgpio's name
        """Claim a group of inputs."""
        self._claim(handle, gpio, lFlags)
        for line in gpio:
            self._pads.let_go(line, _pull(lFlags))
        return 0

    def group_claim_output(
        self,
        handle: int,
        gpio: Sequence[int],
        levels: Sequence[int] = (0,),
        lFlags: int = 0,  # noqa: N803 - lgpio's name
    ) -> int:
        """Claim a group of outputs at these levels."""
        self._claim(handle, gpio, lFlags)
        for line, level in zip(gpio, levels, strict=True):
            self._set(line, level, lFlags, _pull(lFlags))
        return 0

    def group_write(self, handle: int, gpio: int, group_bits: int, group_mask: int = _ALL) -> int:
        """Set the levels of those lines of a group that the mask names."""
        lines, flags = self._group(handle, gpio)
        for index, line in enumerate(lines):
            if group_mask >> index & 1:
                self._set(line, group_bits >> index & 1, flags)
        return 0

    def group_read(self, handle: int, gpio: int) -> tuple[int, int]:
        """Give how many lines a group has, and their levels."""
        lines, _ = self._group(handle, gpio)
        levels = sum(1 << index for index, line in enumerate(lines) if self._pads.circuit.level(line))
        return len(lines), levels

    def group_free(self, handle: int, gpio: int) -> int:
        """Give a group back; its lines keep their pulls."""
        lines, _ = self._group(handle, gpio)
        for line in lines:
            self._pads.free(line)
        del self._groups[handle, gpio]
        return 0

    def _claim(self, handle: int, lines: Sequence[int], flags: int) -> None:
        self.calls += 1
        taken = {line for group, _ in self._groups.values() for line in group}
        if taken & set(lines):
            raise error("GPIO busy")
        self._groups[handle, lines[0]] = (tuple(lines), flags)

    def _group(self, handle: int, leader: int) -> tuple[Sequence[int], int]:
        self.calls += 1
        if (handle, leader) not in self._groups:
            raise error("bad GPIO number")
        return self._groups[handle, leader]

    def _set(self, line: int, level: int, flags: int, pull: Drive | None = None) -> None:
        """Drive a line; an open-drain one is let go where it is set high."""
        if level and flags & SET_OPEN_DRAIN:
            self._pads.let_go(line, pull)
        else:
            self._pads.drive(line, level, pull)


def _pull(flags: int) -> Drive | None:
    """Say which pull the flags of a claim ask for; None: as it is."""
    return next((pull for flag, pull in _PULLS.items() if flags & flag), None)
