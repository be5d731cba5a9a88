"""The framing of DGT's serial protocol: bytes from the program to commands, answers to bytes.

A command is one byte. Two have a length and data behind it: clock messages and lights. On a bus, a command is
a byte with its highest bit set, an address of two bytes and a checksum. An answer begins with the only byte
whose highest bit is set, and says its own length. Source: dgtbrd13.h, which anybody may read.

It refuses to know what a command asks for.
"""

from enum import IntEnum
from typing import Final, NamedTuple


class Ask(IntEnum):
    """The commands of a program that is alone with its board."""

    RESET = 0x40
    CLOCK = 0x41
    BOARD = 0x42
    UPDATE = 0x43
    UPDATE_BOARD = 0x44
    SERIAL_NUMBER = 0x45
    BUS_ADDRESS = 0x46
    TRADEMARK = 0x47
    STORED_MOVES = 0x49
    TO_BUS = 0x4A
    UPDATE_NICE = 0x4B
    BATTERY = 0x4C
    VERSION = 0x4D
    LONG_SERIAL_NUMBER = 0x55
    LIGHTS = 0x60
    CLOCK_MESSAGE = 0x2B


class OnBus(IntEnum):
    """The commands on a bus of boards."""

    CLOCK = 0x81
    BOARD = 0x82
    CHANGES = 0x83
    CHANGES_AGAIN = 0x84
    BEGIN_GAME = 0x85
    FROM_BEGINNING = 0x86
    PING = 0x87
    LEAVE_BUS = 0x88
    RESET = 0x89
    PING_ONCE = 0x8A
    VERSION = 0x8B
    BLACK_SQUARES = 0x8C
    ALL = 0x8D
    SPREAD_PINGS = 0x92


class Command(NamedTuple):
    """A command of the program."""

    code: Ask | OnBus
    data: bytes = b""
    """Of a clock message and of lights: what follows the length. On a bus: the address, two bytes."""


_LENGTHS: Final = {Ask.CLOCK_MESSAGE: range(3, 16), Ask.LIGHTS: range(4, 73)}
"""The lengths that such a command may say: lights of some boards name up to 64 squares."""
_CLOCK_START: Final = 0x03
"""What every clock message has behind its length."""
_ASKS: Final = {each.value: each for each in Ask}
_ON_BUS: Final = {each.value: each for each in OnBus}
_MESSAGE_BIT: Final = 0x80
_BUS_LENGTH: Final = 4


def take_commands(data: bytes) -> tuple[list[Command], bytes]:
    """Return the whole commands in the order in which they came, and the beginning of the next one.

    Bytes that begin no command are dropped. What is left is shorter than the longest command.
    """
    commands, at = list[Command](), 0
    while at < len(data):
        length = _length(data[at : at + 3])
        if length is None or len(data) - at < length:
            break
        if command := _command(data[at : at + length]):
            commands.append(command)
            at += length
        else:
            at += _dropped(data[at : at + length])
    return commands, data[at:]


def _length(head: bytes) -> int | None:
    """How long a command is that begins like this, 1 if it is none; None: that is not known yet."""
    if head[0] in _LENGTHS:
        return _said_length(head)
    return _BUS_LENGTH if head[0] in _ON_BUS else 1


def _said_length(head: bytes) -> int | None:
    if len(head) == 1:
        return None
    starts = head[0] != Ask.CLOCK_MESSAGE or head[2:] in (b"", bytes((_CLOCK_START,)))
    return 2 + head[1] if starts and head[1] in _LENGTHS[Ask(head[0])] else 1


def _command(whole: bytes) -> Command | None:
    """The command that these bytes are; None if they are none."""
    code = whole[0]
    if code in _ON_BUS:
        return Command(OnBus(code), whole[1:3]) if _is_sound(whole) else None
    if code in _LENGTHS:
        return Command(Ask(code), whole[2:]) if len(whole) > 1 else None
    return Command(Ask(code)) if code in _ASKS else None


def _dropped(whole: bytes) -> int:
    """How many bytes to drop that are no command: one on a bus up to the next byte that begins another."""
    return next((at for at in range(1, len(whole)) if whole[at] & _MESSAGE_BIT), len(whole))


def _is_sound(whole: bytes) -> bool:
    """Whether the address has no highest bits, and the checksum is right."""
    return not (whole[1] | whole[2]) & _MESSAGE_BIT and whole[3] == _checksum(whole[:3])


def message(code: int, data: bytes) -> bytes:
    """Frame an answer: its code with the highest bit set, the whole length in seven bits each, the data."""
    length = len(data) + 3
    return bytes((code | _MESSAGE_BIT, length >> 7, length & 0x7F)) + data


def bus_message(code: int, address: int, data: bytes = b"") -> bytes:
    """Frame an answer on a bus: with the board's address before the data and a checksum behind them."""
    length = len(data) + 6
    head = bytes((code | _MESSAGE_BIT, length >> 7, length & 0x7F, address >> 7, address & 0x7F))
    return head + data + bytes((_checksum(head + data),))


def _checksum(data: bytes) -> int:
    return sum(data) & 0x7F
