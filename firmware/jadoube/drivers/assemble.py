"""Puts a driver on its pins, part by part: the only module that knows both.

The scanner is wanted at once; lamps, faces and buzzer import what is heavy and may be assembled later, in any
order, or not at all: each raises PartFailed for itself and leaves the rest alone.
"""

from typing import Final

import chess

from jadoube.config.pinmap import PinMap
from jadoube.drivers.buzzer import Buzzer
from jadoube.drivers.display import LEVELS, Levels, SevenSegment
from jadoube.drivers.lamps import DEFAULT_BUDGET_MA, NeoPixelChain
from jadoube.drivers.matrix import MatrixScanner
from jadoube.drivers.parts import Electronics, FaceDisplay, LampChain, Part, PartFailed, Scanner, Sounder

#: What 50 kohm pull-ups need to lift 300 pF of wires.
SETTLE_US: Final = 30
#: The bus of header pins 3 and 5.
I2C_BUS: Final = 1

_FACES: Final = {chess.WHITE: Part.WHITE_FACE, chess.BLACK: Part.BLACK_FACE}


def assemble_scanner(pinmap: PinMap, electronics: Electronics, *, settle_us: int = SETTLE_US) -> Scanner:
    """Take the pins of the matrix, whose columns come to rest in `settle_us`. Raises PartFailed."""
    return MatrixScanner(pinmap.matrix, electronics, settle_us)


def assemble_lamps(
    pinmap: PinMap, electronics: Electronics, *, budget_ma: int = DEFAULT_BUDGET_MA
) -> LampChain:
    """Open the chain of lamps, which may draw `budget_ma` together. Raises PartFailed."""
    return NeoPixelChain(pinmap.lamps, electronics, budget_ma)


def assemble_buzzer(pinmap: PinMap, electronics: Electronics) -> Sounder:
    """Take the buzzer's pin. Raises PartFailed."""
    return Buzzer(pinmap.buzzer, electronics)


def assemble_face(
    side: chess.Color,
    pinmap: PinMap,
    electronics: Electronics,
    *,
    bus: int = I2C_BUS,
    levels: Levels = LEVELS,
) -> FaceDisplay:
    """Open the I2C bus of a side's face; the display itself may come later. Raises PartFailed."""
    part, chip = _FACES[side], pinmap.face(side)
    try:
        return SevenSegment(part, electronics.i2c(bus), chip.address, levels)
    except OSError as problem:
        what = f"/dev/i2c-{bus} does not open, {problem.strerror or problem}"
        todo = "switch I2C on, and check that this user is in the group i2c"
        raise PartFailed(part, what, todo) from problem
    except ImportError as problem:
        what = f"needs a package that is not installed, {problem.name}"
        raise PartFailed(part, what, "install jadoube with its extra `pi`") from problem
