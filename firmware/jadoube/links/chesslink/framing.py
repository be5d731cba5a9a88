"""Framing of ChessLink: bytes and the messages that they are.

The law: a message is a letter, what belongs to it, and two upper-case hex digits, the exclusive or of all
its characters. Each byte is a character of 7 bits with odd parity in bit 7. A command that is not exactly so
is dropped in silence. No command's letter is a hex digit, so a letter where a digit should stand begins
another command, and nothing that was lost or added spoils more than one.

It refuses to know what messages mean. Source: "ChessLink: Magic Chessboard Communications Protocol", Dave
Woodfield, 2017-10-25 (in python-mchess); `I`, which is not in it, is what a program of chess.com sends to
emulations of the board.
"""

from typing import Final

LAMPS: Final = 81
"""The lamps of a board: one at each corner of a square."""

DIGITS: Final[dict[str, tuple[int, ...]]] = {
    "V": (0,),
    "S": (0,),
    "X": (0,),
    "T": (0,),
    "L": (2 + 2 * LAMPS,),
    "W": (4,),
    "R": (2,),
    "I": (0, 2, 4),
}
"""How many hex digits follow each letter, before the checksum; the shortest command that is sound counts."""

LONGEST: Final = 1 + max(map(max, DIGITS.values())) + 2
"""The most bytes that a command has: that is how many may be kept for later."""

_HEX: Final = frozenset("0123456789ABCDEFabcdef")

_ODD: Final = bytes(code | (0 if code.bit_count() % 2 else 0x80) for code in range(128))
"""Each character as a byte with odd parity."""

_TEXT: Final = {byte: chr(code) for code, byte in enumerate(_ODD)}


def checksum(text: str) -> str:
    """Return the two hex digits behind these characters."""
    found = 0
    for each in text.encode("ascii"):
        found ^= each
    return f"{found:02X}"


def message(text: str) -> bytes:
    """Return the bytes of a message: its checksum is added, and parity."""
    return (text + checksum(text)).encode("ascii").translate(_ODD + bytes(128))


def characters(data: bytes, *, checked: bool = True) -> str:
    """Return the character of each byte; one of even parity is a null, unless nothing is `checked`."""
    return "".join([_TEXT.get(byte, "\0") if checked else chr(byte & 0x7F) for byte in data])


def next_command(data: bytes, at: int, *, checked: bool) -> tuple[str, int]:
    """Return the first whole command from this place on, and where the next one may begin.

    The command is its letter and digits, without the checksum. It is empty if none is whole; the place is
    then that of a beginning, at most `LONGEST` bytes before the end. If nothing is `checked`, commands have
    no checksum, and parity does not matter.
    """
    while at < len(data):
        letter = characters(data[at : at + 1], checked=checked)
        if letter not in DIGITS:
            at += 1
            continue
        text = characters(data[at : at + 3 + DIGITS[letter][-1]], checked=checked)
        length, whole = _command_length(text, checked=checked)
        if whole:
            return text[: length if not checked else length - 2], at + length
        if not length:
            return "", at
        at += length
    return "", at


def _command_length(text: str, *, checked: bool) -> tuple[int, bool]:
    """Return how many characters belong to the command with which a text begins, and whether it is sound.

    0: more characters have to come.
    """
    digits = next((count for count, each in enumerate(text[1:]) if each not in _HEX), len(text) - 1)
    for wanted in DIGITS[text[0]]:
        length = 1 + wanted + (2 if checked else 0)
        if digits < length - 1:
            return (0, False) if digits == len(text) - 1 else (1 + digits, False)
        if not checked or checksum(text[: length - 2]) == text[length - 2 : length].upper():
            return length, True
    return length, False
