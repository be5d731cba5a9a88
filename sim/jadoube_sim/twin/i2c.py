"""An I2C bus of busio's shape with simulated devices on it.

It decides who answers: nobody at an address is what Linux says of it, OSError 121. It carries bytes and knows
nothing of what they mean; clock stretching, speed and electrical trouble are not modelled.
"""

from collections.abc import Mapping
from typing import Protocol

from jadoube_sim.twin.ht16k33 import NO_ANSWER


class Device(Protocol):
    """What can sit on the bus; each raises OSError when it does not answer."""

    def write(self, data: bytes) -> None:
        """Take one write."""

    def read(self, length: int) -> bytes:
        """Give one read."""


class TwinI2C:
    """The bus, with its devices by 7-bit address."""

    def __init__(self, devices: Mapping[int, Device]) -> None:
        self._devices = devices
        self._locked = False
        #: How many writes were acknowledged.
        self.writes = 0

    def try_lock(self) -> bool:
        """Take the bus; false if it is taken."""
        free = not self._locked
        self._locked = True
        return free

    def unlock(self) -> None:
        """Give the bus back."""
        self._locked = False

    def scan(self) -> list[int]:
        """List the addresses that answer."""
        return sorted(address for address in self._devices if self._answers(address))

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write `buffer[start:end]`."""
        self._device(address).write(bytes(buffer[start:end]))
        self.writes += 1

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        """Fill `buffer[start:end]`."""
        buffer[start:end] = self._device(address).read(len(buffer[start:end]))

    def writeto_then_readfrom(
        self,
        address: int,
        out_buffer: bytes,
        in_buffer: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Write, then read without letting go of the bus."""
        self.writeto(address, out_buffer, start=out_start, end=out_end)
        self.readfrom_into(address, in_buffer, start=in_start, end=in_end)

    def _device(self, address: int) -> Device:
        if address not in self._devices:
            raise OSError(NO_ANSWER, "Remote I/O error")
        return self._devices[address]

    def _answers(self, address: int) -> bool:
        try:
            self._devices[address].write(b"")
        except OSError:
            return False
        return True
