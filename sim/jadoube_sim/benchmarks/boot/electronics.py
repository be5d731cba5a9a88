"""The twin's electronics that tell when they are alive, for `child.py` and its sampling process.

What the twin itself imports is in the figures. Each mark is a line on standard error, `start: MARK
NANOSECONDS`, by the clock that all processes share.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import chess

from jadoube.config.matrix import Matrix
from jadoube.config.pinmap import PinMap
from jadoube.drivers.assemble import I2C_BUS
from jadoube.drivers.interfaces import Part, PinFactory
from jadoube_sim.twin.circuit import MatrixCircuit
from jadoube_sim.twin.ht16k33 import Ht16k33
from jadoube_sim.twin.lamp_wire import LampWire
from jadoube_sim.twin.pads import Pads
from jadoube_sim.twin.twin import TwinElectronics

MARK: Final = "start: "
FIRST_SCAN: Final = "first scan"
_ON: Final = 0x81
"""The command that switches a face's display on."""


class Marks:
    """Tells of each thing that comes to life, when it does so first."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, what: str) -> None:
        """Tell of it, unless that was done."""
        if what not in self._told:
            self._told.add(what)
            # In one write: the parts come to life in threads of their own.
            sys.stderr.write(f"{MARK}{what} {time.monotonic_ns()}\n")
            sys.stderr.flush()


class MarkedWire(LampWire):
    """The lamps' wire: alive with its first frame."""

    def __init__(self, pins: PinMap, mark: Callable[[str], None]) -> None:
        super().__init__(pins.lamps.chain, pins.lamps.order)
        self._mark = mark

    def record(self, frame: bytes) -> None:
        """Take one frame from the wire."""
        super().record(frame)
        self._mark(Part.LAMPS)


class MarkedChip(Ht16k33):
    """A face's chip: alive when its display is switched on."""

    def __init__(self, switched_on: Callable[[], None]) -> None:
        super().__init__()
        self._switched_on = switched_on

    def write(self, data: bytes) -> None:
        """Take one write of the bus."""
        super().write(data)
        if data and data[0] | 0b110 == _ON | 0b110:  # however it blinks
            self._switched_on()


class MarkedElectronics(TwinElectronics):
    """The twin's electronics, for all but the reeds."""

    def __init__(self, pins: PinMap) -> None:
        self._mark = mark = Marks()
        matrix = pins.matrix
        chips: dict[chess.Color, Ht16k33] = {
            side: MarkedChip(partial(mark, part))
            for side, part in ((chess.WHITE, Part.WHITE_FACE), (chess.BLACK, Part.BLACK_FACE))
        }
        super().__init__(pins, Pads(_circuit(matrix)), chips, MarkedWire(pins, mark), I2C_BUS)

    def pin_factory(self) -> PinFactory:
        """Give the factory of mock pins, which here is wanted by the buzzer alone."""
        factory = super().pin_factory()
        self._mark(Part.BUZZER)
        return factory


def _circuit(matrix: Matrix) -> MatrixCircuit:
    return MatrixCircuit([line.bcm for line in matrix.rows], [line.bcm for line in matrix.columns])
