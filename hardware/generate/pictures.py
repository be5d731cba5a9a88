"""The pictures of the board from above and of one square: all measures are those of `measures`.

Above and below are told in every picture, because a board that is turned over has its files the other way
round.
"""

from collections.abc import Iterator
from math import hypot
from typing import Final

import chess

from generate.measures import (
    FELT,
    FIELD,
    GLASS_LENGTH,
    GLASS_WIDTH,
    KING_BASE,
    LAMP_ASIDE,
    LAMP_BOARD,
    LAMP_HOLE,
    MAGNET,
    PANEL,
    PLATE,
    REED_HOLE,
    RIM,
    SQUARE,
    STUB,
    SURFACE,
)
from generate.svg import GREY, INK, PALE, WIRES, box, circle, drawing, line, lines_of_text, path, text

_WOOD: Final = "#dcc79a"
_DARK: Final = "#b98d5a"
_LIGHT: Final = "#f0dfbd"
_GLASS: Final = "#cfe6ee"
_SHINE: Final = "#fff0a8"
_COPPER: Final = "#b87333"


#: Where words to the left of a drawing end.
_EDGE: Final = 250.0


def callout(x: float, y: float, to_x: float, to_y: float, *words: str, anchor: str = "start") -> str:
    """Write words beside (x, y), with a thin line to what they name."""
    start = x - 4 if anchor == "start" else x + 4
    mark = circle(to_x, to_y, 2, INK, INK, 0)
    return "\n".join(
        [line(start, y - 4, to_x, to_y, GREY, 0.8), mark, lines_of_text(x, y, words, 12, anchor)]
    )


# the board from above


def plan() -> str:
    """Draw the whole board from above, with its measures."""
    scale, left, top = 1.3, 60.0, 70.0
    shapes = [
        text(left, 36, "The board from above", 20, weight="bold"),
        box(left, top, (FIELD + 2 * RIM + PANEL) * scale, (FIELD + 2 * RIM) * scale, _WOOD),
        *_field(left + RIM * scale, top + RIM * scale, scale),
        *_panel(left + (FIELD + 2 * RIM) * scale, top, scale),
        *_measures(left, top, scale),
    ]
    width, height = (FIELD + 2 * RIM + PANEL) * scale + 2 * left, (FIELD + 2 * RIM) * scale + top + 70
    return drawing(width, height, shapes, title="The board from above")


def _field(left: float, top: float, scale: float) -> Iterator[str]:
    side = SQUARE * scale
    for square in chess.SQUARES:
        x, y = left + chess.square_file(square) * side, top + (7 - chess.square_rank(square)) * side
        dark = (chess.square_file(square) + chess.square_rank(square)) % 2 == 0
        yield box(x, y, side, side, _DARK if dark else _LIGHT, stroke=0.5)
        yield circle(x + side / 2, y + side / 2, REED_HOLE / 2 * scale, "none", INK, 0.6)
        aside = LAMP_ASIDE * scale
        yield circle(x + side / 2 + aside, y + side / 2 - aside, LAMP_HOLE / 2 * scale, _SHINE, INK, 0.6)
        yield text(x + 5, y + side - 6, chess.square_name(square), 10)


#: What stands on the panel, from Black's end to White's: its height, its width and height in mm, its words.
_ON_PANEL: Final = [
    (40, 70, 34, "Black's lever"),
    (105, 52, 24, "Black's face"),
    (175, 14, 14, "ok"),
    (205, 14, 14, "plus"),
    (235, 14, 14, "play"),
    (265, 14, 14, "minus"),
    (295, 14, 14, "back"),
    (345, 52, 24, "White's face"),
    (410, 70, 34, "White's lever"),
]


def _panel(left: float, top: float, scale: float) -> Iterator[str]:
    middle = left + PANEL / 2 * scale
    for down, width, height, words in _ON_PANEL:
        x, y = middle - width / 2 * scale, top + (down - height / 2) * scale
        face, key = "face" in words, width == height
        yield box(x, y, width * scale, height * scale, "#30221c" if face else PALE)
        if key:
            yield text(middle + 16, y + 13, words, 12)
        else:
            size, colour = (10, "#ff8a70") if face else (12, INK)
            yield text(middle, y + height / 2 * scale + 4, words, size, "middle", colour)


def _measures(left: float, top: float, scale: float) -> Iterator[str]:
    bottom = top + (FIELD + 2 * RIM) * scale
    spans = [(0.0, RIM), (RIM, FIELD), (RIM + FIELD, RIM), (2 * RIM + FIELD, PANEL)]
    for start, length in spans:
        x, end = left + start * scale, left + (start + length) * scale
        yield line(x, bottom + 14, end, bottom + 14, INK, 1)
        for tick in (x, end):
            yield line(tick, bottom + 8, tick, bottom + 20, INK, 1)
        yield text((x + end) / 2, bottom + 34, f"{length:.0f}", 12, "middle")
    words = f"squares of {SQUARE:.0f} mm; in the middle the reed ({REED_HOLE:.0f} mm, from below), "
    words += f"{LAMP_ASIDE:.0f} mm right and {LAMP_ASIDE:.0f} mm up from it the lamp ({LAMP_HOLE:.0f} mm)"
    yield text(left, bottom + 56, words, 12)


# one square, cut through


#: Pixels a millimetre in the section.
_CUT: Final = 11.0


def section() -> str:
    """Draw one square cut from corner to corner, through reed and lamp."""
    scale, left, top = _CUT, 280.0, 160.0
    middle = left + 24 * scale
    lamp = middle + hypot(LAMP_ASIDE, LAMP_ASIDE) * scale
    width = 58 * scale
    shapes = [
        text(30, 36, "One square, cut from corner to corner", 20, weight="bold"),
        box(left, top, width, SURFACE * scale, _DARK),
        box(left, top + SURFACE * scale, width, PLATE * scale, _WOOD),
        *_piece(middle, top, scale),
        *_reed(middle, top, scale),
        *_lamp(lamp, top, scale),
    ]
    return drawing(1140, 500, shapes, title="One square, cut through")


def _piece(x: float, top: float, scale: float) -> Iterator[str]:
    width, height = MAGNET
    felt = FELT * scale
    base = KING_BASE / 2 * scale
    yield box(x - base, top - felt - 80, 2 * base, 80, "#efe8d8")
    yield box(x - base, top - felt, 2 * base, felt, "#4d7a4d")
    yield box(x - width / 2 * scale, top - felt - height * scale, width * scale, height * scale, "#8899aa")
    yield callout(_EDGE, top - 60, x - base, top - 50, f"a king, base {KING_BASE:.0f} mm", anchor="end")
    magnet = f"magnet {width:.0f} x {height:.0f} mm, same pole down in all"
    yield callout(x + base + 30, top - 56, x + width / 2 * scale - 4, top - felt - 12, magnet)
    yield callout(_EDGE, top - 20, x - base, top - felt / 2, f"felt, {FELT:.0f} mm", anchor="end")


def _reed(x: float, top: float, scale: float) -> Iterator[str]:
    hole, glass = REED_HOLE * scale, GLASS_WIDTH * scale
    head = top + (SURFACE + STUB) * scale
    foot = head + GLASS_LENGTH * scale
    yield box(x - hole / 2, top + SURFACE * scale, hole, PLATE * scale, "#ffffff", GREY, 0.6)
    reed_x = x - hole / 2 + glass / 2 + 3
    wire_x = x + hole / 2 - 8
    yield path([(reed_x, foot + 60), (reed_x, head - (STUB - 1) * scale)], _COPPER, 5)
    joint = head - (STUB - 1.5) * scale
    yield path([(reed_x, joint), (wire_x, joint), (wire_x, foot + 60)], WIRES["brown"], 9)
    yield circle(reed_x, joint, 6, "#c8ccd0")
    yield box(reed_x - glass / 2, head, glass, GLASS_LENGTH * scale, _GLASS)
    yield line(reed_x, head, reed_x, head + GLASS_LENGTH * scale * 0.54, _COPPER, 3)
    yield line(reed_x + 4, foot, reed_x + 4, head + GLASS_LENGTH * scale * 0.46, _COPPER, 3)
    yield from _reed_words(x, top, reed_x, wire_x)


def _reed_words(x: float, top: float, reed_x: float, wire_x: float) -> Iterator[str]:
    head = top + (SURFACE + STUB) * _CUT
    foot = head + GLASS_LENGTH * _CUT
    under = top + (SURFACE + PLATE) * _CUT
    yield callout(_EDGE, top + 34, x - 60, top + 3, f"surface, {SURFACE} mm, over the hole", anchor="end")
    yield callout(_EDGE, top + 64, x - 90, top + 50, f"plate, {PLATE:.0f} mm", anchor="end")
    yield callout(
        _EDGE,
        under + 50,
        reed_x - GLASS_WIDTH * _CUT / 2,
        under + 40,
        "reed, upright in its",
        f"{REED_HOLE:.0f} mm hole",
        anchor="end",
    )
    stub = f"upper lead, cut to {STUB:.0f} mm"
    joint = head - (STUB - 1.5) * _CUT
    yield callout(_EDGE, under + 105, reed_x, joint, stub, "a thin copper wire soldered on", anchor="end")
    yield callout(
        x + 90, under + 110, wire_x + 5, foot - 20, "the wire comes down beside the glass:", "to the column"
    )
    words = ("the lower lead:", "to the diode, and on to the row")
    yield callout(_EDGE, under + 175, reed_x, foot + 50, *words, anchor="end")


def _lamp(x: float, top: float, scale: float) -> Iterator[str]:
    under = top + (SURFACE + PLATE) * scale
    hole, board = LAMP_HOLE * scale, LAMP_BOARD * scale
    yield box(x - hole / 2, top, hole, (SURFACE + PLATE) * scale, _SHINE, INK, 0.8)
    yield box(x - 32, under, 64, 20, "#f7f7f2")
    yield box(x - board / 2, under + 20, board, 16, "#2c6e49")
    yield callout(
        x + 130, top + 36, x + hole / 2, top + 30, f"clear rod, {LAMP_HOLE:.0f} mm,", "flush with the surface"
    )
    yield callout(x + 130, under + 40, x + board / 2, under + 28, "lamp, glued under", "its rod")


# one square from below


def square_below() -> str:
    """Draw one square from below, with every wire that it has."""
    scale, left, top = 9.0, 300.0, 90.0
    side = SQUARE * scale
    x, y = left + side / 2, top + side / 2
    shapes = [
        text(30, 36, "One square from below", 20, weight="bold"),
        text(30, 58, "White's edge is at the bottom, so file a is to the right and file h to the left", 12),
        box(left, top, side, side, _LIGHT),
        *_rails(left, y, scale, side),
        *_lamp_below(x - LAMP_ASIDE * scale, y - LAMP_ASIDE * scale, scale),
        *_matrix_below(x, y, left, scale, side, top),
    ]
    return drawing(1060, 600, shapes, title="One square from below")


def _rails(left: float, y: float, scale: float, side: float) -> Iterator[str]:
    for up, colour, words in ((23.5, "red", "rail +, 5 V for the lamps"), (10.5, "black", "rail -, ground")):
        rail = y - up * scale
        yield line(left - 30, rail, left + side + 30, rail, WIRES[colour], 4)
        yield callout(left + side + 50, rail + 4, left + side + 20, rail, words)


def _lamp_below(x: float, y: float, scale: float) -> Iterator[str]:
    radius = LAMP_BOARD / 2 * scale
    up, down = y - 6.5 * scale, y + 6.5 * scale
    yield path([(x + 4 * scale, y), (x + 23 * scale, y), (x + 42 * scale + 30, y)], WIRES["green"], 3)
    yield path([(x - 4 * scale, y), (x - 8 * scale - 30, y)], WIRES["green"], 3)
    yield circle(x, y, radius, "#2c6e49")
    yield line(x, y - 3.5 * scale, x, up, WIRES["red"], 3)
    yield line(x, y + 3.5 * scale, x, down, WIRES["black"], 3)
    for dx, dy, words in ((3, 0, "IN"), (-3, 0, "OUT"), (0, -3, "+"), (0, 3, "-")):
        yield text(x + dx * scale, y + dy * scale + 4, words, 12, "middle", "#ffffff")
    yield callout(
        _EDGE,
        y - 12,
        x - 8 * scale - 20,
        y,
        "data to the next lamp:",
        "OUT to IN (on ranks",
        "1, 3, 5, 7; on the others",
        "it runs the other way)",
        anchor="end",
    )
    yield callout(x + 42 * scale + 58, y + 4, x + 42 * scale + 20, y, "data from the lamp before")


def _matrix_below(x: float, y: float, left: float, scale: float, side: float, top: float) -> Iterator[str]:
    row, column = y + 17 * scale, x + 11 * scale
    yield line(left - 30, row, left + side + 30, row, _COPPER, 4)
    yield line(column, top - 20, column, top + side + 20, WIRES["yellow"], 6)
    yield line(column, row - 8, column, row + 8, WIRES["yellow"], 10)
    yield circle(x, y, REED_HOLE / 2 * scale, "#ffffff")
    yield circle(x - 5, y, GLASS_WIDTH / 2 * scale, _GLASS)
    yield path([(x + 9, y), (column, y)], INK, 6)
    yield path([(x + 9, y), (column, y)], WIRES["yellow"], 4)
    yield circle(column, y, 6, _COPPER)
    yield path([(x - 5, y), (x - 5, y + 4 * scale)], _COPPER, 3)
    yield box(x - 5 - 9, y + 4 * scale, 18, 7 * scale, "#d77a4a")
    yield box(x - 5 - 9, y + 9.4 * scale, 18, 8, INK)
    yield line(x - 5, y + 11 * scale, x - 5, row, _COPPER, 3)
    yield circle(x - 5, row, 6, _COPPER)
    yield callout(_EDGE, y - 5, x - 14, y, "reed, in its hole", anchor="end")
    yield callout(
        left + side + 50,
        y + 4,
        column,
        y,
        "column wire, insulated:",
        "strip it here, solder the",
        "wire of the reed on",
    )
    band = y + 9.8 * scale
    yield callout(
        _EDGE, band - 8, x - 14, band, "diode: its black band", "is on the side of the row", anchor="end"
    )
    yield callout(left + side + 50, row + 4, left + side + 20, row, "row wire, bare copper")
    yield callout(
        _EDGE,
        row + 44,
        column,
        row + 6,
        "the column keeps its sleeve",
        "where it crosses row and rails",
        anchor="end",
    )
