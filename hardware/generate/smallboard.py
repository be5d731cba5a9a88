"""The small board under the panel: where its parts sit, and which pins each of its wires joins.

The list of wires is the circuit's, so it cannot miss one. The places are a proposal, seen from above with the
parts up; the copper side is its mirror.
"""

from collections.abc import Iterator
from typing import Final

from generate.circuit import FIVE_VOLT, GROUND, VALUES, Circuit
from generate.svg import INK, box, circle, drawing, path, text

_BOARD: Final = "#dcebcf"
_PART: Final = "#ffffff"
_RED: Final = "#d3221f"
#: Parts that sit on the small board: by the first letters of their names, but for those under the big one.
_ON_IT: Final = ("J", "R", "U", "F", "C1", "C2", "D1")
#: Resistors that are not: they sit on the breakout of the USB-C socket.
_ON_THE_SOCKET: Final = "CC resistor"

#: name, left, top, width, height, words under it
_PLACES: Final = [
    ("J6", 40, 90, 70, 50, "5 V in"),
    ("F1", 150, 91, 120, 42, VALUES["main fuse"]),
    ("D1", 320, 90, 26, 74, "band up"),
    ("F2", 400, 91, 120, 42, VALUES["lamp fuse"]),
    ("C1", 570, 84, 56, 56, "+ left"),
    ("J4", 680, 90, 80, 50, "lamps"),
    ("J8", 40, 240, 90, 290, "to the Pi"),
    ("U1", 300, 240, 70, 130, "notch up"),
    ("R9", 420, 250, 80, 18, "330"),
    ("R12", 420, 290, 80, 18, "100"),
    ("R10", 200, 250, 60, 18, "10 k"),
    ("R11", 200, 290, 60, 18, "10 k"),
    ("C2", 400, 335, 66, 18, "100 n"),
    ("J5", 680, 280, 80, 40, "buzzer"),
    ("U2", 300, 420, 130, 70, "LV left, HV right"),
    ("J3", 680, 430, 80, 60, "faces"),
    ("R1 to R8", 300, 545, 130, 60, f"{VALUES['row resistor']} each"),
    ("R13 to R21", 300, 670, 130, 60, f"{VALUES['column resistor']} each"),
    ("J2", 680, 540, 80, 74, "rows"),
    ("J1", 680, 660, 80, 80, "columns"),
]
#: Where to measure before any power: a name, its place, what it is.
_POINTS: Final = [
    ("T1", 130, 112, "input"),
    ("T2", 296, 112, "five_volt"),
    ("T3", 540, 112, "lamps"),
    ("T4", 480, 200, "ground"),
]


def small_board() -> str:
    """Draw the places of the parts, the strong wires, and where to measure."""
    shapes = [
        text(30, 36, "The small board, parts side", 20, weight="bold"),
        text(30, 56, "red: 0.75 mm2, 5 V on its way through the fuses; T1 to T4: where to measure", 12),
        box(20, 66, 770, 700, _BOARD),
        path([(75, 112), (600, 112), (720, 112)], _RED, 5),
        path([(333, 112), (333, 92)], _RED, 5),
        path([(75, 128), (75, 200), (740, 200), (740, 130)], INK, 5),
        path([(333, 160), (333, 200)], INK, 5),
        path([(598, 138), (598, 200)], INK, 5),
        path([(296, 190), (296, 210)], _BOARD, 12),
        path([(296, 112), (296, 222), (85, 222), (85, 244)], _RED, 3),
        *(shape for place in _PLACES for shape in _place(*place)),
        *(shape for point in _POINTS for shape in _point(*point)),
    ]
    return drawing(810, 790, shapes, title="The small board")


def _place(name: str, x: float, y: float, width: float, height: float, words: str) -> Iterator[str]:
    yield box(x, y, width, height, _PART)
    flat = height < 30
    middle = x + width / 2
    if flat:
        yield text(middle, y + 13, f"{name}  {words}", 10, "middle")
        return
    yield text(middle, y + height / 2 - 2, name, 13, "middle", weight="bold")
    if width > 60:
        yield text(middle, y + height / 2 + 14, words, 10, "middle")
    else:
        yield text(middle + 8, y + height + 14, words, 10)


def _point(name: str, x: float, y: float, words: str) -> Iterator[str]:
    yield circle(x, y, 5, "#ffd54a")
    yield text(x, y - 26 if y < 150 else y - 10, f"{name}  {words}", 10, "middle")


def wire_list(circuit: Circuit) -> str:
    """List every wire of the small board: its name, and all that it joins there."""
    rows = [
        f"| {net} | {', '.join(_pin(circuit, ref, number) for ref, number in pins)} |"
        for net, pins in _nets(circuit)
    ]
    return "\n".join(["| wire | joins |", "|---|---|", *rows])


def _nets(circuit: Circuit) -> list[tuple[str, list[tuple[str, str]]]]:
    found = []
    elsewhere = circuit.refs(_ON_THE_SOCKET)
    for net, pins in circuit.nets().items():
        here = [pin for pin in pins if pin[0].startswith(_ON_IT) and pin[0] not in elsewhere]
        if len(here) > 1:
            found.append((net, here))
    return sorted(found, key=lambda it: (it[0] in {FIVE_VOLT, GROUND}, _first(it[1])))


def _first(pins: list[tuple[str, str]]) -> tuple[str, int]:
    return min((ref, int(number)) for ref, number in pins)


def _pin(circuit: Circuit, ref: str, number: str) -> str:
    """Name a pin as one finds it: by its name where it has one, by its number where not."""
    (pin,) = (pin for pin in circuit.part(ref).pins if pin.number == number)
    if ref[0] == "J":
        return f"{ref}.{number}"
    return f"{ref} {pin.name}" if pin.name != number else f"{ref} end {number}"
