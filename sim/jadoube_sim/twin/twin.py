"""The board's electronics in software, wired by the pin map, under the drivers that a Pi runs.

It decides what the wires carry when somebody closes a reed, holds a button or pulls a plug, and reads back
what lamps and faces really show. It knows no chess and no time: bounce is a matter of calling it at the right
instants. See docs/twin.md.
"""

import errno
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import chess

from jadoube.config.header import SPI0_DATA
from jadoube.config.matrix import Matrix
from jadoube.config.pinmap import PinMap
from jadoube.core.display.seven_segment import Segments
from jadoube.core.messages.events import Button, Scanned
from jadoube.drivers.assemble import I2C_BUS
from jadoube.drivers.interfaces import Colour, Part, PinFactory
from jadoube.drivers.lamps.lamps_spi import DEVICE
from jadoube_sim.twin.circuit import Drive, MatrixCircuit
from jadoube_sim.twin.electrics.parts import BoardValues, board_values
from jadoube_sim.twin.electrics.pi_models import ZERO_2_W, PiModel
from jadoube_sim.twin.gpiod import TwinGpiod
from jadoube_sim.twin.ht16k33 import Ht16k33
from jadoube_sim.twin.i2c import TwinI2C
from jadoube_sim.twin.lamp_wire import LampWire
from jadoube_sim.twin.lgpio import TwinLgpio
from jadoube_sim.twin.neopixel_pin import blinka_pin
from jadoube_sim.twin.pads import Pads
from jadoube_sim.twin.rpi_gpio import TwinRpiGpio
from jadoube_sim.twin.serial_line import SerialLine
from jadoube_sim.twin.spidev import SpiController, TwinSpi

if TYPE_CHECKING:
    from jadoube_sim.twin.pins import TwinFactory


class Twin:
    """One board. `electronics` is what to give to the drivers; the rest is what hands and eyes do.

    `pi` is the model that it hangs on. `values` says what every part of this board is worth, where it is not
    that model's typical board. `keeps_outputs`: lines that a program frees stay outputs, as on Raspberry Pi
    OS.
    """

    def __init__(
        self,
        pinmap: PinMap,
        i2c_bus: int = I2C_BUS,
        *,
        pi: PiModel = ZERO_2_W,
        values: BoardValues | None = None,
        keeps_outputs: bool = True,
    ) -> None:
        self._lines = _lines(pinmap.matrix)
        self._signals = {line.name: line.bcm for line in (*pinmap.matrix.rows, *pinmap.matrix.columns)}
        self._plugs = _plugs(pinmap.matrix)
        self._circuit = MatrixCircuit(
            [line.bcm for line in pinmap.matrix.rows],
            [line.bcm for line in pinmap.matrix.columns],
            values or board_values(pi),
        )
        self._wire = LampWire(pinmap.lamps.chain, pinmap.lamps.order)
        self._chips = {chess.WHITE: Ht16k33(), chess.BLACK: Ht16k33()}
        self._reeds = 0
        self._buttons = Button(0)
        self._stuck: set[chess.Square] = set()
        pads = Pads(self._circuit, pi, keeps_outputs=keeps_outputs)
        self.electronics = TwinElectronics(pinmap, pads, self._chips, self._wire, i2c_bus)

    @property
    def reeds(self) -> int:
        """The reeds that are closed: a 64-bit set, a1 = bit 0."""
        return self._reeds

    @property
    def buttons(self) -> Button:
        """The buttons that are held."""
        return self._buttons

    def set_reed(self, square: chess.Square, closed: bool) -> None:
        """Close or open a reed. One that is stuck stays as it is."""
        if square not in self._stuck:
            self._switch_reed(square, closed)

    def set_button(self, button: Button, held: bool) -> None:
        """Hold a button down or let it go."""
        self._buttons = self._buttons | button if held else self._buttons & ~button
        for one in button:
            self._switch(Scanned(0, one), held)

    def stick_reed(self, square: chess.Square, closed: bool) -> None:
        """Weld a reed closed, or break it open, until it is mended."""
        self._stuck.add(square)
        self._switch_reed(square, closed)

    def mend_reed(self, square: chess.Square) -> None:
        """Let a stuck reed move again; it stays as it is until it is set."""
        self._stuck.discard(square)

    def remove_diode(self, square: chess.Square) -> None:
        """Put a bridge in the place of the diode of a reed."""
        self._bridge(square, bridged=True)

    def mend_diode(self, square: chess.Square) -> None:
        """Put a good diode in the place of a reed's bridge or bad diode, the right way round."""
        self._bridge(square, bridged=False)
        self._circuit.reverse_diode(*self._lines[_reed(square)], is_reversed=False)
        self._circuit.leak_diode(*self._lines[_reed(square)], None)

    def reverse_diode(self, square: chess.Square) -> None:
        """Put the diode of a reed in the wrong way round."""
        self._circuit.reverse_diode(*self._lines[_reed(square)], is_reversed=True)

    def leak_diode(self, square: chess.Square, ohm: float) -> None:
        """Let the diode of a reed leak backwards, with this resistance."""
        self._circuit.leak_diode(*self._lines[_reed(square)], ohm)

    def cut_line(self, signal: str) -> None:
        """Cut the wire of a row or column, named as in the pin map, off its pin."""
        self._circuit.cut(self._signals[signal], cut=True)

    def mend_line(self, signal: str) -> None:
        """Solder the wire of a row or column on again."""
        self._circuit.cut(self._signals[signal], cut=False)

    def short_lines(self, one: str, other: str) -> None:
        """Let two lines touch, rows or columns: a splash of solder."""
        self._circuit.touch(self._signals[one], self._signals[other], touching=True)

    def swap_lines(self, one: str, other: str) -> None:
        """Exchange the wires at the pins of two rows, or of two columns; once more undoes it.

        ValueError for a row and a column.
        """
        self._circuit.exchange(self._signals[one], self._signals[other])

    def turn_plug(self, plug: str) -> None:
        """Take out the plug of rows or columns, such as `J1`, and plug it in the other way round."""
        lines = self._plugs[plug]
        for one, other in zip(lines[: len(lines) // 2], reversed(lines), strict=False):
            self.swap_lines(one, other)

    def shift_plug(self, plug: str) -> None:
        """Plug in the plug of rows or columns one pin further: the wire of its last pin is at none."""
        lines = self._plugs[plug]
        for line in reversed(lines[:-1]):
            self.swap_lines(line, lines[lines.index(line) + 1])
        self.cut_line(lines[-1])

    def ground_line(self, signal: str) -> None:
        """Let a row or column touch ground."""
        self._circuit.ground(self._signals[signal], grounded=True)

    def unground_line(self, signal: str) -> None:
        """Take ground off a row or column again."""
        self._circuit.ground(self._signals[signal], grounded=False)

    def power_line(self, signal: str) -> None:
        """Let a row or column touch 3.3 V."""
        self._circuit.power(self._signals[signal], powered=True)

    def unpower_line(self, signal: str) -> None:
        """Take 3.3 V off a row or column again."""
        self._circuit.power(self._signals[signal], powered=False)

    def lose_pull(self, signal: str) -> None:
        """Let the pull-up of a row's or column's pin do nothing."""
        self._circuit.lose_pull(self._signals[signal], lost=True)

    def restore_pull(self, signal: str) -> None:
        """Let the pull-up of a row's or column's pin work again."""
        self._circuit.lose_pull(self._signals[signal], lost=False)

    def keep_boot_pulls(self) -> None:
        """Let each pin keep the pull of the reset, whatever a library asks for."""
        self.electronics.pads.keep_boot_pulls()

    def part_lines(self, one: str, other: str) -> None:
        """Take the splash of solder between two lines away."""
        self._circuit.touch(self._signals[one], self._signals[other], touching=False)

    def unplug(self, part: Part) -> None:
        """Pull a part's plug."""
        self._plug(part, plugged=False)

    def plug(self, part: Part) -> None:
        """Put a part's plug in again; it has lost what it knew."""
        self._plug(part, plugged=True)

    def break_part(self, part: Part) -> None:
        """Let the Pi's end of a part give errors: pins, bus or wire."""
        self._fail(part, failing=True)

    def mend_part(self, part: Part) -> None:
        """Let the Pi's end of a part be well again."""
        self._fail(part, failing=False)

    def run_core_at(self, mhz: float) -> None:
        """Let the core clock, of which SPI's is made, be another one than the kernel knows."""
        self.electronics.spi_controller.source_mhz = mhz

    def idle_high(self, *, high: bool) -> None:
        """Let the lamps' data line be high between two transfers, or low."""
        self.electronics.spi_controller.line.idles_high = high

    def spoil_serial(self, spoil: Callable[[bytes], bytes]) -> None:
        """Let the serial line make this of the bytes of each frame: noise, a lost byte, nothing at all."""
        self.electronics.spoil = spoil

    def lamps(self) -> tuple[Colour, ...]:
        """What the 64 lamps show, a1 to h8."""
        return self._wire.lamps()

    def face(self, side: chess.Color) -> Segments:
        """What a side's face shows."""
        return self._chips[side].segments

    def chip(self, side: chess.Color) -> Ht16k33:
        """Give the chip of a side's face, for its brightness."""
        return self._chips[side]

    def buzzer_hz(self) -> int:
        """Which tone the buzzer sounds; 0 is silence."""
        return self.electronics.buzzer_hz()

    def pin_volts(self, signal: str) -> float:
        """Measure a row or column at the Pi's header."""
        return self._circuit.pin_volts(self._signals[signal])

    def wire_volts(self, signal: str) -> float:
        """Measure a row or column under the board, on the other side of its resistor."""
        return self._circuit.wire_volts(self._signals[signal])

    @property
    def drives(self) -> dict[int, Drive]:
        """What the pins do to the lines of the matrix now, by BCM number."""
        return self._circuit.drives

    @property
    def wire(self) -> LampWire:
        """The wire to the lamps, for its bytes."""
        return self._wire

    def _switch_reed(self, square: chess.Square, closed: bool) -> None:
        bit = chess.BB_SQUARES[square]
        self._reeds = self._reeds | bit if closed else self._reeds & ~bit
        self._switch(_reed(square), closed)

    def _switch(self, switch: Scanned, closed: bool) -> None:
        self._circuit.close(*self._lines[switch], closed=closed)

    def _bridge(self, square: chess.Square, *, bridged: bool) -> None:
        self._circuit.bridge_diode(*self._lines[_reed(square)], bridged=bridged)

    def _fail(self, part: Part, *, failing: bool) -> None:
        match part:
            case Part.REEDS:
                self._circuit.fail(failing=failing)
            case Part.LAMPS:
                self._wire.fail(failing=failing)
            case Part.WHITE_FACE:
                self._chips[chess.WHITE].fail(failing=failing)
            case Part.BLACK_FACE:
                self._chips[chess.BLACK].fail(failing=failing)
            case Part.BUZZER:
                self.electronics.fail_pins(failing=failing)

    def _plug(self, part: Part, *, plugged: bool) -> None:
        match part:
            case Part.REEDS:
                self._circuit.plug(plugged=plugged)
            case Part.LAMPS:
                self._wire.plug(plugged=plugged)
            case Part.WHITE_FACE:
                self._chips[chess.WHITE].plug(plugged=plugged)
            case Part.BLACK_FACE:
                self._chips[chess.BLACK].plug(plugged=plugged)
            case Part.BUZZER:
                self.electronics.plug_buzzer(plugged=plugged)


class TwinElectronics:
    """The Electronics of the twin: four libraries' pins, simulated buses, and lamps at the end of a wire."""

    def __init__(
        self,
        pinmap: PinMap,
        pads: Pads,
        chips: dict[chess.Color, Ht16k33],
        wire: LampWire,
        i2c_bus: int,
    ) -> None:
        self._circuit, self._crossings = pads.circuit, _lines(pinmap.matrix)
        self._buzzer = pinmap.buzzer.bcm
        self._buzzer_plugged = True
        self.spoil: Callable[[bytes], bytes] = lambda sent: sent
        """What the serial line makes of the bytes of a frame."""
        self.pads = pads
        """The pins that the matrix hangs on, for the pulls that they keep."""
        self._lgpio, self._rpi_gpio = TwinLgpio(self.pads), TwinRpiGpio(self.pads)
        self._gpiod = TwinGpiod(self.pads)
        self._wires = {pinmap.lamps.signal.bcm: wire}
        self.spi_controller = SpiController(pads.pi, self._lamps_at(SPI0_DATA))
        """What drives the lamps' data line."""
        devices: dict[int, dict[int, Ht16k33]] = {}
        for side, chip in chips.items():
            devices.setdefault(i2c_bus, {})[pinmap.face(side).address] = chip
        self._buses = {bus: TwinI2C(on_bus) for bus, on_bus in devices.items()}

    def pin_factory(self) -> PinFactory:
        """Give the factory of mock pins with the matrix on them."""
        factory: PinFactory = self._factory
        return factory

    def gpio_chips(self) -> dict[int, str]:
        """Give the label of the one chip."""
        return {0: self.pads.pi.chip_label}

    def gpiod(self) -> TwinGpiod:
        """Give libgpiod's names over the matrix."""
        return self._gpiod

    def lgpio(self) -> TwinLgpio:
        """Give lgpio's functions over the matrix."""
        return self._lgpio

    @cached_property
    def _factory(self) -> "TwinFactory":
        from jadoube_sim.twin.pins import TwinFactory  # noqa: PLC0415 - gpiozero is heavy, and wanted by few

        return TwinFactory(self.pads)

    def rpi_gpio(self) -> TwinRpiGpio:
        """Give RPi.GPIO's functions over the matrix."""
        return self._rpi_gpio

    def serial(self, port: str, baud: int) -> SerialLine:  # noqa: ARG002 - any port, at any speed
        """Open a line to a microcontroller on the matrix. OSError while it is unplugged."""
        return SerialLine(self._scan, lambda sent: self.spoil(sent))  # noqa: PLW0108 - as it is then

    def i2c(self, bus: int) -> TwinI2C:
        """Give the bus with the faces' chips; on any other bus there is nothing."""
        return self._buses.setdefault(bus, TwinI2C({}))

    def buzzer_hz(self) -> int:
        """Say how often the buzzer's pin goes up and down in a second."""
        return self._factory.beats_hz(self._buzzer) if self._buzzer_plugged else 0

    def plug_buzzer(self, *, plugged: bool) -> None:
        """Pull the buzzer's plug, or put it in again: the pin cannot tell."""
        self._buzzer_plugged = plugged

    def fail_pins(self, *, failing: bool) -> None:
        """Let gpiozero's pins beside the matrix give errors, or be well again."""
        self._factory.failing = failing

    def lamp_wire(self, pin: int) -> Any:
        """Give a pin for NeoPixel: the lamps' wire, or one that leads nowhere."""
        return blinka_pin(self._lamps_at(pin))

    def spi(self, device: str, hz: int) -> TwinSpi:
        """Open the SPI bus with the lamps; there is no other."""
        if device != DEVICE:
            raise OSError(errno.ENOENT, "No such file or directory")
        return self.spi_controller.open(hz)

    def settle(self, duration_us: int) -> None:
        """Come to rest at once: the circuit has no capacitance."""

    def _lamps_at(self, pin: int) -> LampWire:
        """The lamps' wire, or one that leads nowhere."""
        return self._wires.setdefault(pin, LampWire((), "GRB"))

    def _scan(self) -> Scanned:
        """What a microcontroller in the place of the Pi reads; its own scanning is not modelled."""
        if not self._circuit.plugged:
            raise OSError(errno.EIO, "Input/output error")
        reeds = buttons = 0
        for switch, crossing in self._crossings.items():
            if self._circuit.is_closed(*map(self._circuit.wire_at, crossing)):
                reeds |= switch.reeds
                buttons |= int(switch.buttons)
        return Scanned(reeds, buttons)


def _reed(square: chess.Square) -> Scanned:
    return Scanned(chess.BB_SQUARES[square], Button(0))


def _lines(matrix: Matrix) -> dict[Scanned, tuple[int, int]]:
    """Find row and column of each reed and button, by what it reads as."""
    return {
        switch: (row.bcm, column.bcm)
        for row, crossings in zip(matrix.rows, matrix.crossings, strict=True)
        for column, switch in zip(matrix.columns, crossings, strict=True)
    }


def _plugs(matrix: Matrix) -> dict[str, list[str]]:
    """The names of the lines in each plug, in the order of its pins."""
    plugs: dict[str, list[tuple[int, str]]] = {}
    for line in (*matrix.rows, *matrix.columns):
        plug, _, pin = line.connector.partition(".")
        plugs.setdefault(plug, []).append((int(pin), line.name))
    return {plug: [name for _, name in sorted(lines)] for plug, lines in plugs.items()}
