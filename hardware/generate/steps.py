"""The pictures of single steps: readying a reed, and testing a square before anything is plugged in."""

from collections.abc import Iterator
from typing import Final

from generate.measures import STUB
from generate.svg import GREY, INK, PALE, WIRES, box, circle, drawing, lines_of_text, path, text

_COPPER: Final = "#b87333"
_GLASS: Final = "#cfe6ee"
_STEEL: Final = "#9aa4ad"


def readying() -> str:
    """Draw how a reed gets its wire and its diode, in three steps."""
    shapes = [
        text(30, 36, "Readying a reed", 20, weight="bold"),
        *_held(60),
        *_soldered(390),
        *_with_diode(720),
    ]
    return drawing(1040, 460, shapes, title="Readying a reed")


def _reed(x: float, top: float) -> Iterator[str]:
    """Draw the glass with its blades, its head at `top`."""
    yield box(x - 12, top, 24, 130, _GLASS)
    yield path([(x - 3, top), (x - 3, top + 72)], _COPPER, 3)
    yield path([(x + 3, top + 130), (x + 3, top + 60)], _COPPER, 3)


def _held(x: float) -> Iterator[str]:
    middle = x + 130
    yield path([(middle, 90), (middle, 134)], GREY, 4)
    yield path([(middle, 142), (middle, 400)], _COPPER, 4)
    yield from _reed(middle, 190)
    yield path([(middle - 70, 108), (middle, 138), (middle - 70, 168)], _STEEL, 9)
    yield path([(middle + 70, 108), (middle, 138), (middle + 70, 168)], _STEEL, 9)
    words = [f"1. Cut the upper lead to {STUB:.0f} mm,", "and never bend a lead at the glass"]
    yield lines_of_text(x, 430, words, 12)


def _wired(middle: float) -> Iterator[str]:
    yield path([(middle, 400), (middle, 142)], _COPPER, 4)
    yield from _reed(middle, 190)
    yield path([(middle, 154), (middle + 30, 154), (middle + 30, 400)], WIRES["brown"], 9)
    yield circle(middle, 154, 7, "#c8ccd0")


def _soldered(x: float) -> Iterator[str]:
    middle = x + 110
    yield from _wired(middle)
    yield box(middle - 90, 168, 86, 18, _STEEL)
    yield text(middle - 90, 162, "pliers", 12)
    words = ["2. Hold it at the glass with pliers, which", "take the heat; solder the wire on"]
    yield lines_of_text(x, 430, words, 12)


def _with_diode(x: float) -> Iterator[str]:
    middle = x + 110
    yield from _wired(middle)
    yield box(middle - 9, 336, 18, 40, "#d77a4a")
    yield box(middle - 9, 362, 18, 7, INK)
    yield text(middle - 24, 372, "band", 12, "end")
    yield text(middle - 24, 408, "to the row", 12, "end")
    yield text(middle + 46, 408, "to the column", 12)
    yield lines_of_text(x, 430, ["3. The diode on the lower lead,", "its band away from the reed"], 12)


def testing() -> str:
    """Draw the diode test of one square."""
    shapes = [
        text(30, 36, "The test of one square, before anything is plugged in", 20, weight="bold"),
        *_meter(70, 110),
        *_matrix(430, 110),
        path([(150, 330), (150, 400), (520, 400), (520, 340)], WIRES["red"], 4),
        path([(190, 330), (190, 370), (440, 370), (440, 300)], INK, 4),
        circle(520, 340, 6, WIRES["red"]),
        circle(440, 300, 6, INK),
        lines_of_text(560, 400, ["red probe: the end of the column", "black probe: the end of the row"], 12),
    ]
    return drawing(1000, 450, shapes, title="The test of one square")


def _meter(x: float, y: float) -> Iterator[str]:
    yield box(x, y, 200, 220, "#f2c94c")
    yield box(x + 20, y + 20, 160, 60, "#dfe8d8")
    yield text(x + 100, y + 62, "0.58 V", 30, "middle")
    yield circle(x + 100, y + 135, 36, PALE)
    yield path([(x + 100, y + 135), (x + 125, y + 112)], INK, 4)
    yield text(x + 148, y + 108, "diode", 12)
    yield circle(x + 80, y + 205, 6, WIRES["red"])
    yield circle(x + 120, y + 205, 6, INK)


def _matrix(x: float, y: float) -> Iterator[str]:
    """Draw a column, the switch closed by a magnet, the diode, the row."""
    yield path([(x + 90, y - 20), (x + 90, y + 230)], WIRES["yellow"], 5)
    yield path([(x - 20, y + 190), (x + 420, y + 190)], _COPPER, 4)
    yield box(x + 150, y + 48, 110, 24, _GLASS)
    yield path([(x + 90, y + 58), (x + 215, y + 58)], INK, 3)
    yield path([(x + 195, y + 61), (x + 300, y + 61), (x + 300, y + 190)], INK, 3)
    yield box(x + 290, y + 100, 20, 44, "#d77a4a")
    yield box(x + 290, y + 130, 20, 7, INK)
    yield circle(x + 90, y + 60, 6, _COPPER)
    yield circle(x + 300, y + 190, 6, _COPPER)
    yield box(x + 175, y, 60, 20, "#8899aa")
    yield text(x + 250, y + 15, "a piece on the square", 12)
    yield text(x + 270, y + 50, "reed, closed", 12)
    yield text(x + 322, y + 124, "diode: its band", 12)
    yield text(x + 322, y + 140, "towards the row", 12)
    yield text(x + 430, y + 194, "row", 12)
    yield text(x + 102, y - 8, "column", 12)
