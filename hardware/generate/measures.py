"""The measures of the board in millimetres, and what follows from them, for all that is drawn or told.

A guess says so. The field of a magnet is computed, for a thin coil's shape of a disc on its axis and for a
dipole beside it; nothing of it was measured.
"""

from math import hypot, pi
from typing import Final

SQUARE: Final = 50.0
FIELD: Final = 8 * SQUARE
RIM: Final = 25.0
PANEL: Final = 110.0
SURFACE: Final = 0.5
PLATE: Final = 6.0

#: The reed stands under the middle of its square. In its hole lie the glass and the wire of its upper lead.
REED_HOLE: Final = 4.0
GLASS_LENGTH: Final = 12.7
GLASS_WIDTH: Final = 1.8
#: A wire of 0.14 mm2 in its sleeve. It is copper: the reed's own lead, bent back beside the glass, is iron
#: and nickel, and would lead the field past the contacts.
WIRE: Final = 1.3
#: To what the upper lead is cut: nearer to the glass, and soldering cracks it.
STUB: Final = 4.0

#: The lamp shines through a rod, beside the piece: so far from the middle, to the right and away from White.
LAMP_HOLE: Final = 5.0
LAMP_ASIDE: Final = 17.0
LAMP_BOARD: Final = 10.0
KING_BASE: Final = 39.0

MAGNET: Final = (10.0, 3.0)
#: What covers the magnet under a piece.
FELT: Final = 1.0
REMANENCE_T: Final = 1.3  # N42, by the grade's definition 1.28 to 1.32
#: The field at which a reed of 10 to 25 AT closes: a guess. Reeds are sold by the turns of a coil, not by the
#: field.
PULL_IN_MT: Final = 2.0

#: From the playing surface to the middle of the reed's glass.
REED_DEPTH: Final = SURFACE + STUB + GLASS_LENGTH / 2


def field_above_mt(diameter: float, thickness: float, distance: float) -> float:
    """Give a disc's field on its axis, so far from its face, in millitesla."""
    radius = diameter / 2
    near = distance / hypot(radius, distance)
    far = (distance + thickness) / hypot(radius, distance + thickness)
    return 1000 * REMANENCE_T / 2 * (far - near)


def field_beside_mt(diameter: float, thickness: float, distance: float, aside: float) -> float:
    """Give the upright part of its field beside the axis, by the dipole that the disc is from afar."""
    down = distance + thickness / 2
    away = hypot(aside, down)
    moment = REMANENCE_T * pi * diameter**2 / 4 * thickness / (4 * pi)  # in T mm3
    return 1000 * moment * (3 * (down / away) ** 2 - 1) / away**3


def closes_within(diameter: float, thickness: float, distance: float) -> float:
    """Say how far from the middle a piece may stand to close its reed, to half a millimetre."""
    steps = [step / 2 for step in range(2 * int(SQUARE))]
    off = (it for it in steps if field_beside_mt(diameter, thickness, distance, it) < PULL_IN_MT)
    return max(0.0, next(off) - 0.5)


def lamp_clear_of_piece() -> float:
    """Say how far the lamp's rod is from the base of a king in the middle of its square."""
    return hypot(LAMP_ASIDE, LAMP_ASIDE) - LAMP_HOLE / 2 - KING_BASE / 2
