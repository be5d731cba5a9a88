"""The virtual board, from inside its machine: orders to the module, and what can be seen of it.

It decides how the module's numbers read as faces, lamps and lines. It refuses to know the program under test.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import chess

from board_wiring import CHAIN, CONTACTS, WIRES

_CTL: Final = Path("/sys/kernel/debug/reedmatrix/ctl")
_SEGMENTS: Final = {
    0x00: " ", 0x06: "1", 0x07: "7", 0x08: "_", 0x10: "i", 0x1C: "u", 0x1E: "J", 0x30: "I", 0x38: "L",
    0x39: "C", 0x3D: "G", 0x3E: "U", 0x3F: "0", 0x40: "-", 0x48: "=", 0x4F: "3", 0x50: "r", 0x54: "n",
    0x58: "c", 0x5B: "2", 0x5C: "o", 0x5E: "d", 0x63: "\u00b0", 0x66: "4", 0x67: "q", 0x6D: "5", 0x6E: "Y",
    0x6F: "9", 0x70: "+", 0x71: "F", 0x73: "P", 0x74: "h", 0x76: "H", 0x77: "A", 0x78: "t", 0x79: "E",
    0x7C: "b", 0x7D: "6", 0x7F: "8",
}  # fmt: skip
#: The bytes of the RAM that hold the four digits; between them, bit 1 of byte 4, is the colon.
_DIGITS: Final = (0, 2, 6, 8)
#: Setups that show anything: on, and any blinking (HT16K33, "display setup").
_ON: Final = ("1", "3", "5", "7")

Got = TypeVar("Got")


class Face(NamedTuple):
    """What a face shows: nothing (None) while its chip is off."""

    text: str | None
    brightness: int
    changed_ns: int


class Lamps(NamedTuple):
    """What the lamps show, and what their wire carried."""

    rgb: list[tuple[int, int, int]]
    changed: int
    bad_bits: int
    changed_ns: int

    def lit(self) -> set[int]:
        """Return the squares that are not dark."""
        return {square for square, colour in enumerate(self.rgb) if any(colour)}


@dataclass(frozen=True)
class Seen:
    """The whole board at one instant; `words` has every line of the module by its first word."""

    words: dict[str, list[str]]
    white: Face
    black: Face
    lamps: Lamps

    def face(self, side: chess.Color) -> Face:
        """Return a side's face."""
        return self.white if side else self.black

    def count(self, key: str) -> int:
        """Return one of the module's counts, or an instant in ns."""
        return int(self.words[key][0])

    def lines(self) -> dict[str, str]:
        """Return what each row and column does: `o` drives, `u`, `d`, `n` is an input; and its level."""
        return {name: self.words["lines"][wire.bcm] for name, wire in WIRES.items()}


def tell(*words: object) -> None:
    """Give the module an order; its head (machine/module/) lists them."""
    _CTL.write_text(" ".join(map(str, words)), encoding="ascii")


def touch(name: str, *, closed: bool) -> None:
    """Open or close the contact of a square (`e4`) or a button (`white`)."""
    tell("set", CONTACTS[name], int(closed))


def lay_wire(name: str, fault: str) -> None:
    """Make the wire of a row or column `open`, touch `ground` or `power`, or `whole` again."""
    tell("wire", WIRES[name].bcm, fault)


def set_up(position: str = chess.STARTING_FEN) -> None:
    """Set pieces as in this position, without bounce; from then on contacts bounce, as real ones do."""
    board = chess.Board(position)
    tell("bounce 0 0 200")
    for square in chess.SQUARES:
        touch(chess.square_name(square), closed=board.piece_at(square) is not None)
    tell("bounce 1000 3000 200")
    tell("i2c 23")  # microseconds for a byte: 400 kHz


def look() -> Seen:
    """Look at the board."""
    words = {}
    for line in _CTL.read_text(encoding="ascii").splitlines():
        key, *rest = line.split()
        words[key] = rest
    return Seen(words, _face(words["display0"]), _face(words["display1"]), _lamps(words["lamps"]))


def wait_for(condition: Callable[[Seen], Got], seconds: float = 2.0, *, every: float = 0.002) -> Got | None:
    """Look until the condition gives something, and return that; None if it never does."""
    end = time.monotonic() + seconds
    while True:
        got = condition(look())
        if got:
            return got
        if time.monotonic() > end:
            return None
        time.sleep(every)


def squares(numbers: Iterable[int]) -> str:
    """Return the names of squares, for a message."""
    return " ".join(map(chess.square_name, sorted(numbers))) or "none"


def _face(pairs: list[str]) -> Face:
    chip = dict(zip(pairs[::2], pairs[1::2], strict=True))
    is_on = chip["oscillator"] == "1" and chip["setup"] in _ON
    return Face(
        _read(bytes.fromhex(chip["ram"])) if is_on else None,
        int(chip["brightness"]),
        int(chip["changed_at"]),
    )


def _read(ram: bytes) -> str:
    """Return the four characters with their points, and the colon."""
    cells = [_SEGMENTS.get(ram[at] & 0x7F, "?") + "." * (ram[at] >> 7) for at in _DIGITS]
    return "".join(cells[:2]) + ":" * (ram[4] >> 1 & 1) + "".join(cells[2:])


def _lamps(pairs: list[str]) -> Lamps:
    wire = dict(zip(pairs[::2], pairs[1::2], strict=True))
    grb = bytes.fromhex(wire["grb"])
    rgb = [(0, 0, 0)] * 64
    for place, square in enumerate(CHAIN):
        green, red, blue = grb[3 * place : 3 * place + 3]
        rgb[square] = (red, green, blue)
    numbers = (int(wire[key]) for key in ("changed", "bad_bits", "changed_at"))
    return Lamps(rgb, *numbers)
