"""The schematic sheets, drawn by schemdraw: the matrix, the lamps and buzzer, the faces, the supply.

What is on a sheet (names, wires, values) is read from the circuit; where it stands is decided here.
schemdraw's own SVG backend draws, with text as text: the same bytes everywhere, and nothing else to install.
"""

from collections.abc import Callable
from typing import Any, Final, Literal

import schemdraw
import schemdraw.elements as elm
from schemdraw import svgconfig

from generate.circuit import VALUES, Circuit, names_of
from jadoube.config.matrix import Signal
from jadoube.config.pinmap import PinMap
from jadoube.core.messages.events import BUTTONS

_Side = Literal["left", "right", "center"]
_FONT: Final = "DejaVu Sans"
_ACROSS: Final = 3.4
_DOWN: Final = 2.4


def sheets(pinmap: PinMap, circuit: Circuit) -> dict[str, str]:
    """Draw every sheet, by its file's name."""
    makers: dict[str, Callable[[schemdraw.Drawing], None]] = {
        "matrix.svg": lambda sheet: _matrix(sheet, pinmap, circuit),
        "lamps_and_buzzer.svg": lambda sheet: _lamps(sheet, circuit),
        "faces.svg": lambda sheet: _faces(sheet, pinmap, circuit),
        "supply.svg": lambda sheet: _supply(sheet, circuit),
    }
    return {name: drawn(make) for name, make in makers.items()}


def drawn(make: Callable[[schemdraw.Drawing], None]) -> str:
    """Draw one sheet."""
    schemdraw.use("svg")
    svgconfig.text = "text"
    sheet = schemdraw.Drawing(show=False)
    sheet.config(fontsize=11, font=_FONT, bgcolor="white", lw=1.4, margin=1)
    make(sheet)
    return str(sheet.get_imagedata("svg").decode()).rstrip() + "\n"


def words_at(
    sheet: schemdraw.Drawing, x: float, y: float, words: str, size: float = 11, align: _Side | None = "left"
) -> None:
    """Write words beside, before or on a place."""
    sheet.add(elm.Label().at((x, y)).label(words, fontsize=size, halign=align, valign="center"))


# the matrix


def _matrix(sheet: schemdraw.Drawing, pinmap: PinMap, circuit: Circuit) -> None:
    """Draw all 71 crossings: column, switch, diode, row."""
    matrix = pinmap.matrix
    width = len(matrix.columns) * _ACROSS
    words_at(
        sheet,
        -4.5,
        3.9,
        "The matrix: each switch hangs from its column, its diode's cathode is on its row",
        16,
    )
    series = [
        f"{circuit.first_to_last(kind)}: {VALUES[kind]} each, between J8 and {plug}"
        for kind, plug in (("row resistor", "J2"), ("column resistor", "J1"))
    ]
    words_at(sheet, -4.5, 3.2, f"On the small board: {'; '.join(series)}", 11)
    for number, column in enumerate(matrix.columns):
        _column(sheet, column, number * _ACROSS, -len(matrix.rows) * _DOWN + 0.9, circuit)
    for down, (row, crossings) in enumerate(zip(matrix.rows, matrix.crossings, strict=True)):
        y = -(down + 1) * _DOWN + 0.9
        _row(sheet, row, y, width, circuit)
        for across, reads_as in enumerate(crossings):
            if switch := names_of(reads_as):
                _crossing(sheet, _ref(switch), switch, across * _ACROSS, y)


def _ref(switch: str) -> str:
    return f"K{1 + list(BUTTONS).index(switch)}" if switch in BUTTONS else f"S{switch}"


def _series_resistor(circuit: Circuit, kind: str, line: Signal) -> str:
    """Name the resistor between a line's pin of J8 and its wire on the board."""
    (ref,) = (ref for ref in circuit.refs(kind) if circuit.part(ref).net("1") == line.name)
    return ref


def _column(sheet: schemdraw.Drawing, column: Signal, x: float, foot: float, circuit: Circuit) -> None:
    sheet.add(elm.ResistorIEC().at((x, 1.6)).to((x, 0.1)))
    words_at(sheet, x - 0.5, 0.85, _series_resistor(circuit, "column resistor", column), 10, "right")
    sheet.add(elm.Line().at((x, 0.1)).to((x, foot + 1.3)))
    words_at(sheet, x, 2.4, column.name, 10, "center")
    words_at(sheet, x, 1.95, f"{column.connector}  pin {column.header_pin}", 9, "center")


def _row(sheet: schemdraw.Drawing, row: Signal, y: float, width: float, circuit: Circuit) -> None:
    resistor = _series_resistor(circuit, "row resistor", row)
    sheet.add(elm.ResistorIEC().at((-3, y)).to((-1.2, y)).label(resistor, fontsize=10))
    sheet.add(elm.Line().at((-1.2, y)).to((width - 0.7, y)))
    words_at(sheet, -4.6, y + 0.22, row.name, 10)
    words_at(sheet, -4.6, y - 0.22, f"{row.connector}  pin {row.header_pin}", 9)


def _crossing(sheet: schemdraw.Drawing, ref: str, switch: str, x: float, y: float) -> None:
    """Draw the switch to the right of its column, and its diode down to the row."""
    top = y + 1.3
    draw = elm.Button if switch in BUTTONS else elm.Switch
    sheet.add(elm.Dot(radius=0.06).at((x, top)))
    sheet.add(draw().at((x, top)).to((x + 1.5, top)).label(ref, fontsize=10))
    diode = elm.Diode().at((x + 1.5, top)).to((x + 1.5, y)).scale(0.6)
    sheet.add(diode)
    words_at(sheet, x + 1.85, y + 0.65, f"D{ref} {switch}" if switch in BUTTONS else f"D{switch}", 9)
    sheet.add(elm.Dot(radius=0.06).at((x + 1.5, y)))


# boxes with named pins

Named = tuple[str, str]  # a pin's name and its number


def box_of(title: str, left: list[Named], right: list[Named], width: float = 4) -> elm.Ic:
    """Draw a part as a box: pins as (name, number), from the top down, both sides at the same heights."""
    slots = max(len(left), len(right))
    pins = [_pin("left", it, n, slots) for n, it in enumerate(left)]
    pins += [_pin("right", it, n, slots) for n, it in enumerate(right)]
    box = elm.Ic(pins=pins, size=(width, slots + 0.4), pinspacing=1.0, edgepadH=0.4, edgepadW=0.6)
    box.right()
    box.label(title, "top", fontsize=12)
    return box


def _pin(side: Literal["left", "right"], named: Named, number: int, slots: int) -> elm.IcPin:
    name, pin = named
    anchor = f"{side[0]}{number}"
    return elm.IcPin(name=name, pin=pin, side=side, slot=f"{slots - number}/{slots}", anchorname=anchor)


def _pins(circuit: Circuit, ref: str, names: list[str]) -> list[Named]:
    numbers = {pin.name: pin.number for pin in circuit.part(ref).pins}
    return [(name, numbers[name]) for name in names]


def _out(sheet: schemdraw.Drawing, at: Any, net: str | None, *, left: bool, length: float = 1.0) -> None:
    """Draw a wire out of a pin to the name of its net."""
    line = elm.Line().at(at).length(length)
    sheet.add(line.left() if left else line.right())
    x, y = line.end
    words_at(sheet, x + (-0.15 if left else 0.15), y, net or "open", 10, "right" if left else "left")


# lamps and buzzer


def _lamps(sheet: schemdraw.Drawing, circuit: Circuit) -> None:
    """Draw the gates, what they drive, and the first and last lamps of the chain."""
    words_at(sheet, -6, 9.2, "Lamps and buzzer: two gates turn 3.3 V into 5 V, two are held still", 16)
    left = _pins(circuit, "U1", ["1A", "1OE", "2A", "2OE", "3A", "3OE", "4A", "4OE"])
    right = _pins(circuit, "U1", ["1Y", "VCC", "GND", "2Y", "3Y", "4Y"])
    chip = sheet.add(box_of(f"U1  {VALUES['gate']}", left, right).at((0, 0)))
    _outs(sheet, circuit, "U1", chip, left, [])
    for number, (name, _) in enumerate(right):
        if name not in {"1Y", "2Y"}:
            _out(sheet, getattr(chip, f"r{number}"), circuit.part("U1").net(name), left=False)
    _data(sheet, chip.r0, circuit)
    sheet.add(
        elm.ResistorIEC()
        .at(chip.r3)
        .right()
        .length(3)
        .label(f"R12  {VALUES['buzzer resistor']}", fontsize=10)
    )
    speaker = sheet.add(elm.Speaker())
    sheet.add(elm.Line().at(speaker.in2).left().length(0.5))
    sheet.add(elm.Ground().at((speaker.in2[0] - 0.5, speaker.in2[1])))
    words_at(sheet, speaker.in2[0] - 0.2, speaker.in2[1] - 1.3, f"LS1  {VALUES['buzzer']}, at J5", 10)
    notes = [
        f"R10, R11  {VALUES['pull-down']}: lamp_data and buzzer to ground: still while no Pi is there",
        f"C2  {VALUES['bypass capacitor']}: five_volt to ground, beside U1",
    ]
    for number, note in enumerate(notes):
        words_at(sheet, -3, -1 - 0.6 * number, note, 10)


def _data(sheet: schemdraw.Drawing, at: Any, circuit: Circuit) -> None:
    """Draw the first two lamps of the chain and the last, each hanging on the one before."""
    value = VALUES["data resistor"]
    resistor = sheet.add(elm.ResistorIEC().at(at).right().length(3).label(f"R9  {value}", fontsize=10))
    x, y = resistor.end
    chain = circuit.refs("lamp")
    before = x
    for number, index in enumerate((0, 1, len(chain) - 1)):
        ref, start = chain[index], x + 2 + 5.2 * number
        pins = _pins(circuit, ref, ["DIN", "VDD", "GND"]), _pins(circuit, ref, ["DOUT"])
        box = sheet.add(box_of(f"{ref}  ({index})", *pins, 2.6).at((start, y)).anchor("l0"))
        line = elm.Line(ls=":") if index > 1 else elm.Line()
        sheet.add(line.at((before, y)).to((start, y)))
        before = box.r0[0]
    words = f"{len(chain)} lamps, {VALUES['lamp']}: VDD on lamps_five_volt, GND on ground (J4)"
    words_at(sheet, x + 2, y - 3.4, words, 10)


# faces


def _faces(sheet: schemdraw.Drawing, pinmap: PinMap, circuit: Circuit) -> None:
    """Draw the shifter between the Pi's bus and both faces."""
    words_at(sheet, -3, 6, "Faces: both on one I2C bus, at 5 V behind a shifter", 16)
    left, right = _pins(circuit, "U2", ["A1", "A2", "LV", "GND"]), _pins(circuit, "U2", ["B1", "B2", "HV"])
    chip = sheet.add(box_of(f"U2  {VALUES['shifter']}", left, right, 3.4).at((0, 0)))
    _outs(sheet, circuit, "U2", chip, left, right)
    for number, (ref, face) in enumerate((("DS1", pinmap.white), ("DS2", pinmap.black))):
        pads = _pins(circuit, ref, ["D", "C", "+", "-"])
        title = f"{ref}  {'White' if number == 0 else 'Black'}'s face, 0x{face.address:02x}"
        box = sheet.add(box_of(title, pads, [], 3.4).at((11 + 8 * number, 0)))
        _outs(sheet, circuit, ref, box, pads, [])
    bridge = (
        f"{VALUES['face']}, one after the other on J3; on the face at 0x{pinmap.black.address:02x} bridge A0"
    )
    words_at(sheet, -3, -1, bridge, 10)


def _outs(
    sheet: schemdraw.Drawing,
    circuit: Circuit,
    ref: str,
    box: Any,
    left: list[Named],
    right: list[Named],
) -> None:
    """Draw every pin of a box out to its net's name."""
    for number, (name, _) in enumerate(left):
        _out(sheet, getattr(box, f"l{number}"), circuit.part(ref).net(name), left=True)
    for number, (name, _) in enumerate(right):
        _out(sheet, getattr(box, f"r{number}"), circuit.part(ref).net(name), left=False)


# supply


#: Where the wire of the ground lies on the supply's sheet; the 5 V lie at 0.
_GROUND_AT: Final = -5.0


def _supply(sheet: schemdraw.Drawing, circuit: Circuit) -> None:
    """Draw the way of the current, from the socket to Pi and lamps."""
    words_at(sheet, -3.9, 2.2, "Supply: one USB-C socket, two fuses", 16)
    _socket(sheet, circuit)
    for left, fuse in ((5, "F1"), (12, "F2")):
        part = circuit.part(fuse)
        sheet.add(elm.Fuse().at((left, 0)).to((left + 3, 0)).label(f"{fuse}  {part.value}", fontsize=10))
    for y, start, end in ((0.0, 0, 5), (0.0, 8, 12), (0.0, 15, 19), (_GROUND_AT, 0, 19)):
        sheet.add(elm.Line().at((start, y)).to((end, y)))
    _hanging(sheet, elm.Zener(), 9, f"D1  {VALUES['suppressor']}", up=True)
    _hanging(sheet, elm.Capacitor(polar=True), 16, f"C1  {VALUES['bulk capacitor']}", up=False)
    for x, y, words in (
        (3.4, 0.4, "input, through J6.1"),
        (10, 0.4, "five_volt"),
        (17, 0.4, "lamps_five_volt"),
        (17, _GROUND_AT - 0.4, "ground"),
        (3.4, _GROUND_AT - 0.4, "through J6.2"),
    ):
        words_at(sheet, x, y, words, 10, "center")
    words_at(sheet, 9.5, -0.5, "to the Pi (J8 pins 2 and 4),", 9)
    words_at(sheet, 9.5, -0.95, "U1, U2, C2 and the faces (J3)", 9)
    words_at(sheet, 19.2, 0, "lamps (J4.2)", 10)
    words_at(sheet, 19.2, _GROUND_AT, "all grounds", 10)
    notes = (
        "R22 and R23 sit on the socket's breakout: a USB-C supply gives 5 V only when it finds one of them.",
        "The Pi makes three_volt itself (J8 pin 1); it goes to U2 LV and nowhere else.",
    )
    for number, note in enumerate(notes):
        words_at(sheet, -3.9, _GROUND_AT - 1.6 - 0.6 * number, note, 10)


def _socket(sheet: schemdraw.Drawing, circuit: Circuit) -> None:
    """Draw the socket with its VBUS at the 5 V, both CC resistors to ground, and no data wire."""
    names = ["VBUS", "CC1", "CC2", "D+", "D-", "GND"]
    pins = _pins(circuit, "X1", names)
    box = sheet.add(box_of(f"X1  {VALUES['socket']}", [], pins, 3.4).at((0, 0)).anchor("r0"))
    for number, name in enumerate(names):
        at, net = getattr(box, f"r{number}"), circuit.part("X1").net(name)
        if name.startswith("CC"):
            (ref,) = (it for it in circuit.refs("CC resistor") if circuit.part(it).net("1") == net)
            words = f"{ref}  {VALUES['CC resistor']}"
            sheet.add(elm.ResistorIEC().at(at).to((2.6, at[1])).label(words, fontsize=10))
            sheet.add(elm.Line().at((2.6, at[1])).to((2.6, _GROUND_AT)))
        elif net is None:
            _out(sheet, at, net, left=False)
    for y in (box.r2[1], _GROUND_AT):
        sheet.add(elm.Dot(radius=0.06).at((2.6, y)))


def _hanging(sheet: schemdraw.Drawing, part: Any, x: float, words: str, *, up: bool) -> None:
    """Hang a part between plus and ground; a diode with its cathode up."""
    ends = ((x, _GROUND_AT), (x, 0)) if up else ((x, 0), (x, _GROUND_AT))
    sheet.add(elm.Dot(radius=0.06).at((x, 0)))
    sheet.add(elm.Dot(radius=0.06).at((x, _GROUND_AT)))
    sheet.add(part.at(ends[0]).to(ends[1]))
    words_at(sheet, x + 0.6, -2.9, words, 10)
