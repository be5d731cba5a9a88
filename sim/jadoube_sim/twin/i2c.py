"""An I2C bus with simulated devices on it, as Linux gives it to a program.

It decides who answers: nobody at an address is what Linux says of it, OSError 121. A transfer that no SMBus
adapter makes is refused, too. It carries bytes and knows nothing of what they mean; clock stretching, speed
and electrical trouble are not modelled.
"""

import errno
from collections.abc import Mapping
from typing import Final, Protocol

from jadoube_sim.twin.ht16k33 import NO_ANSWER

#: The longest transfer of an SMBus: a command byte and a block of 32.
LONGEST: Final = 33


class Device(Protocol):
    """What can sit on the bus; it raises OSError when it does not answer."""

    def write(self, data: bytes) -> None:
        """Take one write."""


class TwinI2C:
    """The bus, with its devices by 7-bit address."""

    def __init__(self, devices: Mapping[int, Device]) -> None:
        self._devices = devices
        #: How many writes were acknowledged.
        self.writes = 0

    def write(self, address: int, data: bytes) -> None:
        """Write 1 to 33 bytes in one transfer."""
        if not 1 <= len(data) <= LONGEST:
            raise OSError(errno.EINVAL, f"Invalid argument, {len(data)} bytes")
        if address not in self._devices:
            raise OSError(NO_ANSWER, "Remote I/O error")
        self._devices[address].write(data)
        self.writes += 1
