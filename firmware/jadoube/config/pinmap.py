"""The pin map of a board: the pin of each signal, the crossing of each reed, the order of the lamps.

The only reader of `hardware/*/pinmap.toml`. It decides whether a map is valid: no pin twice, no reserved pin,
each of 64 reeds, 7 buttons and 64 lamps in exactly one place, no unused key or signal, no supply on a wrong
pin. It drives nothing; drivers, twin and drawings use its values.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess

from jadoube.config.kinds import format_toml, join_words, whole
from jadoube.config.matrix import Matrix, Signal
from jadoube.config.tomlfile import TomlFile, read_toml
from jadoube.core.messages.events import BUTTONS, Button, Scanned

#: The pin map in the package.
REV_A = Path(__file__).parents[1] / "boards" / "rev_a.toml"

#: The GPIOs on the 40-pin header J8 of every Raspberry Pi since the B+: BCM number -> pin.
HEADER_PINS = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 16: 36,
    17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
#: GPIOs that no board may use, and why.
RESERVED_PINS = {
    0: "the HAT's EEPROM",
    1: "the HAT's EEPROM",
    14: "the UART",
    15: "the UART",
}
#: The supplies of a board, with the pins of J8 for each. `input` is the plug's 5 V before any fuse, `lamps`
#: is the lamps' 5 V behind their own fuse: no pin of J8 may be on either.
SUPPLY_PINS: dict[str, tuple[int, ...]] = {
    "input": (),
    "five_volt": (2, 4),
    "lamps": (),
    "three_volt": (1, 17),
    "ground": (6, 9, 14, 20, 25, 30, 34, 39),
}
_NOTHING = "-"
_RANKS = [f"rank_{rank}" for rank in range(8, 0, -1)]
_ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")


@dataclass(frozen=True, slots=True)
class Supply:
    """One supply: its pins of J8, its connectors, its wires' colour."""

    name: str
    header_pins: tuple[int, ...]
    connectors: tuple[str, ...]
    wire: str


@dataclass(frozen=True, slots=True)
class LampString:
    """The chain of lamps: `chain[n]` is the square of the n-th of 64, 0 next to the Pi.

    `order` is the order of a lamp's three bytes on the wire, such as `GRB`.
    """

    signal: Signal
    order: str
    chain: tuple[chess.Square, ...]


@dataclass(frozen=True, slots=True)
class FaceChip:
    """The display chip of one side, by its 7-bit I2C address. The configuration names the bus."""

    address: int


@dataclass(frozen=True, slots=True)
class PinMap:
    """One revision of the board as it is wired."""

    name: str
    path: Path
    signals: tuple[Signal, ...]
    supplies: tuple[Supply, ...]
    matrix: Matrix
    lamps: LampString
    sda: Signal
    scl: Signal
    white: FaceChip
    black: FaceChip
    buzzer: Signal

    def face(self, side: chess.Color) -> FaceChip:
        """Return the display chip of a side."""
        return self.white if side == chess.WHITE else self.black


def load_pinmap(path: Path | None = None) -> PinMap:
    """Read a pin map, by default revision A's. BadInput if it is not valid."""
    return _Reader(read_toml(REV_A if path is None else path)).pin_map()


class _Reader:
    """Parses one file into a PinMap; refuses the first fault, with its line."""

    def __init__(self, file: TomlFile) -> None:
        self._file = file
        self._signals: dict[str, Signal] = {}
        self._used: set[str] = set()

    def pin_map(self) -> PinMap:
        self._table((), ["board", "signals", "power", "matrix", "lamps", "faces", "buzzer"])
        name = self._text(self._table(("board",), ["name"])["name"], "board", "name")
        self._signals = self._read_signals()
        supplies = self._supplies()
        matrix, lamps = self._matrix(), self._lamps()
        sda, scl, white, black = self._faces()
        self._table(("buzzer",), ["signal"])
        buzzer = self._signal("buzzer", "signal")
        self._nothing_unused()
        signals = tuple(self._signals.values())
        faces = (sda, scl, white, black)
        return PinMap(name, self._file.path, signals, supplies, matrix, lamps, *faces, buzzer)

    # signals

    def _read_signals(self) -> dict[str, Signal]:
        signals: dict[str, Signal] = {}
        for name in self._table(("signals",)):
            signal = self._read_signal(name)
            self._stands_alone(signal, signals.values())
            signals[name] = signal
        return signals

    def _read_signal(self, name: str) -> Signal:
        at = ("signals", name)
        table = self._table(at, ["bcm", "header_pin", "connector", "wire"])
        bcm = self._bcm(table["bcm"], name)
        header_pin = self._whole(table["header_pin"], 1, 40, *at, "header_pin")
        if header_pin != HEADER_PINS[bcm]:
            raise self._bad(f"{name}: GPIO{bcm} is header pin {HEADER_PINS[bcm]}, not {header_pin}", *at)
        connector, wire = (self._text(table[key], *at, key) for key in ("connector", "wire"))
        return Signal(name, bcm, header_pin, connector, wire)

    def _bcm(self, value: object, name: str) -> int:
        if type(value) is int and (owner := RESERVED_PINS.get(value)):
            raise self._bad(f"{name}: GPIO{value} is reserved for {owner}, expected 2 to 27", "signals", name)
        return self._whole(value, 2, 27, "signals", name, "bcm")

    def _stands_alone(self, signal: Signal, others: Iterable[Signal]) -> None:
        for other in others:
            both = f"is used twice, by {other.name} and {signal.name}"
            if other.bcm == signal.bcm:
                raise self._bad(f"GPIO{signal.bcm} {both}", "signals", signal.name)
            if other.connector == signal.connector:
                raise self._bad(f"connector {signal.connector} {both}", "signals", signal.name)

    def _signal(self, *at: str) -> Signal:
        return self._use(self._value(*at), *at)

    def _use(self, name: object, *at: str) -> Signal:
        if not isinstance(name, str) or name not in self._signals:
            raise self._bad(f"{format_toml(name)} found, expected a signal of [signals]", *at)
        if name in self._used:
            raise self._bad(f"signal {name} is used twice", *at)
        self._used.add(name)
        return self._signals[name]

    def _nothing_unused(self) -> None:
        for name in self._signals:
            if name not in self._used:
                raise self._bad(f"signal {name} is used by nothing", "signals", name)

    # the supplies

    def _supplies(self) -> tuple[Supply, ...]:
        self._table(("power",), list(SUPPLY_PINS))
        supplies = tuple(self._supply(name) for name in SUPPLY_PINS)
        taken = {signal.connector: signal.name for signal in self._signals.values()}
        for supply in supplies:
            for connector in supply.connectors:
                if other := taken.get(connector):
                    both = f"is used twice, by {other} and {supply.name}"
                    raise self._bad(f"connector {connector} {both}", "power", supply.name)
                taken[connector] = supply.name
        return supplies

    def _supply(self, name: str) -> Supply:
        at = ("power", name)
        table = self._table(at, ["header_pins", "connectors", "wire"])
        pins = tuple(self._whole(pin, 1, 40, *at, "header_pins") for pin in self._list(*at, "header_pins"))
        for pin in pins:
            if pin not in SUPPLY_PINS[name] or pins.count(pin) > 1:
                expected = join_words(list(map(str, SUPPLY_PINS[name]))) if SUPPLY_PINS[name] else "none"
                raise self._bad(f"header pin {pin} found, expected {expected}, each once", *at, "header_pins")
        connectors = (self._text(it, *at, "connectors") for it in self._list(*at, "connectors"))
        return Supply(name, pins, tuple(connectors), self._text(table["wire"], *at, "wire"))

    # the matrix

    def _matrix(self) -> Matrix:
        self._table(("matrix",), ["columns", "rows"])
        columns = tuple(self._use(name, "matrix", "columns") for name in self._list("matrix", "columns"))
        names = self._table(("matrix", "rows"))
        rows = tuple(self._use(name, "matrix", "rows", name) for name in names)
        switches = [self._row(name, len(columns)) for name in names]
        self._each_once(names, switches, [*chess.SQUARE_NAMES, *BUTTONS], "matrix", "rows")
        return Matrix(rows, columns, tuple(tuple(map(_scan_of_switch, row)) for row in switches))

    def _row(self, name: str, length: int) -> list[str]:
        at = ("matrix", "rows", name)
        row = self._list(*at)
        if len(row) != length:
            raise self._bad(f"{name} has {len(row)} crossings, expected {length}, one for each column", *at)
        for switch in row:
            if switch not in (*chess.SQUARE_NAMES, *BUTTONS, _NOTHING):
                expected = f'a square, {join_words(list(BUTTONS))}, or "-" for nothing'
                raise self._bad(f"{format_toml(switch)} found, expected {expected}", *at)
        return row

    def _each_once(self, names: Iterable[str], rows: list[Any], expected: list[Any], *at: str) -> None:
        seen: dict[object, str] = {}
        for name, row in zip(names, rows, strict=True):
            for thing in row:
                if thing in seen and thing != _NOTHING:
                    raise self._bad(f"{thing} is on two places, in {seen[thing]} and {name}", *at, name)
                seen[thing] = name
        if missing := [str(thing) for thing in expected if thing not in seen]:
            what = missing[0] if len(missing) == 1 else f"{missing[0]} and {len(missing) - 1} more"
            raise self._bad(f"{what} missing, expected {expected[0]} to {expected[-1]} once each", *at)

    # lamps and faces

    def _lamps(self) -> LampString:
        table = self._table(("lamps",), ["signal", "order", "chain"])
        signal = self._signal("lamps", "signal")
        if table["order"] not in _ORDERS:
            raise self._bad(
                f"{format_toml(table['order'])} found, expected {join_words(_ORDERS)}", "lamps", "order"
            )
        self._table(("lamps", "chain"), _RANKS)
        picture = [self._rank(name) for name in _RANKS]
        self._each_once(_RANKS, picture, list(range(64)), "lamps", "chain")
        flat = [index for rank in picture for index in rank]  # from a8, as FENs are written
        chain = tuple(chess.square_mirror(flat.index(index)) for index in range(64))
        return LampString(signal, table["order"], chain)

    def _rank(self, name: str) -> list[int]:
        rank = self._list("lamps", "chain", name)
        if len(rank) != 8:
            raise self._bad(f"{name} has {len(rank)} lamps, expected 8", "lamps", "chain", name)
        return [self._whole(index, 0, 63, "lamps", "chain", name) for index in rank]

    def _faces(self) -> tuple[Signal, Signal, FaceChip, FaceChip]:
        self._table(("faces",), ["sda", "scl", "white", "black"])
        sda, scl = self._signal("faces", "sda"), self._signal("faces", "scl")
        white, black = self._face("white"), self._face("black")
        if white == black:
            raise self._bad(f"address 0x{black.address:02x} is used twice, by both faces", "faces", "black")
        return sda, scl, white, black

    def _face(self, name: str) -> FaceChip:
        at = ("faces", name)
        table = self._table(at, ["address"])
        address = self._whole(table["address"], 0, 0x7F, *at, "address")
        if not 0x70 <= address <= 0x77:
            raise self._bad(f"address 0x{address:02x} found, expected 0x70 to 0x77", *at, "address")
        return FaceChip(address)

    # what a value may be

    def _table(self, at: tuple[str, ...], keys: list[str] | None = None) -> dict[str, Any]:
        """Return a table; with `keys`, refuse it unless it has exactly these."""
        table = self._value(*at)
        if not isinstance(table, dict):
            raise self._bad(f"{format_toml(table)} found, expected a table", *at)
        if keys is None:
            return table
        for key in table:
            if key not in keys:
                raise self._bad(
                    f"unknown key {format_toml(key).strip(chr(34))}, expected {join_words(keys)}", *at, key
                )
        for key in keys:
            if key not in table:
                raise self._bad(f"{'.'.join((*at, key))} is missing", *at)
        return table

    def _value(self, *at: str) -> Any:
        value: Any = self._file.content
        for name in at:
            value = value[name]
        return value

    def _list(self, *at: str) -> list[Any]:
        value = self._value(*at)
        if not isinstance(value, list):
            raise self._bad(f"{format_toml(value)} found, expected a list", *at)
        return value

    def _whole(self, value: object, low: int, high: int, *at: str) -> int:
        try:
            return int(whole(low, high).take(value))
        except ValueError as expected:
            raise self._bad(f"{at[-1]} {format_toml(value)} found, expected {expected}", *at) from expected

    def _text(self, value: object, *at: str) -> str:
        if not isinstance(value, str) or not value:
            raise self._bad(f"{at[-1]} {format_toml(value)} found, expected a word in quotes", *at)
        return value

    def _bad(self, words: str, *at: str) -> Exception:
        return self._file.problem(words, *at)


def _scan_of_switch(switch: str) -> Scanned:
    """What the closed switch of this name adds to a scan."""
    if switch in BUTTONS:
        return Scanned(0, BUTTONS[switch])
    return Scanned(0 if switch == _NOTHING else chess.BB_SQUARES[chess.parse_square(switch)], Button(0))
