"""The whole board as parts and nets, worked out from the pin map: what netlist, BOM and tests read.

A net is a name; two pins on one name are one wire. It decides every connection of the board once; how that is
drawn or written is the other modules' business. Polarity is by pin name: a diode's cathode is `K`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import chess

from generate.header import pi_name
from jadoube.config.matrix import Signal
from jadoube.config.pinmap import PinMap
from jadoube.core.messages.events import BUTTONS, Scanned

#: The supplies as nets. `lamps` is a supply in the pin map, and too short a name for a wire.
FIVE_VOLT: Final = "five_volt"
LAMPS_FIVE_VOLT: Final = "lamps_five_volt"
THREE_VOLT: Final = "three_volt"
GROUND: Final = "ground"
INPUT: Final = "input"

#: What each kind of part is worth on a drawing.
VALUES: Final = {
    "reed": "reed, normally open",
    "diode": "1N4148",
    "button": "momentary, normally open",
    "lamp": "WS2812B",
    "row resistor": "220 ohm",
    "column resistor": "470 ohm",
    "data resistor": "330 ohm",
    "pull-down": "10 kohm",
    "buzzer resistor": "100 ohm",
    "gate": "74AHCT125",
    "shifter": "I2C level shifter, BSS138",
    "face": "HT16K33 backpack, 4 digits",
    "buzzer": "piezo, passive",
    "bulk capacitor": "1000 uF",
    "bypass capacitor": "100 nF",
    "main fuse": "T 2.5 A",
    "lamp fuse": "T 1.6 A",
    "suppressor": "P6KE6.8A",
    "socket": "USB-C, 5 V only",
    "CC resistor": "5.1 kohm",
    "header": "2 x 20, to the Pi",
    "column connector": "9 ways",
    "row connector": "8 ways",
    "face connector": "4 ways",
    "lamp connector": "3 ways",
    "buzzer connector": "2 ways",
    "input connector": "2 ways, screws",
}


#: A pin before it has a number: its name, its role, its net or none.
Ends = tuple[str, str, str | None]


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of a part: its number, its name, how it drives (as electrical rules ask), its net or none."""

    number: str
    name: str
    role: str
    net: str | None


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its name on the drawings, its kind (a line of the BOM), its pins."""

    ref: str
    kind: str
    pins: tuple[Pin, ...]

    @property
    def value(self) -> str:
        """What stands beside it on a drawing."""
        return VALUES[self.kind]

    def net(self, name: str) -> str | None:
        """Give the net on the pin of this name."""
        (net,) = (pin.net for pin in self.pins if pin.name == name)
        return net


@dataclass(frozen=True, slots=True)
class Circuit:
    """All parts of one board."""

    parts: tuple[Part, ...]

    def part(self, ref: str) -> Part:
        """Give the part of this name."""
        (part,) = (part for part in self.parts if part.ref == ref)
        return part

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """Give for each net the pins on it, as (part, pin number)."""
        nets: dict[str, list[tuple[str, str]]] = {}
        for part in self.parts:
            for pin in part.pins:
                if pin.net is not None:
                    nets.setdefault(pin.net, []).append((part.ref, pin.number))
        return nets

    def refs(self, kind: str) -> list[str]:
        """Name the parts of one kind."""
        return [part.ref for part in self.parts if part.kind == kind]

    def first_to_last(self, kind: str) -> str:
        """Name the first and the last part of a kind, such as `R1 to R8`."""
        refs = self.refs(kind)
        return f"{refs[0]} to {refs[-1]}"

    def counts(self) -> Counter[str]:
        """Count the parts of each kind."""
        return Counter(part.kind for part in self.parts)


def circuit(pinmap: PinMap) -> Circuit:
    """Work out the board of this pin map."""
    parts = [
        *_connectors(pinmap),
        *_matrix(pinmap),
        *_series_resistors(pinmap),
        *_gates(pinmap),
        *_lamps(pinmap),
        *_faces(pinmap),
        *_supply(),
    ]
    return Circuit(tuple(parts))


def names_of(reads_as: Scanned) -> str:
    """Name the switch that reads so: a square or a button; nothing where no switch is."""
    if reads_as.reeds:
        return chess.square_name(reads_as.reeds.bit_length() - 1)
    return next((name for name, button in BUTTONS.items() if button & reads_as.buttons), "")


def board_net(line: Signal) -> str:
    """Name the wire of a row or column on the board's side of its resistor."""
    return f"{line.name}_board"


def button_number(name: str) -> int:
    """Number the buttons as the firmware lists them, from 1."""
    return 1 + list(BUTTONS).index(name)


# connectors


def _connectors(pinmap: PinMap) -> Iterator[Part]:
    yield _header(pinmap)
    kinds = ["column", "row", "face", "lamp", "buzzer", "input"]
    on_board = _connector_nets(pinmap)
    for number, kind in enumerate(kinds, start=1):
        nets = {at.partition(".")[2]: net for at, net in on_board.items() if at.startswith(f"J{number}.")}
        ways = sorted(nets, key=int)
        yield Part(f"J{number}", f"{kind} connector", tuple(Pin(it, it, "passive", nets[it]) for it in ways))


def _header(pinmap: PinMap) -> Part:
    nets = {signal.header_pin: signal.name for signal in pinmap.signals}
    nets |= {number: _supply_net(it.name) for it in pinmap.supplies for number in it.header_pins}
    pins = (Pin(str(n), pi_name(n), _header_role(n), nets.get(n)) for n in range(1, 41))
    return Part("J8", "header", tuple(pins))


def _header_role(number: int) -> str:
    roles = {"5V": "power-in", "3V3": "power-out", "GND": "power-in"}
    return roles.get(pi_name(number), "both")


def _supply_net(name: str) -> str:
    return LAMPS_FIVE_VOLT if name == "lamps" else name


def _connector_nets(pinmap: PinMap) -> dict[str, str]:
    """Give the net on each way of J1 to J6, which are on the board's side of shifters and resistors."""
    board_side = {line.name: board_net(line) for line in (*pinmap.matrix.rows, *pinmap.matrix.columns)}
    nets = {it.connector: board_side.get(it.name, f"{it.name}_5v") for it in pinmap.signals}
    return nets | {at: _supply_net(it.name) for it in pinmap.supplies for at in it.connectors}


# the matrix


def _matrix(pinmap: PinMap) -> Iterator[Part]:
    for row, crossings in zip(pinmap.matrix.rows, pinmap.matrix.crossings, strict=True):
        for column, reads_as in zip(pinmap.matrix.columns, crossings, strict=True):
            if switch := names_of(reads_as):
                yield from _crossing(switch, board_net(column), board_net(row))


def _crossing(switch: str, column: str, row: str) -> Iterator[Part]:
    """Give column -> switch -> diode, cathode to the row."""
    is_button = switch in BUTTONS
    ref = f"K{button_number(switch)}" if is_button else f"S{switch}"
    between = f"{'button' if is_button else 'reed'}_{switch}"
    yield _two_pins(ref, "button" if is_button else "reed", column, between)
    diode = f"D{ref}" if is_button else f"D{switch}"
    yield Part(diode, "diode", (Pin("1", "K", "passive", row), Pin("2", "A", "passive", between)))


def _series_resistors(pinmap: PinMap) -> Iterator[Part]:
    """Give R1 to R8 in the rows and R13 to R21 in the columns, in the order of their connectors' ways."""
    for kind, lines, before_first in (
        ("row resistor", pinmap.matrix.rows, 0),
        ("column resistor", pinmap.matrix.columns, 12),
    ):
        for line in lines:
            number = before_first + int(line.connector.partition(".")[2])
            yield _two_pins(f"R{number}", kind, line.name, board_net(line))


# what turns 3.3 V into 5 V: one gate for the lamps, one for the buzzer; two are left, and held still


def _gates(pinmap: PinMap) -> Iterator[Part]:
    lamps, buzzer = pinmap.lamps.signal.name, pinmap.buzzer.name
    yield _gate_chip(lamps, buzzer)
    yield _two_pins("R9", "data resistor", f"{lamps}_gate", f"{lamps}_5v")
    yield _two_pins("R10", "pull-down", lamps, GROUND)
    yield _two_pins("R11", "pull-down", buzzer, GROUND)
    yield _two_pins("R12", "buzzer resistor", f"{buzzer}_gate", f"{buzzer}_5v")
    yield _two_pins("LS1", "buzzer", f"{buzzer}_5v", GROUND)
    yield _two_pins("C2", "bypass capacitor", FIVE_VOLT, GROUND)


def _gate_chip(lamps: str, buzzer: str) -> Part:
    names = ["1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"]
    nets = {"1OE": GROUND, "1A": lamps, "1Y": f"{lamps}_gate", "2OE": GROUND, "2A": buzzer}
    nets |= {"2Y": f"{buzzer}_gate", "3A": GROUND, "4A": GROUND, "3OE": FIVE_VOLT, "4OE": FIVE_VOLT}
    nets |= {"GND": GROUND, "VCC": FIVE_VOLT}
    roles = {"Y": "output", "D": "power-in", "C": "power-in"}
    pins = (
        Pin(str(number), name, roles.get(name[-1], "input"), nets.get(name))
        for number, name in enumerate(names, start=1)
    )
    return Part("U1", "gate", tuple(pins))


# lamps, faces


def _lamps(pinmap: PinMap) -> Iterator[Part]:
    chain = pinmap.lamps.chain
    data = [f"{pinmap.lamps.signal.name}_5v", *(f"chain_{index}" for index in range(1, len(chain)))]
    for index, square in enumerate(chain):
        last = index == len(chain) - 1
        pins = [("VDD", "power-in", LAMPS_FIVE_VOLT), ("DOUT", "output", None if last else data[index + 1])]
        pins += [("GND", "power-in", GROUND), ("DIN", "input", data[index])]
        yield _part(f"L{chess.square_name(square)}", "lamp", pins)


def _faces(pinmap: PinMap) -> Iterator[Part]:
    sda, scl = pinmap.sda.name, pinmap.scl.name
    five = {it: f"{it}_5v" for it in (sda, scl)}
    pins: list[Ends] = [("LV", "power-in", THREE_VOLT), ("A1", "both", sda), ("A2", "both", scl)]
    pins += [("GND", "power-in", GROUND), ("A3", "both", None), ("A4", "both", None)]
    pins += [("HV", "power-in", FIVE_VOLT), ("B1", "both", five[sda]), ("B2", "both", five[scl])]
    yield _part("U2", "shifter", [*pins, ("B3", "both", None), ("B4", "both", None)])
    for ref in ("DS1", "DS2"):
        face = [("+", "power-in", FIVE_VOLT), ("-", "power-in", GROUND)]
        yield _part(ref, "face", [*face, ("D", "both", five[sda]), ("C", "both", five[scl])])


# the supply


def _supply() -> Iterator[Part]:
    yield _socket()
    yield _two_pins("R22", "CC resistor", "cc_1", GROUND)
    yield _two_pins("R23", "CC resistor", "cc_2", GROUND)
    yield _two_pins("F1", "main fuse", INPUT, FIVE_VOLT)
    yield _two_pins("F2", "lamp fuse", FIVE_VOLT, LAMPS_FIVE_VOLT)
    yield _part("D1", "suppressor", [("K", "passive", FIVE_VOLT), ("A", "passive", GROUND)])
    yield _part("C1", "bulk capacitor", [("+", "passive", LAMPS_FIVE_VOLT), ("-", "passive", GROUND)])


def _socket() -> Part:
    """Give the USB-C socket: 5 V and the two CC pins that ask for it; its data pins stay open."""
    pins: list[Ends] = [("VBUS", "power-out", INPUT), ("GND", "power-out", GROUND)]
    pins += [("CC1", "passive", "cc_1"), ("CC2", "passive", "cc_2")]
    return _part("X1", "socket", [*pins, ("D+", "both", None), ("D-", "both", None)])


def _part(ref: str, kind: str, pins: Iterable[Ends]) -> Part:
    numbered = (Pin(str(number), *pin) for number, pin in enumerate(pins, start=1))
    return Part(ref, kind, tuple(numbered))


def _two_pins(ref: str, kind: str, one: str, other: str) -> Part:
    return _part(ref, kind, [("1", "passive", one), ("2", "passive", other)])
