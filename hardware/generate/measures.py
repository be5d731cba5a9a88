"""The measures of the board in millimetres, and what follows from them, for all that is drawn or told.

A guess says so. The field of a magnet is computed by Biot and Savart's law, for a disc as a stack of current
loops, and averaged along the glass of an upright reed. The iron in the reed, which draws the field together,
is not modelled; nothing was measured.
"""

from math import hypot, pi, sqrt
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
#: To what the upper lead is cut: nearer to the glass, and soldering cracks it. The lower one keeps more, for
#: the diode.
STUB: Final = 4.0
LOWER_LEAD: Final = 8.0
#: A Littelfuse MDSR-7 as it is sold: 40.38 mm with its leads, by its data sheet.
UNCUT_LENGTH: Final = 40.4
CUT_LENGTH: Final = STUB + GLASS_LENGTH + LOWER_LEAD

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
#: By how much the pull-in may rise when the leads are cut: guesses. Makers say that it rises; we found no
#: figure for this reed at this length.
RISES: Final = (1.0, 1.3, 1.6)

#: From the playing surface to the middle of the reed's glass.
REED_DEPTH: Final = SURFACE + STUB + GLASS_LENGTH / 2


#: Into how many loops a disc is cut, and at how many points of the glass the field is taken.
_LOOPS: Final = 6
_POINTS: Final = 9


def field_mt(diameter: float, thickness: float, distance: float, aside: float) -> float:
    """Give the upright part of a disc's field along an upright reed, on the average of its glass.

    `distance` is from the disc's lower face to the middle of the glass, `aside` from its axis.
    """
    total = 0.0
    for point in range(_POINTS):
        down = distance + GLASS_LENGTH * (point / (_POINTS - 1) - 0.5)
        for loop in range(_LOOPS):
            total += _loop_field(diameter / 2, aside, down + thickness * (loop + 0.5) / _LOOPS)
    return 1000 * REMANENCE_T * thickness / _LOOPS * total / _POINTS


def _loop_field(radius: float, aside: float, down: float) -> float:
    """Give the upright field of one loop, for a current that makes 1 T in a long coil with a loop a mm."""
    far = hypot(radius + aside, down)
    near = hypot(radius - aside, down)
    first, second = _elliptic(2 * sqrt(radius * aside) / far)
    return (first + (radius**2 - aside**2 - down**2) / near**2 * second) / (2 * pi * far)


def _elliptic(modulus: float) -> tuple[float, float]:
    """Give the complete elliptic integrals K and E, by the arithmetic-geometric mean."""
    mean, other, gap, weight = 1.0, sqrt(1 - modulus**2), modulus, 0.5
    missing = 0.0
    while gap > 1e-12:
        missing += weight * gap**2
        mean, other, gap, weight = (mean + other) / 2, sqrt(mean * other), (mean - other) / 2, 2 * weight
    first = pi / (2 * mean)
    return first, first * (1 - missing)


def closes_within(
    diameter: float, thickness: float, distance: float, pull_in_mt: float = PULL_IN_MT
) -> float:
    """Say how far from the middle a piece may stand to close its reed, to half a millimetre."""
    steps = [step / 2 for step in range(2 * int(SQUARE))]
    off = (it for it in steps if field_mt(diameter, thickness, distance, it) < pull_in_mt)
    return max(0.0, next(off) - 0.5)


def lamp_clear_of_piece() -> float:
    """Say how far the lamp's rod is from the base of a king in the middle of its square."""
    return hypot(LAMP_ASIDE, LAMP_ASIDE) - LAMP_HOLE / 2 - KING_BASE / 2
