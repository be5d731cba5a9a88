"""The pictures of the whole board from below, and of the small board under the panel.

Colours are the pin map's, the way of the data is its chain: what is drawn here is what the firmware counts.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import chess

from generate.measures import FIELD, LAMP_ASIDE, PANEL, RIM, SQUARE
from generate.svg import GREY, INK, PALE, WIRES, box, circle, drawing, line, path, text
from jadoube.config.pinmap import PinMap

_SCALE: Final = 1.35
_LEFT: Final = 40.0
_TOP: Final = 80.0
_WOOD: Final = "#efe2c4"
_WIDTH: Final = (FIELD + 2 * RIM + PANEL) * _SCALE
_HEIGHT: Final = (FIELD + 2 * RIM) * _SCALE
_COPPER: Final = "#b87333"

Point = tuple[float, float]


def below(square: chess.Square) -> Point:
    """Give the middle of a square from below: file a at the right, the panel at the left."""
    across = (7 - chess.square_file(square) + 0.5) * SQUARE + PANEL + RIM
    down = (7 - chess.square_rank(square) + 0.5) * SQUARE + RIM
    return _LEFT + across * _SCALE, _TOP + down * _SCALE


def _sheet(title: str, words: str, shapes: list[str]) -> str:
    frame = [
        text(_LEFT, 36, title, 20, weight="bold"),
        text(_LEFT, 58, words, 12),
        box(_LEFT, _TOP, _WIDTH, _HEIGHT, _WOOD),
        *_squares(),
        text(_LEFT + 12, _TOP + 22, "under the panel", 12, fill=GREY),
        text(_LEFT + _WIDTH / 2, _TOP + _HEIGHT + 24, "White's edge", 13, "middle", weight="bold"),
    ]
    return drawing(_WIDTH + 2 * _LEFT, _HEIGHT + _TOP + 44, [*frame, *shapes], title=title)


def _squares() -> Iterator[str]:
    half = SQUARE / 2 * _SCALE
    for square in chess.SQUARES:
        x, y = below(square)
        yield box(x - half, y - half, 2 * half, 2 * half, colour="#d3c3a0", stroke=0.8)
        yield text(x + half - 3, y + 4, chess.square_name(square), 9, "end", GREY)


# rows and columns


def matrix_below(pinmap: PinMap) -> str:
    """Draw the rows and columns, and the way to their plugs."""
    shapes = [*_small_board(["J2 rows", "J1 columns"], _row_end(0) - 12)]
    for number, row in enumerate(pinmap.matrix.rows):
        shapes += _row(number, row.name, row.wire)
    for number, column in enumerate(pinmap.matrix.columns[:8]):
        shapes += _column(number, column.name, column.wire)
    shapes += _buttons(pinmap)
    words = "every reed's wire on its column, every diode's band on its row; the rows go on to the buttons"
    return _sheet("Rows and columns, from below", words, shapes)


def _row_end(number: int) -> float:
    return below(chess.square(7, 7 - number))[1] + 17 * _SCALE


def _row(number: int, name: str, colour: str) -> Iterator[str]:
    y = _row_end(number)
    left, right = _LEFT + 100, below(chess.square(0, 0))[0] + 20 * _SCALE
    yield line(left, y, right, y, _COPPER, 3)
    yield line(left, y, left + 56, y, WIRES[colour], 5)
    yield text(left + 60, y - 5, name, 10)
    for file in range(8):
        x, middle = below(chess.square(file, 7 - number))
        yield line(x - 4, middle, x - 4, y, INK, 1.5)
        yield box(x - 8, middle + 6, 8, 12, "#d77a4a", INK, 0.6)
        yield line(x - 8, middle + 16, x, middle + 16, INK, 3)
        yield circle(x - 4, y, 3, _COPPER, INK, 0.6)


def _column(number: int, name: str, colour: str) -> Iterator[str]:
    x, top = below(chess.square(number, 7))
    wire = x + 11 * _SCALE
    foot = below(chess.square(0, 0))[1] + SQUARE / 2 * _SCALE + 4 + number * 3.4
    edge = _LEFT + 66 - number * 5.5
    rise = _TOP + _HEIGHT - 150
    walk = [(wire, top - 22 * _SCALE), (wire, foot), (edge, foot), (edge, rise)]
    yield path(walk, INK, 4.4)
    yield path(walk, WIRES[colour], 3)
    yield text(wire, top - 26 * _SCALE, name.removeprefix("column_"), 11, "middle", weight="bold")
    for rank in range(8):
        _, y = below(chess.square(number, rank))
        yield line(x, y, wire, y, INK, 2)
        yield circle(x - 2, y, 4, "#cfe6ee", INK, 0.8)
        yield circle(wire, y, 3, _COPPER, INK, 0.6)


def _buttons(pinmap: PinMap) -> Iterator[str]:
    """Draw the ninth column on the panel, a button on each row that has one."""
    x = _LEFT + 128
    ends = [_row_end(n) for n, crossings in enumerate(pinmap.matrix.crossings) if crossings[8].buttons]
    column = x + 14
    yield line(column, ends[0] - 16, column, ends[-1] - 10, INK, 4.4)
    yield line(column, ends[0] - 16, column, ends[-1] - 10, WIRES[pinmap.matrix.columns[8].wire], 3)
    for y in ends:
        yield circle(column, y - 11, 4.5, PALE, INK, 1)
    yield text(_LEFT + 100, ends[0] - 44, "buttons: white, J1.9", 10)


def _small_board(plugs: list[str], y: float) -> Iterator[str]:
    height = 250
    top = _TOP + _HEIGHT - 150 - height if y > 0 else y
    yield box(_LEFT + 12, top, 84, height, "#e2efd9")
    yield text(_LEFT + 54, top + 18, "small board", 11, "middle")
    for number, plug in enumerate(plugs):
        yield text(_LEFT + 54, top + 60 + number * 60, plug, 11, "middle")


# lamps


def lamps_below(pinmap: PinMap) -> str:
    """Draw the rails, and the way of the data from lamp to lamp."""
    shapes = [*_feeders(), *_small_board(["J4 lamps", "C1 here"], 1.0)]
    chain = [_lamp(square) for square in pinmap.lamps.chain]
    for one, other in pairwise(chain):
        shapes += _arrow(one, other)
    shapes += _data_in(chain[0], pinmap)
    for index, (x, y) in enumerate(chain):
        shapes += [circle(x, y, 8, "#2c6e49", INK, 0.8), text(x, y + 3.5, str(index), 9, "middle", "#ffffff")]
    words = "the number in a lamp is its place in the chain; arrows go from OUT to IN; white: a sleeve"
    return _sheet("Lamps, from below", words, shapes)


def _lamp(square: chess.Square) -> Point:
    x, y = below(square)
    return x - LAMP_ASIDE * _SCALE, y - LAMP_ASIDE * _SCALE


def _feeders() -> Iterator[str]:
    """Draw the rails of each rank, joined at both ends; the feed comes from the small board."""
    left, right = below(chess.H1)[0] - 28 * _SCALE, below(chess.A1)[0] + 30 * _SCALE
    for colour, up, aside in (("red", 23.5, 0), ("black", 10.5, 7)):
        ends = [below(chess.square(0, rank))[1] - up * _SCALE for rank in range(8)]
        for y in ends:
            yield line(left - aside, y, right + aside, y, WIRES[colour], 1.6)
        for x in (left - aside, right + aside):
            yield line(x, ends[0], x, ends[-1], WIRES[colour], 4)
        feed = ends[3]
        yield line(_LEFT + 96, feed, left - aside, feed, WIRES[colour], 4)
    for rank in range(1, 8):  # the lowest minus rail passes below the plus verticals
        y = below(chess.square(0, rank))[1] - 10.5 * _SCALE
        yield from (*_sleeve(left, y, "black"), *_sleeve(right, y, "black"))
    yield from _sleeve(left - 7, below(chess.A4)[1] - 23.5 * _SCALE, "red")


def _sleeve(x: float, y: float, colour: str) -> Iterator[str]:
    """Draw a wire that lies in a sleeve where it crosses another."""
    yield box(x - 6, y - 3.5, 12, 7, "#ffffff")
    yield line(x - 6, y, x + 6, y, WIRES[colour], 1.6)


def _arrow(one: Point, other: Point) -> Iterator[str]:
    (x1, y1), (x2, y2) = one, other
    along = 1 if x2 > x1 else -1
    yield line(x1, y1, x2, y2, WIRES["green"], 2.4)
    if y1 == y2:
        tip = x2 - along * 10
        yield path([(tip - along * 8, y2 - 5), (tip, y2), (tip - along * 8, y2 + 5)], WIRES["green"], 2.4)
    else:
        yield path([(x2 - 5, y2 + 18), (x2, y2 + 10), (x2 + 5, y2 + 18)], WIRES["green"], 2.4)


def _data_in(first: Point, pinmap: PinMap) -> Iterator[str]:
    x, y = first
    foot = below(chess.A1)[1] + SQUARE / 2 * _SCALE + 14
    right = below(chess.A1)[0] + 30 * _SCALE + 16
    walk = [(_LEFT + 54, _TOP + _HEIGHT - 150), (_LEFT + 54, foot), (right, foot), (right, y), (x, y)]
    yield path(walk, WIRES[pinmap.lamps.signal.wire], 2.4)
    yield from _sleeve(right - 9, y, pinmap.lamps.signal.wire)
    yield text(_LEFT + 64, foot - 6, "data, from J4.1 to the IN of a1", 11)
