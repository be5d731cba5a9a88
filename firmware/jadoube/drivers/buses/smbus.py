"""An I2C bus over `/dev/i2c-N`, through smbus2: writes only, as no chip of ours is read.

It uses only SMBus transfers (a byte, or a block after a command byte). They work on every adapter of Linux,
also on its test stub, which has no raw I2C. So a write has at most 33 bytes.

The kernel and smbus2 keep the device's address with the open file: first it is set, then comes the transfer.
Two threads with one file could write to each other's device. So each caller of `open_bus` gets a file of its
own; the kernel keeps the transfers of several files apart.
"""

from typing import Protocol


class SMBus(Protocol):
    """The part of `smbus2.SMBus` that is used here."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write one byte."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write a command byte and up to 32 more."""


def open_bus(number: int) -> "SmbusI2C":
    """Open `/dev/i2c-NUMBER`; OSError if it is missing or not permitted, ImportError without smbus2."""
    import smbus2  # noqa: PLC0415 - only where a real bus is

    return SmbusI2C(smbus2.SMBus(number))


class SmbusI2C:
    """The I2C Protocol over an SMBus, for one thread at a time."""

    def __init__(self, bus: SMBus) -> None:
        self._bus = bus

    def write(self, address: int, data: bytes) -> None:
        """Write 1 to 33 bytes in one transfer."""
        command, *rest = data
        if rest:
            self._bus.write_i2c_block_data(address, command, rest)
        else:
            self._bus.write_byte(address, command)
