"""An I2C bus with busio's methods over `/dev/i2c-N`, for Adafruit's drivers, without detecting the board.

It uses only SMBus transfers (a byte, or a block after a command byte). They work on every adapter of Linux,
also on its test stub, which has no raw I2C. So a write has at most 33 bytes, and a read after a write follows
one written byte.
"""

from typing import Protocol

_LONGEST_BLOCK = 32


class SMBus(Protocol):
    """The part of `smbus2.SMBus` that is used here."""

    def write_quick(self, i2c_addr: int) -> None:
        """Address the device without data."""

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write one byte."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write a command byte and up to 32 more."""

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """Write a command byte and read up to 32."""

    def close(self) -> None:
        """Close the device file."""


def open_bus(number: int) -> "SmbusI2C":
    """Open `/dev/i2c-NUMBER`; OSError if it is missing or not permitted."""
    import smbus2  # noqa: PLC0415 - only where a real bus is

    return SmbusI2C(smbus2.SMBus(number))


class SmbusI2C:
    """The I2C Protocol over an SMBus. A device that does not answer is an OSError."""

    def __init__(self, bus: SMBus) -> None:
        self._bus = bus

    def try_lock(self) -> bool:
        """Lock the bus: always True, as the kernel keeps each transfer whole."""
        return True

    def unlock(self) -> None:
        """Unlock the bus."""

    def scan(self) -> list[int]:
        """List the addresses that answer to a read."""
        return [address for address in range(0x08, 0x78) if self._answers(address)]

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write `buffer[start:end]`, 33 bytes at most."""
        match list(buffer[start:end]):
            case []:
                self._bus.write_quick(address)
            case [byte]:
                self._bus.write_byte(address, byte)
            case [command, *data]:
                self._bus.write_i2c_block_data(address, command, data)

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        """Fill `buffer[start:end]`, byte by byte."""
        for index in range(*slice(start, end).indices(len(buffer))):
            buffer[index] = self._bus.read_byte(address)

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
        """Write one byte, then read up to 32 without releasing the bus."""
        (command,) = out_buffer[out_start:out_end]
        wanted = range(*slice(in_start, in_end).indices(len(in_buffer)))
        data = self._bus.read_i2c_block_data(address, command, min(len(wanted), _LONGEST_BLOCK))
        for index, byte in zip(wanted, data, strict=True):
            in_buffer[index] = byte

    def close(self) -> None:
        """Close the device file."""
        self._bus.close()

    def _answers(self, address: int) -> bool:
        try:
            self._bus.read_byte(address)
        except OSError:
            return False
        return True
