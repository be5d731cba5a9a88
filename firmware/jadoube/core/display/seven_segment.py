"""Seven segments a digit: the font, and what four digits and a colon show.

Decides which bars draw a character. Refuses to know what is said with them (`face_text.py`) and how they
reach a display (a driver's). A digit is a byte: bit 0 is segment a ... bit 6 is g, bit 7 the point; the
order in which an HT16K33 backpack is wired.

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

#: The font as it looks. A letter stands in the case that reads best, and in both where both read well;
#: asking for the other case of a letter gives this one. K, M, V, W, X and Z cannot be read on seven bars.
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

#: Where each bar stands in a drawn digit, and what draws it: segments a to g.
_BARS: Final = ((0, 1, "_"), (1, 2, "|"), (2, 2, "|"), (2, 1, "_"), (2, 0, "|"), (1, 0, "|"), (1, 1, "_"))


@dataclass(frozen=True, slots=True)
class Segments:
    """What one face lights: four digits from left to right, and the colon behind the second."""

    digits: tuple[int, int, int, int]
    colon: bool = False


def segments(text: str) -> Segments:
    """Encode up to four characters, right-aligned as on a clock.

    A `.` lights the point of the character before it; a `:` stands before the last two. ValueError for a
    character without a picture, and for what does not fit.
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


def picture(shown: Segments) -> str:
    """Draw a face as three lines, all of the same width: four digits with their points, and the colon."""
    cells = [_draw_digit(bits) for bits in shown.digits]
    cells.insert(2, ("  ", ". ", ". ") if shown.colon else ("  ", "  ", "  "))
    return "\n".join("".join(row) for row in zip(*cells, strict=True))


def read(shown: Segments) -> str:
    """Say a face as text: four characters with their points, and the colon. What is in no font is `?`.

    A best reading: O reads as 0 and S as 5, for they look the same. Encoding it again gives the same bars
    where no `?` is in it.
    """
    cells = [_CHARACTERS.get(bits & ~POINT, "?") + "." * bool(bits & POINT) for bits in shown.digits]
    return "".join(cells[:2]) + ":" * shown.colon + "".join(cells[2:])


def _bits(character: str) -> int:
    for known in (character, character.upper(), character.lower()):
        if known in _GLYPHS:
            return _GLYPHS[known]
    raise ValueError(f"found {character!r}, expected a character that seven segments can show")


def _draw_digit(bits: int) -> tuple[str, str, str]:
    """Draw one digit: three lines, three wide and a column for the point."""
    rows = [[" "] * 4 for _ in range(3)]
    for bit, (row, column, bar) in enumerate(_BARS):
        if bits >> bit & 1:
            rows[row][column] = bar
    if bits & POINT:
        rows[2][3] = "."
    top, middle, bottom = ("".join(row) for row in rows)
    return top, middle, bottom


def _glyphs(font: str) -> dict[str, int]:
    """Read the font: blocks of a line of names and three lines of bars, a character every four columns."""
    glyphs = {" ": DARK}
    for block in font.strip("\n").split("\n\n"):
        names, *rows = block.split("\n")
        for left in range(0, len(names), 4):
            glyphs[names[left + 1]] = _glyph([row.ljust(left + 3)[left:] for row in rows])
    return glyphs


def _glyph(rows: list[str]) -> int:
    return sum(1 << bit for bit, (row, column, bar) in enumerate(_BARS) if rows[row][column] == bar)


_GLYPHS: Final = _glyphs(FONT)
#: The first of several characters that look the same is the one that is read.
_CHARACTERS: Final = {bits: character for character, bits in reversed(_GLYPHS.items())}
