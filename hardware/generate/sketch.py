"""The sketch of revision B: one chip of nine. Its pins are a 74HC165's; nothing is checked."""

from typing import Final

import schemdraw
import schemdraw.elements as elm

from generate.schematic import box_of, drawn, words_at

_INPUTS: Final = [
    ("A", "11"),
    ("B", "12"),
    ("C", "13"),
    ("D", "14"),
    ("E", "3"),
    ("F", "4"),
    ("G", "5"),
    ("H", "6"),
]
_RIGHT: Final = [
    ("VCC", "16"),
    ("SER", "10"),
    ("CLK", "2"),
    ("SH/LD", "1"),
    ("CLK INH", "15"),
    ("QH", "9"),
    ("GND", "8"),
]
_NETS: Final = {
    "VCC": "3.3 V",
    "SER": "QH of the chip before; ground at the first",
    "CLK": "shift_clock, all chips",
    "SH/LD": "shift_latch, all chips",
    "CLK INH": "ground",
    "QH": "SER of the next chip; shift_data at the last",
    "GND": "ground",
}


def chip_sheet() -> str:
    """Draw the chip of rank 1 with its eight reeds."""
    return drawn(_chip)


def _chip(sheet: schemdraw.Drawing) -> None:
    words_at(sheet, -6, 10, "Revision B, a sketch: one 74HC165 for each rank, and one for the buttons", 15)
    chip = sheet.add(box_of("74HC165 of rank 1", _INPUTS, _RIGHT, 4).at((0, 0)))
    for number, file in enumerate("abcdefgh"):
        at = getattr(chip, f"l{number}")
        switch = sheet.add(elm.Switch().at(at).left().length(2.2))
        x, y = switch.end
        sheet.add(elm.Line().at((x, y)).to((x - 0.8, y)))
        words_at(sheet, x - 1.0, y, f"S{file}1, ground", 9, "right")
    for number, (name, _) in enumerate(_RIGHT):
        line = sheet.add(elm.Line().at(getattr(chip, f"r{number}")).right().length(1))
        words_at(sheet, line.end[0] + 0.15, line.end[1], _NETS[name], 10)
    words_at(
        sheet,
        -3,
        -1,
        "a network of eight 10 kohm pulls the inputs up to 3.3 V; 100 nF beside the chip; no diodes",
        10,
    )
