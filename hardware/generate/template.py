"""The drill template at 1:1: the 64 squares on six sheets of A4, each with register marks and a bar.

Seen from above, White at the bottom. A sheet shows three files and four ranks, and a strip of what lies
around, so that two neighbours can be laid upon each other by the marks that both have.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

import chess

from generate.measures import LAMP_ASIDE, LAMP_HOLE, REED_HOLE, SQUARE
from generate.svg import GREY, INK, box, circle, drawing, element, line, lines_of_text, text

_WIDTH: Final = 210.0
_HEIGHT: Final = 297.0
_FILES: Final = 3
_RANKS: Final = 4
_LEFT: Final = 30.0
_TOP: Final = 32.0
_STRIP: Final = 12.0
_TILE_HEIGHT: Final = _RANKS * SQUARE
SHEETS: Final = 6


def template(sheet: int) -> str:
    """Draw one sheet, 1 to 6: 1 has a1, 3 has h1, 4 has a5."""
    first_file, first_rank = (sheet - 1) % 3 * _FILES, (sheet - 1) // 3 * _RANKS
    shapes = [
        text(_LEFT, 12, f"Drill template, sheet {sheet} of {SHEETS}", 5.5, weight="bold"),
        text(_LEFT, 17.5, "seen from above, White at the bottom; print at 100 %, never “fit to page”", 3.2),
        _clip(),
        element("g", "\n".join(_squares(first_file, first_rank)), clip_path="url(#tile)"),
        *_marks(first_file, first_rank),
        *_foot(sheet),
    ]
    return drawing(_WIDTH, _HEIGHT, shapes, unit="mm", title=f"Drill template {sheet}")


def _clip() -> str:
    width, height = _FILES * SQUARE + 2 * _STRIP, _TILE_HEIGHT + 2 * _STRIP
    area = element("rect", x=_LEFT - _STRIP, y=_TOP - _STRIP, width=width, height=height)
    return element("clipPath", area, id="tile")


def place(square: chess.Square, first_file: int, first_rank: int) -> tuple[float, float]:
    """Give where the middle of a square lies on the sheet that begins so."""
    across = chess.square_file(square) - first_file
    up = chess.square_rank(square) - first_rank
    return _LEFT + (across + 0.5) * SQUARE, _TOP + _TILE_HEIGHT - (up + 0.5) * SQUARE


def _squares(first_file: int, first_rank: int) -> Iterator[str]:
    for square in chess.SQUARES:
        x, y = place(square, first_file, first_rank)
        yield box(x - SQUARE / 2, y - SQUARE / 2, SQUARE, SQUARE, colour=GREY, stroke=0.2)
        yield text(x, y + SQUARE / 2 - 4, chess.square_name(square), 6, "middle", GREY)
        yield from _hole(x, y, REED_HOLE)
        yield from _hole(x + LAMP_ASIDE, y - LAMP_ASIDE, LAMP_HOLE)


def _hole(x: float, y: float, diameter: float) -> Iterator[str]:
    """Draw a hole, its middle for the awl, and its width beside it."""
    yield circle(x, y, diameter / 2, colour=INK, stroke=0.2)
    arm = diameter / 2 + 2
    yield line(x - arm, y, x + arm, y, width=0.12)
    yield line(x, y - arm, x, y + arm, width=0.12)
    yield text(x - 1.2, y + arm + 0.4, f"{diameter:.0f}", 2.6, "end")


def _marks(first_file: int, first_rank: int) -> Iterator[str]:
    """Draw a register mark at each corner of what the sheet shows whole, named alike on all sheets."""
    for across, up in product((0, _FILES), (0, _RANKS)):
        if first_file + across > 8:
            across = 8 - first_file  # noqa: PLW2901 - the last sheet of a row has two files
        x, y = _LEFT + across * SQUARE, _TOP + _TILE_HEIGHT - up * SQUARE
        yield circle(x, y, 3, stroke=0.25)
        yield line(x - 6, y, x + 6, y, width=0.25)
        yield line(x, y - 6, x, y + 6, width=0.25)
        name = f"{'ABCDEFGHI'[first_file + across]}{first_rank + up}"
        yield text(x + 3.2, y - 3.2, name, 3.4, weight="bold")


def _foot(sheet: int) -> Iterator[str]:
    y = _TOP + _TILE_HEIGHT + _STRIP + 11
    yield line(_LEFT, y, _LEFT + 100, y, width=0.4)
    for step in range(11):
        yield line(_LEFT + 10 * step, y - (3 if step % 10 == 0 else 1.8), _LEFT + 10 * step, y, width=0.25)
    words = [
        "This bar is 100 mm long. Measure it before you drill.",
        "Lay the sheets so that marks of one name lie on each other; the corners of squares then meet.",
        "Prick each cross with an awl, then drill 2 mm, then the width in mm beside the hole.",
    ]
    yield lines_of_text(_LEFT, y + 5.5, words, 3.2)
    for other in range(1, SHEETS + 1):
        x, top = _LEFT + 126 + (other - 1) % 3 * 9, y - 3 - (other - 1) // 3 * 11 + 4
        yield box(x, top - 8, 8, 10, "#d8d0bc" if other == sheet else "none", stroke=0.25)
        yield text(x + 4, top - 1.6, str(other), 4, "middle")
