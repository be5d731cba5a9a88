"""The circuit that is worked out from the pin map is the board that the firmware reads and lights.

The circuit is walked as current walks: the real scanner stands on lines whose levels are worked out from it.
"""

from collections.abc import Iterable

import chess
import pytest

from generate.circuit import FIVE_VOLT, GROUND, INPUT, LAMPS_FIVE_VOLT, THREE_VOLT, circuit
from jadoube.config.pinmap import RESERVED_PINS, load_pinmap
from jadoube.core.messages.events import BUTTONS, Button, Scanned
from jadoube.drivers.reeds.matrix import MatrixScanner
from shared.pins.netlist_lines import NetlistLines

PINMAP = load_pinmap()
CIRCUIT = circuit(PINMAP)
NETS = CIRCUIT.nets()


def _scan(*switches: str) -> Scanned:
    """What the real scanner reads with these parts closed."""
    return _read(NetlistLines(CIRCUIT, PINMAP.matrix, set(switches)))


def _read(lines: NetlistLines) -> Scanned:
    return MatrixScanner(PINMAP.matrix, lambda _: lines, lambda: None).read()


@pytest.mark.parametrize("square", chess.SQUARE_NAMES)
def test_each_reed_is_read_as_its_square(square: str) -> None:
    """The scanner, on the netlist's wires, sees the reed of this square and nothing else."""
    assert _scan(f"S{square}") == Scanned(chess.BB_SQUARES[chess.parse_square(square)], Button(0))


@pytest.mark.parametrize("name", BUTTONS)
def test_each_button_is_read_as_itself(name: str) -> None:
    """The scanner, on the netlist's wires, sees this button and nothing else."""
    assert _scan(f"K{1 + list(BUTTONS).index(name)}") == Scanned(0, BUTTONS[name])


def test_every_reed_and_button_at_once_makes_no_ghost() -> None:
    """With all 71 diodes the right way round, a board full of pieces and hands reads as it is."""
    reeds = {f"S{name}" for name in chess.SQUARE_NAMES}
    buttons = {f"K{number}" for number in range(1, 8)}
    everything = Button(sum(BUTTONS.values()))
    assert _scan(*reeds, *buttons) == Scanned(chess.BB_ALL, everything)
    assert _scan("Sa1", "Sd1", "Sa6") == Scanned(chess.BB_A1 | chess.BB_D1 | chess.BB_A6, Button(0))


def test_every_diode_has_its_cathode_at_a_row_and_its_anode_at_its_own_switch() -> None:
    """A diode carries current from its switch into the row, and never the other way."""
    rows = {f"{row.name}_board" for row in PINMAP.matrix.rows}
    for ref in CIRCUIT.refs("diode"):
        diode = CIRCUIT.part(ref)
        switch = f"S{ref[1:]}" if ref[1].islower() else ref[1:]
        assert diode.net("K") in rows
        assert NETS[str(diode.net("A"))] == [(switch, "2"), (ref, "2")]


def test_a_reversed_diode_hides_its_reed() -> None:
    """The walk knows which way a diode conducts: turned round, nothing is read."""
    lines = NetlistLines(CIRCUIT, PINMAP.matrix, {"Se4"}, reversed_diodes={"De4"})
    assert _read(lines) == Scanned(0, Button(0))


def test_the_lamps_hang_on_each_other_as_the_firmware_counts_them() -> None:
    """From the Pi's data pin through gate and resistor, lamp after lamp, the squares are the chain's."""
    header = {pin.number: pin.net for pin in CIRCUIT.part("J8").pins}
    assert header[str(PINMAP.lamps.signal.header_pin)] == CIRCUIT.part("U1").net("1A")
    assert CIRCUIT.part("U1").net("1Y") == CIRCUIT.part("R9").net("1")
    squares, data = [], CIRCUIT.part("R9").net("2")
    while data is not None:
        (ref,) = (ref for ref in CIRCUIT.refs("lamp") if CIRCUIT.part(ref).net("DIN") == data)
        squares.append(chess.parse_square(ref[1:]))
        data = CIRCUIT.part(ref).net("DOUT")
    assert tuple(squares) == PINMAP.lamps.chain


def _feeds(refs: Iterable[str], plus: str, minus: str) -> set[tuple[str | None, str | None]]:
    return {(CIRCUIT.part(ref).net(plus), CIRCUIT.part(ref).net(minus)) for ref in refs}


def test_everything_is_fed_from_behind_its_fuse() -> None:
    """Lamps hang behind both fuses, faces and gate behind the main one, the shifter also on 3.3 V."""
    assert _feeds(CIRCUIT.refs("lamp"), "VDD", "GND") == {(LAMPS_FIVE_VOLT, GROUND)}
    assert _feeds(CIRCUIT.refs("face"), "+", "-") == {(FIVE_VOLT, GROUND)}
    assert _feeds(["U1"], "VCC", "GND") == {(FIVE_VOLT, GROUND)}
    assert _feeds(["U2"], "HV", "LV") == {(FIVE_VOLT, THREE_VOLT)}
    assert _feeds(["F1"], "1", "2") == {(INPUT, FIVE_VOLT)}
    assert _feeds(["F2"], "1", "2") == {(FIVE_VOLT, LAMPS_FIVE_VOLT)}
    assert _feeds(["D1"], "K", "A") == {(FIVE_VOLT, GROUND)}
    assert _feeds(["C1"], "+", "-") == {(LAMPS_FIVE_VOLT, GROUND)}


def test_every_row_and_column_has_its_resistor_between_header_and_connector() -> None:
    """From J8 each line of the matrix leads to its resistor alone, and only from there to J1 or J2 and on."""
    lines = [(line, "row resistor", "220 ohm") for line in PINMAP.matrix.rows]
    lines += [(line, "column resistor", "470 ohm") for line in PINMAP.matrix.columns]
    used = []
    for line, kind, value in lines:
        (ref,) = {ref for ref, _ in NETS[line.name]} - {"J8"}
        resistor = CIRCUIT.part(ref)
        assert (resistor.kind, resistor.value, resistor.net("1")) == (kind, value, line.name)
        connector, _, way = line.connector.partition(".")
        assert (connector, way) in NETS[str(resistor.net("2"))]
        used.append(ref)
    assert used == [*(f"R{number}" for number in range(1, 9)), *(f"R{number}" for number in range(13, 22))]


def test_the_usb_c_socket_asks_for_five_volts_and_for_nothing_else() -> None:
    """Each CC pin has a resistor of 5.1 kohm of its own to ground, and no data pin has a wire."""
    socket = CIRCUIT.part("X1")
    assert (socket.net("VBUS"), socket.net("GND")) == (INPUT, GROUND)
    for pin in ("CC1", "CC2"):
        ((ref, _),) = (at for at in NETS[str(socket.net(pin))] if at[0] != "X1")
        resistor = CIRCUIT.part(ref)
        assert (resistor.kind, resistor.value, resistor.net("2")) == ("CC resistor", "5.1 kohm", GROUND)
    assert socket.net("CC1") != socket.net("CC2")
    assert [socket.net(pin) for pin in ("D+", "D-")] == [None, None]


def test_no_pin_of_the_pi_meets_five_volts() -> None:
    """No net of a GPIO has a pin that a 5 V part drives or pulls up."""
    five_volt_sides = {("U1", "3"), ("U1", "6"), ("U2", "8"), ("U2", "9"), ("DS1", "3"), ("DS1", "4")}
    for signal in PINMAP.signals:
        assert not five_volt_sides & set(NETS[signal.name])


def test_both_faces_hang_on_the_bus_through_the_shifter() -> None:
    """Data and clock of the Pi reach data and clock of both faces, not crossed."""
    shifter = CIRCUIT.part("U2")
    assert (shifter.net("A1"), shifter.net("A2")) == (PINMAP.sda.name, PINMAP.scl.name)
    assert _feeds(["DS1", "DS2"], "D", "C") == {(shifter.net("B1"), shifter.net("B2"))}


def test_no_input_hangs_in_the_air() -> None:
    """Each input of a chip is on a net with something else, unused gates are held still."""
    for ref in ("U1", *CIRCUIT.refs("lamp")):
        inputs = [pin for pin in CIRCUIT.part(ref).pins if pin.role == "input"]
        assert all(pin.net is not None and len(NETS[pin.net]) > 1 for pin in inputs)
    gate = CIRCUIT.part("U1")
    assert [gate.net(name) for name in ("3A", "4A", "3OE", "4OE")] == [GROUND, GROUND, FIVE_VOLT, FIVE_VOLT]


def test_no_header_pin_is_used_twice_or_is_reserved() -> None:
    """On the netlist's header, each signal is on its one pin, and on no pin that is somebody else's."""
    wired = {pin.name: pin.net for pin in CIRCUIT.part("J8").pins if pin.net and pin.name.startswith("GPIO")}
    assert wired == {f"GPIO{signal.bcm}": signal.name for signal in PINMAP.signals}
    assert not {f"GPIO{bcm}" for bcm in RESERVED_PINS} & set(wired)


def test_every_connector_carries_what_the_pin_map_says() -> None:
    """Each way of J1 to J6 is one net of the circuit, and each signal reaches its own."""
    for signal in PINMAP.signals:
        name, _, way = signal.connector.partition(".")
        (net,) = (pin.net for pin in CIRCUIT.part(name).pins if pin.number == way)
        assert str(net).removesuffix("_board").removesuffix("_5v") == signal.name


def test_no_part_has_two_names_and_no_net_one_end() -> None:
    """Names on drawings are unique, and each wire joins at least two pins."""
    refs = [part.ref for part in CIRCUIT.parts]
    assert len(refs) == len(set(refs))
    assert [name for name, pins in NETS.items() if len(pins) < 2] == []
