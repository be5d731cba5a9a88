"""The seven-segment font, and the encoding of four digits and a colon.

It decides which segments draw a character. It refuses to know the texts (`face_text.py`) and how they reach a
display (the driver). A digit is a byte: bit 0 is segment a ... bit 6 is g, bit 7 the point, as an HT16K33
backpack is wired.

     aaa
    f   b
    f   b
     ggg
    e   c
    e   c
     ddd  .
"""

from dataclasses import dataclass
from typing import Final

#: The font as it looks. A letter is drawn in the case that reads best, or in both where both read well. A
#: letter in the missing case gets the other one. K, M, V, W, X and Z are not readable on seven segments.
FONT: Final = """
 0   1   2   3   4   5   6   7   8   9
 _       _   _       _   _   _   _   _
| |   |  _|  _| |_| |_  |_    | |_| |_|
|_|   | |_   _|   |  _| |_|   | |_|  _|

 A   b   C   c   d   E   F   G   H   h   I   i
 _       _           _   _   _
|_| |_  |    _   _| |_  |_  |   |_| |_  |
| | |_| |_  |_  |_| |_  |   |_| | | | | |   |

 J   L   n   O   o   P   q   r   S   t   U   u   Y
             _       _   _       _
  | |    _  | |  _  |_| |_|  _  |_  |_  | |     |_|
|_| |_  | | |_| |_| |     | |    _| |_  |_| |_|  _|

 -   _   =   °   +
             _
 _       _  |_| |_
     _   _      |
"""

POINT: Final = 0x80
DARK: Final = 0x00

#: Row, column and character of each segment in a drawn digit, a to g.
_BARS: Final = ((0, 1, "_"), (1, 2, "|"), (2, 2, "|"), (2, 1, "_"), (2, 0, "|"), (1, 0, "|"), (1, 1, "_"))


@dataclass(frozen=True, slots=True)
class Segments:
    """The lit segments of one face: four digits from left to right, and the colon after the second."""

    digits: tuple[int, int, int, int]
    colon: bool = False


def segments(text: str) -> Segments:
    """Encode up to four characters, right-aligned as on a clock.

    A `.` lights the point of the character before it; a `:` stands before the last two characters. ValueError
    for a character that the font lacks, and for a text that does not fit.
    """
    cells: list[int] = []
    colon_at: int | None = None
    for character in text:
        match character:
            case ":" if colon_at is None:
                colon_at = len(cells)
            case "." if cells and colon_at != len(cells) and not cells[-1] & POINT:
                cells[-1] |= POINT
            case "." | ":":
                raise ValueError(f"found {character!r} in {text!r}, expected it behind a digit, and one only")
            case _:
                cells.append(_bits(character))
    if len(cells) > 4:
        raise ValueError(f"found {len(cells)} characters in {text!r}, expected 4 at most")
    if colon_at is not None and len(cells) - colon_at != 2:
        raise ValueError(f"found ':' in {text!r}, expected it before the last two characters")
    first, second, third, fourth = [DARK] * (4 - len(cells)) + cells
    return Segments((first, second, third, fourth), colon=colon_at is not None)


def spelled(text: str) -> str:
    """Any text in characters that the font has: the likest one, or a blank (`Kxe4` is `+-E4`)."""
    return "".join([_STAND_INS.get(each.upper(), each if _has(each) else " ") for each in text])


def picture(shown: Segments) -> str:
    """Draw a face as three lines of equal width: four digits with their points, and the colon."""
    cells = [_draw_digit(bits) for bits in shown.digits]
    cells.insert(2, ("  ", ". ", ". ") if shown.colon else ("  ", "  ", "  "))
    return "\n".join("".join(row) for row in zip(*cells, strict=True))


def read(shown: Segments) -> str:
    """Return a face as text: four characters with their points, and the colon; `?` if the font lacks one.

    O reads as 0 and S as 5, as they look the same. Without a `?`, encoding the text gives the same segments.
    """
    cells = [_CHARACTERS.get(bits & ~POINT, "?") + "." * bool(bits & POINT) for bits in shown.digits]
    return "".join(cells[:2]) + ":" * shown.colon + "".join(cells[2:])


def _has(character: str) -> bool:
    return character in _GLYPHS or character.upper() in _GLYPHS or character.lower() in _GLYPHS


def _bits(character: str) -> int:
    for known in (character, character.upper(), character.lower()):
        if known in _GLYPHS:
            return _GLYPHS[known]
    raise ValueError(f"found {character!r}, expected a character that seven segments can show")


def _draw_digit(bits: int) -> tuple[str, str, str]:
    """Draw one digit: three lines of three columns, and a column for the point."""
    rows = [[" "] * 4 for _ in range(3)]
    for bit, (row, column, bar) in enumerate(_BARS):
        if bits >> bit & 1:
            rows[row][column] = bar
    if bits & POINT:
        rows[2][3] = "."
    top, middle, bottom = ("".join(row) for row in rows)
    return top, middle, bottom


def _glyphs(font: str) -> dict[str, int]:
    """Read the font: each block has a line of names and three lines of bars, four columns a character."""
    glyphs = {" ": DARK}
    for block in font.strip("\n").split("\n\n"):
        names, *rows = block.split("\n")
        for left in range(0, len(names), 4):
            glyphs[names[left + 1]] = _glyph([row.ljust(left + 3)[left:] for row in rows])
    return glyphs


def _glyph(rows: list[str]) -> int:
    return sum(1 << bit for bit, (row, column, bar) in enumerate(_BARS) if rows[row][column] == bar)


_GLYPHS: Final = _glyphs(FONT)
#: Of characters that look the same, the first one is read.
_CHARACTERS: Final = {bits: character for character, bits in reversed(_GLYPHS.items())}

_STAND_INS: Final = {"K": "+", "+": " ", "M": "n", "V": "U", "W": "U", "X": "-", "Z": "2"}
"""For letters that are not readable on seven segments; `+` is the king, as in the menu, and `-` a capture."""
