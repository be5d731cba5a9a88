"""Connects the drivers of lamps, faces and buzzer with their pins; `assemble_reeds.py` does so for the reeds.

Lamps, faces and buzzer have heavy imports; they may be assembled in any order, or not at all. Each raises
PartFailed for itself and leaves the others alone.
"""

from typing import Final

import chess

from jadoube.config.pinmap import PinMap
from jadoube.drivers.buzzer import Buzzer
from jadoube.drivers.display import LEVELS, Levels, SevenSegment
from jadoube.drivers.interfaces import Electronics, FaceDisplay, LampChain, Part, PartFailed, Sounder
from jadoube.drivers.lamps.chain import CappedChain, LampWriter
from jadoube.drivers.lamps.lamp_current import DEFAULT_BUDGET_MA
from jadoube.drivers.lamps.lamps_neopixel import NeoPixelWriter
from jadoube.drivers.lamps.lamps_spi import SpiWriter

#: The I2C bus on header pins 3 and 5.
I2C_BUS: Final = 1

_FACES: Final = {chess.WHITE: Part.WHITE_FACE, chess.BLACK: Part.BLACK_FACE}


def assemble_lamps(
    pinmap: PinMap, electronics: Electronics, *, driver: str = "spi", budget_ma: int = DEFAULT_BUDGET_MA
) -> LampChain:
    """Open the chain of lamps, with a current limit of `budget_ma` for all of them. Raises PartFailed.

    `driver` is a value of `lamps.driver`: `spi` or `neopixel`.
    """
    writer: LampWriter = (NeoPixelWriter if driver == "neopixel" else SpiWriter)(pinmap.lamps, electronics)
    return CappedChain(pinmap.lamps, writer, budget_ma)


def assemble_buzzer(pinmap: PinMap, electronics: Electronics) -> Sounder:
    """Open the buzzer's pin. Raises PartFailed."""
    return Buzzer(pinmap.buzzer, electronics)


def assemble_face(
    side: chess.Color,
    pinmap: PinMap,
    electronics: Electronics,
    *,
    bus: int = I2C_BUS,
    levels: Levels = LEVELS,
) -> FaceDisplay:
    """Open the I2C bus of a side's face; the display itself may be plugged in later. Raises PartFailed."""
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
